/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel, refund } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { readAnswer } from './src/check-address.ts';
import { ourField } from './src/client.ts';
import { landedCost } from './src/landed-cost.ts';
import { codeOf, serviceWords } from './src/manifest-services.ts';
import { ratesQuestion, shipmentMessage } from './src/messages.ts';
import { readRates } from './src/rate.ts';
import { ship } from './src/ship.ts';
import { readTrackings, statusOf } from './src/track.ts';

const { manifest } = carrier;
const COURIER = '01563646-58c1-4607-8fe0-000000000004';
const SERVICE = 'ups.standard';
const SOLD = { courierService: COURIER, reference: 'S000000000000001' };
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

/** Our field of a refusal, of prices and of the purchase alike: what is quoted can be bought. */
const refusedField = (shipment: ShipmentRequest): string | undefined => {
  const makers = [() => ratesQuestion(shipment, 'fashion'), () => shipmentMessage(shipment, 'fashion', SOLD)];
  const fields = makers.map(refusedFieldOf);
  expect(fields[0]).toBe(fields[1]);
  return fields[0];
};

const rateOf = (more: object = {}) => ({
  courier_service: { id: COURIER, name: 'UPS® Standard', umbrella_name: 'UPS' },
  max_delivery_time: 4,
  currency: 'CAD',
  fuel_surcharge: 1,
  insurance_fee: 0,
  sales_tax: 0,
  provincial_sales_tax: 0,
  import_duty_charge: null,
  import_tax_charge: null,
  total_charge: 12,
  incoterms: 'DDU',
  ...more,
});

/** An environment whose every answer is this one. */
const answeringWith = (answer: unknown): CarrierEnv => ({
  ...openHarnessEnv(manifest, harness),
  http: {
    send: () =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json' },
        bytes: new Uint8Array(),
        text: () => JSON.stringify(answer),
        json: () => answer,
        traceId: 'test',
      }),
  },
});

it('what is quoted is what is charged, with insurance', async () => {
  const shipment = { ...domestic, options: { insuredValue: money(50_000, 'CAD') } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment, services: [SERVICE] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment, service: SERVICE }), env, freshDrive());
  expect(state.problem).toBeUndefined();
  expect(quoted.ok && quoted.value.offers[0]?.lines.map(({ code, amount }) => [code, amount.minor])).toEqual([
    ['shipment_charge', 1570],
    ['fuel_surcharge', 188],
    ['insurance_fee', 500],
    ['sales_tax', 79],
  ]);
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
});

it('papers of a shipment abroad come with its label, nothing more inside a country', async () => {
  const env = openHarnessEnv(manifest, harness);
  const out = await drive(
    carrier,
    ship,
    newPurchase(harness, { shipment: crossBorder, service: SERVICE }),
    env,
    freshDrive(),
  );
  expect(out.result.files?.map(({ document }) => document)).toEqual(['label', 'customs-invoice']);
  const inside = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  expect(inside.result.files?.map(({ document }) => document)).toEqual(['label']);
});

it('a service that was not quoted is found by its words; one that does not go there is refused', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, {
    shipment: domestic,
    rateToken: undefined,
    service: 'canada-post.regular-parcel',
  });
  expect((await drive(carrier, ship, input, env, freshDrive())).problem).toBeUndefined();
  const strange = newPurchase(harness, {
    shipment: domestic,
    rateToken: undefined,
    service: 'usps.ground-advantage',
  });
  const state = await drive(carrier, ship, strange, env, freshDrive());
  expect(state.problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'Easyship no longer offers this service for this shipment.',
  });
});

it('a label that the courier refused is refused with its words', async () => {
  const id = 'ESCA10006001';
  const failed = {
    shipment: {
      easyship_shipment_id: id,
      label_state: 'failed',
      last_failure_http_response_messages: [{ code: '1019000', content: 'Invalid address provided.' }],
    },
  };
  const answering = answeringWith(failed);
  const kept = { courierService: COURIER, shipmentId: id };
  const input = newPurchase(harness);
  const buy = ship.steps.find(({ name }) => name === 'buy');
  await expect(buy?.run(input, kept, answering)).rejects.toMatchObject({
    problem: { kind: 'refused', message: 'Easyship: Invalid address provided.' },
  });
  expect(await ship.recover?.(input, 'buy', kept, answering)).toEqual({ kind: 'absent' });
});

