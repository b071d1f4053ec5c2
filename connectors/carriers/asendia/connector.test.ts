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
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { Customs, Parcel, ShipmentOptions, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insideUnion, samples, toBritain } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { ourField } from './src/client.ts';
import { parcelMessage } from './src/messages.ts';
import { fileOf } from './src/papers.ts';
import { formatOf } from './src/services.ts';
import { readTracked, statusOf } from './src/track.ts';

const { manifest, ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const { customs } = toBritain;
const [parcel] = insideUnion.parcels;
if (!customs || !parcel) throw new Error('the samples lack a part');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const DAY = 86_400_000;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest, service = 'EPAQSCT-CUP'): string | undefined =>
  refusedFieldOf(() => parcelMessage(shipment, service, { customerId: 'DE1' }, 'S1', 'pdf'));
const sized = (lengthMm: number, widthMm: number, heightMm: number, weightGrams = 900): Parcel => ({
  ...parcel,
  weightGrams,
  dimensions: { lengthMm, widthMm, heightMm },
});

const buy = async (shipment: ShipmentRequest = insideUnion) => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment });
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  expect(state.problem).toBeUndefined();
  return {
    env,
    files: state.result.files ?? [],
    reference: input.reference,
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: (state.result.parcels ?? []).map(({ trackingNumber }) => trackingNumber),
    kept: state.kept,
    service: input.service,
    destination: 'FR',
  };
};

it('the format follows from product and size: letter box, packet, large', () => {
  expect(formatOf('EPAQSTD', sized(353, 250, 30))).toBe('B');
  expect(formatOf('EPAQSTD', sized(353, 250, 31))).toBe('N');
  expect(formatOf('EPAQPLS', sized(600, 200, 100))).toBe('N');
  expect(formatOf('EPAQPLS', sized(600, 200, 101))).toBeUndefined();
  expect(formatOf('EPAQPLS', sized(139, 90, 10))).toBeUndefined();
  expect(formatOf('EPAQSCT', sized(600, 200, 101))).toBe('L');
  expect(formatOf('EPAQSCT', sized(300, 200, 100, 2001))).toBe('L');
  expect(formatOf('EPAQELT', sized(300, 200, 100))).toBe('L');
});

it('only what the parcel fits and the payer of the duties allows is priced; the simulator sells all of it', async () => {
  const env = openHarnessEnv(manifest, harness);
  const offered = async (shipment: ShipmentRequest): Promise<readonly string[]> => {
    const answer = await runRate(carrier, { shipment }, env);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value.offers.map(({ service }) => service);
  };
  expect(await offered(toBritain)).toEqual(['EPAQSTD-CUP', 'EPAQPLS-CUP', 'EPAQSCT-CUP', 'EPAQELT-CUP']);
  const prepaid = { ...toBritain, customs: { ...customs, dutiesPaidBy: 'Shipper' as const } };
  expect(await offered(prepaid)).toEqual(['EPAQSTD-CPPR', 'EPAQPLS-CPPR', 'EPAQSCT-CPPR', 'EPAQELT-CPPR']);
  expect(await offered({ ...prepaid, parcels: [sized(500, 400, 300, 9000)] })).toEqual([
    'EPAQSCT-CPPR',
    'EPAQELT-CPPR',
  ]);
  for (const service of await offered(prepaid)) {
    const input = newPurchase(harness, { shipment: prepaid, service });
    expect((await runStep(ship, 'create', input, {}, env, options)).ok, service).toBe(true);
  }
});

it('a parcel that leaves the Union has its declaration beside the label, inside the Union there is none', async () => {
  expect((await buy()).files.map(({ document }) => document)).toEqual(['label']);
  expect((await buy(toBritain)).files.map(({ document }) => document)).toEqual(['label', 'customs-invoice']);
});

