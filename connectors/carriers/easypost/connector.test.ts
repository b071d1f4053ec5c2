/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, pickupWish, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel, refund } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { ourField } from './src/client.ts';
import { shipmentMessage } from './src/messages.ts';
import { ounces } from './src/ounces.ts';
import { pickup } from './src/pickup.ts';
import { readRates } from './src/rate.ts';
import { ship } from './src/ship.ts';
import { partsOf } from './src/manifest-services.ts';
import { statusOf } from './src/track.ts';
import { trackWebhook } from './src/track-webhook.ts';

const { manifest } = carrier;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => shipmentMessage(shipment, {}));

it('what is quoted is what is charged, with a signature', async () => {
  const shipment = { ...domestic, options: { signature: 'adult' as const } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive());
  expect(state.problem).toBeUndefined();
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
});

it('a return is asked for with the addresses of the way out', () => {
  const { shipment } = shipmentMessage({ ...domestic, from: domestic.to, to: domestic.from, return: {} }, {});
  expect([shipment.is_return, shipment.to_address.city, shipment.from_address.city]).toEqual([
    true,
    'Boise',
    'Buffalo',
  ]);
});

it('weights and values are of a line, in ounces rounded up', () => {
  expect([ounces(28.349523125), ounces(1000), ounces(1)]).toEqual([1, 35.3, 0.1]);
  const [item] = shipmentMessage(crossBorder, {}).shipment.customs_info?.customs_items ?? [];
  expect([item?.value, item?.weight, item?.quantity]).toEqual(['50.00', 21.2, 2]);
});

it('goods that leave the United States: no filing to Canada or up to 2,500 dollars, else refused in words', () => {
  const usd = (minor: number): ShipmentRequest['customs'] =>
    crossBorder.customs && {
      ...crossBorder.customs,
      currency: 'USD',
      items: crossBorder.customs.items.map((item) => ({ ...item, quantity: 1, unitValue: money(minor, 'USD') })),
    };
  const from = domestic.from;
  const berlin = { ...crossBorder.to, city: 'Berlin', provinceCode: '', zipcode: '10115', countryCode: 'DE' };
  const code = (shipment: ShipmentRequest) => shipmentMessage(shipment, {}).shipment.customs_info?.eel_pfc;
  expect(code({ ...crossBorder, from, to: { ...crossBorder.from }, customs: usd(900_000) })).toBe('NOEEI 30.36');
  expect(code({ ...crossBorder, from, to: berlin, customs: usd(250_000) })).toBe('NOEEI 30.37(a)');
  expect(refusedField({ ...crossBorder, from, to: berlin, customs: usd(250_001) })).toBe('customs.exportFiling');
  const filed = usd(250_001);
  expect(
    code({
      ...crossBorder,
      from,
      to: berlin,
      customs: filed && { ...filed, exportFiling: { kind: 'itn', number: 'X20260824123456' } },
    }),
  ).toBe('AES X20260824123456');
  // The limit is that of one tariff number.
  const two = usd(200_000);
  const [item] = two?.items ?? [];
  if (!two || !item) throw new Error('the sample has no goods');
  const goods = (...codes: readonly string[]) => ({ ...two, items: codes.map((hsCode) => ({ ...item, hsCode })) });
  expect(code({ ...crossBorder, from, to: berlin, customs: goods('610910', '620520') })).toBe('NOEEI 30.37(a)');
  expect(refusedField({ ...crossBorder, from, to: berlin, customs: goods('610910', '6109100012') })).toBe(
    'customs.exportFiling',
  );
  expect(code(crossBorder)).toBeUndefined();
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField({ ...domestic, to: { ...domestic.to, name: '', companyName: '' } })).toBe('to.name');
  const items = crossBorder.customs?.items.map((item) => ({ ...item, originCountry: undefined })) ?? [];
  expect(refusedField({ ...crossBorder, customs: crossBorder.customs && { ...crossBorder.customs, items } })).toBe(
    'customs.items.0.originCountry',
  );
});

