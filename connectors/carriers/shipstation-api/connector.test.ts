/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { pickupWish } from './simulator/own-pickups.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel, refund } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { ourField } from './src/client.ts';
import { shipmentMessage } from './src/messages.ts';
import { pickup, pickupMessage } from './src/pickup.ts';
import { readRates } from './src/rate.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/track.ts';

const { manifest } = carrier;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refused = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConnectorError) return error.problem.field ?? error.problem.kind;
    throw error;
  }
  return 'accepted';
};

it('the seller’s own UPS and ShipStation’s are two offers of one service of UPS', async () => {
  const answer = await runRate(carrier, { shipment: domestic }, openHarnessEnv(manifest, harness));
  expect(answer.ok).toBe(true);
  const standard = answer.ok ? answer.value.offers.filter(({ carriedBy }) => carriedBy?.service === '11') : [];
  expect(standard.map((one) => [one.service, one.carriedBy?.carrier, one.total.minor])).toEqual([
    ['ups.ups_standard', 'ups', 1560],
    ['ups_walleted.ups_standard', 'ups', 1411],
  ]);
});

it('what is quoted is what is charged, with insurance and signature', async () => {
  const shipment = { ...domestic, options: { insuredValue: money(10_000, 'CAD'), signature: 'any' as const } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
});

it('two accounts of one carrier: the cheaper is offered, the other named', () => {
  const amount = (value: number) => ({ currency: 'usd', amount: value });
  const rate = (id: string, price: number, more: object = {}) => ({
    rate_id: `se-${id}`,
    carrier_id: `se-${id}`,
    carrier_code: 'ups',
    service_code: 'ups_ground',
    service_type: 'UPS® Ground',
    validation_status: 'valid',
    shipping_amount: amount(price),
    insurance_amount: amount(0),
    confirmation_amount: amount(0),
    other_amount: amount(0),
    ...more,
  });
  const answer = readRates({ rate_response: { rates: [rate('1', 12), rate('2', 10.5)] } }, domestic, []);
  expect(answer.offers.map((o) => [o.total.minor, o.token?.carrierId])).toEqual([[1050, 'se-2']]);
  expect(answer.problems).toHaveLength(1);
  const broken = readRates(
    { rate_response: { rates: [rate('1', 12), rate('2', 9, { tax_amount: { currency: 'cad', amount: 1 } })] } },
    domestic,
    [],
  );
  expect(broken.offers.map((o) => o.total.minor)).toEqual([1200]);
  expect(broken.problems[0]?.message).toMatch(/several currencies/);
});

it('a live key is not used in the sandbox', async () => {
  const env = { ...openHarnessEnv(manifest, harness, { apiKey: 'liveKeyOfTheShop0001' }), mode: 'sandbox' as const };
  const answer = await runRate(carrier, { shipment: domestic }, env);
  expect(!answer.ok && [answer.problem.kind, answer.problem.message]).toEqual([
    'not-authorised',
    'A sandbox key of ShipStation API begins with TEST_; this one would buy real labels.',
  ]);
});

it('what cannot be said is refused before the call; a country without provinces has its city', () => {
  expect(refused(() => shipmentMessage({ ...domestic, from: { ...domestic.from, phone: undefined } }))).toBe(
    'from.phone',
  );
  expect(refused(() => shipmentMessage({ ...domestic, to: { ...domestic.to, name: ' ' } }))).toBe('to.name');
  const berlin = { ...crossBorder.to, city: 'Berlin', provinceCode: '', zipcode: '10115', countryCode: 'DE' };
  const abroad: ShipmentRequest = {
    ...crossBorder,
    from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM0000000001', countryCode: 'DE' }] },
    to: { ...berlin, taxIds: [{ kind: 'EORI', number: 'DE123456789' }] },
  };
  const message = shipmentMessage(abroad);
  const sold = { carrierId: 'se-1', serviceCode: 'usps_priority', reference: 'S000000000000001' };
  const filed = {
    ...abroad,
    customs: abroad.customs && { ...abroad.customs, exportFiling: { kind: 'exempt', number: '8' } as const },
  };
  expect(shipmentMessage(filed, sold).customs?.declaration).toBe('NDR 8');
  expect(message.customs?.declaration).toBeUndefined();
  expect(message.ship_to.state_province).toBe('Berlin');
  expect(message.tax_identifiers).toEqual([
    { taxable_entity_type: 'shipper', identifier_type: 'ioss', issuing_authority: 'DE', value: 'IM0000000001' },
    { taxable_entity_type: 'recipient', identifier_type: 'eori', issuing_authority: 'DE', value: 'DE123456789' },
  ]);
  const gst = (countryCode: string, number: string) =>
    shipmentMessage({ ...abroad, from: { ...abroad.from, taxIds: [{ kind: 'GST', number, countryCode }] } })
      .tax_identifiers?.filter((one) => one.taxable_entity_type === 'shipper')
      .map((one) => one.identifier_type);
  expect(gst('AU', '83914571673')).toEqual(['abn']);
  expect(gst('CA', '123456789RT0001')).toEqual([]);
});

it('a void is asked about: pending, then paid back', async () => {
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
  await admin.setClock('shipstation-api', 8 * 86_400_000);
  expect(await refund(input, env)).toEqual({ state: 'received' });
  await admin.setClock('shipstation-api', 0);
});

it('statuses by their detail, else by their code; fields by ours', () => {
  expect(statusOf('IT', 'OUT_FOR_DELIVERY')).toBe('out-for-delivery');
  expect(statusOf('IT', undefined)).toBe('in-transit');
  expect(statusOf('ZZ', 'NEW_WORD')).toBe('unknown');
  expect(ourField('shipment.ship_to.postal_code')).toBe('to.zipcode');
  expect(ourField('something.else')).toBeUndefined();
});

it('a pickup is of labels bought here, of one carrier, with a person to reach', async () => {
  const env = openHarnessEnv(manifest, harness);
  const wish = { ...pickupWish, date: env.now().toISOString().slice(0, 10) };
  const book = async (more: Partial<typeof wish>) => {
    const input = { ...wish, ...more, reference: newPurchase(harness).reference, uuid: '' };
    return (await drive(carrier, pickup.book, input, env, freshDrive())).problem?.problem;
  };
  const { load, address } = wish;
  expect((await book({ load: { ...load, trackingNumbers: [] } }))?.message).toMatch(/only for labels that were bought/);
  expect((await book({ load: { ...load, services: ['ups.ups_ground', 'usps.usps_ground_advantage'] } }))?.message).toBe(
    'ShipStation API books a pickup with one carrier, and these parcels go by ups and usps.',
  );
  expect((await book({ load: { ...load, trackingNumbers: ['SE999999999999'] } }))?.message).toBe(
    'ShipStation API sold no label with the number SE999999999999.',
  );
  expect((await book({ closeTime: '09:00' }))?.field).toBe('closeTime');
  expect((await book({ address: { ...address, email: undefined } }))?.field).toBe('address.email');
  expect((await book({ address: { ...address, phone: '911' } }))?.field).toBe('address.phone');
  expect(await book({})).toBeUndefined();
  expect(pickupMessage(wish, ['se-1'])).toEqual({
    label_ids: ['se-1'],
    contact_details: { name: 'Test Sender', email: 'shop@example.com', phone: '416-555-0100' },
    pickup_notes: 'Reception. Ring twice',
    pickup_window: { start_at: `${wish.date}T10:00:00Z`, end_at: `${wish.date}T16:00:00Z` },
  });
});

it('a carrier without numbers: after a minute ShipStation’s own stands for it', async () => {
  const stated = openHarnessEnv(manifest, harness);
  const wish = { ...pickupWish, date: stated.now().toISOString().slice(0, 10), reference: 'P1', uuid: '' };
  const confirm = pickup.book.steps.find(({ name }) => name === 'confirm');
  const state = await drive(carrier, pickup.book, wish, stated, freshDrive(), 'confirm');
  const blank = (env: CarrierEnv, ms: number): CarrierEnv => ({
    ...env,
    now: () => new Date(Date.now() + ms),
    http: {
      send: async (request) => {
        const { status, headers, bytes } = await env.http.send(request);
        const answer = JSON.parse(new TextDecoder().decode(bytes)) as object;
        const text = JSON.stringify({ ...answer, confirmation_number: null });
        return makeResponse('ShipStation API', {
          status,
          headers,
          bytes: new TextEncoder().encode(text),
          traceId: 't',
        });
      },
    },
  });
  expect(await confirm?.run(wish, state.kept, blank(stated, 0))).toEqual({ kind: 'wait', retryAfterMs: 10_000 });
  expect(await confirm?.run(wish, state.kept, blank(stated, 61_000))).toMatchObject({
    kind: 'done',
    result: { confirmation: state.kept.pickupId },
  });
});
