/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Drive,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { kindOf } from './src/client.ts';
import { easternDay } from './src/eastern-day.ts';
import { endOfDay } from './src/end-of-day.ts';
import { addressMessage, needsExtraCare, shipmentMessage } from './src/messages.ts';
import { price } from './src/prices.ts';
import { ship } from './src/ship.ts';
import { takeApart } from './src/street.ts';
import { statusOf } from './src/tracking-codes.ts';

const { manifest } = carrier;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const buy = async (more: Partial<ShipInput>): Promise<{ input: ShipInput; state: Drive<ShipResult> }> => {
  const input = newPurchase(harness, more);
  return {
    input,
    state: await drive(carrier, ship, input, openHarnessEnv(manifest, harness), freshDrive<ShipResult>()),
  };
};
const [parcel] = samples.domestic.parcels;
if (!parcel || !samples.crossBorder) throw new Error('the samples lack a parcel');
const { shipment: abroad } = samples.crossBorder;
const withOptions = (
  options: ShipmentRequest['options'],
  to: Partial<ShipmentRequest['to']> = {},
): ShipmentRequest => ({
  ...samples.domestic,
  to: { ...samples.domestic.to, ...to },
  options,
});
const refusedField = async (shipment: ShipmentRequest, service = '1'): Promise<unknown> => {
  const { state } = await buy({ shipment, service });
  return { kind: state.problem?.problem.kind, field: state.problem?.problem.field };
};

describe('what a shipment says', () => {
  it('numbers are a letter and 21 digits: shipper number, serial, piece', async () => {
    const parcels = [1, 2].map((number) => ({ ...parcel, number }));
    const { state } = await buy({ shipment: { ...samples.domestic, parcels } });
    const numbers = state.result.parcels?.map((p) => p.trackingNumber) ?? [];
    expect(numbers.map((n) => n.replace(/^D41000001\d{10}/, ''))).toEqual(['001', '002']);
    expect(state.result.files?.map((f) => f.kind === 'bytes' && [f.format, f.picture, f.parcelNumber])).toEqual([
      ['png', { turn: 0, dotsPerInch: 203 }, 1],
      ['png', { turn: 0, dotsPerInch: 203 }, 2],
    ]);
  });

  it('the commercial invoice comes with the label of a parcel abroad', async () => {
    const { state } = await buy({ shipment: abroad, service: '2' });
    expect(state.result.files?.map((f) => f.document)).toEqual(['label', 'customs-invoice']);
  });

  it('the proforma bears the nine digits of the sender’s business number, whatever account is behind them', async () => {
    const bearing = (taxIds: NonNullable<ShipmentRequest['from']['taxIds']>): ShipmentRequest => ({
      ...abroad,
      from: { ...abroad.from, taxIds },
    });
    const said = (shipment: ShipmentRequest) =>
      JSON.stringify(shipmentMessage(shipment, { shipper: '41000001', service: '2', reference: 'A1' }));
    const number = bearing([
      { kind: 'EIN', number: '12-3456789', countryCode: 'US' },
      { kind: 'BN', number: '123456789RM0001', countryCode: 'CA' },
    ]);
    expect(said(number)).toContain('business_num":"123456789"');
    expect(said(bearing([{ kind: 'EIN', number: '12-3456789' }]))).not.toContain('business_num');
    expect((await buy({ shipment: number, service: '2' })).state.problem).toBeUndefined();
  });

  it('what is quoted is what is charged, with every option', async () => {
    const shipment = withOptions(
      { insuredValue: money(35_000, 'CAD'), saturdayDelivery: true, dangerousGoods: { kind: 'limited-quantity' } },
      { residential: false },
    );
    const quoted = await runRate(carrier, { shipment, services: ['1'] }, openHarnessEnv(manifest, harness));
    const { state } = await buy({ shipment });
    expect(state.result.charged?.lines.map((l) => l.code)).toEqual(['freight', 'fuel', 'dg', 'dv', 'premium', 'GST']);
    expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  });

  it('what cannot be said is refused before the call', async () => {
    expect(await refusedField(withOptions({ signature: 'adult' }))).toEqual({
      kind: 'invalid-input',
      field: 'options.signature',
    });
    expect(await refusedField(withOptions({ insuredValue: money(10_000, 'CAD') }))).toEqual({
      kind: 'invalid-input',
      field: 'options.insuredValue',
    });
    expect(await refusedField(withOptions({ dangerousGoods: { kind: 'limited-quantity' } }), '5')).toEqual({
      kind: 'invalid-input',
      field: 'options.dangerousGoods',
    });
    const paid = { ...abroad, customs: abroad.customs && { ...abroad.customs, dutiesPaidBy: 'Shipper' as const } };
    expect(await refusedField(paid, '2')).toEqual({ kind: 'invalid-input', field: 'customs.dutiesPaidBy' });
  });

  it('extra care begins above 84 inches at home, 60 to the United States, 130 in length and girth', () => {
    const long = (lengthMm: number) => ({ ...parcel, dimensions: { lengthMm, widthMm: 100, heightMm: 100 } });
    expect([2133, 2134].map((mm) => needsExtraCare(long(mm), false))).toEqual([false, true]);
    expect([1524, 1525].map((mm) => needsExtraCare(long(mm), true))).toEqual([false, true]);
    const bulky = { ...parcel, dimensions: { lengthMm: 1303, widthMm: 500, heightMm: 500 } };
    expect(needsExtraCare(bulky, false)).toBe(true);
  });
});

