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
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import {
  runCheckAddress,
  runPickupAvailability,
  runProofOfDelivery,
  runRate,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, returned, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { billingNumberOf } from './src/account.ts';
import { streetAndHouse } from './src/address.ts';
import { orderMessage, returnMessage } from './src/messages.ts';
import { fieldOf } from './src/problems.ts';
import { readOrder } from './src/ship.ts';
import { statusOf } from './src/track.ts';

const { manifest, ship, cancel, endOfDay, pickup } = carrier;
if (!ship || !cancel || !endOfDay || !pickup) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const env = { credentials: samples.account.credentials, now: () => new Date('2026-11-23T12:00:00Z') };
const order = (s: ShipmentRequest, service = 'V01PAK') =>
  (orderMessage(s, service, 'S000000000000001', env)['shipments'] as Record<string, unknown>[])[0];

const refusedField = (s: ShipmentRequest, service = 'V01PAK'): string | undefined =>
  refusedFieldOf(() => order(s, service));

const buy = async (shipment: ShipmentRequest, service: string) => {
  const own = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment, service });
  const state = await drive(carrier, ship, input, own, freshDrive<ShipResult>());
  expect(state.problem).toBeUndefined();
  const { carrierShipmentId = '', parcels = [], files = [] } = state.result;
  return {
    reference: input.reference,
    carrierShipmentId,
    trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
    kept: state.kept,
    service,
    destination: shipment.to.countryCode,
    files,
  };
};

const [parcel] = domestic.parcels;
if (!parcel) throw new Error('the sample has no parcel');

it('what cannot be said is refused before the call', () => {
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '5311' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: ' ' } })).toBe('to.address1');
  expect(refusedField({ ...domestic, to: { ...domestic.to, name: 'x'.repeat(51) } })).toBe('to.name');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100_00, 'USD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, options: { signature: 'adult' } }, 'V62KP')).toBe('options.signature');
  expect(refusedField({ ...crossBorder, customs: undefined }, 'V53WPAK')).toBe('customs');
  const [item] = crossBorder.customs?.items ?? [];
  if (!crossBorder.customs || !item) throw new Error('the sample declares goods');
  const dollars = { ...crossBorder.customs, items: [{ ...item, unitValue: money(100, 'USD') }] };
  expect(refusedField({ ...crossBorder, customs: dollars }, 'V53WPAK')).toBe('customs.items.0.unitValue');
  const coded = { ...crossBorder.customs, items: [{ ...item, hsCode: '61' }] };
  expect(refusedField({ ...crossBorder, customs: coded }, 'V53WPAK')).toBe('customs.items.0.hsCode');
  const large = { ...parcel, dimensions: { lengthMm: 1300, widthMm: 100, heightMm: 100 } };
  expect(refusedField({ ...crossBorder, parcels: [large] }, 'V53WPAK')).toBe('parcels.0.dimensions');
  expect(order({ ...domestic, parcels: [large] })).toMatchObject({ services: { bulkyGoods: true } });
});

it('a Packstation and a post office have forms of their own, with the receiver’s post number', () => {
  const locker = { ...domestic.to, address1: 'Packstation 105', address2: '12345678' };
  expect(order({ ...domestic, to: locker })?.['consignee']).toEqual({
    name: 'Test Receiver',
    lockerID: 105,
    postNumber: '12345678',
    postalCode: '53113',
    city: 'Bonn',
    country: 'DEU',
  });
  expect(refusedField({ ...domestic, to: { ...locker, address2: undefined } })).toBe('to.address2');
  const office = { ...domestic.to, address1: 'Postfiliale 502', email: 'a@example.com' };
  expect(order({ ...domestic, to: office })?.['consignee']).toMatchObject({ retailID: 502, email: 'a@example.com' });
  expect(refusedField({ ...domestic, to: { ...office, email: undefined } })).toBe('to.address2');
  expect(refusedField({ ...domestic, to: { ...office, address1: 'Postfiliale 100' } })).toBe('to.address1');
});

