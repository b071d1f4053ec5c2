/**
 * Teleship against its OpenAPI document: every request and every answer of the simulator validates, the simulator refuses what the
 * document refuses, and the document's own example answers are read with their meaning.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-teleship/carrier';
import { crossBorder, samples } from '@scanship/carrier-teleship/harness';
import { manifest } from '@scanship/carrier-teleship/manifest';
import { simulator } from '@scanship/carrier-teleship/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import type { PickupResult } from '@scanship/connector-kit/carrier/pickup';
import {
  runDiscoverServices,
  runLandedCost,
  runRate,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract } from '../judges/openapi.ts';
import { playingEnv, recordingEnv, type Exchanged } from '../rigs/simple-rig.ts';

const { ship, cancel, endOfDay, pickup, attachDocument } = carrier;
if (!ship || !cancel || !endOfDay || !pickup?.cancel || !attachDocument || !samples.pickup)
  throw new Error('the connector lacks an operation');
const cancelPickup = pickup.cancel;
const wish = samples.pickup;
/** Every field that can be said. */
const full: ShipmentRequest = {
  ...crossBorder,
  from: {
    ...crossBorder.from,
    email: 'sender@example.com',
    address2: 'Flat 4',
    taxIds: [
      { kind: 'EORI', number: 'GB078617476000' },
      { kind: 'IOSS', number: 'IM2760000742' },
      { kind: 'VAT', number: 'GB123456789' },
      { kind: 'EIN', number: '12-3456789' },
      { kind: 'VOEC', number: '2012345' },
      { kind: 'GST', number: '123456789RT0001', countryCode: 'CA' },
    ],
  },
  to: { ...crossBorder.to, address2: 'Apt 4', companyName: 'Receiver Inc.', email: 'receiver@example.com' },
  returnTo: { ...crossBorder.from, name: 'Returns Desk' },
  options: { signature: 'any' },
};

