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
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { httpSaying } from '@scanship/connector-kit/conformance/answered';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { draftMessage } from './src/messages.ts';
import { statusOf } from './src/track.ts';

const { manifest, ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => draftMessage(shipment, 'STANDARD'));

const buy = async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  expect(state.problem).toBeUndefined();
  const { carrierShipmentId = '', parcels = [] } = state.result;
  return {
    reference: input.reference,
    carrierShipmentId,
    trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
    kept: state.kept,
    service: input.service,
    destination: 'CA',
  };
};

it('a price with a signature is that of the draft, which is what is charged and leaves no draft behind', async () => {
  const shipment = { ...domestic, options: { signature: 'any' as const } };
  const env = openHarnessEnv(manifest, harness);
  const plain = await runRate(carrier, { shipment: domestic }, env);
  const quoted = await runRate(carrier, { shipment }, env);
  expect(quoted.ok && quoted.value.offers[0]?.lines.map(({ code }) => code)).toContain('signatureFee');
  const service = quoted.ok ? (quoted.value.offers[0]?.service ?? '') : '';
  const state = await drive(carrier, ship, newPurchase(harness, { shipment, service }), env, freshDrive<ShipResult>());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(plain.ok && plain.value.offers.length).toBe(2);
  const books = await stand.simulator.books();
  const drafts = books.filter(({ kind }) => kind === 'draft').length;
  const gone = books.filter(({ kind, data }) => kind === 'note' && data['deleted'] === true).length;
  expect(drafts - gone).toBe(books.filter(({ kind }) => kind === 'paid').length);
});

it('the second line of the address stands on the label', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment: { ...domestic, to: { ...domestic.to, address2: 'Apt 1204' } } });
  const { result, problem } = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  expect(problem).toBeUndefined();
  const labels = (result.files ?? []).flatMap((file) => (file.kind === 'bytes' ? [Buffer.from(file.bytes)] : []));
  expect(labels.map((label) => label.includes('Apt 1204'))).toEqual([true]);
});

it('abroad each type is asked for itself, duties are a line', async () => {
  const answer = await runRate(carrier, { shipment: crossBorder }, openHarnessEnv(manifest, harness));
  expect(answer.ok && answer.value.offers.map(({ service, lines }) => [service, lines.map((l) => l.kind)])).toEqual([
    ['usps-ground-advantage', ['base', 'duty']],
    ['postnl-packet-tracked', ['base']],
  ]);
});

it('a service that UniUni would swap for another is refused before it is bought', async () => {
  const input = newPurchase(harness, { service: 'same-day' });
  const state = await drive(carrier, ship, input, openHarnessEnv(manifest, harness), freshDrive<ShipResult>());
  expect(state.problem).toMatchObject({ step: 'draft', problem: { kind: 'refused' } });
  expect(state.problem?.problem.message).toMatch(/it would send it as NEXT DAY/);
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField({ ...domestic, to: { ...domestic.to, phone: undefined } })).toBe('to.phone');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '90210' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, countryCode: 'FR' } })).toBe('to.countryCode');
  expect(refusedField({ ...domestic, options: { signature: 'adult' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, return: {} })).toBe('return');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, declaredValue: money(100, 'EUR') }] })).toBe(
    'parcels.0.declaredValue',
  );
  expect(refusedField({ ...crossBorder, customs: undefined })).toBe('customs');
  const uncoded = crossBorder.customs?.items.map((item) => ({ ...item, hsCode: undefined })) ?? [];
  expect(
    refusedField({ ...crossBorder, customs: crossBorder.customs && { ...crossBorder.customs, items: uncoded } }),
  ).toBe('customs.items.0.hsCode');
});

/** Answers every call with 200 and one envelope. */
const enveloped = (envelope: object): CarrierEnv => ({
  ...openHarnessEnv(manifest, harness),
  http: httpSaying(manifest.name, { body: envelope }),
});

it('a code that is not 0 is a refusal though the status is 200; a database error of a purchase is unknown', async () => {
  const bought = await buy();
  const input = newPurchase(harness);
  const outcome = (code: number) =>
    runStep(ship, 'purchase', input, bought.kept, enveloped({ message: 'Payment failed', code, data: null }), options);
  expect(await outcome(1009)).toMatchObject({
    ok: false,
    problem: { kind: 'refused', vendorCode: '1009', message: 'UniUni: Payment failed.' },
  });
  expect(await outcome(1002)).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
  expect(await outcome(1006)).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
  expect(
    await runRate(carrier, { shipment: domestic }, enveloped({ message: 'Database error', code: 1006, data: null })),
  ).toMatchObject({ ok: false, problem: { kind: 'temporary-before-effect' } });
});

it('a shipment in another batch is left there and named', async () => {
  const env = openHarnessEnv(manifest, harness);
  const [first, second] = [await buy(), await buy()];
  const closing = (shipments: (typeof first)[]) => ({
    reference: newPurchase(harness).reference,
    uuid: '',
    from: domestic.from,
    date: '2026-11-23',
    shipments,
  });
  await drive(carrier, endOfDay, closing([first]), env, freshDrive<EndOfDayResult>());
  const state = await drive(carrier, endOfDay, closing([first, second]), env, freshDrive<EndOfDayResult>());
  expect(state.result.leftOut).toEqual([
    { reference: first.reference, message: 'UniUni has this shipment in another batch.' },
  ]);
});

it('bad input to each remaining call: words, no crash', async () => {
  const env = openHarnessEnv(manifest, harness);
  const tracked = await runTrack(carrier, { trackingNumbers: ['UR00000000000000000'] }, env);
  expect(tracked.ok && tracked.value[0]?.problems).toEqual(['UniUni does not know UR00000000000000000.']);
  const strange = { reference: 'S1', carrierShipmentId: 'UNI000000', trackingNumbers: [], kept: {} };
  expect((await drive(carrier, cancel, strange, env, freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'UniUni: Shipment not found.',
  });
  const stranger = openHarnessEnv(manifest, harness, { token: 'not-the-access-token' });
  expect(await runTestConnection(carrier, stranger)).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', message: 'UniUni does not accept this access token.' },
  });
});

it('states by the contract’s list', () => {
  expect(['PENDING', 'GATEWAY_TRANSIT_OUT', 'FAILED_DELIVERY2', 'RETURNED', 'TELEPORTED'].map(statusOf)).toEqual([
    'label-created',
    'in-transit',
    'exception',
    'returned',
    'unknown',
  ]);
});
