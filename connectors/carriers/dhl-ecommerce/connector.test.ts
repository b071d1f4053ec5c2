/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { parcelMessage } from './src/messages.ts';
import { statusOf } from './src/track.ts';

const { manifest, ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { domestic } = samples;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => parcelMessage(shipment, 'P1', { credentials: samples.account.credentials }));

const buy = async (shipment: ShipmentRequest, service: string) => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment, service });
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  expect(state.problem).toBeUndefined();
  const { carrierShipmentId = '', parcels = [] } = state.result;
  return {
    reference: input.reference,
    carrierShipmentId,
    trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
    kept: state.kept,
    service,
    destination: shipment.to.countryCode,
  };
};

const closing = (shipments: Awaited<ReturnType<typeof buy>>[]) => ({
  reference: newPurchase(harness).reference,
  uuid: '',
  from: domestic.from,
  date: '2026-11-23',
  shipments,
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, to: { ...domestic.to, provinceCode: '' } })).toBe('to.provinceCode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, city: ' ' } })).toBe('to.city');
  expect(refusedField({ ...domestic, return: {} })).toBe('return');
  expect(refusedField({ ...crossBorder, customs: undefined })).toBe('customs');
  expect(refusedField({ ...crossBorder, to: { ...crossBorder.to, countryCode: 'JP' } })).toBe('to.phone');
  const nowhere = crossBorder.customs?.items.map((item) => ({ ...item, originCountry: undefined })) ?? [];
  expect(
    refusedField({ ...crossBorder, customs: crossBorder.customs && { ...crossBorder.customs, items: nowhere } }),
  ).toBe('customs.items.0.originCountry');
  expect(refusedField(crossBorder)).toBe('accepted');
});

it('duties are paid by the shipper only where the customs say so', () => {
  const paid = { ...crossBorder, customs: crossBorder.customs && { ...crossBorder.customs, incoterm: 'DDP' as const } };
  expect(parcelMessage(paid, 'P1', { credentials: samples.account.credentials })).toMatchObject({
    packageDetail: { shippingCost: { dutiesPaid: true, declaredValue: 50, currency: 'USD' } },
  });
});

it('the same package ID twice is refused, and the first label is found by it', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const first = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  expect(await runStep(ship, 'create', input, {}, env, options)).toMatchObject({
    ok: false,
    problem: { kind: 'invalid-input', vendorCode: '400.0204009' },
  });
  const found = await recoverStep(ship, 'create', input, {}, env, options);
  expect(found).toMatchObject({
    ok: true,
    value: { kind: 'found', step: 'create', result: { parcels: first.result.parcels } },
  });
});

it('parcels inside the country and abroad come on a paper each', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = closing([await buy(domestic, 'GND'), await buy(crossBorder, 'PLT')]);
  const state = await drive(carrier, endOfDay, input, env, freshDrive<EndOfDayResult>());
  expect(state.result.manifestNumbers).toHaveLength(2);
  expect(state.result.files).toHaveLength(2);
  expect(state.result.leftOut).toEqual([]);
});

it('a close that was cut off is found by the parcel’s own tracking, without its paper', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = closing([await buy(domestic, 'GND')]);
  await runStep(endOfDay, 'close', input, {}, env, options);
  const recovery = await recoverStep(endOfDay, 'close', input, {}, env, options);
  expect(recovery).toMatchObject({ ok: true, value: { kind: 'found', step: 'close' } });
  const kept = recovery.ok && recovery.value.kind === 'found' ? (recovery.value.keep ?? {}) : {};
  expect(await runStep(endOfDay, 'download', input, kept, env, options)).toMatchObject({
    ok: true,
    value: { kind: 'done', result: { files: [], manifestNumbers: [kept['manifestId']] } },
  });
});

it('what stands on a manifest, and what goes abroad, is not voided', async () => {
  const env = openHarnessEnv(manifest, harness);
  const closed = await buy(domestic, 'GND');
  await drive(carrier, endOfDay, closing([closed]), env, freshDrive<EndOfDayResult>());
  const state = await drive(carrier, cancel, closed, env, freshDrive());
  expect(state.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: '400.0204011' });
  const abroad = await drive(carrier, cancel, await buy(crossBorder, 'PLT'), env, freshDrive());
  expect(abroad.problem?.problem.message).toMatch(/inside the United States only/);
});

it('bad input to each remaining call: words, no crash', async () => {
  const env = openHarnessEnv(manifest, harness);
  const tracked = await runTrack(carrier, { trackingNumbers: ['9261290100000000000016'] }, env);
  expect(tracked.ok && tracked.value[0]?.problems).toEqual(['DHL eCommerce does not know 9261290100000000000016.']);
  const heavy = { ...domestic, parcels: domestic.parcels.map((parcel) => ({ ...parcel, weightGrams: 15_000 })) };
  const rated = await runRate(carrier, { shipment: heavy }, env);
  expect(rated.ok && rated.value.offers).toEqual([]);
  const elsewhere = openHarnessEnv(manifest, harness, { ...samples.account.credentials, pickup: '9999999' });
  expect(await runTestConnection(carrier, elsewhere)).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
});

it('events by their words', () => {
  const said = ['RETURNED TO SENDER', 'DELIVERY ATTEMPTED', 'ARRIVAL AT POST OFFICE', 'LABEL CREATED', 'CUSTOMS', '?'];
  expect(said.map((text) => statusOf(text))).toEqual([
    'returned',
    'exception',
    'in-transit',
    'label-created',
    'customs',
    'unknown',
  ]);
});