it('what cannot be said is refused before the call, and before a price is shown', async () => {
  const to = (more: Partial<ShipmentRequest['to']>): ShipmentRequest => ({
    ...insideUnion,
    to: { ...insideUnion.to, ...more },
  });
  const wishing = (wish: ShipmentOptions): ShipmentRequest => ({ ...insideUnion, options: wish });
  const declaring = (more: Partial<Customs['items'][number]>): ShipmentRequest => ({
    ...toBritain,
    customs: { ...customs, items: customs.items.map((item) => ({ ...item, ...more })) },
  });
  expect(refusedField(insideUnion)).toBe('accepted');
  expect(refusedField(wishing({ signature: 'adult' }))).toBe('options.signature');
  expect(refusedField(wishing({ insuredValue: money(100, 'CAD') }))).toBe('options.insuredValue');
  expect(refusedField(wishing({ insuredValue: money(50_001, 'EUR') }))).toBe('options.insuredValue');
  expect(refusedField(wishing({ insuredValue: money(15_001, 'EUR') }), 'EPAQPLS-CUP')).toBe('options.insuredValue');
  expect(refusedField({ ...insideUnion, return: {} })).toBe('return');
  expect(refusedField({ ...insideUnion, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...insideUnion, parcels: [{ ...parcel, dimensions: undefined }] })).toBe(
    'parcels.0.dimensions',
  );
  expect(refusedField(insideUnion, 'EPAQGO-CUP')).toBe('service');
  expect(refusedField(to({ address1: 'x'.repeat(51) }))).toBe('to.address1');
  expect(refusedField(to({ city: '' }))).toBe('to.city');
  expect(refusedField(to({ name: '' }))).toBe('to.name');
  expect(refusedField(to({ phone: '1'.repeat(26) }))).toBe('to.phone');
  expect(refusedField(to({ countryCode: 'DE' }))).toBe('to.countryCode');
  expect(refusedField({ ...toBritain, customs: undefined })).toBe('customs');
  expect(refusedField({ ...toBritain, customs: { ...customs, items: [] } })).toBe('customs.items');
  expect(refusedField(declaring({ hsCode: undefined }))).toBe('customs.items.0.hsCode');
  expect(refusedField(declaring({ originCountry: undefined }))).toBe('customs.items.0.originCountry');
  expect(refusedField(declaring({ unitGrams: 0 }))).toBe('customs.items.0.unitGrams');
  expect(refusedField(declaring({ unitValue: money(100, 'GBP') }))).toBe('customs.items.0.unitValue');
  const answer = await runRate(carrier, { shipment: to({ city: '' }) }, openHarnessEnv(manifest, harness));
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'to.city' } });
});

it('options and tax numbers in their words', () => {
  const rich: ShipmentRequest = {
    ...toBritain,
    from: {
      ...toBritain.from,
      taxIds: [
        { kind: 'EORI', number: 'DE123456789012345' },
        { kind: 'VAT', number: 'DE123456789' },
        { kind: 'IOSS', number: 'IM0000000001' },
      ],
    },
    to: { ...toBritain.to, taxIds: [{ kind: 'VAT', number: 'GB123456789' }] },
    options: { signature: 'any', saturdayDelivery: true, insuredValue: money(4_501, 'EUR') },
  };
  expect(parcelMessage(rich, 'EPAQPLS-CUP', { customerId: 'DE1' }, 'S1', 'zpl')).toMatchObject({
    labelType: 'Zebra',
    senderEORI: 'DE123456789012345',
    sellerEORI: 'DE123456789012345',
    senderTaxId: 'IM0000000001',
    receiverTaxId: 'GB123456789',
    asendiaService: { options: ['SIG', 'SAT'], insurance: 'EL150' },
  });
});

