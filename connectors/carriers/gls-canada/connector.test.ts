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
import { wordsOf } from './src/client.ts';
import { rateMessage, shipmentMessage } from './src/messages.ts';
import { pickup, pickupMessage } from './src/pickup.ts';
import { price } from './src/prices.ts';
import { readRates } from './src/rate.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/track.ts';

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
  refusedFieldOf(() => rateMessage(shipment, 'GRD', '300081'));

const answering = (env: CarrierEnv, status: number, body: string): CarrierEnv => ({
  ...env,
  http: httpSaying(manifest.name, { status, body }),
});

it('both services are priced, a home and a declared value cost more, and what was asked for one service is answered for one', async () => {
  const env = openHarnessEnv(manifest, harness);
  const plain = { ...samples.domestic, to: { ...samples.domestic.to, residential: false } };
  const insured = { ...plain, options: { insuredValue: money(50_000, 'CAD') } };
  const totals = async (shipment: ShipmentRequest): Promise<Record<string, number>> => {
    const got = await runRate(carrier, { shipment }, env);
    return got.ok ? Object.fromEntries(got.value.offers.map((o) => [o.service, o.total.minor])) : {};
  };
  const [few, home, more] = [await totals(plain), await totals(samples.domestic), await totals(insured)];
  expect(Object.keys(few)).toEqual(['GRD', 'AIR']);
  for (const service of ['GRD', 'AIR']) {
    expect(home[service]).toBeGreaterThan(few[service] ?? Infinity);
    expect(more[service]).toBe((few[service] ?? 0) + 500);
  }
  const one = await runRate(carrier, { shipment: plain, services: ['AIR'] }, env);
  expect(one.ok && one.value.offers.map((o) => o.service)).toEqual(['AIR']);
});

it('one service that cannot be priced does not cost the other its price, and is named', async () => {
  const env = openHarnessEnv(manifest, harness);
  const half: CarrierEnv = {
    ...env,
    http: {
      send: (request) =>
        String(request.body).includes('"AIR"')
          ? answering(env, 200, '{"rates":[]}').http.send(request)
          : env.http.send(request),
    },
  };
  const got = await runRate(carrier, { shipment: samples.domestic }, half);
  expect(got.ok && got.value).toMatchObject({
    offers: [{ service: 'GRD' }],
    problems: [{ service: 'AIR', message: 'GLS Canada Air has no price here: rates is empty.' }],
  });
});

it('what a price is made of, and whose it is', () => {
  const rate = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    rateType: 'GRD',
    accountType: 'NEG',
    subTotal: '20.00',
    fuelCharge: '3.00',
    taxes: '1.15',
    total: '24.15',
    surcharges: [{ type: 'PHD', amount: 2.6 }],
    ...more,
  });
  expect(price(readObject(rate())).lines.map((l) => l.code)).toEqual(['subTotal', 'fuelCharge', 'taxes']);
  expect(price(readObject(rate({ total: '26.75' }))).lines.at(-1)).toMatchObject({ code: 'PHD', label: 'PHD' });
  expect(price(readObject(rate({ total: '25.00' }))).lines.at(-1)).toMatchObject({
    code: 'UNNAMED',
    amount: { minor: 85 },
  });
  const twice = { rates: [rate({ accountType: 'GEN' }), rate({ accountType: 'GEN' })] };
  expect(() => readRates(twice)).toThrow('rates has several prices for one service.');
  expect(() => readRates({ rates: [rate({ rateType: 'XYZ' })] })).toThrow(
    'rates[0].rateType is XYZ, which is not known',
  );
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

it('a scanned shipment is not deleted; a delivered one has its signer', async () => {
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  const trackingNumber = state.result.parcels?.[0]?.trackingNumber ?? '';
  const input = {
    reference: 'X',
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [trackingNumber],
    kept: {},
  };
  const proof = {
    trackingNumber,
    destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
    shipDate: '2026-11-23',
  };
  const early = await runProofOfDelivery(carrier, proof, env);
  expect(!early.ok && early.problem).toMatchObject({ kind: 'refused', vendorCode: 'not-delivered' });
  await stand.admin.setClock('gls-canada', 30 * DAY);
  const late = await runStep(cancel, 'look', input, {}, env, options);
  const forced = await runStep(cancel, 'delete', input, {}, env, options);
  const delivered = await runProofOfDelivery(carrier, proof, env);
  await stand.admin.setClock('gls-canada', 0);
  expect(!late.ok && late.problem.message).toBe('This shipment is already on its way and can no longer be voided.');
  expect(!forced.ok && forced.problem).toMatchObject({
    kind: 'refused',
    message: 'GLS Canada: The shipment was picked up.',
  });
  expect(delivered.ok && delivered.value).toMatchObject({ signedBy: 'Test Receiver', files: [] });
});

