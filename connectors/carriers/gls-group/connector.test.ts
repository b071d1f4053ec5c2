/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runCheckAddress, runProofOfDelivery, runRate, runRefund } from '@scanship/connector-kit/steps/run-question';
import { samplePriceList } from '@scanship/connector-kit/conformance/sample-price-list';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { SurchargeKind, SurchargeRow } from '@scanship/domain/rating/rate-sheet';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples, toAustria, withinGermany } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { readVerdict } from './src/check-address.ts';
import { readCreated } from './src/created.ts';
import { shipmentMessage } from './src/messages.ts';
import { collectionMessage } from './src/pickup.ts';
import { readProblem } from './src/problems.ts';
import { ship } from './src/ship.ts';

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

const refusedField = (shipment: ShipmentRequest, service = 'PARCEL'): string | undefined =>
  refusedFieldOf(() => shipmentMessage(shipment, service, '276a45e7ZY', 'S1'));

/** The list of a seller who sells signatures and Saturdays too. */
const extra = (kind: SurchargeKind): SurchargeRow => ({
  kind,
  label: kind,
  services: [],
  zones: [],
  over: null,
  price: 100,
  percentBp: 0,
  minimum: 0,
  postal: [],
  per: 'shipment',
  fuel: false,
});
const sheet = {
  ...samplePriceList(manifest, 'EUR', 'DE'),
  surcharges: [extra('signature'), extra('saturday')],
};

const offered = async (shipment: ShipmentRequest, services?: readonly string[]) => {
  const env = { ...openHarnessEnv(manifest, harness), settings: { sheet } };
  const got = await runRate(carrier, { shipment, services }, env);
  return got.ok ? got.value.offers.map(({ service }) => service) : got.problem;
};

it('prices are those of services GLS offers there, with the options that were asked for', async () => {
  expect(await offered(withinGermany)).toEqual([
    'PARCEL',
    'GUARANTEED24',
    'EXPRESS',
    'EXPRESS_0800',
    'EXPRESS_0900',
    'EXPRESS_1000',
    'EXPRESS_1200',
  ]);
  expect(await offered(toAustria)).toEqual(['PARCEL', 'EXPRESS', 'EXPRESS_1000', 'EXPRESS_1200']);
  expect(await offered({ ...withinGermany, options: { signature: 'any' } })).toEqual(['PARCEL', 'GUARANTEED24']);
  // Saturdays at 9:00 and 10:00 exist, and are not offered to this contact.
  expect(await offered({ ...withinGermany, options: { saturdayDelivery: true } })).toEqual(['EXPRESS', 'EXPRESS_1200']);
  const mailed = { ...withinGermany, to: { ...withinGermany.to, email: 'receiver@example.com' } };
  expect(await offered(mailed, ['FLEX'])).toEqual(['FLEX']);
  expect(await offered(toAustria, ['GUARANTEED24'])).toMatchObject({
    kind: 'refused',
    message: 'GLS Group offers your contact ID none of the services of your list with these options from DE to AT.',
  });
  expect(await offered({ ...withinGermany, to: { ...withinGermany.to, countryCode: 'CH' } })).toMatchObject({
    kind: 'invalid-input',
    field: 'to.countryCode',
  });
});

it('a return is priced and sold as a ShopReturn, and only a depot cancels it', async () => {
  const { returned } = samples;
  if (!returned) throw new Error('the samples have no return');
  expect(await offered(returned.shipment)).toEqual(['SHOPRETURN']);
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness, returned), env, freshDrive());
  const input = {
    reference: 'X',
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: state.kept,
  };
  const looked = await runStep(cancel, 'look', input, {}, env, options);
  expect(!looked.ok && looked.problem).toMatchObject({ kind: 'refused', message: /depot/ });
});

