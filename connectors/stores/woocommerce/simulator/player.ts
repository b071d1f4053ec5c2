/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import type {
  SeenRefund,
  SeenReport,
  StorePlayer,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopSecret } from '../src/signature.ts';
import { DEMO_APP } from './apps.ts';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly object[]>> = {
  'maple-woo.example': [
    { productId: 101, name: 'Maple mug', price: '12.50', quantity: 3, sku: 'MUG' },
    { productId: 102, variationId: 104, name: 'Shirt &ndash; Black', price: '21.00', quantity: 2, sku: 'SHIRT-BLACK' },
  ],
  'birch.example/shop': [{ productId: 201, name: 'Birch bowl', price: '30.00', quantity: 2, sku: 'BOWL' }],
};
const ADDRESS = {
  first_name: 'Test',
  last_name: 'Buyer',
  company: 'Receiver Ltd',
  address_1: '20 Receiver Avenue',
  address_2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  postcode: 'V6B 1A1',
  country: 'CA',
  phone: '+16045550100',
};
const STATUS = { cancel: 'cancelled', hold: 'on-hold', release: 'processing' } as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = async (
    method: string,
    account: string,
    path: string,
    body?: unknown,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const address = `${hostAddress}/_admin/woocommerce/shops/${encodeURIComponent(account)}/${path}`;
    const response = await fetch(address, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const revoked = new Set<string>();
  return {
    consent: () => Promise.reject(new Error('WooCommerce shops are connected by keys.')),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[account] ?? [],
        shipping: ADDRESS,
        email: 'test.buyer@mail.example',
        note: when === 'now' ? 'Ring twice.' : undefined,
        method: { id: 'flat_rate', title: 'Standard &amp; tracked' },
        taxPercent: 13,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change =
        how === 'note'
          ? { action: 'note', note: `Changed at ${new Date().toISOString()}` }
          : { action: 'status', status: STATUS[how] };
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      const products = Array.from({ length: count }, (_v, index) => ({
        name: `Thing ${index + 1}`,
        sku: `THING-${index + 1}`,
        price: '12.50',
        weight: '0.25',
      }));
      return (await call('POST', account, 'products', { products })).ids as string[];
    },
    async reports(account, externalId) {
      const { reports } = await call('GET', account, `orders/${externalId}`);
      return (reports as { reference: string; live: boolean; numbers: string[]; units: number }[]).map(
        (r): SeenReport => ({ id: r.reference, live: r.live, trackingNumbers: r.numbers, units: r.units }),
      );
    },
    async refunds(account, externalId) {
      const { refunds, restocked } = await call('GET', account, `orders/${externalId}`);
      return (refunds as { id: number; amount: string; line_items: { quantity: number }[] }[]).map(
        (refund): SeenRefund => ({
          id: String(refund.id),
          totalMinor: Math.round(Number(refund.amount) * 100),
          units: refund.line_items.reduce((sum, line) => sum + Math.abs(line.quantity), 0),
          restockedUnits: ((restocked ?? {}) as Readonly<Record<string, number>>)[String(refund.id)] ?? 0,
        }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Keys have no end of their own.
    expireAccess: () => Promise.resolve(),
    async revoke(account) {
      revoked.add(account);
      await call('PUT', account, 'key', { gone: true });
    },
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('woocommerce');
      await admin.setFaults('woocommerce', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    async subscriptions(account) {
      return ((await call('GET', account, 'webhooks')).webhooks as unknown[]).length;
    },
    async delivery(account, what, externalId) {
      if (what !== 'order-changed') return undefined;
      const sent = await call('POST', account, 'deliveries', {
        topic: 'order.updated',
        payload: { id: Number(externalId), status: 'processing', number: externalId },
        secret: shopSecret(DEMO_APP.clientSecret, account),
      });
      return {
        delivery: {
          headers: sent.headers as Readonly<Record<string, string>>,
          body: Buffer.from(String(sent.body)),
          address: HOOK_ADDRESS,
        },
        meaning: { kind: 'changed', what: 'orders', externalIds: [externalId] },
      };
    },
    async reset() {
      for (const account of revoked) await call('PUT', account, 'key', { gone: false });
      revoked.clear();
      await admin.setClock('woocommerce', 0);
    },
  };
}
