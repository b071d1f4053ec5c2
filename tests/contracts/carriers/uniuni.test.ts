/**
 * UniUni against its Platform Client API: every request and every answer of the simulator validates, the simulator refuses what the
 * contract refuses, and the contract's own examples are read with their meaning.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-uniuni/carrier';
import { crossBorder, samples } from '@scanship/carrier-uniuni/harness';
import { manifest } from '@scanship/carrier-uniuni/manifest';
import { simulator } from '@scanship/carrier-uniuni/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runListLabels, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract } from '../judges/openapi.ts';
import { playingEnv, recordingEnv, type Exchanged } from '../rigs/simple-rig.ts';

const { ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const signed: ShipmentRequest = {
  ...samples.domestic,
  to: { ...samples.domestic.to, address2: 'Unit 4', email: 'receiver@example.com' },
  options: { signature: 'any' },
};

type Node = Record<string, unknown>;
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Node)[key] : undefined),
    value,
  );

/** Parts the file names and lacks; their names and its texts say what they are. */
const MISSING = {
  parameters: {
    BatchNumber: { name: 'batchNumber', in: 'path', required: true, schema: { type: 'string' } },
    OrderNumber: { name: 'orderNumber', in: 'path', required: true, schema: { type: 'string' } },
    Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
    PageSize: { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 500 } },
  },
  responses: { ValidationError: { description: 'Required parameters are missing or have the wrong type' } },
};

