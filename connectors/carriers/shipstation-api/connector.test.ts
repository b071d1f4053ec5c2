/** What is particular to this connector and its stand-in; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance-harness';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { runRate } from '@scanship/connector-kit/run-question';
import { money } from '@scanship/domain/money';
import type { ShipmentRequest } from '@scanship/domain/shipment';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel, refund } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { ourField } from './src/client.ts';
import { shipmentMessage } from './src/messages.ts';
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
  expect(message.ship_to.state_province).toBe('Berlin');
  expect(message.tax_identifiers).toEqual([
    { taxable_entity_type: 'shipper', identifier_type: 'ioss', issuing_authority: 'DE', value: 'IM0000000001' },
    { taxable_entity_type: 'recipient', identifier_type: 'eori', issuing_authority: 'DE', value: 'DE123456789' },
  ]);
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
