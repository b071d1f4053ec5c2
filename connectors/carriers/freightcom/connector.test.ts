/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runDiscoverServices, runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
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
import { detailsMessage, shipmentMessage } from './src/messages.ts';
import { choosePayment } from './src/payment.ts';
import { labelOf } from './src/prices.ts';
import { carrierOf, readRates } from './src/rate.ts';
import { bestLabel, ship } from './src/ship.ts';
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

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => shipmentMessage(shipment, { service: 's', reference: 'r', paymentMethod: 'p' }));

it('what is quoted is what is charged, with insurance and signature', async () => {
  const shipment = { ...samples.domestic, options: { insuredValue: money(10_000, 'CAD'), signature: 'any' as const } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(state.result.charged?.lines.map((l) => l.code)).toEqual(expect.arrayContaining(['insurance', 'signature']));
});

it('every offer says whose service it is, in our own words where it is known', async () => {
  const answer = await runRate(carrier, { shipment: samples.domestic }, openHarnessEnv(manifest, harness));
  expect(answer.ok && answer.value.offers.map((o) => [o.carriedBy?.carrier, o.carriedBy?.service])).toEqual([
    ['canpar', '1'],
    ['canada-post', 'DOM.EP'],
    ['purolator', 'PurolatorExpress'],
  ]);
  const way = { from: 'CA', to: 'CA' };
  expect(carrierOf('fedex-courier.ground', 'FedEx Courier', 'Ground', way)).toMatchObject({
    carrier: 'fedex',
    service: 'FEDEX_GROUND',
  });
  // Freight is another product than a parcel, also where its carrier sounds alike.
  expect(carrierOf('fedex.economy', 'FedEx Freight', 'Economy', way).service).toBeUndefined();
});

it('a carrier that does not answer in time does not hold up the others for ever', () => {
  const rates = [
    {
      service_id: 'canpar.ground',
      carrier_name: 'Canpar',
      service_name: 'Ground',
      total: { value: '100', currency: 'CAD' },
      base: { value: '100', currency: 'CAD' },
    },
  ];
  const answer = readObject({ status: { done: false, total: 9, complete: 1 }, rates });
  const input = { shipment: samples.domestic };
  expect(readRates(answer, input)).toBeUndefined();
  const late = readRates(answer, input, true);
  expect(late?.offers.map((o) => o.service)).toEqual(['canpar.ground']);
  expect(late?.problems[0]?.message).toMatch(/did not answer in time/);
  expect(readRates(readObject({ status: { done: false }, rates: [] }), input, true)).toBeUndefined();
});

it('the same reference books the same shipment, whatever is lost on the way', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const first = await drive(carrier, ship, input, env, freshDrive(), 'confirm');
  const again = await recoverStep(ship, 'book', input, first.kept, env, options);
  expect(again.ok && again.value).toMatchObject({ kind: 'found', keep: { shipmentId: first.kept.shipmentId } });
  const books = await stand.simulator.books();
  expect(books.filter((e) => e.kind === 'paid' && e.reference === input.reference)).toHaveLength(1);
});

it('who pays: the method that is named, else terms, else the only one', async () => {
  const card = { id: 'card', type: 'credit-card' };
  const terms = { id: 'terms', type: 'net-terms' };
  expect(choosePayment([card, terms], undefined)).toBe('terms');
  expect(choosePayment([card], '')).toBe('card');
  expect(choosePayment([card, terms], 'card')).toBe('card');
  expect(() => choosePayment([card, terms], 'gone')).toThrow(/no payment method "gone"/);
  expect(() => choosePayment([card, { ...card, id: 'other' }], undefined)).toThrow(/several payment methods/);
  expect(() => choosePayment([], undefined)).toThrow(/no payment method; add one/);
  const env = openHarnessEnv(manifest, harness, { ...samples.account.credentials, paymentMethod: 'NoSuchMethod' });
  const test = await runTestConnection(carrier, env);
  expect(!test.ok && test.problem.kind).toBe('refused');
});

it('a shipment on its way is not cancelled, and one that is still being cancelled is asked about', async () => {
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  const { carrierShipmentId = '' } = state.result;
  const input = { reference: 'X', carrierShipmentId, trackingNumbers: [], kept: {} };
  await stand.admin.setClock('freightcom', 8 * 3_600_000);
  const late = await runStep(cancel, 'look', input, {}, env, options);
  await stand.admin.setClock('freightcom', 0);
  expect(!late.ok && late.problem.message).toBe('This shipment is already on its way and can no longer be voided.');
  const slow = {
    ...env,
    http: {
      send: (request: Parameters<typeof env.http.send>[0]) =>
        env.http.send(request).then((r) => ({ ...r, status: 202 })),
    },
  };
  const asked = await runStep(cancel, 'cancel', input, {}, slow, options);
  expect(!asked.ok && asked.problem.kind).toBe('unknown-effect');
  const found = await recoverStep(cancel, 'cancel', input, {}, env, options);
  expect(found.ok && found.value.kind).toBe('found');
});