it('errors in an accepted answer are refusals with our field', async () => {
  const env = openHarnessEnv(manifest, harness);
  const strange = { ...toBritain, to: { ...toBritain.to, city: 'London' } };
  const input = newPurchase(harness, { shipment: strange, service: 'EPAQPLS-CUP' });
  const refusing = {
    ...env,
    http: {
      send: (request: Parameters<typeof env.http.send>[0]) =>
        env.http.send(
          request.name === 'create parcel'
            ? { ...request, body: String(request.body).replace('"N"', '"XL"') }
            : request,
        ),
    },
  };
  expect(await runStep(ship, 'create', input, {}, refusing, options)).toMatchObject({
    ok: false,
    problem: {
      kind: 'invalid-input',
      message: 'Asendia: asendiaService.format: There is no valid quote.',
      field: 'parcels.0.dimensions',
    },
  });
  expect(ourField('addresses.receiver.postalCode')).toBe('to.zipcode');
  expect(ourField('customsInfo.items[2].originCountry')).toBe('customs.items.2');
  expect(ourField('customerId')).toBeUndefined();
});

it('a customer that is not the user’s is named at once', async () => {
  const strange = { ...samples.account.credentials, customerId: 'CH87654321' };
  const answer = await runTestConnection(carrier, openHarnessEnv(manifest, harness, strange));
  expect(answer).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', field: 'customerId', message: /names DE12345678/ },
  });
});

it('a parcel on a manifest is not deleted; a lost answer is settled by looking for it', async () => {
  const { env, ...one } = await buy();
  await stand.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'effect', times: 3 }]);
  const lost = await runStep(cancel, 'delete', one, {}, env, options);
  await stand.simulator.clearFaults();
  expect(!lost.ok && lost.problem.kind).toBe('unknown-effect');
  expect(await recoverStep(cancel, 'delete', one, {}, env, options)).toMatchObject({ value: { kind: 'found' } });
  const second = await buy();
  const closing = { reference: 'E1', uuid: '', from: insideUnion.from, date: '2026-11-23', shipments: [second] };
  const closed = await drive(carrier, endOfDay, closing, second.env, freshDrive<EndOfDayResult>());
  expect(closed.problem).toBeUndefined();
  expect(await recoverStep(cancel, 'delete', second, {}, env, options)).toMatchObject({ value: { kind: 'absent' } });
  expect(await runStep(cancel, 'delete', second, {}, env, options)).toMatchObject({
    ok: false,
    problem: { message: 'Asendia: Parcel is already manifested.' },
  });
  const third = await buy();
  const mixed = await drive(
    carrier,
    endOfDay,
    { ...closing, reference: 'E2', shipments: [second, third] },
    env,
    freshDrive<EndOfDayResult>(),
  );
  expect(mixed.result.leftOut).toEqual([
    { reference: second.reference, message: 'Asendia has this parcel on a manifest already, or it was deleted.' },
  ]);
});

it('files are read as they are and as base64; anything else is named', () => {
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
  expect(fileOf(bytes('%PDF-1.4'), 'pdf')).toEqual(bytes('%PDF-1.4'));
  expect(fileOf(bytes(`"${Buffer.from('^XA^XZ').toString('base64')}"`), 'zpl')).toEqual(bytes('^XA^XZ'));
  expect(() => fileOf(bytes('<html>'), 'pdf')).toThrow(/base64/);
  expect(() => fileOf(bytes(Buffer.from('GIF89a').toString('base64')), 'pdf')).toThrow('The file is no PDF.');
});

it('a parcel is followed to its door; words tell what codes do not', async () => {
  const { env, trackingNumbers } = await buy(toBritain);
  await stand.admin.setClock('asendia', 12 * DAY);
  const answer = await runTrack(carrier, { trackingNumbers }, env);
  await stand.admin.setClock('asendia', 0);
  expect(answer.ok && answer.value[0]?.events.map(({ status }) => status)).toEqual([
    'label-created',
    'accepted',
    'in-transit',
    'customs',
    'out-for-delivery',
    'delivered',
  ]);
  expect([statusOf('XX', 'Held, insufficient address'), statusOf('XX', '?')]).toEqual(['exception', 'unknown']);
  expect(readTracked([], 'N1').problems).toEqual(['Asendia has no events of N1 yet.']);
});