it('goods are declared where they leave the Union, and telephone numbers stay at home in Germany', () => {
  const to = (countryCode: string, zipcode: string) => ({ ...crossBorder.to, countryCode, zipcode });
  expect(order({ ...crossBorder, to: to('FR', '75001') }, 'V53WPAK')).not.toHaveProperty('customs');
  expect(order({ ...crossBorder, to: to('ES', '35001') }, 'V53WPAK')).toHaveProperty('customs');
  expect(order({ ...crossBorder, to: { ...to('US', '14201'), provinceCode: 'NY' } }, 'V53WPAK')).toMatchObject({
    consignee: { state: 'US-NY', country: 'USA', phone: '+44 20 5550123' },
  });
  expect(order({ ...domestic, to: { ...domestic.to, phone: '+49 228 1', email: 'a@example.com' } })).toMatchObject({
    consignee: { name1: 'Test Receiver', city: 'Bonn' },
  });
  expect(order({ ...domestic, to: { ...domestic.to, phone: '+49 228 1' } })?.['consignee']).not.toHaveProperty('phone');
  const paid = crossBorder.customs && { ...crossBorder.customs, incoterm: 'DDP' as const };
  expect(order({ ...crossBorder, customs: paid }, 'V53WPAK')).toMatchObject({
    services: { postalDeliveryDutyPaid: true },
  });
  expect(order({ ...crossBorder, customs: paid }, 'V54EPAK')).toMatchObject({ customs: { shippingConditions: 'DDP' } });
});

it('billing numbers: the product’s two digits, and a participation of its own where there is one', () => {
  const keys = (more: Readonly<Record<string, string>>) => ({ credentials: { ekp: '3333333333', ...more } });
  expect(billingNumberOf(keys({}), 'V01PAK')).toBe('33333333330101');
  expect(billingNumberOf(keys({ participation: '02' }), 'V62KP')).toBe('33333333336202');
  const own = keys({ participations: 'V53WPAK=a1, V62KP = 03' });
  expect([billingNumberOf(own, 'V53WPAK'), billingNumberOf(own, 'V62KP'), billingNumberOf(own, 'V01PAK')]).toEqual([
    '333333333353a1',
    '33333333336203',
    '33333333330101',
  ]);
});

it('streets and house numbers are told apart for returns and pickups', () => {
  const of = (address1: string) => streetAndHouse({ ...domestic.from, address1 }, 'from', 50);
  expect(of('Charles-de-Gaulle-Straße 20')).toEqual({ addressStreet: 'Charles-de-Gaulle-Straße', addressHouse: '20' });
  expect(of('Straße des 17. Juni 135 b')).toEqual({ addressStreet: 'Straße des 17. Juni', addressHouse: '135 b' });
  expect(of('Am Markt 3-5')).toEqual({ addressStreet: 'Am Markt', addressHouse: '3-5' });
  expect(() => of('Marktplatz')).toThrow(/house number/);
});

it('prices only what can be bought, and says why the rest cannot', async () => {
  const own = openHarnessEnv(manifest, harness);
  const ask = async (shipment: ShipmentRequest) => {
    const answer = await runRate(carrier, { shipment }, own);
    return answer.ok
      ? [answer.value.offers.map(({ service }) => service), answer.value.problems.map(({ service }) => service)]
      : answer.problem.field;
  };
  expect(await ask(domestic)).toEqual([['V01PAK', 'V62KP'], []]);
  expect(await ask({ ...domestic, parcels: [{ ...parcel, weightGrams: 5000 }] })).toEqual([['V01PAK'], []]);
  expect(await ask(returned)).toEqual([['V07PAK'], []]);
  // The samples' list has no price for insurance; that Kleinpaket has none at all is DHL's.
  const insured = await ask({ ...domestic, options: { insuredValue: money(100_000, 'EUR') } });
  expect(insured).toEqual([[], ['V01PAK', 'V62KP']]);
  expect(await ask({ ...crossBorder, customs: undefined })).toBe('customs');
  const bare = openHarnessEnv(manifest, { ...harness, samples: { ...samples, settings: {} } });
  expect(await runRate(carrier, { shipment: domestic }, bare)).toMatchObject({
    ok: false,
    problem: { kind: 'refused', message: expect.stringMatching(/Upload the prices of your contract/) },
  });
});