withVendorContract('carriers/uniuni', (folder) => {
  const document = parse(readFileSync(join(folder, 'uniuni-platform-client-api-openapi.yml'), 'utf8')) as Node;
  const work = mkdtempSync(join(tmpdir(), 'uniuni-'));
  const whole = join(work, 'contract.json');
  // The simulator stands without the path of the production server, as the sandbox does.
  writeFileSync(
    whole,
    JSON.stringify({
      ...document,
      servers: [{ url: '/' }],
      components: { ...(document['components'] as Node), ...MISSING },
    }),
  );
  const contract = openContract(whole);
  const example = (path: string, method: string, name?: string): unknown => {
    const json = at(document, 'paths', path, method, 'responses', '200', 'content', 'application/json');
    return name === undefined ? at(json, 'example') : at(json, 'examples', name, 'value');
  };
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(async () => {
    await stand.close();
    rmSync(work, { recursive: true });
  });

  it('every request is valid, and so is every answer of the simulator', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) found.push({ operation, one });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    expect((await runListLabels(carrier, { since: new Date('2026-01-01T00:00:00Z'), size: 2 }, env)).ok).toBe(true);
    keep('listLabels');
    for (const shipment of [samples.domestic, signed])
      expect((await runRate(carrier, { shipment }, env)).ok).toBe(true);
    keep('rate');
    expect((await runRate(carrier, { shipment: crossBorder }, env)).ok).toBe(true);
    const buy = async (shipment: ShipmentRequest, service: string) => {
      const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, service });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      const { carrierShipmentId = '', parcels = [] } = state.result;
      const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
      return {
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers,
        kept: state.kept,
        service,
        destination: 'CA',
      };
    };
    await buy(crossBorder, 'postnl-packet-tracked');
    keep('international');
    const first = await buy(signed, 'next-day');
    const second = await buy(samples.domestic, 'standard');
    keep('ship');
    expect((await runTrack(carrier, { trackingNumbers: first.trackingNumbers }, env)).ok).toBe(true);
    keep('track');
    const closing = { reference: 'E000000000000001', uuid: '', from: samples.domestic.from, date: '2026-11-23' };
    const input = { ...closing, shipments: [first, second] };
    const closed = await drive(carrier, endOfDay, input, env, freshDrive<EndOfDayResult>());
    expect(closed.result.manifestNumbers).toHaveLength(1);
    expect((await drive(carrier, endOfDay, input, env, freshDrive<EndOfDayResult>())).problem).toBeDefined();
    keep('endOfDay');
    expect((await drive(carrier, cancel, second, env, freshDrive())).problem).toBeUndefined();
    keep('cancel');
    const wrong = found.flatMap(({ one }) => {
      const request = contract.judge(one.request);
      const answer = contract.judgeAnswer(one.request, one.status, one.answer);
      return [
        ...(request.accepted ? [] : [`${one.name}: ${request.why}`]),
        // "Always null" stands beside a type of object, which the contract's version takes for a contradiction.
        ...(answer.accepted || at(one.answer, 'data') === null ? [] : [`answer to ${one.name}: ${answer.why}`]),
      ];
    });
    expect(wrong).toEqual([]);
    for (const { operation } of found) noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    noteEvidence(manifest.slug, 'ship', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'endOfDay', { recovery: 'listing' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'none' });
  });

  it('the simulator refuses what the contract refuses', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    await runRate(carrier, { shipment: samples.domestic }, env);
    await runRate(carrier, { shipment: { ...crossBorder, options: { signature: 'any' } } }, env);
    let tried = 0;
    const taken: string[] = [];
    for (const { name, request } of all.filter((one) => ['quote', 'draft'].includes(one.name)).slice(0, 2))
      for (const mutant of jsonMutants(JSON.parse(request.body ?? '{}'))) {
        const body = JSON.stringify(mutant.value);
        if (contract.judge({ ...request, body }).accepted) continue;
        tried += 1;
        const { method, headers } = request;
        const response = await fetch(`${stand.simulator.address}${request.path}`, { method, headers, body });
        await response.text();
        if (response.status !== 422) taken.push(`${name} ${mutant.what}: ${response.status}`);
      }
    expect(tried).toBeGreaterThan(40);
    expect(taken).toEqual([]);
  });

  const { credentials } = samples.account;
  const playing = (json: unknown) => playingEnv(manifest, credentials, json);
  const purchase = { ...newPurchase({ samples, simulator: undefined }), service: 'next-day' };
  const NUMBER = 'UR06250000000000351';
  const CREATED = example('/client/shipments/create', 'post', 'success');
  const TRACKED = example('/client/tracking', 'get', 'success');
  const QUOTED = example('/client/shipments/quote', 'post', 'success');
  const ask = {
    rate: (body: unknown) => runRate(carrier, { shipment: samples.domestic }, playing(body)),
    draft: (body: unknown) => runStep(ship, 'draft', purchase, {}, playing(body), options),
    track: (body: unknown) => runTrack(carrier, { trackingNumbers: [NUMBER] }, playing(body)),
  };

  it('the examples: a price, a draft, a purchase', async () => {
    expect(await ask.rate(QUOTED)).toMatchObject({
      ok: true,
      value: { offers: [{ service: 'next-day', total: money(130, 'CAD'), transitDays: 2 }], problems: [] },
    });
    noteEvidence(manifest.slug, 'rate', { samples: 1 });
    const drafted = await ask.draft(CREATED);
    expect(drafted).toMatchObject({
      ok: true,
      value: { keep: { orderNumber: 'UNI031455E90', trackingId: 'UR07300000000005351', total: 551, currency: 'CAD' } },
    });
    const kept = {
      ...(drafted.ok ? drafted.value.keep : {}),
      orderNumber: 'UNI029834CA7',
      trackingId: 'UR07240000000004901',
    };
    const bought = (name: string) =>
      runStep(
        ship,
        'purchase',
        purchase,
        kept,
        playing(example('/client/shipments/{orderNumber}/purchase', 'post', name)),
        options,
      );
    expect(await bought('success')).toMatchObject({
      ok: true,
      value: {
        result: {
          carrierShipmentId: 'UNI029834CA7',
          parcels: [{ trackingNumber: 'UR07240000000004901' }],
          charged: { total: money(551, 'CAD') },
        },
      },
    });
    expect(await bought('paymentFailed')).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'UniUni: Payment failed for shipment.' },
    });
    noteEvidence(manifest.slug, 'ship', { samples: 3 });
  });

  it('the examples: a refund and its refusal, news and their absence, shipments', async () => {
    const bought = { reference: 'S1', carrierShipmentId: 'UNI029834CA7', trackingNumbers: [], kept: {} };
    const refund = (name: string) =>
      runStep(
        cancel,
        'refund',
        bought,
        {},
        playing(example('/client/shipments/{orderNumber}/refund', 'post', name)),
        options,
      );
    expect(await refund('success')).toMatchObject({ ok: true, value: { result: { refund: 'later' } } });
    expect(await refund('notEligible')).toMatchObject({ ok: false, problem: { kind: 'refused', vendorCode: '400' } });
    noteEvidence(manifest.slug, 'cancel', { samples: 2 });
    const tracked = await ask.track(TRACKED);
    expect(tracked.ok && tracked.value[0]?.events).toEqual([
      {
        occurredAt: '2025-06-25T19:03:42.724Z',
        status: 'accepted',
        code: 'RECEIVED',
        text: 'Received',
        place: '423 Four Valley Dr',
      },
    ]);
    const lost = await ask.track(example('/client/tracking', 'get', 'notFound'));
    expect(lost.ok && lost.value[0]?.problems).toEqual([`UniUni does not know ${NUMBER}.`]);
    noteEvidence(manifest.slug, 'track', { samples: 2 });
    expect((await runTestConnection(carrier, playing(example('/client/shipments', 'get')))).ok).toBe(true);
    noteEvidence(manifest.slug, 'testConnection', { samples: 1 });
  });

  it.each([
    ['prices', QUOTED, ask.rate],
    ['a draft', CREATED, ask.draft],
    ['tracking', TRACKED, ask.track],
  ] as const)('damaged %s: no crash, no wrong value', async (_what, body, play) => {
    const read = await play(body);
    if (!read.ok) throw new Error(read.problem.message);
    const all = mutationsOf('application/json', Buffer.from(JSON.stringify(body)));
    const faults: string[] = [];
    for (const mutation of all) {
      const got = await play(Buffer.from(mutation.body).toString('utf8'));
      const what = `${mutation.path} ${mutation.how}`;
      if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
      if (got.ok && survival(read.value, got.value).wrong.length > 0) faults.push(`${what}: wrong value`);
    }
    expect(all.length).toBeGreaterThan(40);
    expect(faults).toEqual([]);
  });
});
