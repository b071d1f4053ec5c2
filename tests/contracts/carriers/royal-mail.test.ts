/**
 * Royal Mail against its Click & Drop document: every request and every answer of the simulator validates, the simulator refuses what
 * the contract refuses; the samples of the Tracking API are read with their meaning.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-royal-mail/carrier';
import { crossBorder, domestic, dutyPaid, samples } from '@scanship/carrier-royal-mail/harness';
import { manifest } from '@scanship/carrier-royal-mail/manifest';
import { simulator } from '@scanship/carrier-royal-mail/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import {
  runProofOfDelivery,
  runListLabels,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { damage, sampleText } from '../rigs/samples-rig.ts';
import { playingEnv, recordingEnv, type Exchanged } from '../rigs/simple-rig.ts';
import { openSwagger } from '../judges/swagger.ts';

const { ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { credentials } = samples.account;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Shared parameters are put in their places; a file as an answer has no schema that a judge of JSON could use. */
function inPlace(value: unknown, shared: Node): unknown {
  if (Array.isArray(value)) return value.map((one) => inPlace(one, shared));
  if (!isNode(value)) return value;
  const ref = value['$ref'];
  if (typeof ref === 'string' && ref.startsWith('#/parameters/')) return shared[ref.slice('#/parameters/'.length)];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !(key === 'schema' && isNode(member) && member['type'] === 'file'))
      .map(([key, member]) => [key, inPlace(member, shared)]),
  );
}

const everyField: ShipmentRequest = {
  ...crossBorder,
  from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM3720000224' }] },
  to: {
    ...crossBorder.to,
    companyName: 'Essai SARL',
    address2: 'Étage 2',
    email: 'fr@example.com',
    taxIds: [
      { kind: 'VAT', number: 'FR12345678901' },
      { kind: 'EORI', number: 'FR123456789' },
    ],
  },
  customs: crossBorder.customs && { ...crossBorder.customs, invoiceNumber: 'INV-1' },
  shipDate: '2099-01-05',
};
const signed: ShipmentRequest = {
  ...domestic,
  to: { ...domestic.to, companyName: 'Belfast Shop', zipcode: 'BT1 1AA', residential: false },
  options: { signature: 'any' },
};