it('what cannot be said is refused before the call', () => {
  const { domestic, crossBorder } = samples;
  const abroad = crossBorder?.shipment ?? domestic;
  const [item] = abroad.customs?.items ?? [];
  const [parcel] = domestic.parcels;
  if (!item || !abroad.customs || !parcel) throw new Error('the sample has no goods');
  const goods = (more: Partial<typeof item>): ShipmentRequest => ({
    ...abroad,
    customs: abroad.customs && { ...abroad.customs, items: [{ ...item, ...more }] },
  });
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'EUR') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '90210' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, from: { ...domestic.from, provinceCode: '' } })).toBe('from.provinceCode');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...abroad, customs: undefined })).toBe('customs');
  expect(refusedField(goods({ description: ' ' }))).toBe('customs.items.0.description');
  expect(refusedField(goods({ originCountry: undefined }))).toBe('customs.items.0.originCountry');
  expect(refusedField({ ...abroad, from: { ...abroad.from, email: undefined } })).toBe('from.email');
  expect(refusedField({ ...abroad, to: { ...abroad.to, email: ' ' } })).toBe('to.email');
  expect(refusedField({ ...domestic, from: { ...domestic.from, email: undefined } })).toBe('accepted');
  // Measured to the United States alone: elsewhere Freightcom decides, and names the field itself.
  const unitedKingdom = { ...abroad.to, countryCode: 'GB', zipcode: 'SW1A 1AA', email: undefined };
  expect(refusedField({ ...abroad, to: unitedKingdom })).toBe('accepted');
  expect(refusedField(abroad)).toBe('accepted');
});

it('who pays duties, and tax numbers of both sides, stand in the invoice', () => {
  const abroad = samples.crossBorder?.shipment ?? samples.domestic;
  const message = shipmentMessage(
    {
      ...abroad,
      from: { ...abroad.from, taxIds: [{ kind: 'BN', number: '123456789RM0001' }] },
      to: { ...abroad.to, taxIds: [{ kind: 'EIN', number: '12-3456789' }] },
      customs: abroad.customs && { ...abroad.customs, dutiesPaidBy: 'Shipper', purpose: 'Gift' },
    },
    { service: 'ups.standard', reference: 'r', paymentMethod: 'p' },
  );
  expect(message).toMatchObject({
    customs_invoice: {
      details: {
        tax_recipient: {
          type: 'shipper',
          name: 'Test Shop',
          shipper_tax_identifier: '123456789RM0001',
          receiver_tax_identifier: '12-3456789',
          reason_for_export: 'gift',
        },
      },
    },
  });
});

it('a refusal names our field; bad questions are answered in words', async () => {
  expect(
    [
      'details.destination.address.postal_code',
      'details.origin.phone_number.number',
      'details.packaging_properties.packages.0.measurements.weight.value',
      'details.destination.signature_requirement',
      'customs_invoice.details.products.1.hs_code',
      'services',
      'payment_method_id',
    ].map(ourField),
  ).toEqual([
    'to.zipcode',
    'from.phone',
    'parcels.0.weightGrams',
    'options.signature',
    'customs.items.1.hsCode',
    'service',
    undefined,
  ]);
  const env = openHarnessEnv(manifest, harness);
  const shipment = { ...samples.domestic, to: { ...samples.domestic.to, email: 'not an address' } };
  const priced = await runRate(carrier, { shipment }, env);
  expect(!priced.ok && priced.problem).toMatchObject({ kind: 'invalid-input', field: 'to.email' });
  const state = await drive(carrier, ship, newPurchase(harness, { service: 'ups.standard' }), env, freshDrive());
  expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', field: 'service' });
  const strange = await runTrack(carrier, { trackingNumbers: ['1Z'], shipmentIds: { '1Z': 'NoSuchShipment' } }, env);
  expect(strange.ok && strange.value[0]?.problems[0]).toMatch(/does not know the shipment/);
  const listed = await runDiscoverServices(carrier, samples.domestic.from, env);
  expect(listed.ok && listed.value.map((s) => s.code)).toContain('canpar.ground');
});

it('labels by size, events by type and words, lines by name', () => {
  const of = (format: string, size: string, padded: boolean) => ({
    format,
    size,
    padded,
    url: `${size}${String(padded)}`,
  });
  const labels = [of('pdf', 'letter', false), of('pdf', 'a6', true), of('zpl', 'a6', false), of('pdf', 'a6', false)];
  expect(bestLabel(labels, 'pdf')?.url).toBe('a6false');
  expect(bestLabel(labels.slice(0, 2), 'pdf')?.url).toBe('a6true');
  expect(bestLabel(labels.slice(0, 2), 'zpl')).toBeUndefined();
  const said = ['Delivered to front door', 'Out for delivery', 'Delivery attempted', 'Arrived at facility', '?'];
  expect(said.map((message) => statusOf('in-transit', message))).toEqual([
    'delivered',
    'out-for-delivery',
    'exception',
    'in-transit',
    'in-transit',
  ]);
  expect([statusOf('label-created', 'x'), statusOf('new-kind', '?')]).toEqual(['label-created', 'unknown']);
  expect(['tax-hst-ns', 'residential-delivery', 'fuel'].map(labelOf)).toEqual([
    'HST NS',
    'Residential delivery',
    'Fuel',
  ]);
});

it('measures go out as they are: kilograms to the gram, centimetres to the millimetre', () => {
  const [parcel] = samples.domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const odd = { ...parcel, weightGrams: 1, dimensions: { lengthMm: 1, widthMm: 333, heightMm: 10 } };
  expect(detailsMessage({ ...samples.domestic, parcels: [odd] })).toMatchObject({
    packaging_properties: {
      packages: [{ measurements: { weight: { unit: 'kg', value: 0.001 }, cuboid: { l: 0.1, w: 33.3, h: 1 } } }],
    },
  });
});
