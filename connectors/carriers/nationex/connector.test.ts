/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runProofOfDelivery, runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { httpSaying } from '@scanship/connector-kit/conformance/answered';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { rateMessage, shipmentMessage } from './src/messages.ts';
import { price } from './src/prices.ts';
import { ship } from './src/ship.ts';
import { shipmentOf, statusOf } from './src/track.ts';

const { manifest } = carrier;
const options = { deadlineMs: 8000, vendor: manifest.name };
const DAY = 86_400_000;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => shipmentMessage(shipment, { customer: 1, billing: undefined }, 'S1'));

it('what is quoted is what is charged, with insurance', async () => {
  const shipment = { ...samples.domestic, options: { insuredValue: money(10_000, 'CAD') } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(state.result.charged?.lines.map((l) => l.label)).toContain('ADDITIONNAL INSURANCE');
});

it('parts to a tenth of a cent: each to the nearest cent, what that makes up is a line of its own', () => {
  const of = (total: number): ReturnType<typeof price> =>
    price(
      readObject({
        BasePrice: 10,
        SurchargeCharges: [1.005, 2.004, 3.006].map((Charge, i) => ({ Id: String(i), Charge, NameEn: `Part ${i}` })),
        Total: total,
      }),
    );
  expect(of(16.02).lines.map((l) => l.amount.minor)).toEqual([1000, 101, 200, 301]);
  expect(of(16.01).lines.at(-1)).toMatchObject({ kind: 'adjustment', amount: money(-1, 'CAD') });
  // More than cents: the total counts, and what nobody named stands beside the rest.
  expect(of(17).lines.at(-1)).toMatchObject({ label: 'Other charges', amount: money(98, 'CAD') });
  expect(of(17).total).toEqual(money(1700, 'CAD'));
});

it('a purchase that is cut off is left to a person, with our reference to look for', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  await stand.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'effect', times: 3 }]);
  const outcome = await runStep(ship, 'buy', input, {}, env, options);
  await stand.simulator.clearFaults();
  expect(!outcome.ok && outcome.problem.kind).toBe('unknown-effect');
  const asked = await recoverStep(ship, 'buy', input, {}, env, options);
  expect(!asked.ok && asked.problem.vendorCode).toBe('cannot-be-asked');
  expect((await stand.simulator.books()).some((e) => e.reference === input.reference)).toBe(true);
});

it('a scanned shipment is not deleted; a delivered one has its picture', async () => {
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  const id = state.result.carrierShipmentId ?? '';
  const trackingNumber = state.result.parcels?.[0]?.trackingNumber ?? '';
  const proof = {
    trackingNumber,
    carrierShipmentId: id,
    destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
    shipDate: '2026-11-23',
  };
  const early = await runProofOfDelivery(carrier, proof, env);
  expect(!early.ok && early.problem).toMatchObject({ kind: 'refused', vendorCode: 'not-delivered' });
  await stand.admin.setClock('nationex', 30 * DAY);
  const input = { reference: 'X', carrierShipmentId: id, trackingNumbers: [], kept: {} };
  const late = await runStep(cancel, 'look', input, {}, env, options);
  const forced = await runStep(cancel, 'delete', input, {}, env, options);
  const delivered = await runProofOfDelivery(carrier, proof, env);
  await stand.admin.setClock('nationex', 0);
  expect(!late.ok && late.problem.message).toBe('This shipment is already on its way and can no longer be voided.');
  expect(!forced.ok && forced.problem).toMatchObject({
    kind: 'refused',
    message: 'Nationex: The shipment was scanned.',
  });
  expect(delivered.ok && delivered.value.files).toMatchObject([{ document: 'proof-of-delivery', format: 'png' }]);
});

it('an error that comes with a good status is still one', async () => {
  const env = openHarnessEnv(manifest, harness);
  const answering = (body: unknown): CarrierEnv => ({
    ...env,
    http: httpSaying(manifest.name, { body }),
  });
  const failing = answering({ code: 500, message: 'Internal server error' });
  const priced = await runRate(carrier, { shipment: samples.domestic }, failing);
  expect(!priced.ok && priced.problem.kind).toBe('temporary-before-effect');
  const bought = await runStep(ship, 'buy', newPurchase(harness), {}, failing, options);
  expect(!bought.ok && bought.problem.kind).toBe('unknown-effect');
  const denied = await runTestConnection(carrier, answering({ code: 401, message: 'No' }));
  expect(!denied.ok && denied.problem.kind).toBe('not-authorised');
  const input = { reference: 'X', carrierShipmentId: '501883938', trackingNumbers: [], kept: {} };
  const kept = await runStep(cancel, 'delete', input, {}, answering({ code: 409, message: 'Scanned' }), options);
  expect(!kept.ok && kept.problem.kind).toBe('unknown-effect');
});

it('what cannot be said is refused before the call', () => {
  const { domestic } = samples;
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, options: { signature: 'any' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'USD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '90210' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, from: { ...domestic.from, provinceCode: '' } })).toBe('from.provinceCode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: ' ' } })).toBe('to.address1');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField(domestic)).toBe('accepted');
});

it('large and heavy parcels are marked as not for the belt; sizes in inches, cubic feet beside them', () => {
  const [parcel] = samples.domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const ncv = (more: Partial<typeof parcel>): unknown =>
    (rateMessage({ ...samples.domestic, parcels: [{ ...parcel, ...more }] }, 1).Parcels as { NCV: unknown }[])[0]?.NCV;
  expect(ncv({})).toBe(false);
  expect(ncv({ weightGrams: 32_000 })).toBe(true);
  expect(ncv({ dimensions: { lengthMm: 920, widthMm: 100, heightMm: 100 } })).toBe(true);
  const feet = { ...parcel, dimensions: { lengthMm: 305, widthMm: 305, heightMm: 305 } };
  expect(rateMessage({ ...samples.domestic, parcels: [feet] }, 1)).toMatchObject({
    Parcels: [{ Dimensions: { Length: 12, Width: 12, Height: 12, Cubing: 1 } }],
  });
});

it('a number is that of a shipment or of a parcel; statuses by name, else by words', async () => {
  expect(['50188393801', '501883938'].map(shipmentOf)).toEqual(['501883938', '501883938']);
  expect([statusOf('Attention', ''), statusOf('New', 'Out for delivery'), statusOf('New', '?')]).toEqual([
    'exception',
    'out-for-delivery',
    'unknown',
  ]);
  const env = openHarnessEnv(manifest, harness);
  const strange = await runTrack(carrier, { trackingNumbers: ['10388277401'] }, env);
  expect(strange.ok && strange.value[0]?.problems).toEqual(['Nationex does not know 10388277401.']);
  const far = { ...samples.domestic, to: { ...samples.domestic.to, zipcode: 'Z1A 1A1' } };
  const priced = await runRate(carrier, { shipment: far }, env);
  expect(!priced.ok && priced.problem.kind).toBe('invalid-input');
});