it('a purchase that is cut off is settled by a reprint: the lost label is replaced, and one is paid', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  await stand.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  const outcome = await runStep(ship, 'buy', input, {}, env, options);
  await stand.simulator.clearFaults();
  expect(!outcome.ok && outcome.problem.kind).toBe('unknown-effect');
  const [lost] = (await stand.simulator.books()).filter((entry) => entry.reference === input.reference);
  const first = await recoverStep(ship, 'buy', input, {}, env, options);
  const again = await recoverStep(ship, 'buy', input, {}, env, options);
  if (!first.ok || first.value.kind !== 'found' || !again.ok || again.value.kind !== 'found')
    throw new Error('the parcel was not found');
  const ids = [lost?.id, first.value.result?.carrierShipmentId, again.value.result?.carrierShipmentId];
  expect(new Set(ids).size).toBe(3);
  const books = await stand.simulator.books();
  expect(books.filter((entry) => entry.kind === 'paid' && entry.reference === input.reference)).toHaveLength(1);
  // Only the newest name still means the parcel.
  const cancelled = (id: string | undefined) =>
    drive(
      carrier,
      cancel,
      { reference: input.reference, carrierShipmentId: id ?? '', trackingNumbers: [], kept: {} },
      env,
      freshDrive(),
    );
  expect((await cancelled(ids[1])).problem?.problem.kind).toBe('invalid-input');
  expect((await cancelled(ids[2])).problem).toBeUndefined();
});

it('a scanned parcel is not cancelled, and is billed; a delivered one has its paper', async () => {
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  const carrierShipmentId = state.result.carrierShipmentId ?? '';
  const input = { reference: 'X', carrierShipmentId, trackingNumbers: [], kept: {} };
  const proof = {
    trackingNumber: state.result.parcels?.[0]?.trackingNumber ?? '',
    destination: { countryCode: 'DE', zipcode: '12524' },
    shipDate: '2026-11-23',
  };
  const early = await runProofOfDelivery(carrier, proof, env);
  expect(!early.ok && early.problem).toMatchObject({ kind: 'refused', vendorCode: 'INVALID_SHIPMENT_ID' });
  expect(await runRefund(carrier, input, env)).toMatchObject({ value: { state: 'pending' } });
  await stand.admin.setClock('gls-group', 30 * DAY);
  const late = openHarnessEnv(manifest, harness);
  const looked = await runStep(cancel, 'look', input, {}, late, options);
  const forced = await runStep(cancel, 'cancel', input, {}, late, options);
  const refunded = await runRefund(carrier, input, late);
  const delivered = await runProofOfDelivery(carrier, proof, late);
  await stand.admin.setClock('gls-group', 0);
  const moving = 'This parcel is already on its way and can no longer be voided.';
  expect(!looked.ok && looked.problem.message).toBe(moving);
  expect(!forced.ok && forced.problem).toMatchObject({ kind: 'refused', message: moving, vendorCode: 'SCANNED' });
  expect(refunded).toMatchObject({ value: { state: 'refused' } });
  expect(delivered.ok && delivered.value.files).toMatchObject([{ document: 'proof-of-delivery', format: 'pdf' }]);
});

