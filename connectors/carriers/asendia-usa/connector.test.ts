/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { httpSaying } from '@scanship/connector-kit/conformance/answered';
import { money } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples, unitedStatesToCanada } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { nameParts, packageMessage } from './src/messages.ts';
import { readTracked, statusOf } from './src/track.ts';

const { manifest, ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const { customs } = unitedStatesToCanada;
const { domestic } = samples;
const [parcel] = domestic.parcels;
if (!customs || !parcel) throw new Error('the samples lack a part');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const DAY = 86_400_000;
const PDF = Buffer.from('%PDF-1.4').toString('base64');
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => packageMessage(shipment, '65', { accountNumber: '1' }, 'S1', 'pdf'));

/** An environment that is answered with one body, whatever it asks. */
const answering = (body: unknown, status = 200): CarrierEnv => ({
  ...openHarnessEnv(manifest, harness),
  http: httpSaying(manifest.name, { status, body }),
});
const outcome = (responseStatusCode: string | number, responseStatusMessage = ''): object => ({
  responseStatus: { responseStatusCode, responseStatusMessage },
});

const buy = async (shipment: ShipmentRequest = domestic, service = '65') => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment, service });
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  return { env, input, state };
};

it('what is quoted is what is charged', async () => {
  const { env, state } = await buy();
  const quoted = await runRate(carrier, { shipment: domestic, services: ['65'] }, env);
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(state.result.charged?.total.currency).toBe('USD');
});

it('outcomes stand in the answer: as numbers, by name, with any status of the call', async () => {
  const input = newPurchase(harness, { shipment: domestic, service: '65' });
  const make = async (body: unknown): Promise<string> => {
    const result = await runStep(ship, 'create', input, {}, answering(body), options);
    return result.ok ? 'ok' : result.problem.kind;
  };
  expect(await make(outcome(400, 'recipientPostalCode is not valid'))).toBe('invalid-input');
  expect(await make(outcome('Conflict'))).toBe('refused');
  expect(await make(outcome('InternalServerError'))).toBe('unknown-effect');
  expect(await make(outcome('Strange'))).toBe('unknown-effect');
  expect(await make({ responseStatusCode: 401, responseStatusMessage: 'denied' })).toBe('not-authorised');
  const made = { packageLabel: { packageId: 'P-1', trackingNumber: 'AS123456789US', labels: [{ content: PDF }] } };
  expect(await make({ ...made, ...outcome('Continue') })).toBe('ok');
  const asked = await runRate(carrier, { shipment: domestic }, answering(outcome(503, 'down')));
  expect(asked).toMatchObject({ ok: false, problem: { kind: 'temporary-before-effect' } });
  const nothing = await runRate(carrier, { shipment: domestic }, answering({ shippingRates: [], ...outcome(200) }));
  expect(nothing).toMatchObject({ ok: false, problem: { message: 'Asendia USA offers nothing for this parcel.' } });
  const field = await runStep(
    ship,
    'create',
    input,
    {},
    answering(outcome(400, 'recipientPostalCode is wrong')),
    options,
  );
  expect(field).toMatchObject({ problem: { field: 'to.zipcode' } });
});

it('a label that comes as an address is fetched from Asendia USA alone', async () => {
  const input = newPurchase(harness, { shipment: domestic, service: '65' });
  const env = openHarnessEnv(manifest, harness);
  const kept = { packageId: 'P-1', links: ['https://elsewhere.example.com/label.pdf'] };
  const strange = await runStep(ship, 'label', input, kept, env, options);
  expect(strange).toMatchObject({ ok: false, problem: { kind: 'vendor-broken', message: /not one of its hosts/ } });
  const none = await runStep(ship, 'label', input, { packageId: 'P-1', links: [] }, env, options);
  expect(none).toEqual({ ok: true, value: { kind: 'done' } });
});

it('a price that cannot be read costs nobody the label', async () => {
  const input = newPurchase(harness, { shipment: domestic, service: '65' });
  const body = {
    shippingRates: [{ productCode: '65', rate: 'free' }],
    packageLabel: { packageId: 'P-1', trackingNumber: 'AS123456789US', labels: [{ content: PDF }] },
  };
  const result = await runStep(ship, 'create', input, {}, answering(body), options);
  expect(result).toMatchObject({
    ok: true,
    value: { result: { carrierShipmentId: 'P-1', files: [{ format: 'pdf' }] } },
  });
});

it('a purchase that is cut off is left to a person; the same name is not taken twice', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment: domestic, service: '65' });
  await stand.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'effect', times: 3 }]);
  const lost = await runStep(ship, 'create', input, {}, env, options);
  await stand.simulator.clearFaults();
  expect(!lost.ok && lost.problem.kind).toBe('unknown-effect');
  const asked = await recoverStep(ship, 'create', input, {}, env, options);
  expect(!asked.ok && asked.problem.vendorCode).toBe('cannot-be-asked');
  const again = await runStep(ship, 'create', input, {}, env, options);
  expect(again).toMatchObject({ ok: false, problem: { kind: 'refused', message: /packageID is in use/ } });
});

