/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import { runCheckAddress, runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { shipmentMessage } from './src/messages.ts';
import { serviceOf } from './src/services.ts';
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

const env = (credentials = samples.account.credentials) => openHarnessEnv(manifest, harness, credentials);

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => shipmentMessage(shipment, 'T28S', 'R'));

const buy = async () => {
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env(), freshDrive<ShipResult>());
  expect(state.problem).toBeUndefined();
  const { carrierShipmentId = '', parcels = [] } = state.result;
  const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
  return {
    reference: input.reference,
    carrierShipmentId,
    trackingNumbers,
    kept: state.kept,
    service: input.service,
    destination: 'AU',
  };
};

describe('prices', () => {
  const offers = async (shipment: ShipmentRequest, credentials = samples.account.credentials) => {
    const answer = await runRate(carrier, { shipment }, env(credentials));
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
    return answer.value.offers;
  };
  const codes = async (...asked: Parameters<typeof offers>) => (await offers(...asked)).map(({ service }) => service);

  it('what is quoted is what is charged, fuel and cover included, by the product that was quoted', async () => {
    const plain = await offers(domestic);
    const shipment = { ...domestic, options: { insuredValue: money(50_000, 'AUD') } };
    const [insured] = await offers(shipment);
    if (!insured) throw new Error('there is no offer');
    expect(insured.total.minor).toBeGreaterThan(plain[0]?.total.minor ?? 0);
    const input = newPurchase(harness, { shipment, service: insured.service, rateToken: insured.token });
    const state = await drive(carrier, ship, input, env(), freshDrive<ShipResult>());
    expect(state.result.charged?.total).toEqual(insured.total);
    expect(state.kept['productId']).toBe(insured.token?.['productId']);
  });

  it('services are types, whatever the contract calls its products; a signature leaves out the others', async () => {
    const beta = samples.otherAccount.credentials;
    expect(await codes(domestic)).toEqual([
      'parcel-post',
      'parcel-post-signature',
      'express-post',
      'express-post-signature',
    ]);
    expect(await codes(domestic, beta)).toEqual(['parcel-post', 'parcel-post-signature', 'express-post-signature']);
    const signed = { ...domestic, options: { signature: 'any' as const } };
    expect(await codes(signed)).toEqual(['parcel-post-signature', 'express-post-signature']);
    expect(await codes(crossBorder)).toEqual(['intl-standard', 'intl-standard-signature', 'intl-express']);
  });

  it('a product the contract lacks is refused in words before anything is made', async () => {
    const input = newPurchase(harness, { service: 'express-post' });
    const state = await drive(carrier, ship, input, env(samples.otherAccount.credentials), freshDrive<ShipResult>());
    expect(state.problem).toMatchObject({
      step: 'product',
      problem: { kind: 'refused', message: 'Express Post is not in this account’s contract with Australia Post.' },
    });
  });

  it('what cannot be bought is not quoted', async () => {
    const bad = await runRate(
      carrier,
      { shipment: { ...domestic, to: { ...domestic.to, provinceCode: 'ON' } } },
      env(),
    );
    expect(bad).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'to.provinceCode' } });
    const canada = await runRate(
      carrier,
      { shipment: { ...domestic, from: { ...domestic.from, countryCode: 'CA' } } },
      env(),
    );
    expect(canada).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'Australia Post does not ship from CA.' },
    });
    const [parcel] = crossBorder.parcels;
    if (!parcel) throw new Error('the sample has no parcel');
    const heavy = { ...crossBorder, parcels: [{ ...parcel, weightGrams: 21_000 }] };
    expect(await runRate(carrier, { shipment: heavy }, env())).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: expect.stringMatching(/no product of this account/) },
    });
  });
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  const { customs } = crossBorder;
  const [item] = customs?.items ?? [];
  if (!parcel || !customs || !item) throw new Error('the samples lack a part');
  const sized = (lengthMm: number, widthMm: number, heightMm: number): ShipmentRequest => ({
    ...domestic,
    parcels: [{ ...parcel, dimensions: { lengthMm, widthMm, heightMm } }],
  });
  const goods = (more: Partial<typeof item>): ShipmentRequest => ({
    ...crossBorder,
    customs: { ...customs, items: [{ ...item, ...more }] },
  });
  const to = (more: Partial<typeof domestic.to>): ShipmentRequest => ({ ...domestic, to: { ...domestic.to, ...more } });
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField(sized(300, 40, 40))).toBe('parcels.0.dimensions');
  expect(refusedField(sized(1000, 600, 500))).toBe('parcels.0.dimensions');
  expect(refusedField({ ...domestic, return: {} })).toBe('return');
  expect(refusedField({ ...domestic, options: { signature: 'adult' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'USD') } })).toBe('options.insuredValue');
  expect(refusedField(to({ zipcode: '20000' }))).toBe('to.zipcode');
  expect(refusedField(to({ city: ' ' }))).toBe('to.city');
  expect(refusedField(to({ name: 'x'.repeat(41) }))).toBe('to.name');
  expect(refusedField(to({ address1: 'word '.repeat(40) }))).toBe('to.address1');
  expect(refusedField({ ...crossBorder, customs: undefined })).toBe('customs');
  expect(refusedField({ ...crossBorder, customs: { ...customs, dutiesPaidBy: 'Shipper' } })).toBe(
    'customs.dutiesPaidBy',
  );
  expect(refusedField({ ...crossBorder, customs: { ...customs, items: [] } })).toBe('customs.items');
  expect(refusedField(goods({ unitValue: money(100, 'NZD') }))).toBe('customs.items.0.unitValue');
  expect(refusedField(goods({ description: 'x'.repeat(41) }))).toBe('customs.items.0.description');
  expect(refusedField(goods({ quantity: 100 }))).toBe('customs.items');
});