it('a return goes to the receiver at the seller’s place; where there is none, it says which there are', async () => {
  const own = openHarnessEnv(manifest, harness);
  const elsewhere = { ...returned, to: { ...returned.to, zipcode: '80331', city: 'München' } };
  const input = newPurchase(harness, { shipment: elsewhere, service: 'V07PAK' });
  expect((await drive(carrier, ship, input, own, freshDrive<ShipResult>())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/no receiver of returns in 80331 München, but in 10115 Berlin/),
  });
  expect(returnMessage(returned, 'S000000000000001', 'deu')).toMatchObject({
    shipper: { addressStreet: 'Empfängerweg', addressHouse: '20a' },
  });
  const bought = await buy(returned, 'V07PAK');
  expect((await drive(carrier, cancel, bought, own, freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'DHL Parcel DE has no call that voids a return label.',
  });
});

it('a label abroad comes with its paper for customs; one that was closed out is not voided', async () => {
  const own = openHarnessEnv(manifest, harness);
  const bought = await buy(crossBorder, 'V53WPAK');
  expect(bought.carrierShipmentId).toMatch(/^CD\d{9}DE$/);
  expect(bought.files.map(({ document }) => document)).toEqual(['label', 'customs-invoice']);
  const closing = {
    reference: newPurchase(harness).reference,
    uuid: '',
    from: domestic.from,
    date: '2026-11-23',
    shipments: [bought],
  };
  const closed = await drive(carrier, endOfDay, closing, own, freshDrive<EndOfDayResult>());
  expect(closed.result).toMatchObject({ leftOut: [], files: [{ document: 'manifest', format: 'pdf' }] });
  expect((await drive(carrier, cancel, bought, own, freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'DHL Parcel DE: The shipment has been manifested already.',
  });
  // The label is no longer there, but it was closed out and not deleted.
  expect(await recoverStep(cancel, 'delete', bought, {}, own, options)).toMatchObject({
    ok: true,
    value: { kind: 'absent' },
  });
});

it('one shipment that cannot be closed is named, the others are closed', async () => {
  const own = openHarnessEnv(manifest, harness);
  const [first, second] = [await buy(domestic, 'V01PAK'), await buy(domestic, 'V01PAK')];
  await drive(carrier, cancel, first, own, freshDrive());
  const closing = {
    reference: newPurchase(harness).reference,
    uuid: '',
    from: domestic.from,
    date: '2026-11-23',
    shipments: [first, second],
  };
  const { result } = await drive(carrier, endOfDay, closing, own, freshDrive<EndOfDayResult>());
  expect(result.leftOut).toEqual([
    { reference: first.reference, message: 'DHL Parcel DE: The shipment could not be found.' },
  ]);
  expect(result.manifestNumbers).toHaveLength(1);
});

it('bad input to each remaining call: words, no crash', async () => {
  const own = openHarnessEnv(manifest, harness);
  const unknown = await runTrack(carrier, { trackingNumbers: ['00340434000000000001'] }, own);
  expect(unknown.ok && unknown.value[0]?.problems).toEqual(['DHL Parcel DE does not know 00340434000000000001.']);
  expect(await runCheckAddress(carrier, crossBorder.to, own)).toMatchObject({
    ok: false,
    problem: { message: 'DHL Parcel DE checks addresses in Germany only.' },
  });
  const wish = { ...samples.pickup, address: { ...domestic.from, address1: 'Marktplatz' } };
  if (!samples.pickup) throw new Error('samples.pickup is missing');
  expect(await runPickupAvailability(carrier, { ...samples.pickup, ...wish, date: '2099-04-21' }, own)).toMatchObject({
    ok: true,
    value: { available: false, messages: ['DHL Parcel DE needs the house number at the end of the street.'] },
  });
  const { pickupBillingNumber: _none, ...without } = samples.account.credentials;
  const noNumber = openHarnessEnv(manifest, harness, without);
  expect(await runPickupAvailability(carrier, { ...samples.pickup, date: '2099-04-21' }, noNumber)).toMatchObject({
    ok: true,
    value: { available: false, messages: [expect.stringMatching(/billing number of their own/)] },
  });
  const elsewhere = openHarnessEnv(manifest, harness, { ...samples.account.credentials, ekp: '9999999999' });
  expect(await runTestConnection(carrier, elsewhere)).toMatchObject({
    ok: false,
    problem: { kind: 'refused', field: 'credentials.ekp' },
  });
  expect(
    await runStep(
      ship,
      'create',
      newPurchase(harness, { shipment: domestic, service: 'V01PAK' }),
      {},
      elsewhere,
      options,
    ),
  ).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'credentials.ekp' } });
});