it('what cannot be said is refused before the call', () => {
  const { options: none, parcels } = withinGermany;
  const [parcel] = parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const to = (more: Partial<ShipmentRequest['to']>): ShipmentRequest => ({
    ...withinGermany,
    to: { ...withinGermany.to, ...more },
  });
  const wishes = (more: ShipmentRequest['options']): ShipmentRequest => ({
    ...withinGermany,
    options: { ...none, ...more },
  });
  expect(refusedField(withinGermany)).toBe('accepted');
  expect(refusedField(withinGermany, 'BIKE')).toBe('service');
  expect(refusedField(withinGermany, 'SHOPRETURN')).toBe('return');
  expect(refusedField({ ...withinGermany, return: {} })).toBe('return');
  expect(refusedField({ ...withinGermany, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField(to({ countryCode: 'NO' }))).toBe('to.countryCode');
  // Heligoland is Germany, and outside the Union's customs.
  expect(refusedField(to({ zipcode: '27498' }))).toBe('to.countryCode');
  expect(refusedField(to({ address1: 'x'.repeat(41) }))).toBe('to.address1');
  expect(refusedField(to({ city: ' ' }))).toBe('to.city');
  expect(refusedField(withinGermany, 'FLEX')).toBe('to.email');
  expect(refusedField(wishes({ signature: 'adult' }))).toBe('options.signature');
  expect(refusedField(wishes({ signature: 'any' }), 'EXPRESS')).toBe('options.signature');
  expect(refusedField({ ...to({ email: 'a@example.com' }), options: { signature: 'any' } }, 'FLEX')).toBe(
    'options.signature',
  );
  expect(refusedField(wishes({ saturdayDelivery: true }))).toBe('options.saturdayDelivery');
  expect(refusedField(wishes({ saturdayDelivery: true }), 'EXPRESS_0800')).toBe('options.saturdayDelivery');
  expect(refusedField(wishes({ insuredValue: money(100, 'USD') }))).toBe('options.insuredValue');
  expect(refusedField(wishes({ insuredValue: money(100, 'EUR') }), 'EXPRESS')).toBe('options.insuredValue');
  expect(refusedField(wishes({ dangerousGoods: { kind: 'limited-quantity' } }), 'EXPRESS')).toBe(
    'options.dangerousGoods',
  );
});

it('forbidden characters become spaces, short contacts and telephones are left out, a light parcel weighs 0.11', () => {
  const [parcel] = withinGermany.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const message = shipmentMessage(
    {
      ...withinGermany,
      to: { ...withinGermany.to, name: 'Ana', address1: 'Ring "A"; Hof (2)', phone: '12' },
      parcels: [{ ...parcel, weightGrams: 40 }],
      references: ['A|B'],
    },
    'PARCEL',
    '276a45e7ZY',
    'S1',
  );
  expect(message).toMatchObject({
    Shipment: {
      Consignee: { Address: { Name1: 'Ana', Street: 'Ring A Hof 2' } },
      ShipmentUnit: [{ Weight: 0.11, Note1: 'A B' }],
    },
  });
  const { Consignee } = message.Shipment as { Consignee: { Address: Record<string, unknown> } };
  expect(Object.keys(Consignee.Address)).not.toEqual(expect.arrayContaining(['ContactPerson']));
  expect(Consignee.Address.FixedLinePhonenumber).toBeUndefined();
});

const answer = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body = '',
): Parameters<typeof readProblem>[0] =>
  makeResponse(manifest.name, { status, headers, bytes: new Uint8Array(Buffer.from(body)), traceId: 'test' });

it('refusals stand in headers or in a body, and name our field', () => {
  expect(
    readProblem(
      answer(400, {
        error: 'INVALID_FIELD_VALUE',
        message: 'Invalid field consignee.zip. Value 1 is not a valid value. Shipment validation failed',
        args: '["consignee.zip","1","Shipment validation failed"]',
      }),
    ),
  ).toMatchObject({
    kind: undefined,
    field: 'to.zipcode',
    message: 'GLS Group: Invalid field consignee.zip. Value 1 is not a valid value. Shipment validation failed.',
  });
  const json = { 'content-type': 'application/json' };
  expect(readProblem(answer(401, json, '{"fault":{"faultstring":"x"}}'))).toMatchObject({ kind: 'not-authorised' });
  expect(readProblem(answer(429, json, '{"fault":{"faultstring":"Quota limit  exceeded."}}'))?.message).toBe(
    'GLS Group: Quota limit exceeded.',
  );
  expect(readProblem(answer(400, json, '{"errors":[{"message":"Postal code is required"}]}'))?.message).toBe(
    'GLS Group: Postal code is required.',
  );
  expect(readProblem(answer(400, json, '{"title":"Bad Request","detail":"Too many"}'))?.message).toBe(
    'GLS Group: Too many.',
  );
  expect(readProblem(answer(500, {}))).toBeUndefined();
});

it('a contact that is not this access’s is named', async () => {
  const env = openHarnessEnv(manifest, harness, { ...samples.account.credentials, contactId: '276OTHER01' });
  const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
  expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', message: /Shipper does not exist/ });
  // That says nothing of the address.
  const asked = await runCheckAddress(carrier, withinGermany.to, env);
  expect(!asked.ok && asked.problem).toMatchObject({ kind: 'refused', vendorCode: 'COMMON' });
});

it('a verdict fits its issues, under both ways of writing', () => {
  const verdict = (body: unknown): unknown => readVerdict(readObject(body)).verdict;
  expect(verdict({ Success: true, ValidationResult: { Issues: [] } })).toBe('confirmed');
  expect(verdict({ success: true, validationResult: { Issues: [] } })).toBe('confirmed');
  expect(() => verdict({ success: true, validationResult: { Issues: [{ Rule: 'COMMON', Location: 'x' }] } })).toThrow(
    /does not fit/,
  );
  expect(() => verdict({ success: false, validationResult: { Issues: [] } })).toThrow(/does not fit/);
});

it('an answer of several parcels or documents, or of another format, is not taken for the one', () => {
  const input = newPurchase(harness);
  const parcel = { TrackID: 'YZ8YO12S', ParcelNumber: '20281021030' };
  const print = { Data: Buffer.from('%PDF-1.4').toString('base64'), LabelFormat: 'PDF' };
  const read = (ParcelData: unknown[], PrintData: unknown[]) =>
    readCreated(readObject({ CreatedShipment: { ParcelData, PrintData } }), input).result.carrierShipmentId;
  expect(read([parcel], [print])).toBe('YZ8YO12S');
  expect(() => read([parcel, parcel], [print])).toThrow(/does not have one item/);
  expect(() => read([parcel], [])).toThrow(/does not have one item/);
  expect(() => read([parcel], [{ ...print, LabelFormat: 'PNG' }])).toThrow(/is not PDF/);
  expect(() => read([parcel], [{ ...print, Data: [print.Data, print.Data] }])).toThrow(/is not one document/);
  expect(() => read([parcel], [{ ...print, Data: 'XlhB' }])).toThrow(/is no PDF/);
});

it('collections: express where all are, times must be possible', () => {
  if (!samples.pickup) throw new Error('the sample has no pickup');
  const wish = { ...samples.pickup, reference: 'S1', uuid: 'u', date: '2026-11-24' };
  const now = new Date('2026-11-23T12:00:00Z');
  const product = (services: readonly string[]): unknown =>
    collectionMessage({ ...wish, load: { ...wish.load, services } }, 'C', now).Product;
  expect([product(['EXPRESS', 'EXPRESS_0900']), product(['EXPRESS', 'PARCEL']), product([])]).toEqual([
    'EXPRESS',
    'PARCEL',
    'PARCEL',
  ]);
  expect(refusedFieldOf(() => collectionMessage({ ...wish, date: '2026-11-20' }, 'C', now))).toBe('date');
  expect(refusedFieldOf(() => collectionMessage({ ...wish, closeTime: '13:00' }, 'C', now))).toBe('closeTime');
});

it('a token that GLS refuses is fetched anew, once', async () => {
  const env = openHarnessEnv(manifest, harness);
  const seen: string[] = [];
  let spoilt = false;
  const watched: CarrierEnv = {
    ...env,
    http: {
      send: (request) => {
        seen.push(request.name);
        if (request.name === 'sign in' || spoilt) return env.http.send(request);
        spoilt = true;
        return env.http.send({ ...request, headers: { ...request.headers, authorization: 'Bearer old' } });
      },
    },
  };
  const got = await runCheckAddress(carrier, withinGermany.to, watched);
  expect(got.ok).toBe(true);
  expect(seen).toEqual(['sign in', 'check address', 'sign in', 'check address']);
});
