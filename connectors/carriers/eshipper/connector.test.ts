/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { ourField } from './src/client.ts';
import { shipmentMessage } from './src/messages.ts';
import { price } from './src/prices.ts';
import { readRates } from './src/rate.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/track.ts';

const { manifest } = carrier;
const options = { deadlineMs: 8000, vendor: manifest.name };
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined => refusedFieldOf(() => shipmentMessage(shipment));

it('what is quoted is what is charged', async () => {
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment: samples.domestic, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
});

it('every offer says whose service it is, and what others say is shown beside the prices', () => {
  const quote = (carrierName: string, serviceName: string, serviceId: number): unknown => ({
    carrierName,
    serviceName,
    serviceId,
    baseCharge: 10,
    totalChargedAmount: 10,
    currency: 'CAD',
  });
  const quotes = [
    quote('Federal Express', 'Fedex Ground', 3),
    quote('Canpar', 'Select Parcel', 4504),
    quote('SmartePost DOM', 'Expedited', 3801),
  ];
  const answer = readRates(readObject({ quotes, errors: ['UPS: 250002: Invalid Authentication Information.. '] }), {
    shipment: samples.domestic,
  });
  expect(answer.offers.map((o) => [o.serviceName, o.carriedBy?.carrier, o.carriedBy?.service])).toEqual([
    ['FedEx Ground', 'fedex', 'FEDEX_GROUND'],
    ['Canpar Select', 'canpar', '5'],
    ['SmartePost DOM Expedited', 'smartepost-dom', undefined],
  ]);
  expect(answer.problems.map((p) => p.message)).toEqual(['UPS: 250002: Invalid Authentication Information.. ']);
  const nothing = readRates(readObject({ quotes: null, warnings: ['Nobody goes there'] }), {
    shipment: samples.domestic,
  });
  expect(nothing).toEqual({ offers: [], problems: [{ message: 'Nobody goes there' }] });
});

it('a cent or two of rounding is a line of its own, more is a charge without a name', () => {
  const of = (total: number): ReturnType<typeof price> =>
    price(
      readObject({
        baseCharge: 29.82,
        fuelSurcharge: 3.58,
        taxes: [{ name: 'HST', amount: 4.34 }],
        totalChargedAmount: total,
        currency: 'CAD',
      }),
    );
  expect(of(37.75).lines.at(-1)).toMatchObject({ kind: 'adjustment', amount: money(1, 'CAD') });
  expect(of(37.74).lines).toHaveLength(3);
  expect(of(37.77).lines.at(-1)).toMatchObject({ code: 'UNNAMED', amount: money(3, 'CAD') });
});

it('a purchase that is cut off is left to a person', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  await stand.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'effect', times: 3 }]);
  const outcome = await runStep(ship, 'buy', input, {}, env, options);
  await stand.simulator.clearFaults();
  expect(!outcome.ok && outcome.problem.kind).toBe('unknown-effect');
  const asked = await recoverStep(ship, 'buy', input, {}, env, options);
  expect(!asked.ok && asked.problem.vendorCode).toBe('cannot-be-asked');
});

it('a cancellation is believed only when the answer names the order and no error', async () => {
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  const input = {
    reference: 'X',
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: {},
  };
  await stand.admin.setClock('eshipper', 8 * 3_600_000);
  const late = await runStep(cancel, 'cancel', input, {}, openHarnessEnv(manifest, harness), options);
  await stand.admin.setClock('eshipper', 0);
  expect(!late.ok && late.problem).toMatchObject({
    kind: 'refused',
    message: 'eShipper did not cancel this shipment: order is on its way.',
  });
  const strange = await runStep(cancel, 'cancel', { ...input, carrierShipmentId: '8000000000001' }, {}, env, options);
  expect(!strange.ok && strange.problem).toMatchObject({ kind: 'refused', vendorCode: 'ERR_SHIPMENT_NOT_FOUND' });
});

it('a token that is not taken any more is renewed once', async () => {
  const env = openHarnessEnv(manifest, harness);
  expect((await runRate(carrier, { shipment: samples.domestic }, env)).ok).toBe(true);
  await stand.admin.setClock('eshipper', 3_600_000);
  const again = await runRate(carrier, { shipment: samples.domestic }, env);
  await stand.admin.setClock('eshipper', 0);
  expect(again.ok).toBe(true);
});

it('what cannot be said is refused before the call', () => {
  const { domestic, crossBorder } = samples;
  const abroad = crossBorder?.shipment ?? domestic;
  const [item] = abroad.customs?.items ?? [];
  const [parcel] = domestic.parcels;
  if (!item || !parcel) throw new Error('the sample has no goods');
  const goods = (more: Partial<typeof item>): ShipmentRequest => ({
    ...abroad,
    customs: abroad.customs && { ...abroad.customs, items: [{ ...item, ...more }] },
  });
  expect(refusedField({ ...domestic, options: { signature: 'any' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'CAD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '90210' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, from: { ...domestic.from, provinceCode: '' } })).toBe('from.provinceCode');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...abroad, customs: undefined })).toBe('customs');
  expect(refusedField(goods({ description: ' ' }))).toBe('customs.items.0.description');
  expect(refusedField(goods({ originCountry: undefined }))).toBe('customs.items.0.originCountry');
  expect(refusedField({ ...domestic, options: { saturdayDelivery: true } })).toBe('accepted');
});

it('weight and size go out in whole pounds and inches, never less than there is', () => {
  const [parcel] = samples.domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const odd = { ...parcel, weightGrams: 454, dimensions: { lengthMm: 254, widthMm: 255, heightMm: 1 } };
  expect(shipmentMessage({ ...samples.domestic, parcels: [odd] })).toMatchObject({
    packages: { packages: [{ weight: 2, weightUnit: 'LB', length: 10, width: 11, height: 1, dimensionUnit: 'IN' }] },
  });
});

it('a refusal names our field; bad questions are answered in words', async () => {
  expect(
    ['to.zip', 'from.attention', 'packages.packages[0].weight', 'customsInformation.items.item[1].hsnCode', 'uuid'].map(
      ourField,
    ),
  ).toEqual(['to.zipcode', 'from.name', 'parcels.0.weightGrams', 'customs.items.1.hsCode', undefined]);
  const env = openHarnessEnv(manifest, harness);
  const shipment = { ...samples.domestic, to: { ...samples.domestic.to, email: 'not an address' } };
  const priced = await runRate(carrier, { shipment }, env);
  expect(!priced.ok && priced.problem).toMatchObject({ kind: 'invalid-input', field: 'to.email' });
  const state = await drive(carrier, ship, newPurchase(harness, { service: '604' }), env, freshDrive());
  expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', field: 'service' });
  const strange = await runTrack(carrier, { trackingNumbers: ['329041222335'] }, env);
  expect(strange.ok && strange.value[0]?.problems).toEqual(['eShipper does not know 329041222335.']);
  const refused = await runTestConnection(carrier, openHarnessEnv(manifest, harness, samples.wrongCredentials));
  expect(!refused.ok && refused.problem.kind).toBe('not-authorised');
});

it('events by eShipper’s name, else by the carrier’s words', () => {
  expect([statusOf('delivered', '?'), statusOf('DL', 'Delivered'), statusOf('X', 'Y')]).toEqual([
    'delivered',
    'delivered',
    'unknown',
  ]);
});
