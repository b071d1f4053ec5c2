/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runLandedCost, runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { parcelMessage } from './src/messages.ts';
import { filesOf } from './src/shipment.ts';
import { statusOf } from './src/track.ts';

const { manifest, ship, cancel, endOfDay, pickup, attachDocument } = carrier;
if (!ship || !cancel || !endOfDay || !pickup?.cancel || !attachDocument || !samples.pickup)
  throw new Error('the connector lacks an operation');
const cancelPickup = pickup.cancel;
const wish = samples.pickup;
const { domestic } = samples;
const now = new Date('2026-11-20T12:00:00Z');
const options = { deadlineMs: 20_000, vendor: manifest.name };
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const message = (shipment: ShipmentRequest): Record<string, unknown> => {
  const [parcel] = shipment.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  return parcelMessage(shipment, parcel, now);
};
const refusedField = (shipment: ShipmentRequest): string | undefined => refusedFieldOf(() => message(shipment));
const { customs } = crossBorder;
if (!customs) throw new Error('the sample has no declaration');
const declaring = (more: Partial<typeof customs>): ShipmentRequest => ({
  ...crossBorder,
  customs: { ...customs, ...more },
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  const [item] = customs.items;
  if (!parcel || !item) throw new Error('the sample is empty');
  expect(refusedField(domestic)).toBe('accepted');
  expect(refusedField(crossBorder)).toBe('accepted');
  expect(refusedField({ ...domestic, to: { ...domestic.to, countryCode: 'JP' } })).toBe('to.countryCode');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: ' ' } })).toBe('to.address1');
  expect(refusedField({ ...domestic, to: { ...domestic.to, name: '', companyName: '' } })).toBe('to.name');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField({ ...domestic, options: { signature: 'adult' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'USD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...crossBorder, customs: undefined })).toBe('customs');
  expect(refusedField(declaring({ incoterm: 'EXW' }))).toBe('customs.incoterm');
  expect(refusedField(declaring({ items: [{ ...item, description: 'x'.repeat(251) }] }))).toBe(
    'customs.items.0.description',
  );
  expect(refusedField(declaring({ items: [{ ...item, unitValue: money(100, 'USD') }] }))).toBe(
    'customs.items.0.unitValue',
  );
  expect(refusedField(declaring({ currency: 'JPY', items: [{ ...item, unitValue: money(100, 'JPY') }] }))).toBe(
    'customs.items.0.unitValue',
  );
});

it('numbers a seller is registered under have members of their own', () => {
  const taxIds = [
    { kind: 'IOSS', number: 'IM2760000742' },
    { kind: 'GST', number: '123456789RT0001', countryCode: 'CA' },
    { kind: 'VAT', number: 'CHE-123.456.789', countryCode: 'CH' },
    { kind: 'VOEC', number: '2012345' },
    { kind: 'CPF', number: '12' },
  ];
  const said = message({ ...crossBorder, from: { ...crossBorder.from, taxIds } })['customs'];
  expect(said).toMatchObject({
    IOSS: 'IM2760000742',
    CA_GST: '123456789RT0001',
    SWISSVAT: 'CHE-123.456.789',
    VOECNUMBER: '2012345',
  });
  expect(said).not.toHaveProperty('CPF');
});

it('a day of hand-over is named only when it is a working day to come', () => {
  expect(message(domestic)['shipDate']).toBe('2026-11-23T12:00:00.000Z');
  for (const shipDate of ['2026-11-20', '2026-11-22'])
    expect(message({ ...domestic, shipDate })).not.toHaveProperty('shipDate');
});

it('what is quoted is what is charged, with a signature, and with duties where the sender pays them', async () => {
  const env = openHarnessEnv(manifest, harness);
  const signed = { ...crossBorder, options: { signature: 'any' as const } };
  const quoted = await runRate(carrier, { shipment: signed, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment: signed }), env, freshDrive<ShipResult>());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(state.result.charged?.lines.map(({ kind }) => kind)).toEqual(['base', 'option', 'duty', 'tax']);
  expect(state.result.files?.map(({ document }) => document)).toEqual(['label', 'customs-invoice']);
});

it('two parcels cost what each costs, with the goods of each', async () => {
  const [parcel] = crossBorder.parcels;
  const [item] = customs.items;
  if (!parcel || !item) throw new Error('the sample is empty');
  const shipment: ShipmentRequest = {
    ...declaring({ items: [{ ...item, lines: [1] }] }),
    parcels: [
      { ...parcel, items: [{ line: 1, quantity: 1 }] },
      { ...parcel, number: 2, items: [{ line: 1, quantity: 1 }] },
    ],
  };
  const answer = await runRate(carrier, { shipment, services: [samples.service] }, openHarnessEnv(manifest, harness));
  const duty = answer.ok && answer.value.offers[0]?.lines.find(({ kind }) => kind === 'duty');
  expect(duty && duty.amount).toEqual(money(200, 'GBP'));
});