describe('what answers mean', () => {
  const charges = (more: Record<string, string>): ReturnType<typeof price> =>
    price(readObject({ freight_charge: '10.00', tax_charge_1: '0.5', tax_code_1: 'GST', ...more }, 'shipment'));

  it('floats are cents within their precision, and nothing else', () => {
    expect(charges({ total: '10.500001' }).total).toEqual(money(1050, 'CAD'));
    expect(() => charges({ total: '10.504' })).toThrow(/whole number of cents/);
    expect(charges({ total: '10.51' }).lines.at(-1)).toMatchObject({ label: 'Other charges', amount: money(1, 'CAD') });
    expect(() => charges({ total: '4.00' })).toThrow(/do not add up/);
    // Without a total, a charge that is missing would make the sum a guess.
    expect(() => charges({})).toThrow(/fuel_surcharge is missing/);
  });

  it('a parcel that was picked up is accepted; an extension is no part of the number', () => {
    expect([statusOf('PIC', 'Whatever Canpar calls it'), statusOf('INO', 'Whatever')]).toEqual([
      'accepted',
      'in-transit',
    ]);
    const sent = addressMessage({ ...samples.domestic.to, phone: '416 555-0199 x12' }, 'to');
    expect(JSON.stringify(sent)).toContain('4165550199');
    expect(JSON.stringify(sent)).toMatch(/extension[^}]*"12"/);
  });

  it('error texts are told apart by their words', () => {
    expect(kindOf('INVALID USER ID OR PASSWORD', false)).toBe('not-authorised');
    expect(kindOf('POSTAL CODE IS INVALID', false)).toBe('invalid-input');
    expect(kindOf('SERVICE IS NOT AVAILABLE FOR THE SHIPMENT', false)).toBe('refused');
    expect(kindOf('Internal error, please try again', false)).toBe('unknown-effect');
    expect(kindOf('Internal error, please try again', true)).toBe('temporary-before-effect');
  });

  it('days are midnight in Toronto', () => {
    expect(easternDay('2012-06-18T04:00:00.000Z')).toBe('2012-06-18');
    expect(easternDay('2026-11-27T05:00:00.000Z')).toBe('2026-11-27');
  });

  it('scans by code, else by their words', () => {
    const said = [
      statusOf('DEL', 'DELIVERED'),
      statusOf('WC', 'WITH COURIER'),
      statusOf('X', 'Returned to shipper'),
      statusOf('X', 'Delivery attempted, nobody home'),
      statusOf('X', 'Arrived at terminal'),
      statusOf('X', '?'),
    ];
    expect(said).toEqual(['delivered', 'out-for-delivery', 'returned', 'exception', 'in-transit', 'unknown']);
  });

  it('streets are taken apart in both languages', () => {
    expect(takeApart('10-565 Sherbourne Street E.')).toEqual({
      number: '565',
      name: 'SHERBOURNE',
      type: 'ST',
      direction: 'E',
    });
    expect(takeApart('1250, rue Saint-Denis Ouest')).toEqual({
      number: '1250',
      name: 'SAINT-DENIS',
      type: 'RUE',
      direction: 'W',
    });
    expect(takeApart('12 St Clair Ave')).toEqual({ number: '12', name: 'ST CLAIR', type: 'AVE', direction: '' });
    expect(takeApart('Broadway')).toEqual({ number: '', name: 'BROADWAY', type: '', direction: '' });
  });
});

it('one that may be forgotten is found though it is bought again for another day', async () => {
  const { input, state } = await buy({});
  const shipDate = new Date(Date.parse(input.shipment.shipDate) + 7 * 86_400_000).toISOString().slice(0, 10);
  const again = { ...input, shipment: { ...input.shipment, shipDate } };
  const asked = (one: ShipInput) => ship.recover?.(one, 'create', {}, openHarnessEnv(manifest, harness));
  expect(await asked(again)).toEqual({ kind: 'absent' });
  expect(await asked({ ...again, perhapsSince: new Date().toISOString() })).toMatchObject({
    kind: 'found',
    result: { carrierShipmentId: state.result.carrierShipmentId },
  });
});

it('what is on a manifest can no longer be voided; the parcel can be followed until it is signed for', async () => {
  const { input, state } = await buy({});
  const env = openHarnessEnv(manifest, harness);
  const trackingNumber = state.result.parcels?.[0]?.trackingNumber ?? '';
  const bought = {
    reference: input.reference,
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [trackingNumber],
    kept: state.kept,
  };
  const closing = {
    reference: 'E1',
    uuid: '',
    from: samples.domestic.from,
    date: input.shipment.shipDate,
    shipments: [{ ...bought, service: '1', destination: 'CA' }],
  };
  const closed = await drive(carrier, endOfDay, closing, env, freshDrive());
  expect(closed.result).toMatchObject({ manifestNumbers: [expect.any(String)], leftOut: [] });
  const voided = await drive(carrier, cancel, bought, env, freshDrive());
  expect(voided.problem?.problem.message).toMatch(
    /is on manifest \d+; Canpar Express voids only before the end of day\./,
  );

  const early = carrier.proofOfDelivery?.(
    { trackingNumber, destination: input.shipment.to, shipDate: '2026-11-23' },
    env,
  );
  await expect(early).rejects.toMatchObject({ problem: { kind: 'refused' } });
  await stand.admin.setClock('canpar', 10 * 86_400_000);
  const followed = await runTrack(carrier, { trackingNumbers: [trackingNumber] }, env);
  expect(followed.ok && followed.value[0]?.events[0]).toMatchObject({ status: 'delivered', place: 'MISSISSAUGA, ON' });
  const proof = await carrier.proofOfDelivery?.(
    { trackingNumber, destination: input.shipment.to, shipDate: '2026-11-23' },
    env,
  );
  expect(proof).toMatchObject({ signedBy: 'TEST RECEIVER', place: 'MISSISSAUGA, ON' });
});
