/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { httpSaying } from '@scanship/connector-kit/conformance/answered';
import { money } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { refusal } from './src/client.ts';
import { shipMessage } from './src/messages.ts';
import { localTime, readTracked, statusOf } from './src/track.ts';

const { manifest, ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { customs } = canadaToUnitedStates;
if (!customs) throw new Error('the sample declares nothing');
const DAY = 86_400_000;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => shipMessage(shipment, 'LGINTSTDU', {}, 'S1', 'pdf'));

const buy = async (shipment: ShipmentRequest = withinCanada, service = samples.service) => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment, service });
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  return { env, input, state };
};

/** An environment that is answered with one document, whatever it asks. */
const answering = (body: string, mode: CarrierEnv['mode'] = 'simulator'): CarrierEnv => ({
  ...openHarnessEnv(manifest, harness),
  mode,
  http: httpSaying(manifest.name, { body }),
});
const declined = (document: string, code: string, words: string): string =>
  `<${document}Response><Errors><Error><ErrorCode>${code}</ErrorCode><ErrorMessage>${words}</ErrorMessage></Error></Errors><Result><Success>false</Success></Result></${document}Response>`;

it('a test is one by the flag alone, which is left out in earnest', async () => {
  const bodies: string[] = [];
  for (const mode of ['live', 'sandbox'] as const) {
    const env = answering(declined('Track', 'Invalid', 'Could not find shipment in our system'), mode);
    const send: CarrierEnv['http']['send'] = (request) => {
      bodies.push(String(request.body));
      return env.http.send(request);
    };
    await carrier.testConnection?.({ ...env, http: { send } });
  }
  expect(bodies.map((body) => body.includes('<Test>true</Test>'))).toEqual([false, true]);
  expect(bodies[0]).not.toContain('Test>');
});

it('an account that is not approved yet makes no label, though it is answered as if', async () => {
  const { input, state } = await buy();
  expect(state.problem).toBeUndefined();
  const number = state.result.carrierShipmentId ?? '';
  const pdf = Buffer.from('%PDF-1.4').toString('base64');
  const body = `<ShipResponse><Test>true</Test><Result><Success>true</Success><ResultMessage>ok</ResultMessage><Packages><Package><LabelImages><LabelImage>${pdf}</LabelImage></LabelImages><TrackingNumber>1</TrackingNumber><LandmarkTrackingNumber>${number}</LandmarkTrackingNumber></Package></Packages></Result></ShipResponse>`;
  const early = await runStep(ship, 'create', input, {}, answering(body, 'live'), options);
  expect(early).toMatchObject({ ok: false, problem: { kind: 'refused', message: /not taken this account live/ } });
  expect((await runStep(ship, 'create', input, {}, answering(body, 'sandbox'), options)).ok).toBe(true);
});

it('a reference is good for one purchase: a second attempt is known to be one', async () => {
  const { env, input, state } = await buy();
  expect(state.problem).toBeUndefined();
  const again = await runStep(ship, 'create', input, {}, env, options);
  expect(again).toMatchObject({ ok: false, problem: { kind: 'unknown-effect', message: /already used by LTN/ } });
  const asked = await recoverStep(ship, 'create', input, {}, env, options);
  expect(!asked.ok && asked.problem.vendorCode).toBe('cannot-be-asked');
  const books = await stand.simulator.books();
  expect(books.filter((e) => e.kind === 'paid' && e.reference === input.reference)).toHaveLength(1);
});

it('labels of several parcels are told by the reference of each, in whatever order they come', async () => {
  const [parcel] = withinCanada.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const shipment = { ...withinCanada, parcels: [1, 2].map((number) => ({ ...parcel, number })) };
  const input = newPurchase(harness, { shipment, service: 'LGINTSTD' });
  const pdf = (text: string): string => Buffer.from(`%PDF-${text}`).toString('base64');
  const one = (number: number, reference: string): string =>
    `<Package><LabelImages><LabelImage>${pdf(`1.${number}`)}</LabelImage><LabelImage>${pdf('second page')}</LabelImage></LabelImages><TrackingNumber>${number}</TrackingNumber><LandmarkTrackingNumber>LTN4000000${number}N1</LandmarkTrackingNumber><PackageReference>${reference}</PackageReference></Package>`;
  const body = (first: string, second: string): string =>
    `<ShipResponse><Result><Success>true</Success><ResultMessage>ok</ResultMessage><Packages>${one(2, second)}${one(1, first)}</Packages></Result></ShipResponse>`;
  const [a, b] = [`${input.reference}-1`, `${input.reference}-2`];
  expect(await runStep(ship, 'create', input, {}, answering(body(a, b)), options)).toMatchObject({
    value: {
      result: {
        carrierShipmentId: 'LTN40000001N1',
        parcels: [
          { number: 1, trackingNumber: 'LTN40000001N1' },
          { number: 2, trackingNumber: 'LTN40000002N1' },
        ],
        files: [{ parcelNumber: 1 }, { parcelNumber: 1 }, { parcelNumber: 2 }, { parcelNumber: 2 }],
      },
    },
  });
  const sold = await runStep(ship, 'create', input, {}, answering(body(a, b)), options);
  const files = sold.ok && sold.value.kind === 'done' ? (sold.value.result?.files ?? []) : [];
  // What sticks to the parcel comes last of its pages, which is the one that is printed.
  expect(files.map((file) => (file.kind === 'bytes' ? Buffer.from(file.bytes).toString('latin1') : ''))).toEqual([
    '%PDF-second page',
    '%PDF-1.1',
    '%PDF-second page',
    '%PDF-1.2',
  ]);
  const strange = await runStep(ship, 'create', input, {}, answering(body(a, 'another')), options);
  expect(strange).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
});

