/**
 * Asendia Sync against its contract and samples: every request and every answer of the simulator validates, the simulator refuses
 * what the contract refuses, and the sample answers are read with their meaning, whole and damaged.
 */
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-asendia/carrier';
import { insideUnion, samples, toBritain } from '@scanship/carrier-asendia/harness';
import { manifest } from '@scanship/carrier-asendia/manifest';
import { simulator } from '@scanship/carrier-asendia/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract } from '../judges/openapi.ts';
import { damage, sampleJson, sampleText, strangers } from '../rigs/samples-rig.ts';
import { playingEnv, recordingEnv, type Exchanged } from '../rigs/simple-rig.ts';

const { ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };

/** Everything a shipment can say at once. */
const rich: ShipmentRequest = {
  ...toBritain,
  from: {
    ...toBritain.from,
    address2: 'Hinterhaus',
    email: 'shop@example.com',
    taxIds: ['EORI', 'IOSS'].map((kind) => ({ kind, number: `${kind}0000001` })),
  },
  to: {
    ...toBritain.to,
    companyName: 'Receiver & Sons',
    address2: 'Flat 2',
    provinceCode: 'LND',
    email: 'receiver@example.com',
    taxIds: [{ kind: 'VAT', number: 'GB123456789' }],
  },
  options: { signature: 'any', saturdayDelivery: true, insuredValue: money(10_000, 'EUR') },
};

const PAGED =
  'a page is asked for by the members of an object in the query ("form", exploded), which are page and size';
const CORRECTIONS = [
  '/api/customers/{customerId}/parcels',
  '/api/customers/{customerId}/manifests',
  '/api/manifests/{manifestId}/parcels',
].map((path) => ({ at: `paths.${path}.get.parameters.pageable`, set: { required: false }, reason: PAGED }));

