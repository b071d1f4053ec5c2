/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runRefund, runTestConnection } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { requestDetails } from './src/messages.ts';

const { manifest, ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const { domestic } = samples;
const [parcel] = domestic.parcels;
if (!parcel || !domestic.storeOrder) throw new Error('the sample has no parcel or order');
const order = domestic.storeOrder;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const now = new Date('2026-11-20T12:00:00Z');
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest, of: Parcel = parcel): string | undefined =>
  refusedFieldOf(() => requestDetails(shipment, of, { now }));
const buy = async (shipment: ShipmentRequest = domestic) => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment });
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  return { env, state, reference: input.reference };
};
const boughtOf = async () => {
  const { env, state, reference } = await buy();
  const id = state.result.carrierShipmentId ?? '';
  return { env, input: { reference, carrierShipmentId: id, trackingNumbers: [], kept: state.kept } };
};

it('an order of another store, or of none, is refused in words before any call', async () => {
  for (const storeOrder of [undefined, { ...order, platform: 'shopify' }]) {
    const answer = await runRate(carrier, { shipment: { ...domestic, storeOrder } }, openHarnessEnv(manifest, harness));
    expect(answer).toMatchObject({
      ok: false,
      problem: {
        kind: 'refused',
        field: 'storeOrder',
        message:
          'Amazon Merchant Fulfillment ships only orders that were placed at Amazon CA or Amazon US, each by itself.',
      },
    });
  }
});

it('what cannot be said is refused before the call', () => {
  expect(refusedField(domestic)).toBe('accepted');
  expect(refusedField({ ...domestic, storeOrder: { ...order, orderId: '1001' } })).toBe('storeOrder');
  expect(refusedField({ ...domestic, from: { ...domestic.from, email: undefined } })).toBe('from.email');
  expect(refusedField({ ...domestic, from: { ...domestic.from, phone: undefined } })).toBe('from.phone');
  expect(refusedField({ ...domestic, from: { ...domestic.from, name: 'x'.repeat(31) } })).toBe('from.name');
  expect(refusedField({ ...domestic, from: { ...domestic.from, address2: 'x'.repeat(61) } })).toBe('from.address2');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'CAD') } })).toBe('options.insuredValue');
  expect(refusedField(domestic, { ...parcel, dimensions: undefined })).toBe('parcels.0.dimensions');
  expect(refusedField(domestic, { ...parcel, items: [{ line: 7, quantity: 1 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, options: { dangerousGoods: { kind: 'dry-ice' } } })).toBe(
    'options.dangerousGoods',
  );
});

it('a parcel holds the items that are packed in it; several parcels without are refused', async () => {
  const two: ShipmentRequest = {
    ...domestic,
    storeOrder: { ...order, lines: [...order.lines, { line: 2, externalLineId: '52986411826455', quantity: 1 }] },
    parcels: [
      { ...parcel, items: [{ line: 1, quantity: 2 }] },
      { ...parcel, number: 2, items: [{ line: 2, quantity: 1 }] },
    ],
  };
  const [, second] = two.parcels;
  if (!second) throw new Error('there are two parcels');
  expect(requestDetails(two, second, { now })['ItemList']).toEqual([{ OrderItemId: '52986411826455', Quantity: 1 }]);
  const single = await runRate(carrier, { shipment: domestic }, openHarnessEnv(manifest, harness));
  const both = await runRate(carrier, { shipment: two }, openHarnessEnv(manifest, harness));
  if (!single.ok || !both.ok) throw new Error(JSON.stringify([single, both]));
  expect(both.value.offers.map(({ total }) => total.minor)).toEqual(
    single.value.offers.map(({ total }) => 2 * total.minor),
  );
  const loose = { ...two, parcels: two.parcels.map(({ items: _items, ...rest }) => rest) };
  const refused = await runRate(carrier, { shipment: loose }, openHarnessEnv(manifest, harness));
  expect(refused).toMatchObject({
    ok: false,
    problem: {
      kind: 'invalid-input',
      field: 'parcels.0.items',
      message: expect.stringMatching(/Say which items are in which parcel/) as string,
    },
  });
});

it('a ship date that is over is left to Amazon', () => {
  const late = new Date(`${domestic.shipDate}T18:00:00Z`);
  expect(requestDetails(domestic, parcel, { now })['ShipDate']).toBe('2026-11-23T12:00:00Z');
  expect(requestDetails(domestic, parcel, { now: late })['ShipDate']).toBeUndefined();
});

it('what is quoted is what is charged, with signature and insurance; whose service it is stands on the offer', async () => {
  const shipment = { ...domestic, options: { signature: 'any' as const, insuredValue: money(25_000, 'USD') } };
  const quoted = await runRate(carrier, { shipment }, openHarnessEnv(manifest, harness));
  const { state } = await buy(shipment);
  if (!quoted.ok) throw new Error(quoted.problem.message);
  const offer = quoted.value.offers.find(({ service }) => service === samples.service);
  expect(offer?.total).toEqual(state.result.charged?.total);
  expect(offer?.carriedBy).toMatchObject({ carrier: 'ups', service: '03' });
  // OnTrac has no signature, and says so.
  expect(quoted.value.problems).toEqual([
    {
      service: 'ONTRAC_MFN_GROUND',
      message: 'OnTrac Ground: The delivery confirmation is not available for this shipping service.',
      vendorCode: 'DELIVERY_EXPERIENCE_NOT_AVAILABLE',
    },
  ]);
});