it('who pays the duties is the service’s, so that the wrong one is neither priced nor bought', async () => {
  const env = openHarnessEnv(manifest, harness);
  const offered = async (
    own: Partial<Customs>,
    to: Partial<ShipmentRequest['to']> = {},
  ): Promise<readonly string[]> => {
    const shipment = {
      ...canadaToUnitedStates,
      to: { ...canadaToUnitedStates.to, ...to },
      customs: { ...customs, ...own },
    };
    const answer = await runRate(carrier, { shipment }, env);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value.offers.map(({ service }) => service);
  };
  expect(await offered({})).toEqual(['LGINTSTDU', 'LGINTBPIU', 'LGINTUPSTU', 'LGINTUPSSU']);
  const paid = { dutiesPaidBy: 'Shipper' } as const;
  expect(await offered(paid)).toEqual(['LGINTSTD', 'LGINTBPMO', 'LGINTBPIO', 'LGINTUPST', 'LGINTUPSS']);
  const berlin = { countryCode: 'DE', provinceCode: '', city: 'Berlin', zipcode: '10115' };
  expect(await offered(paid, berlin)).toContain('LGINTBPIP');
  const { state } = await buy(canadaToUnitedStates, 'LGINTSTD');
  expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', field: 'customs.dutiesPaidBy' });
  const atHome = await runRate(carrier, { shipment: withinCanada }, env);
  expect(atHome.ok && atHome.value.offers.map(({ service }) => service)).toEqual(['LGINTSTD', 'LGINTSTDU']);
});