it('who took the parcel and the signature, once it is delivered', async () => {
  const own = openHarnessEnv(manifest, harness);
  const bought = await buy(domestic, 'V01PAK');
  const question = {
    trackingNumber: bought.carrierShipmentId,
    destination: { countryCode: 'DE', zipcode: '53113' },
    shipDate: '2026-11-23',
  };
  expect(await runProofOfDelivery(carrier, question, own)).toMatchObject({
    ok: false,
    problem: { kind: 'refused', message: expect.stringMatching(/has not delivered/) },
  });
  await stand.admin.setClock('dhl-parcel-de', 10 * 86_400_000);
  const proof = await runProofOfDelivery(carrier, question, own);
  const tracked = await runTrack(carrier, { trackingNumbers: [bought.carrierShipmentId] }, own);
  await stand.admin.setClock('dhl-parcel-de', 0);
  expect(proof).toMatchObject({ ok: true, value: { signedBy: 'Test Receiver', files: [{ format: 'gif' }] } });
  expect(tracked.ok && tracked.value[0]?.events.map(({ status }) => status)).toEqual([
    'label-created',
    'accepted',
    'in-transit',
    'out-for-delivery',
    'delivered',
  ]);
});

it('events by DHL’s standard codes, its own codes and the way the parcel goes', () => {
  expect(statusOf('ZU', 'DLVRD', 'ACCPT', false)).toBe('delivered');
  expect(statusOf('ZU', 'DLVRD', 'ACCPT', true)).toBe('returned');
  expect(statusOf('ZU', 'DSPSD', 'NTCLM', false)).toBe('exception');
  expect(statusOf('ZN', 'RETRN', 'RFUSD', false)).toBe('returning');
  expect(statusOf('ZN', 'NTDEL', 'NHOME', false)).toBe('exception');
  expect(statusOf('LA', 'HLDCC', 'LDPCK', false)).toBe('available-for-pickup');
  expect(statusOf('LA', 'INFCL', 'HLDAY', false)).toBe('in-transit');
  expect(statusOf('PO', 'ULFMV', 'UNLDD', false)).toBe('in-transit');
  expect(statusOf('PO', 'SRTED', 'NRQRD', false)).toBe('out-for-delivery');
  expect(statusOf('DD', 'ADVIS', 'DLVDT', false)).toBe('unknown');
  expect(statusOf('QQ', '', '', false)).toBe('unknown');
  expect(fieldOf('shipments[0].consignee.postalCode')).toBe('to.zipcode');
});

it('what DHL remarks on a label that it made goes with the label', () => {
  const item = {
    shipmentNo: '00340434161094042557',
    sstatus: { title: 'OK', status: 200 },
    label: { b64: Buffer.from('%PDF-1.4 label').toString('base64'), fileFormat: 'PDF', printFormat: '910-300-700' },
    validationMessages: [
      {
        property: 'consignee',
        validationMessage: 'The house number entered could not be found.',
        validationState: 'Warning',
      },
    ],
  };
  expect(readOrder(readObject({ items: [item] }), 1)).toMatchObject({
    carrierShipmentId: item.shipmentNo,
    messages: ['DHL Parcel DE: The house number entered could not be found.'],
  });
});