withVendorContract('carriers/teleship', (folder) => {
  const file = join(folder, 'openapi-public.json');
  const contract = openContract(file);
  const document = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<
      Record<
        string,
        Readonly<Record<string, { readonly responses: Readonly<Record<string, { readonly example?: unknown }>> }>>
      >
    >;
  };
  const example = (path: string, method: string): unknown => {
    const found = document.paths[path]?.[method]?.responses['200']?.example;
    if (found === undefined) throw new Error(`${method} ${path} has no example`);
    return found;
  };
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  it('every request is valid, and so is every answer of the simulator', async () => {
    const harness = { samples, simulator: stand.simulator };
    const { env, all } = recordingEnv(manifest, harness);
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) found.push({ operation, one });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    expect((await runDiscoverServices(carrier, full.from, env)).ok).toBe(true);
    keep('discoverServices');
    for (const shipment of [samples.domestic, full]) {
      const answer = await runRate(carrier, { shipment }, env);
      expect(answer.ok && answer.value.offers.length, JSON.stringify(answer)).toBe(4);
      keep('rate');
    }
    expect(await runLandedCost(carrier, { shipment: full, service: samples.service }, env)).toMatchObject({ ok: true });
    keep('landedCost');
    const buy = async (shipment: ShipmentRequest, labelFormat: 'pdf' | 'zpl') => {
      const input = newPurchase(harness, { shipment, labelFormat });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      const { carrierShipmentId = '', parcels = [] } = state.result;
      return {
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
        kept: state.kept,
        service: input.service,
        destination: 'US',
      };
    };
    const first = await buy(full, 'pdf');
    const second = await buy(samples.domestic, 'zpl');
    keep('ship');
    expect((await runTrack(carrier, { trackingNumbers: first.trackingNumbers }, env)).ok).toBe(true);
    keep('track');
    const paper = { kind: 'commercial-invoice', name: 'invoice.pdf', format: 'pdf' } as const;
    const attached = {
      ...first,
      shipDate: full.shipDate,
      originCountry: 'GB',
      destinationCountry: 'US',
      document: { ...paper, bytes: new Uint8Array(Buffer.from('%PDF-1.4')) },
    };
    expect((await drive(carrier, attachDocument, attached, env, freshDrive())).problem).toBeUndefined();
    keep('attachDocument');
    const input = {
      ...wish,
      address: full.from,
      date: workingDay(new Date()),
      load: { ...wish.load, trackingNumbers: first.trackingNumbers },
      reference: 'P000000000000001',
      uuid: crypto.randomUUID(),
    };
    const booked = await drive(carrier, pickup.book, input, env, freshDrive<PickupResult>());
    expect(booked.problem).toBeUndefined();
    const { confirmation = '' } = booked.result;
    const booking = { confirmation, reference: input.reference, date: input.date, wish: input, kept: booked.kept };
    expect((await drive(carrier, cancelPickup, booking, env, freshDrive())).problem).toBeUndefined();
    keep('pickup');
    const closing = { reference: 'E000000000000001', uuid: crypto.randomUUID(), from: full.from, date: '2026-11-23' };
    const closed = await drive(carrier, endOfDay, { ...closing, shipments: [first] }, env, freshDrive());
    expect(closed.problem).toBeUndefined();
    keep('endOfDay');
    expect((await drive(carrier, cancel, second, env, freshDrive())).problem).toBeUndefined();
    keep('cancel');
    const wrong = found.flatMap(({ one }) => {
      const request = contract.judge(one.request);
      // The document says nothing of what an accepted upload is answered with.
      const answer =
        one.name === 'upload document'
          ? { accepted: true, why: '' }
          : contract.judgeAnswer(one.request, one.status, one.answer);
      return [
        ...(request.accepted ? [] : [`${one.name}: ${request.why}`]),
        ...(answer.accepted ? [] : [`answer to ${one.name}: ${answer.why}`]),
      ];
    });
    expect(wrong).toEqual([]);
    for (const { operation, one } of found)
      if (one.name !== 'sign in') noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    for (const operation of ['ship', 'endOfDay', 'pickup'] as const)
      noteEvidence(manifest.slug, operation, { recovery: 'none' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'by-reference' });
  });

  it('the simulator refuses what the contract refuses', async () => {
    const harness = { samples, simulator: stand.simulator };
    const { env, all } = recordingEnv(manifest, harness);
    await runRate(carrier, { shipment: full }, env);
    await runLandedCost(carrier, { shipment: full, service: samples.service }, env);
    await drive(carrier, ship, newPurchase(harness, { shipment: full }), env, freshDrive<ShipResult>());
    let tried = 0;
    const taken: string[] = [];
    for (const { name, request } of all.filter((one) => one.request.body !== undefined && one.name !== 'sign in'))
      for (const mutant of jsonMutants(JSON.parse(request.body ?? '{}'))) {
        const body = JSON.stringify(mutant.value);
        if (contract.judge({ ...request, body }).accepted) continue;
        tried += 1;
        const response = await fetch(`${stand.simulator.address}${request.path}`, {
          method: request.method,
          headers: { ...request.headers },
          body,
        });
        await response.text();
        if (response.status !== 400) taken.push(`${name} ${mutant.what}: ${response.status}`);
      }
    expect(tried).toBeGreaterThan(200);
    expect(taken).toEqual([]);
  });

  const playing = (json: unknown) =>
    playingEnv(manifest, samples.account.credentials, json, 200, {
      'sign in': { accessToken: 'played', expiresIn: 3_600_000, tokenType: 'Bearer' },
    });
  const rated = (json: unknown) => runRate(carrier, { shipment: samples.domestic }, playing(json));

  it('the example of quotes: two prices with VAT that add up, and what is missing in words', async () => {
    expect(await rated(example('/api/rates/quotes', 'post'))).toMatchObject({
      ok: true,
      value: {
        offers: [
          {
            service: 'TELESHIP-EXPEDITED-DROPOFF',
            total: money(10_656, 'GBP'),
            lines: [
              { kind: 'base', amount: money(1565, 'GBP') },
              { kind: 'tax', code: 'VAT', amount: money(9091, 'GBP') },
            ],
            transitDays: 3,
            deliverBy: '2025-11-03',
          },
          { service: 'TELESHIP-EXPEDITED-PICKUP', total: money(10_935, 'GBP'), deliverBy: '2025-11-04' },
        ],
        problems: [
          {
            message: expect.stringContaining('Missing duties and taxes commodities are required') as string,
            vendorCode: '423',
          },
        ],
      },
    });
    noteEvidence(manifest.slug, 'rate', { samples: 1 });
  });

  it('the example of services: four, one of them written with another dash', async () => {
    const listed = await runDiscoverServices(carrier, full.from, playing(example('/api/services', 'get')));
    expect(listed.ok && listed.value.map(({ code }) => code)).toEqual([
      'TELESHIP-EXPEDITED-PICKUP',
      'TELESHIP-EXPEDITED-DROPOFF',
      'TELESHIP-STANDARD-DROPOFF',
      'TELESHIP-STANDARD-PICKUP',
    ]);
    noteEvidence(manifest.slug, 'discoverServices', { samples: 1 });
  });

  it('damaged quotes: no crash, no wrong value', async () => {
    const json = example('/api/rates/quotes', 'post');
    const whole = await rated(json);
    if (!whole.ok) throw new Error(whole.problem.message);
    const all = mutationsOf('application/json', Buffer.from(JSON.stringify(json)));
    const faults: string[] = [];
    for (const mutation of all) {
      const got = await rated(Buffer.from(mutation.body).toString('utf8'));
      const what = `${mutation.path} ${mutation.how}`;
      if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
      if (got.ok && survival(whole.value.offers, got.value.offers).wrong.length > 0)
        faults.push(`${what}: wrong value`);
    }
    expect(all.length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });
});