it('batteries and limited quantities are declared item by item', () => {
  const kind = 'lithium-metal-with-equipment' as const;
  expect(
    requestDetails({ ...domestic, options: { dangerousGoods: { kind } } }, parcel, { now })['ItemList'],
  ).toMatchObject([
    {
      IsHazmat: true,
      DangerousGoodsDetails: { UnitedNationsRegulatoryId: 'UN3091', PackingInstruction: 'PI969_SECTION_II' },
    },
  ]);
});

it('a label in limited quantity is bought as such', async () => {
  const { state } = await buy({ ...domestic, options: { dangerousGoods: { kind: 'limited-quantity' } } });
  expect(state.problem).toBeUndefined();
});

it('items that were shipped already are refused with Amazon’s number of the label', async () => {
  const shipment = { ...domestic, storeOrder: { ...order, orderId: '900-0000000-0000001' } };
  const first = await buy(shipment);
  const second = await buy(shipment);
  expect(second.state.problem).toMatchObject({
    step: 'purchase',
    problem: { kind: 'refused', vendorCode: 'ShipmentAlreadyExists' },
  });
  expect(second.state.problem?.problem.message).toContain(first.state.result.carrierShipmentId);
});

it('a purchase that was cut off cannot be asked about: a person decides', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), 'purchase');
  expect(await recoverStep(ship, 'purchase', input, state.kept, env, options)).toMatchObject({
    ok: false,
    problem: { vendorCode: 'cannot-be-asked' },
  });
});

it('an offer that is over is refused, nothing is bought', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), 'purchase');
  const stale = { ...state.kept, offerId: 'offer-000000000000.UPS_PTP_GND' };
  expect(await runStep(ship, 'purchase', input, stale, env, options)).toMatchObject({
    ok: false,
    problem: { kind: 'refused', vendorCode: 'InvalidShippingServiceOfferId' },
  });
});

it('a refund is asked for, waits, and comes; a label that was not cancelled has none', async () => {
  const { env, input } = await boughtOf();
  expect(await runRefund(carrier, input, env)).toMatchObject({ ok: true, value: { state: 'refused' } });
  expect((await drive(carrier, cancel, input, env, freshDrive())).problem).toBeUndefined();
  expect(await runRefund(carrier, input, env)).toMatchObject({ ok: true, value: { state: 'pending' } });
  await stand.admin.setClock(manifest.slug, 2 * 86_400_000);
  try {
    const later = openHarnessEnv(manifest, harness);
    expect(await runRefund(carrier, input, later)).toMatchObject({ ok: true, value: { state: 'received' } });
  } finally {
    await stand.admin.setClock(manifest.slug, 0);
  }
});

it('after the window a cancellation is refused in Amazon’s words', async () => {
  const { input } = await boughtOf();
  await stand.admin.setClock(manifest.slug, 2 * 86_400_000);
  try {
    const state = await drive(carrier, cancel, input, openHarnessEnv(manifest, harness), freshDrive());
    expect(state.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'LabelCancelWindowExpired' });
  } finally {
    await stand.admin.setClock(manifest.slug, 0);
  }
});

it('bad input to each remaining call: words, no crash', async () => {
  const env = openHarnessEnv(manifest, harness);
  const strange = { reference: 'S1', carrierShipmentId: 'unknown-1', trackingNumbers: [], kept: {} };
  expect((await drive(carrier, cancel, strange, env, freshDrive())).problem?.problem.message).toBe(
    'Amazon: The shipment was not found.',
  );
  expect(await runRefund(carrier, strange, env)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  const wrong = openHarnessEnv(manifest, harness, { ...samples.account.credentials, clientSecret: 'not-the-secret' });
  expect(await runTestConnection(carrier, wrong)).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', vendorCode: 'invalid_client' },
  });
  const away = { ...domestic, from: { ...domestic.from, zipcode: 'not a code' } };
  expect(await runRate(carrier, { shipment: away }, env)).toMatchObject({
    ok: false,
    problem: { kind: 'invalid-input', vendorCode: 'InvalidShipFromAddress' },
  });
});

it('buying needs a restricted data token: the seller’s own token is refused', async () => {
  const signedIn = await fetch(`${stand.simulator.address}/auth/o2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: samples.account.credentials['refreshToken'] ?? '',
      client_id: samples.account.credentials['clientId'] ?? '',
      client_secret: samples.account.credentials['clientSecret'] ?? '',
    }),
  });
  const { access_token: token } = (await signedIn.json()) as { readonly access_token: string };
  const refused = await fetch(`${stand.simulator.address}/mfn/v0/shipments`, {
    method: 'POST',
    headers: { 'x-amz-access-token': token, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(refused.status).toBe(403);
  await refused.text();
});