it('a long street is broken between words', () => {
  const address1 = 'Unit 12 Level 3 The Very Long Building Name 123 Centre Road';
  const message = shipmentMessage({ ...domestic, to: { ...domestic.to, address1, address2: 'Rear' } }, 'T28S');
  expect(message['to']).toMatchObject({
    lines: ['Unit 12 Level 3 The Very Long Building', 'Name 123 Centre Road', 'Rear'],
  });
});

it('labels abroad are whole pages, so they come as PDF even where ZPL was wished for', async () => {
  const input = newPurchase(harness, { shipment: crossBorder, service: 'intl-standard', labelFormat: 'zpl' });
  const state = await drive(carrier, ship, input, env(), freshDrive<ShipResult>());
  expect(state.result.files?.map(({ kind, ...file }) => kind === 'bytes' && 'format' in file && file.format)).toEqual([
    'pdf',
  ]);
  const home = newPurchase(harness, { labelFormat: 'zpl' });
  const zpl = await drive(carrier, ship, home, env(), freshDrive<ShipResult>());
  expect(zpl.result.files?.map((file) => file.kind === 'bytes' && file.format)).toEqual(['zpl']);
});

it('a shipment behind more than a page of others is still found by our reference', async () => {
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env(), freshDrive<ShipResult>(), 'create');
  const crowded = openHarnessEnv(manifest, harness);
  let asked = 0;
  // A vendor that does not narrow the list: a full page of strangers first.
  const strangers = Array.from({ length: 50 }, (_, i) => ({ shipment_reference: `OTHER${i}` }));
  const wide = {
    ...crowded,
    http: {
      send: async (request: Parameters<typeof crowded.http.send>[0]) => {
        const answer = await crowded.http.send({ ...request, query: { ...request.query, offset: 0 } });
        asked += 1;
        return asked === 1 ? { ...answer, json: () => ({ shipments: strangers }) } : answer;
      },
    },
  };
  const done = await runStep(ship, 'create', input, state.kept, crowded, options);
  expect(done.ok).toBe(true);
  expect(await recoverStep(ship, 'create', input, state.kept, wide, options)).toMatchObject({
    ok: true,
    value: { kind: 'found', step: 'create' },
  });
  expect(asked).toBe(2);
});