withVendorContract('carriers/asendia', (folder) => {
  const contract = openContract(join(folder, 'openapi.yaml'), CORRECTIONS);
  const here = join(folder, 'samples');
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  it('every request is valid, and so is every answer of the simulator', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) found.push({ operation, one });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    const buy = async (shipment: ShipmentRequest, labelFormat: 'pdf' | 'zpl' = 'pdf') => {
      const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, labelFormat });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      const { carrierShipmentId = '', parcels = [] } = state.result;
      const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
      return {
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers,
        kept: state.kept,
        service: input.service,
        destination: shipment.to.countryCode,
      };
    };
    const first = await buy(insideUnion, 'zpl');
    keep('ship');
    const second = await buy(toBritain);
    const third = await buy(rich);
    keep('international');
    expect((await runTrack(carrier, { trackingNumbers: first.trackingNumbers }, env)).ok).toBe(true);
    keep('track');
    const closing = { reference: 'E000000000000001', uuid: '', from: insideUnion.from, date: '2026-11-23' };
    const input = { ...closing, shipments: [first, second] };
    const closed = await drive(carrier, endOfDay, input, env, freshDrive<EndOfDayResult>());
    expect(closed.result.manifestNumbers).toHaveLength(1);
    expect(await recoverStep(endOfDay, 'create', input, closed.kept, env, options)).toMatchObject({
      value: { kind: 'found', keep: { manifestId: closed.result.manifestNumbers?.[0], refused: [] } },
    });
    keep('endOfDay');
    expect((await drive(carrier, cancel, third, env, freshDrive())).problem).toBeUndefined();
    expect(await recoverStep(cancel, 'delete', third, {}, env, options)).toMatchObject({ value: { kind: 'found' } });
    keep('cancel');
    const wrong = found.flatMap(({ one }) => {
      const request = contract.judge(one.request);
      const answer =
        one.answer === undefined
          ? { accepted: true, why: '' }
          : contract.judgeAnswer(one.request, one.status, one.answer);
      return [
        ...(request.accepted ? [] : [`${one.name}: ${request.why}`]),
        ...(answer.accepted ? [] : [`answer to ${one.name}: ${answer.why}`]),
      ];
    });
    expect(wrong).toEqual([]);
    for (const { operation } of found) noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    noteEvidence(manifest.slug, 'ship', { recovery: 'none' });
    noteEvidence(manifest.slug, 'endOfDay', { recovery: 'listing' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'by-reference' });
    const sent = found.filter(({ one }) => one.name === 'create parcel').at(-1);
    expect(strangers(JSON.parse(sent?.one.request.body ?? '{}'), sampleJson(here, 'shipment_request'))).toEqual([]);
  });

  it('the simulator refuses what the contract refuses', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const input = newPurchase({ samples, simulator: stand.simulator }, { shipment: rich });
    expect((await runStep(ship, 'create', input, {}, env, options)).ok).toBe(true);
    let tried = 0;
    const taken: string[] = [];
    for (const { name, request } of all)
      for (const mutant of jsonMutants(JSON.parse(request.body ?? '{}'))) {
        const body = JSON.stringify(mutant.value);
        if (contract.judge({ ...request, body }).accepted) continue;
        tried += 1;
        const { method, headers } = request;
        const response = await fetch(`${stand.simulator.address}${request.path}`, { method, headers, body });
        await response.text();
        if (response.status !== 400) taken.push(`${name} ${mutant.what}: ${response.status}`);
      }
    expect(tried).toBeGreaterThan(40);
    expect(taken).toEqual([]);
  });

  const TOKEN = { 'sign in': sampleJson(here, 'auth_response') };
  const { credentials } = samples.account;
  const playing = (body: string, status = 200): CarrierEnv => playingEnv(manifest, credentials, body, status, TOKEN);
  const purchase = newPurchase({ samples, simulator: undefined });
  const NUMBER = 'ASENDIA123456789';
  const ask = {
    create: (body: string) => runStep(ship, 'create', purchase, {}, playing(body), options),
    track: (body: string) => runTrack(carrier, { trackingNumbers: [NUMBER] }, playing(body)),
  };

  it('the samples: a parcel, a refusal, a manifest, the way of a parcel', async () => {
    expect(await ask.create(sampleText(here, 'shipment_response'))).toMatchObject({
      ok: true,
      value: {
        kind: 'done',
        result: {
          carrierShipmentId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
          parcels: [{ number: 1, trackingNumber: NUMBER }],
        },
      },
    });
    const played = playing(sampleText(here, 'error_response'), 400);
    const read: unknown[] = [];
    const send: CarrierEnv['http']['send'] = async (request) => {
      const response = await played.http.send(request);
      if (response.status === 400) read.push(request.readProblem?.(response));
      return response;
    };
    expect((await runStep(ship, 'create', purchase, {}, { ...played, http: { send } }, options)).ok).toBe(false);
    expect(read).toMatchObject([
      {
        message: 'Asendia: weight: must be greater than 0.',
        vendorCode: 'error.validation',
        field: 'parcels.0.weightGrams',
      },
    ]);
    noteEvidence(manifest.slug, 'ship', { samples: 2 });
    const closing = { reference: 'E1', uuid: '', from: insideUnion.from, date: '2026-11-23', shipments: [] };
    const closed = playing(sampleText(here, 'manifest_response'), 202);
    expect(await runStep(endOfDay, 'create', closing, { ids: ['parcel-id-1'] }, closed, options)).toMatchObject({
      ok: true,
      value: {
        keep: { manifestId: '5gc07h86-7929-6784-d5he-4e185h88cgc8', refused: ['parcel-id-1', 'parcel-id-2'] },
      },
    });
    noteEvidence(manifest.slug, 'endOfDay', { samples: 1 });
    const tracked = await ask.track(sampleText(here, 'tracking_response'));
    expect(tracked.ok && tracked.value[0]?.events).toMatchObject([
      { occurredAt: '2024-04-12T14:30:00Z', status: 'accepted', code: 'PU', place: 'Bern, CH' },
      { status: 'in-transit', code: 'IT', place: 'Zurich Airport, CH' },
      { status: 'delivered', code: 'DL', text: 'Delivered', place: 'New York, US' },
    ]);
    noteEvidence(manifest.slug, 'track', { samples: 1 });
  });

  it.each([
    ['a parcel', 'shipment_response', ask.create],
    ['tracking', 'tracking_response', ask.track],
  ] as const)('damaged %s: no crash, no wrong value', async (_what, name, play) => {
    const { faults, played } = await damage<unknown>(sampleText(here, name), play);
    expect(faults).toEqual([]);
    expect(played).toBeGreaterThan(15);
  });
});