withVendorContract('carriers/royal-mail-click-and-drop', (folder) => {
  const document = parse(readFileSync(join(folder, 'click-and-drop-api-v1.yaml'), 'utf8')) as Node;
  const work = mkdtempSync(join(tmpdir(), 'royal-mail-'));
  const whole = join(work, 'contract.json');
  writeFileSync(whole, JSON.stringify(inPlace(document, document['parameters'] as Node)));
  const contract = openSwagger(whole);
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(async () => {
    await stand.close();
    rmSync(work, { recursive: true });
  });
  const harness = () => ({ samples, simulator: stand.simulator });
  const atTracking = ({ request }: Exchanged): boolean => request.path.startsWith('/mailpieces/');

  it('every request is valid, and so is every answer of the simulator', async () => {
    const { env, all } = recordingEnv(manifest, harness(), { ...credentials, carrierName: 'Royal Mail OBA' });
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) if (!atTracking(one)) found.push({ operation, one });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    expect((await runListLabels(carrier, { since: new Date('2026-01-01T00:00:00Z'), size: 2 }, env)).ok).toBe(true);
    keep('listLabels');
    const buy = async (shipment: ShipmentRequest, service: string) => {
      const input = newPurchase(harness(), { shipment, service });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      expect(await recoverStep(ship, 'create', input, {}, env, options)).toMatchObject({
        ok: true,
        value: { kind: 'found', result: { carrierShipmentId: state.result.carrierShipmentId } },
      });
      const { carrierShipmentId = '', parcels = [] } = state.result;
      const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
      return {
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers,
        kept: state.kept,
        service,
        destination: 'GB',
      };
    };
    await buy(everyField, 'OTB');
    await buy(dutyPaid, 'MTV');
    keep('international');
    await buy(signed, 'TPS48');
    keep('signature');
    const first = await buy(domestic, 'TPN24');
    const second = await buy(domestic, 'SD1');
    keep('ship');
    const byOrder = { ...env, credentials: { key: credentials['key'] ?? '' } };
    const [number = ''] = first.trackingNumbers;
    const asked = { trackingNumbers: [number], shipmentIds: { [number]: first.carrierShipmentId } };
    expect((await runTrack(carrier, asked, byOrder)).ok).toBe(true);
    keep('track');
    expect((await drive(carrier, cancel, second, env, freshDrive())).problem).toBeUndefined();
    keep('cancel');
    const closing = { reference: 'E000000000000001', uuid: '', from: domestic.from, date: '2026-11-23' };
    const closed = await drive(
      carrier,
      endOfDay,
      { ...closing, shipments: [first, second] },
      env,
      freshDrive<EndOfDayResult>(),
    );
    expect(closed.result.manifestNumbers).toHaveLength(1);
    keep('endOfDay');
    const wrong = found.flatMap(({ one }) => {
      const request = contract.judge(one.request);
      // A label is bytes.
      const answer =
        one.answer === undefined
          ? { accepted: true, why: '' }
          : contract.judgeAnswer(one.request, one.status, one.answer);
      const authorised = /^Bearer \S+$/.test(one.request.headers['authorization'] ?? '');
      return [
        ...(request.accepted ? [] : [`${one.name}: ${request.why}`]),
        ...(answer.accepted ? [] : [`answer to ${one.name}: ${answer.why}`]),
        ...(authorised ? [] : [`${one.name}: no key`]),
      ];
    });
    expect(wrong).toEqual([]);
    expect(found.length).toBeGreaterThan(20);
    for (const { operation } of found) noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    noteEvidence(manifest.slug, 'ship', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'endOfDay', { recovery: 'listing' });
  });

  it('the simulator refuses what the contract refuses', async () => {
    const { env, all } = recordingEnv(manifest, harness());
    for (const [shipment, service] of [
      [everyField, 'OTB'],
      [signed, 'TPS48'],
    ] as const)
      await drive(carrier, ship, newPurchase(harness(), { shipment, service }), env, freshDrive<ShipResult>(), 'tidy');
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
    expect(tried).toBeGreaterThan(100);
    expect(taken).toEqual([]);
  });

  it('an order that failed names our field; a fault of Royal Mail’s own is unknown', async () => {
    const input = newPurchase({ samples, simulator: undefined });
    const failed = {
      successCount: 0,
      errorsCount: 1,
      createdOrders: [],
      failedOrders: [
        {
          order: {},
          errors: [
            {
              errorCode: 51,
              errorMessage: 'The field is required',
              fields: [{ fieldName: 'Recipient.Address.Postcode', value: '' }],
            },
          ],
        },
      ],
    };
    const create = (json: unknown) =>
      runStep(ship, 'create', input, {}, playingEnv(manifest, credentials, json), options);
    expect(await create(failed)).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid-input',
        vendorCode: '51',
        field: 'to.zipcode',
        message: 'Royal Mail: The field is required.',
      },
    });
    expect(await create({ successCount: 1 })).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
  });
});

withVendorContract('carriers/royal-mail-tracking', (folder) => {
  const sample = sampleText(join(folder, 'samples'), 'tracking');
  const NUMBER = 'FQ087430672GB';
  const asked = {
    trackingNumber: NUMBER,
    destination: { countryCode: 'GB', zipcode: 'LS1 1AA' },
    shipDate: '2016-10-18',
  };
  const track = (body: string, status = 200) =>
    runTrack(carrier, { trackingNumbers: [NUMBER] }, playingEnv(manifest, credentials, body, status));

  it('the sample: an event, the day it is expected, who signed', async () => {
    expect(await track(sample)).toMatchObject({
      ok: true,
      value: [
        {
          trackingNumber: NUMBER,
          estimatedDelivery: '2017-02-20',
          events: [
            {
              occurredAt: '2016-10-20T10:04:00+01:00',
              status: 'in-transit',
              code: 'EVNMI',
              text: 'Forwarded - Mis-sort',
              place: 'Stafford DO',
            },
          ],
          problems: [],
        },
      ],
    });
    expect(await runProofOfDelivery(carrier, asked, playingEnv(manifest, credentials, sample))).toMatchObject({
      ok: true,
      value: { signedBy: 'Simon', deliveredAt: '2016-10-20T10:04:00+01:00', files: [] },
    });
    noteEvidence(manifest.slug, 'track', { samples: 1 });
    noteEvidence(manifest.slug, 'proofOfDelivery', { samples: 1 });
  });

  it('the sample of an error is a failed question, not an unknown parcel', async () => {
    expect(await track(sampleText(join(folder, 'samples'), 'errors'), 400)).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid-input',
        vendorCode: 'E0004',
        message: 'Royal Mail: Failed header validation for X-Accept-RMG-Terms.',
      },
    });
    noteEvidence(manifest.slug, 'track', { samples: 1 });
  });

  it('no damage of the sample crashes or turns a value round', async () => {
    const { played, faults } = await damage(sample, track);
    expect(played).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });
});