it('what cannot be said is refused with the price and at the purchase', () => {
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField({ ...domestic, to: { ...domestic.to, name: '', companyName: '' } })).toBe('to.name');
  expect(refusedField({ ...domestic, to: { ...domestic.to, provinceCode: '' } })).toBe('to.provinceCode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address2: 'x'.repeat(36) } })).toBe('to.address2');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: 'x'.repeat(36) } })).toBe('to.address1');
  expect(refusedField({ ...domestic, options: { signature: 'any' } })).toBe('options.signature');
  expect(refusedField({ ...crossBorder, customs: undefined })).toBe('customs.items');
  const { customs } = crossBorder;
  if (!customs) throw new Error('the sample has no customs data');
  const goods = (more: object): ShipmentRequest => ({
    ...crossBorder,
    customs: { ...customs, items: customs.items.map((item) => ({ ...item, ...more })) },
  });
  expect(refusedField(goods({ originCountry: undefined }))).toBe('customs.items.0.originCountry');
  expect(refusedField(goods({ unitValue: money(0, 'CAD') }))).toBe('customs.items.0.unitValue');
  expect(refusedField(goods({ unitValue: money(100, 'USD') }))).toBe('customs.items.0.unitValue');
  expect(refusedField(goods({ hsCode: undefined }))).toBe('accepted');
});

it('a long street goes on in the second line, names are cut to what is taken, goods without a code get the category', () => {
  const long = {
    ...domestic.from,
    name: 'A very long name of a sender',
    address1: '1234 Rue Notre-Dame-des-Neiges Ouest',
  };
  const { origin_address: origin } = ratesQuestion({ ...domestic, from: long }, 'fashion');
  expect([origin.line_1, origin.line_2, origin.contact_name]).toEqual([
    '1234 Rue Notre-Dame-des-Neiges',
    'Ouest',
    'A very long name of a ',
  ]);
  const items = crossBorder.customs?.items.map((item) => ({ ...item, hsCode: undefined })) ?? [];
  const customs = crossBorder.customs && { ...crossBorder.customs, items };
  expect(ratesQuestion({ ...crossBorder, customs }, 'fashion').parcels[0]?.items[0]).toMatchObject({
    category: 'fashion',
    declared_customs_value: 25,
  });
});

it('terms, tax numbers, batteries and insurance are told', () => {
  const message = shipmentMessage(
    {
      ...crossBorder,
      from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM1234567890' }] },
      to: { ...crossBorder.to, taxIds: [{ kind: 'EIN', number: '12-3456789' }] },
      options: { insuredValue: money(5000, 'CAD'), dangerousGoods: { kind: 'lithium-ion-in-equipment' } },
      customs: crossBorder.customs && { ...crossBorder.customs, dutiesPaidBy: 'Shipper' },
    },
    'fashion',
    SOLD,
  );
  expect(message).toMatchObject({
    incoterms: 'DDP',
    insurance: { is_insured: true, insured_amount: 50, insured_currency: 'CAD' },
    regulatory_identifiers: { ioss: 'IM1234567890' },
    buyer_regulatory_identifiers: { ein: '12-3456789' },
    consignee_tax_id: '12-3456789',
  });
  expect(message.parcels[0]?.items[0]).toMatchObject({ contains_battery_pi966: false, contains_battery_pi967: true });
});

it('rates: other terms than asked for are left out, two accounts named, parts above the total no price', () => {
  const named = (name: string, more: object) =>
    rateOf({ courier_service: { id: COURIER, name, umbrella_name: 'UPS' }, ...more });
  const answer = readRates(
    {
      rates: [
        rateOf(),
        rateOf({ total_charge: 11 }),
        named('UPS Worldwide Saver®', { incoterms: 'DDP' }),
        named('UPS® Ground', { total_charge: 0.5 }),
      ],
    },
    domestic,
    [],
  );
  expect(answer.offers.map((o) => [o.service, o.total.minor, o.carriedBy?.service])).toEqual([
    ['ups.standard', 1100, '11'],
  ]);
  expect(answer.problems.map(({ message }) => message)).toEqual([
    'A second account with this carrier offers it at a higher price.',
    'rates[3].total_charge is less than its parts.',
  ]);
});