it('who pays the duties is the product’s, so that the wrong one is neither priced nor bought', async () => {
  const env = openHarnessEnv(manifest, harness);
  const offered = async (shipment: ShipmentRequest): Promise<readonly string[]> => {
    const answer = await runRate(carrier, { shipment }, env);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value.offers.map(({ service }) => service);
  };
  const prepaid = { ...unitedStatesToCanada, customs: { ...customs, dutiesPaidBy: 'Shipper' as const } };
  expect(await offered(unitedStatesToCanada)).toEqual(['65', '66']);
  expect(await offered(prepaid)).toEqual(['19']);
  expect(await offered(domestic)).toEqual(['65', '66']);
  const { state } = await buy(prepaid, '65');
  expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', field: 'customs.dutiesPaidBy' });
  expect((await buy(prepaid, '19')).state.problem).toBeUndefined();
});

it('what cannot be said is refused before the call, and before a price is shown', async () => {
  const to = (more: Partial<ShipmentRequest['to']>): ShipmentRequest => ({
    ...domestic,
    to: { ...domestic.to, ...more },
  });
  const declaring = (more: Partial<Customs['items'][number]>): ShipmentRequest => ({
    ...unitedStatesToCanada,
    customs: { ...customs, items: customs.items.map((item) => ({ ...item, ...more })) },
  });
  expect(refusedField(domestic)).toBe('accepted');
  expect(refusedField({ ...domestic, options: { signature: 'any' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'USD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, return: {} })).toBe('return');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField(to({ address1: 'x'.repeat(51) }))).toBe('to.address1');
  expect(refusedField(to({ city: '' }))).toBe('to.city');
  expect(refusedField(to({ name: '', companyName: '' }))).toBe('to.name');
  expect(refusedField({ ...unitedStatesToCanada, customs: undefined })).toBe('customs');
  expect(refusedField({ ...unitedStatesToCanada, customs: { ...customs, items: [] } })).toBe('customs.items');
  expect(refusedField(declaring({ originCountry: '' }))).toBe('customs.items.0.originCountry');
  expect(refusedField(declaring({ description: '' }))).toBe('customs.items.0.description');
  expect(refusedField(declaring({ unitValue: money(100, 'EUR') }))).toBe('customs.items.0.unitValue');
  const answer = await runRate(carrier, { shipment: to({ city: '' }) }, openHarnessEnv(manifest, harness));
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'to.city' } });
});

it('names in two parts, returns to where they are wished, tax numbers and documents in their words', () => {
  expect(nameParts('Anna Maria Berg')).toEqual(['Anna Maria', 'Berg']);
  expect(nameParts('Madonna')).toEqual(['Madonna', 'Madonna']);
  const rich: ShipmentRequest = {
    ...unitedStatesToCanada,
    from: { ...unitedStatesToCanada.from, taxIds: [{ kind: 'IOSS', number: 'IM0000000001' }] },
    to: { ...unitedStatesToCanada.to, taxIds: [{ kind: 'BN', number: '123456789' }] },
    returnTo: { ...unitedStatesToCanada.from, name: 'Returns Desk', city: 'Newark', provinceCode: 'NJ' },
    customs: { ...customs, purpose: 'Documents' },
  };
  expect(packageMessage(rich, '66', { accountNumber: '1', subAccountNumber: '7' }, 'S1', 'zpl')).toMatchObject({
    subAccountNumber: '7',
    labelType: 'ZPL',
    returnFirstName: 'Returns',
    returnLastName: 'Desk',
    returnCity: 'Newark',
    sellerCity: 'New York',
    vatNumber: 'IM0000000001',
    recipientTaxID: '123456789',
    contentType: 'D',
  });
});

it('an account that is not the user’s is refused; a processed package is not deleted', async () => {
  const strange = { ...samples.account.credentials, accountNumber: '1000218' };
  const denied = await runTestConnection(carrier, openHarnessEnv(manifest, harness, strange));
  expect(denied).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
  const { env, state } = await buy();
  const input = {
    reference: 'X',
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: {},
  };
  await stand.admin.setClock('asendia-usa', DAY);
  const late = await runStep(cancel, 'delete', input, {}, env, options);
  await stand.admin.setClock('asendia-usa', 0);
  expect(late).toMatchObject({
    ok: false,
    problem: { kind: 'refused', message: 'Asendia USA: The package is processed already.' },
  });
});

it('a parcel is followed to its door, by its own number or the sender’s; another one is none', async () => {
  const { env, state } = await buy(unitedStatesToCanada, '66');
  const trackingNumbers = [state.result.parcels?.[0]?.trackingNumber ?? ''];
  await stand.admin.setClock('asendia-usa', 15 * DAY);
  const answer = await runTrack(carrier, { trackingNumbers }, env);
  await stand.admin.setClock('asendia-usa', 0);
  expect(answer.ok && answer.value[0]?.events.map(({ status }) => status)).toEqual([
    'delivered',
    'out-for-delivery',
    'customs',
    'in-transit',
    'accepted',
    'label-created',
  ]);
  expect([statusOf('s99', 'Returned to sender'), statusOf('s99', '?')]).toEqual(['returned', 'unknown']);
  const data = [{ trackingNumberVendor: 'N1', customerReferenceNumber: 'R1', trackingMilestoneEvents: [] }];
  expect(readTracked(readObject({ data }), 'R1')?.problems).toEqual(['Asendia USA has no events of R1 yet.']);
  expect(() => readTracked(readObject({ data }), 'N2')).toThrow(/another number/);
  expect(readTracked(readObject({ data: [] }), 'N1')).toBeUndefined();
});