it('two accounts of one carrier: the cheaper is offered, the other named, and an unknown carrier keeps its words', () => {
  const rate = (id: number, price: string, more: object = {}) => ({
    id: `rate_0000000${id}`,
    carrier: 'UPS',
    service: 'Ground',
    rate: price,
    currency: 'USD',
    carrier_account_id: `ca_0000000${id}`,
    ...more,
  });
  const answer = readRates(
    { rates: [rate(1, '12.00'), rate(2, '10.50'), rate(3, '9.00', { carrier: 'LSO', service: 'GroundEarly' })] },
    { shipment: domestic },
  );
  expect(answer.offers.map((o) => [o.service, o.total.minor, o.token?.account, o.carriedBy?.carrierName])).toEqual([
    ['UPS.Ground', 1050, 'ca_00000002', 'UPS'],
    ['LSO.GroundEarly', 900, 'ca_00000003', 'LSO'],
  ]);
  expect(answer.offers[1]?.carriedBy?.service).toBeUndefined();
  expect(answer.problems).toHaveLength(1);
});

it('a production key is not used in the sandbox', async () => {
  const env = { ...openHarnessEnv(manifest, harness, { apiKey: 'EZAKproductionKey0001' }), mode: 'sandbox' as const };
  const answer = await runRate(carrier, { shipment: domestic }, env);
  expect(!answer.ok && answer.problem.message).toBe(
    'A test key of EasyPost begins with EZTK; this one would buy real labels.',
  );
});

it('a refund is asked about: pending, then paid back', async () => {
  const env = openHarnessEnv(manifest, harness);
  const purchase = newPurchase(harness);
  const bought = await drive(carrier, ship, purchase, env, freshDrive());
  const input = {
    reference: purchase.reference,
    carrierShipmentId: bought.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: bought.kept,
  };
  expect((await drive(carrier, cancel, input, env, freshDrive())).result.refund).toBe('later');
  expect(await refund(input, env)).toEqual({ state: 'pending' });
  const admin = createSimulatorAdmin(new URL(stand.simulator.address).origin);
  await admin.setClock('easypost', 8 * 86_400_000);
  expect(await refund(input, env)).toEqual({ state: 'received' });
  await admin.setClock('easypost', 0);
});

it('codes taken apart, statuses, fields', () => {
  expect(partsOf('DHLExpress.ExpressWorldwide')).toEqual({ carrier: 'DHLExpress', service: 'ExpressWorldwide' });
  expect(partsOf('Ground')).toBeUndefined();
  expect([statusOf('return_to_sender'), statusOf('something_new')]).toEqual(['returning', 'unknown']);
  expect([ourField('shipment.to_address.zip'), ourField('parcel.weight')]).toEqual([
    'to.zipcode',
    'parcels.0.weightGrams',
  ]);
});

it('a pickup is of labels bought here, of one carrier, on a day to come', async () => {
  const env = openHarnessEnv(manifest, harness);
  const wish = { ...pickupWish, date: env.now().toISOString().slice(0, 10) };
  const book = async (more: Partial<typeof wish>) => {
    const input = { ...wish, ...more, reference: newPurchase(harness).reference, uuid: '' };
    return (await drive(carrier, pickup.book, input, env, freshDrive())).problem?.problem;
  };
  const { load } = wish;
  expect((await book({ load: { ...load, trackingNumbers: [] } }))?.message).toMatch(/only for labels that were bought/);
  expect((await book({ load: { ...load, services: ['USPS.Priority', 'UPSDAP.Ground'] } }))?.message).toBe(
    'EasyPost books a pickup with one carrier, and these parcels go by USPS and UPSDAP.',
  );
  expect((await book({ load: { ...load, trackingNumbers: ['EZ999999999999'] } }))?.message).toBe(
    'EasyPost sold no label with the number EZ999999999999.',
  );
  expect((await book({ closeTime: '09:00' }))?.field).toBe('closeTime');
  expect(await book({})).toBeUndefined();
});