it('a deletion is believed by its status, unless words stand beside it', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = { reference: 'X', carrierShipmentId: '564', trackingNumbers: [], kept: {} };
  const done = await runStep(cancel, 'delete', input, {}, answering(env, 200, 'true'), options);
  expect(done.ok && done.value).toMatchObject({ kind: 'done', result: { refund: 'now' } });
  const told = await runStep(cancel, 'delete', input, {}, answering(env, 200, '{"Message":"Not now"}'), options);
  expect(!told.ok && told.problem).toMatchObject({ kind: 'unknown-effect', vendorMessage: 'Not now' });
});

it('errors come as one or as a list; the account is named when it is denied', async () => {
  const env = openHarnessEnv(manifest, harness);
  const priced = await runRate(
    carrier,
    { shipment: { ...samples.domestic, from: { ...samples.domestic.from, zipcode: 'Z1A 1A1' } } },
    env,
  );
  expect(!priced.ok && priced.problem).toMatchObject({
    kind: 'invalid-input',
    message: 'GLS Canada: The request is invalid: sender.postalCode is not valid.',
  });
  const other = openHarnessEnv(manifest, harness, { ...samples.account.credentials, billing: '999999' });
  const billed = await runTestConnection(carrier, other);
  expect(!billed.ok && billed.problem.message).toBe('GLS Canada: The billing account is not one of this user.');
  expect(wordsOf([{ Code: 12, Message: 'Not served' }])).toEqual({ words: 'Not served', code: '12' });
  expect([wordsOf({}), wordsOf(null), wordsOf([])]).toEqual([undefined, undefined, undefined]);
  const denied = await runTestConnection(carrier, openHarnessEnv(manifest, harness, samples.wrongCredentials ?? {}));
  expect(!denied.ok && denied.problem.message).toBe(
    'GLS Canada did not accept the user name and password of this account.',
  );
});

it('what cannot be said is refused before the call, also what only the purchase would need', () => {
  const { domestic } = samples;
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, options: { signature: 'adult' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'USD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '90210' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, countryCode: 'US' } })).toBe('to.countryCode');
  expect(refusedField({ ...domestic, from: { ...domestic.from, provinceCode: '' } })).toBe('from.provinceCode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: ' ' } })).toBe('to.address1');
  expect(refusedField({ ...domestic, to: { ...domestic.to, city: '' } })).toBe('to.city');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField(domestic)).toBe('accepted');
});

it('a signature is asked for at a home, where it is not had anyway', () => {
  const types = (residential: boolean | undefined, signature: 'none' | 'any'): unknown => {
    const shipment = { ...samples.domestic, to: { ...samples.domestic.to, residential }, options: { signature } };
    const { surcharges = [] } = shipmentMessage(shipment, 'GRD', '300081', 'S1') as { surcharges?: { type: string }[] };
    return surcharges.map(({ type }) => type);
  };
  expect([types(true, 'any'), types(true, 'none'), types(false, 'any'), types(undefined, 'none')]).toEqual([
    ['PHDS'],
    ['PHD'],
    [],
    [],
  ]);
});

it('pickups: places have codes or words, times must be possible, a cut-off is left to a person', async () => {
  const wish = { ...(samples.pickup ?? raise()), reference: 'S000000000000002', uuid: 'u', date: '2026-11-24' };
  const now = new Date('2026-11-23T12:00:00Z');
  expect(pickupMessage({ ...wish, place: 'loading-dock', instructions: undefined }, now)).toMatchObject({
    location: 'SH',
  });
  expect(pickupMessage({ ...wish, place: 'loading-dock', instructions: undefined }, now)).not.toHaveProperty(
    'otherLocation',
  );
  expect(pickupMessage({ ...wish, place: 'reception', language: 'fr' }, now)).toMatchObject({
    location: 'OT',
    otherLocation: 'Réception - Ring twice.',
  });
  expect(refusedFieldOf(() => pickupMessage({ ...wish, date: '2026-11-20' }, now))).toBe('date');
  expect(refusedFieldOf(() => pickupMessage({ ...wish, closeTime: '12:00' }, now))).toBe('closeTime');
  const env = openHarnessEnv(manifest, harness);
  const sunday = await runStep(pickup.book, 'book', { ...wish, date: '2096-11-25' }, {}, env, options);
  expect(!sunday.ok && sunday.problem.message).toBe('GLS Canada: The pickup date is not valid.');
});

const raise = (): never => {
  throw new Error('the sample has no pickup');
};

it('statuses by the one code that is known, else by words; a number nobody has', async () => {
  expect([statusOf('DL', ''), statusOf('X1', 'Out for delivery'), statusOf('X2', '?')]).toEqual([
    'delivered',
    'out-for-delivery',
    'unknown',
  ]);
  const env = openHarnessEnv(manifest, harness);
  const strange = await runTrack(carrier, { trackingNumbers: ['W0000001'] }, env);
  expect(strange.ok && strange.value[0]?.problems).toEqual(['GLS Canada does not know W0000001.']);
  const other = await runTrack(
    carrier,
    { trackingNumbers: ['W0000001'] },
    answering(env, 200, '{"trackingNumber":"W0000002","activities":[]}'),
  );
  expect(other.ok && other.value[0]?.problems).toEqual([
    'GLS Canada: trackingNumber is another parcel than the one asked for.',
  ]);
});