it('no courier for a shipment: said in words', async () => {
  const place = { ...domestic.from, city: 'Eindhoven', provinceCode: '', zipcode: '5611 EM', countryCode: 'NL' };
  const shipment = { ...domestic, from: place, to: place };
  expect(await runRate(carrier, { shipment }, openHarnessEnv(manifest, harness))).toMatchObject({
    value: { offers: [], problems: [{ message: 'None of its couriers takes this shipment on these terms.' }] },
  });
});

it('a refund is asked about: pending, then paid back', async () => {
  const env = openHarnessEnv(manifest, harness);
  const purchase = newPurchase(harness);
  const bought = await drive(carrier, ship, purchase, env, freshDrive());
  const input = {
    reference: purchase.reference,
    carrierShipmentId: bought.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: bought.kept,
  };
  expect(await refund(input, env)).toEqual({ state: 'pending' });
  expect((await drive(carrier, cancel, input, env, freshDrive())).result.refund).toBe('later');
  expect(await refund(input, env)).toEqual({ state: 'pending', message: 'Easyship has booked the refund.' });
  const admin = createSimulatorAdmin(new URL(stand.simulator.address).origin);
  await admin.setClock('easyship', 8 * 86_400_000);
  expect(await refund(input, env)).toEqual({ state: 'received' });
  await admin.setClock('easyship', 0);
});

it('duties need an HS code for all goods', async () => {
  const env = openHarnessEnv(manifest, harness);
  const items = crossBorder.customs?.items.map((item) => ({ ...item, hsCode: undefined })) ?? [];
  const shipment = { ...crossBorder, customs: crossBorder.customs && { ...crossBorder.customs, items } };
  await expect(landedCost({ shipment, service: SERVICE }, env)).rejects.toMatchObject({
    problem: { kind: 'invalid-input', field: 'customs.items.0.hsCode' },
  });
  const cost = await landedCost({ shipment: crossBorder, service: SERVICE }, env);
  expect(cost.lines.map(({ kind, amount }) => [kind, amount.minor])).toEqual([
    ['duty', 500],
    ['tax', 338],
  ]);
});

it('addresses: a street without its number is ambiguous, a town alone unknown', () => {
  const validation = (post: string) => ({
    address: {
      validation: {
        detail: post,
        comparison: { pre: post, post, changes: 'none' },
        address: {
          line_1: '20 Receiver Avenue',
          city: 'Vancouver',
          state: 'BC',
          postal_code: 'V6B 1A1',
          country_alpha2: 'CA',
        },
      },
    },
  });
  expect(['premise', 'street', 'city'].map((post) => readAnswer(validation(post), domestic.to).verdict)).toEqual([
    'confirmed',
    'ambiguous',
    'unknown',
  ]);
});

it('codes of words, statuses, fields; checkpoints that are null are none', () => {
  expect([
    codeOf('USPS', 'USPS - Ground Advantage'),
    codeOf('FedEx', 'FedEx 2Day® A.M.'),
    codeOf('Canada Post', 'CanadaPost - USA Tracked Parcel'),
    serviceWords('UPS', 'UPS® Ground'),
  ]).toEqual(['usps.ground-advantage', 'fedex.2day-a-m', 'canada-post.canadapost-usa-tracked-parcel', 'Ground']);
  expect(['Delivered', 'Out For Delivery', 'Something new'].map(statusOf)).toEqual([
    'delivered',
    'out-for-delivery',
    'unknown',
  ]);
  expect([ourField('destination_address/postal_code is invalid'), ourField('parcels/0/items: hs_code')]).toEqual([
    'to.zipcode',
    'customs.items',
  ]);
  const none = { shipments: [{ easyship_shipment_id: 'ESCA10006001', checkpoints: null }] };
  expect(readTrackings(none, 'X123456', 'ESCA10006001')).toEqual({
    trackingNumber: 'X123456',
    events: [],
    problems: ['Easyship tells no checkpoint of this label yet.'],
  });
});