it('a carrier that does not come says so, before and at booking', async () => {
  const env = openHarnessEnv(manifest, harness);
  const fedex = { ...domestic, options: {} };
  const purchase = newPurchase(harness, { shipment: fedex, service: 'FedEx.FEDEX_GROUND' });
  const bought = await drive(carrier, ship, purchase, env, freshDrive());
  const trackingNumbers = (bought.result.parcels ?? []).map(({ trackingNumber }) => trackingNumber);
  const load = { ...pickupWish.load, services: ['FedEx.FEDEX_GROUND'], trackingNumbers };
  const answer = await pickup.availability?.({ ...pickupWish, date: env.now().toISOString().slice(0, 10), load }, env);
  expect(answer).toEqual({
    available: false,
    messages: ['EasyPost has no pickup for these parcels. FedEx does not offer scheduled pickups.'],
  });
});

it('one webhook of our address, whose events are let in by their signature and belong to the account', async () => {
  const env = openHarnessEnv(manifest, harness);
  const arrived: { headers: Record<string, string>; body: Uint8Array }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      arrived.push({ headers, body: new Uint8Array(Buffer.concat(parts)) });
      response.end('ok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const first = await trackWebhook.subscribe({ address, secret: 'the first secret' }, env);
    const again = await trackWebhook.subscribe({ address, secret: 'the Æffective secret' }, env);
    expect(again).toEqual(first);
    const pushes = await createSimulatorAdmin(new URL(stand.simulator.address).origin).push('easypost');
    expect(pushes.length).toBeGreaterThan(1);
    expect(arrived).toHaveLength(pushes.length);
    const keys = new Set<string>();
    for (const delivery of arrived) {
      expect(trackWebhook.accountOf(delivery)).toBe(first.account);
      const { deliveryKey, topic } = trackWebhook.verify(
        delivery,
        { credentials: {}, secret: 'the Æffective secret' },
        new Date(),
      );
      keys.add(deliveryKey);
      expect(trackWebhook.understand(topic, delivery.body).parcels[0]?.events.length).toBeGreaterThan(0);
      expect(() => trackWebhook.verify(delivery, { credentials: {}, secret: 'the first secret' }, new Date())).toThrow(
        /its signature is wrong/,
      );
    }
    expect(keys.size).toBe(pushes.length);
  } finally {
    await new Promise((done) => server.close(done));
  }
});

it('what only some carriers act on is asked for, and the others are not offered', async () => {
  const env = openHarnessEnv(manifest, harness);
  const quoted = async (shipment: ShipmentRequest) => {
    const answer = await runRate(carrier, { shipment }, env);
    if (!answer.ok) throw new Error(answer.problem.message);
    const { offers, problems } = answer.value;
    return {
      carriers: [...new Set(offers.map(({ carriedBy }) => carriedBy?.carrier))],
      said: problems.map(({ message }) => message),
    };
  };
  const all = await quoted(domestic);
  expect(all.carriers).toContain('ups');
  const iced = await quoted({ ...domestic, options: { dangerousGoods: { kind: 'dry-ice', dryIceGrams: 500 } } });
  expect(iced.carriers.every((one) => one === 'ups' || one === 'fedex')).toBe(true);
  expect(iced.said).toEqual([expect.stringMatching(/ cannot be told of these dangerous goods through EasyPost\.$/)]);
  const { customs } = crossBorder;
  const account = { holder: 'third-party', number: 'A1B2C3', countryCode: 'US', postalCode: '14201' } as const;
  const billed: ShipmentRequest = { ...crossBorder, customs: customs && { ...customs, dutiesAccount: account } };
  expect((await quoted(billed)).carriers.every((one) => one === 'ups' || one === 'fedex')).toBe(true);
  expect(shipmentMessage(billed, {}).shipment.options.duty_payment).toEqual({
    type: 'THIRD_PARTY',
    account: 'A1B2C3',
    country: 'US',
    postal_code: '14201',
  });
  const batteries: ShipmentRequest = {
    ...domestic,
    options: { dangerousGoods: { kind: 'lithium-metal-in-equipment' } },
  };
  expect(shipmentMessage(batteries, {}).shipment.options.hazmat).toBe('PRIMARY_CONTAINED');
});