it('a label that is not there in the wished format is waited for, then taken as it is', () => {
  const shipment = readObject({
    documents: [{ type: 'LABEL', format: 'PDF', url: '', base64String: Buffer.from('%PDF-1.4').toString('base64') }],
  });
  expect(filesOf(shipment, 'zpl', 1, false)).toBeUndefined();
  expect(filesOf(shipment, 'zpl', 1, true)).toMatchObject([{ document: 'label', format: 'pdf' }]);
});

it('a label under way is not taken back, and a cut-off purchase is left to a person', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
  const bought = {
    reference: input.reference,
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: state.kept,
  };
  await stand.admin.setClock(manifest.slug, 26 * 3_600_000);
  try {
    const refused = await drive(carrier, cancel, bought, openHarnessEnv(manifest, harness), freshDrive());
    expect(refused.problem?.problem).toMatchObject({ kind: 'refused' });
  } finally {
    await stand.admin.setClock(manifest.slug, 0);
  }
  expect(await recoverStep(ship, 'create', input, {}, env, options)).toMatchObject({
    ok: false,
    problem: { vendorCode: 'cannot-be-asked' },
  });
});

it('words of events say what they mean', () => {
  expect(
    [
      'Shipment info received by carrier',
      'Parcel collected from shipper',
      'Departed from Teleship hub',
      'Customs clearance in progress',
      'Out for delivery',
      'Delivered',
      'Something else',
    ].map(statusOf),
  ).toEqual(['label-created', 'accepted', 'in-transit', 'customs', 'out-for-delivery', 'delivered', 'unknown']);
});

it('a pickup needs labels bought here and a window of 1 to 12 hours on a working day', async () => {
  const env = openHarnessEnv(manifest, harness);
  const book = async (more: Partial<typeof wish>) => {
    const input = { ...wish, date: '2099-11-24', ...more, reference: 'P000000000000001', uuid: crypto.randomUUID() };
    return (await drive(carrier, pickup.book, input, env, freshDrive())).problem?.problem.field;
  };
  expect(await book({ load: { ...wish.load, trackingNumbers: [] } })).toBe('load.trackingNumbers');
  expect(await book({ closeTime: '09:30' })).toBe('closeTime');
  expect(await book({ date: '2099-11-22' })).toBe('date');
  const strange = { ...wish, load: { ...wish.load, trackingNumbers: ['TSUSUSA54UHK999999999'] }, date: '2099-11-24' };
  const state = await drive(
    carrier,
    pickup.book,
    { ...strange, reference: 'P000000000000002', uuid: crypto.randomUUID() },
    env,
    freshDrive(),
  );
  expect(state.problem?.problem).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/does not know TSUSUSA54UHK999999999/) as string,
  });
});

it('bad input to each remaining call: words, no crash', async () => {
  const env = openHarnessEnv(manifest, harness);
  const tracked = await runTrack(carrier, { trackingNumbers: ['TSUSUSA54UHK111111111'] }, env);
  expect(tracked.ok && tracked.value[0]?.problems).toEqual(['Teleship does not know TSUSUSA54UHK111111111.']);
  const strange = { reference: 'S1', carrierShipmentId: 'unknown-1', trackingNumbers: [], kept: {} };
  expect((await drive(carrier, cancel, strange, env, freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'Teleship: Shipment not found.',
  });
  const nobody = { confirmation: 'nobody-1', reference: 'P1', date: '2099-11-24', wish, kept: {} };
  expect((await drive(carrier, cancelPickup, nobody, env, freshDrive())).problem?.problem.kind).toBe('refused');
  const closing = { reference: 'E1', uuid: crypto.randomUUID(), from: domestic.from, date: '2026-11-24' };
  const shipments = [{ ...strange, service: samples.service, destination: 'US' }];
  const closed = await drive(carrier, endOfDay, { ...closing, shipments }, env, freshDrive());
  expect(closed.problem?.problem).toMatchObject({
    kind: 'invalid-input',
    message: expect.stringMatching(/unknown-1 was not found/) as string,
  });
  expect(await runLandedCost(carrier, { shipment: domestic, service: samples.service }, env)).toMatchObject({
    ok: false,
    problem: { field: 'customs' },
  });
  const document = { kind: 'other', name: 'x.gif', format: 'gif', bytes: new Uint8Array([1]) } as const;
  const paper = { ...strange, shipDate: '2026-11-24', originCountry: 'GB', destinationCountry: 'US', document };
  expect((await drive(carrier, attachDocument, paper, env, freshDrive())).problem?.problem.field).toBe(
    'document.format',
  );
  const wrong = openHarnessEnv(manifest, harness, { ...samples.account.credentials, clientSecret: 'not-the-secret' });
  expect(await runTestConnection(carrier, wrong)).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
});