it('a lodged shipment is neither deleted nor lodged again; what is gone is left out', async () => {
  const [first, second] = [await buy(), await buy()];
  const closing = (shipments: readonly (typeof first)[]) => ({
    reference: newPurchase(harness).reference,
    uuid: '',
    from: domestic.from,
    date: '2026-11-23',
    shipments,
  });
  expect((await drive(carrier, cancel, second, env(), freshDrive())).problem).toBeUndefined();
  const state = await drive(carrier, endOfDay, closing([first, second]), env(), freshDrive<EndOfDayResult>());
  expect(state.result).toMatchObject({
    leftOut: [{ reference: second.reference }],
    manifestNumbers: [expect.stringMatching(/^AP\d{10}$/)],
  });
  expect((await drive(carrier, cancel, first, env(), freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/lodged this shipment with order AP/),
  });
  expect(
    (await drive(carrier, endOfDay, closing([first]), env(), freshDrive<EndOfDayResult>())).problem?.problem,
  ).toMatchObject({ kind: 'refused' });
});

it('eleven parcels are two questions; a number nobody knows has a message', async () => {
  const { trackingNumbers } = await buy();
  const numbers = [...trackingNumbers, ...Array.from({ length: 10 }, (_, i) => `2JD000000${i}01000870900`)];
  const answer = await runTrack(carrier, { trackingNumbers: numbers }, env());
  expect(answer.ok && answer.value.map(({ events }) => events.length)).toEqual([1, ...Array(10).fill(0)]);
  expect(answer.ok && answer.value.at(-1)?.problems).toEqual(['Australia Post: Invalid tracking ID.']);
});

it('an address elsewhere is not judged; several suburbs are left to the person', async () => {
  const check = (more: Partial<typeof domestic.to>) => runCheckAddress(carrier, { ...domestic.to, ...more }, env());
  expect(await check({ countryCode: 'NZ' })).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  const several = await check({ provinceCode: 'VIC', zipcode: '3088', city: 'Nowhere' });
  expect(several).toMatchObject({ ok: true, value: { verdict: 'ambiguous' } });
  expect(several.ok && several.value.suggestions).toHaveLength(3);
});

it('key and account number are named when they are wrong', async () => {
  const { key = '', password = '' } = samples.account.credentials;
  expect(await runTestConnection(carrier, env({ key, password: 'wrong', account: '0000123456' }))).toMatchObject({
    ok: false,
    problem: {
      kind: 'not-authorised',
      message: 'Australia Post does not accept the API key and password of this account.',
    },
  });
  expect(await runTestConnection(carrier, env({ key, password, account: '0000999999' }))).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', vendorCode: '41001' },
  });
});

it('types of products and words of events as Australia Post writes them', () => {
  const types = [
    'PARCEL POST',
    'Express Post + Signature',
    "INT'L STANDARD WITH SIGNATURE",
    'INTL EXPRESS DOCS/ECI DOCS',
  ];
  expect([...types, 'STARTRACK PREMIUM'].map(serviceOf)).toEqual([
    'parcel-post',
    'express-post-signature',
    'intl-standard-signature',
    'intl-express-documents',
    undefined,
  ]);
  const words = {
    'Shipping information received by Australia Post': 'label-created',
    'Received by Australia Post': 'accepted',
    'Processed through Australia Post facility': 'in-transit',
    'Cleared and awaiting international departure': 'in-transit',
    'Item cleared by Customs': 'customs',
    'Onboard for delivery': 'out-for-delivery',
    'Awaiting collection at Kew LPO': 'available-for-pickup',
    'To be Re-Delivered': 'exception',
    'Delivered - Left in a safe place': 'delivered',
    'Returned to sender': 'returned',
    'Something else': 'unknown',
  };
  expect(Object.fromEntries(Object.keys(words).map((text) => [text, statusOf(text)]))).toEqual(words);
});