it('what cannot be said is refused before the call, and before a price is shown', async () => {
  const to = (more: Partial<ShipmentRequest['to']>): ShipmentRequest => ({
    ...withinCanada,
    to: { ...withinCanada.to, ...more },
  });
  const declaring = (more: Partial<Customs['items'][number]>): ShipmentRequest => ({
    ...canadaToUnitedStates,
    customs: { ...customs, items: customs.items.map((item) => ({ ...item, ...more })) },
  });
  expect(refusedField(withinCanada)).toBe('accepted');
  expect(refusedField({ ...withinCanada, options: { signature: 'any' } })).toBe('options.signature');
  expect(refusedField({ ...withinCanada, options: { insuredValue: money(100, 'CAD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...withinCanada, return: {} })).toBe('return');
  expect(refusedField(to({ address1: 'x'.repeat(61) }))).toBe('to.address1');
  expect(refusedField(to({ address1: ' ' }))).toBe('to.address1');
  expect(refusedField(to({ name: '' }))).toBe('to.name');
  expect(refusedField(to({ provinceCode: 'British Columbia' }))).toBe('to.provinceCode');
  expect(refusedField(to({ zipcode: '12345678901' }))).toBe('to.zipcode');
  expect(refusedField(to({ phone: '1'.repeat(21) }))).toBe('to.phone');
  expect(refusedField({ ...canadaToUnitedStates, customs: undefined })).toBe('customs');
  expect(refusedField(declaring({ originCountry: undefined }))).toBe('customs.items.0.originCountry');
  expect(refusedField(declaring({ description: ' ' }))).toBe('customs.items.0.description');
  expect(refusedField(declaring({ unitValue: money(100, 'EUR') }))).toBe('customs.items.0.unitValue');
  expect(refusedField({ ...canadaToUnitedStates, customs: { ...customs, items: [] } })).toBe('customs.items');
  const answer = await runRate(carrier, { shipment: to({ city: '' }) }, openHarnessEnv(manifest, harness));
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'to.city' } });
});

it('Hungary and Singapore have no state; article numbers keep what is taken; tax numbers go where they belong', () => {
  const message = shipMessage(
    {
      ...canadaToUnitedStates,
      from: {
        ...canadaToUnitedStates.from,
        taxIds: [
          { kind: 'IOSS', number: 'IM0000000001' },
          { kind: 'EORI', number: 'GB123456789000' },
        ],
      },
      to: {
        ...canadaToUnitedStates.to,
        countryCode: 'HU',
        provinceCode: 'BU',
        taxIds: [{ kind: 'VAT', number: 'HU12345678' }],
      },
      customs: { ...customs, items: customs.items.map((item) => ({ ...item, sku: 'Shirt (blue) / M' })) },
    },
    'LGINTSTDU',
    {},
    'S1',
    'pdf',
  );
  expect(message).toMatchObject({
    ShipTo: { State: '', ConsigneeTaxID: 'HU12345678' },
    VendorInformation: { VendorIOSSNumber: 'IM0000000001', VendorEORINumber: 'GB123456789000' },
    Items: { Item: [{ Sku: 'Shirt-blue-M' }] },
  });
  const norway = shipMessage(
    {
      ...canadaToUnitedStates,
      from: { ...canadaToUnitedStates.from, taxIds: [{ kind: 'VOEC', number: 'VOEC2025001' }] },
      to: { ...canadaToUnitedStates.to, countryCode: 'NO', provinceCode: '', zipcode: '0150', city: 'Oslo' },
    },
    'LGINTSTDU',
    {},
    'S1',
    'pdf',
  );
  expect(norway).toMatchObject({ VendorInformation: { VendorLowValueTaxID: 'VOEC2025001' } });
});

it('refusals mean what the documents say, by their sentences', () => {
  const of = (code: string, words: string, readOnly = false) => refusal(code, words, readOnly).problem;
  expect(of('rate_limit', 'Rate limit is exceeded. Retry after 6 seconds')).toMatchObject({
    kind: 'quota',
    retryAfterMs: 6000,
  });
  expect(of('Login', 'The username/password combination provided is disabled').kind).toBe('not-authorised');
  expect(of('', 'User x does not have permissions to client: 9').kind).toBe('not-authorised');
  expect(of('', 'Error adding shipment to batch').kind).toBe('unknown-effect');
  expect(of('', 'Error adding shipment to batch', true).kind).toBe('temporary-before-effect');
  expect(of('unprocess', 'Already manifested').kind).toBe('refused');
  const fields = [
    ['Invalid address field: name', 'to.name'],
    ['Possible resolutions - Suggested Cities: EDMONDS, WOODWAY', 'to.zipcode'],
    ['Invalid shipping service requested: X', 'service'],
    ['Invalid country of origin provided for 1 in Item element 1', 'customs.items'],
    ['Pieces of this weight (99) are not supported when shipping to US', 'parcels.0.weightGrams'],
    ['Client is not set up for delivery to Norway', 'to.countryCode'],
  ] as const;
  for (const [words, field] of fields) expect(of('', words)).toMatchObject({ kind: 'invalid-input', field });
});

it('a shipment that is manifested is not cancelled; one that is void but not deleted is void', async () => {
  const { env, state } = await buy();
  const input = {
    reference: 'X',
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: {},
  };
  await stand.admin.setClock('landmark-global', DAY);
  const late = await runStep(cancel, 'cancel', input, {}, env, options);
  await stand.admin.setClock('landmark-global', 0);
  expect(late).toMatchObject({
    ok: false,
    problem: { kind: 'refused', message: 'Landmark Global: Already manifested.' },
  });
  const half = declined('Cancel', 'delete', 'Successfully unprocessed the shipment, but failed to delete it.');
  expect((await runStep(cancel, 'cancel', input, {}, answering(half), options)).ok).toBe(true);
});

it('times are told in both forms, and only those of the calendar', () => {
  expect(localTime('2025-10-27 05:48:01', 'f')).toBe('2025-10-27T05:48:01');
  expect(localTime('9/27/2025 12:05 AM', 'f')).toBe('2025-09-27T00:05:00');
  expect(localTime('09/27/2025 12:05 PM', 'f')).toBe('2025-09-27T12:05:00');
  for (const none of ['2025-02-30 05:48:01', '13/01/2025 01:00 PM', '2025-10-27', ''])
    expect(() => localTime(none, 'f')).toThrow(/not a time/);
  expect([statusOf('570'), statusOf('410'), statusOf('999')]).toEqual(['returned', 'available-for-pickup', 'unknown']);
});

it('an answer about another parcel is none; one without events says so', async () => {
  const none = readObject({ Packages: { Package: [{ LandmarkTrackingNumber: 'LTN1', Events: '' }] } });
  expect(() => readTracked(none, 'LTN2')).toThrow(/another number/);
  expect(readTracked(none, 'LTN1').problems).toEqual(['Landmark Global has no events of LTN1 yet.']);
  const { env, state } = await buy();
  const number = state.result.carrierShipmentId ?? '';
  await stand.admin.setClock('landmark-global', 10 * DAY);
  const answer = await runTrack(carrier, { trackingNumbers: [number] }, env);
  await stand.admin.setClock('landmark-global', 0);
  expect(answer.ok && answer.value[0]?.events.map(({ status }) => status)).toEqual([
    'label-created',
    'label-created',
    'in-transit',
    'out-for-delivery',
    'delivered',
  ]);
});
