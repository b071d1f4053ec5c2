/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import type {
  SeenRefund,
  SeenReport,
  StorePlayer,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { DEMO_APP } from './apps.ts';
import { gid, numberOf, type SimOrder } from './model.ts';

const HOUR = 3_600_000;
const LINES: Readonly<Record<string, readonly number[]>> = {
  'maple-demo.myshopify.com': [1_101, 1_103],
  'birch-test.myshopify.com': [2_101],
};
const ADDRESS = {
  name: 'Test Buyer',
  address1: '20 Receiver Avenue',
  address2: 'Unit 3',
  city: 'Vancouver',
  provinceCode: 'BC',
  zip: 'V6B 1A1',
  countryCode: 'CA',
  phone: '+16045550100',
};

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = async (method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${hostAddress}/_admin/shopify/shops/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const order = async (account: string, externalId: string): Promise<SimOrder> =>
    (await call('GET', `${account}/orders/${numberOf('Order', externalId) ?? 0}`)) as object as SimOrder;
  const place = async (account: string, orders: readonly object[]): Promise<readonly string[]> =>
    (await call('POST', `${account}/orders`, { orders })).ids as string[];
  /** Follows no redirect: the query is what the browser would carry back. */
  const queryOf = (response: Response): Readonly<Record<string, string>> =>
    Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);

  return {
    async consent(address, answer) {
      const page = await fetch(address);
      const html = await page.text();
      if (!html.includes('<form method="post">')) throw new Error(`${page.status} ${html}`);
      const form = new URLSearchParams(
        [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
          name,
          value.replaceAll('&amp;', '&'),
        ]),
      );
      form.set('answer', answer);
      return queryOf(await fetch(address, { method: 'POST', body: form, redirect: 'manual' }));
    },
    async install(account) {
      const query = new URLSearchParams({ client_id: DEMO_APP.clientId, app_url: 'https://app.example/start' });
      const address = `${hostAddress}/shopify/${account}/admin/oauth/install?${query.toString()}`;
      return queryOf(await fetch(address, { redirect: 'manual' }));
    },
    async withhold(account, scopes) {
      await call('PUT', `${account}/withheld`, { scopes });
    },
    placeOrders: (account, count, when = 'earlier') =>
      place(
        account,
        Array.from({ length: count }, (_v, index) => ({
          lines: (LINES[account] ?? []).map((variantId, i) => ({ variantId, quantity: 3 - i })),
          address: ADDRESS,
          email: 'test.buyer@mail.example',
          note: when === 'now' ? 'Ring twice.' : undefined,
          tags: ['first', 'second'],
          attributes: [{ key: 'gift_message', value: 'Enjoy' }],
          shipping: { code: 'Standard', title: 'Standard shipping' },
          shippingPrice: '12.00',
          taxPercent: 13,
          secondsAgo: when === 'now' ? 0 : HOUR / 1000 + (count - index),
        })),
      ),
    async placeSplitOrder(account) {
      const [variantId = 0, other = 0] = LINES[account] ?? [];
      const lines = [
        { variantId, quantity: 1, locationId: 501 },
        { variantId: other, quantity: 2, locationId: 502 },
      ];
      return (await place(account, [{ lines, address: ADDRESS }]))[0] ?? '';
    },
    async placeLongOrder(account, count) {
      const lines = Array.from({ length: count }, (_v, i) => ({ name: `Item ${i + 1}`, price: '1.00', quantity: 1 }));
      return (await place(account, [{ lines, address: ADDRESS, secondsAgo: 60 }]))[0] ?? '';
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { action: how, note: `Changed at ${new Date().toISOString()}` } : { action: how };
      await call('POST', `${account}/orders/${numberOf('Order', externalId) ?? 0}/change`, change);
    },
    async stockProducts(account, count) {
      const variants = Array.from({ length: count }, (_v, index) => ({
        name: `Thing ${index + 1}`,
        sku: `THING-${index + 1}`,
        price: '12.50',
        weight: { value: 250, unit: 'GRAMS' },
        hsCode: '9503.00',
        origin: 'CA',
      }));
      return (await call('POST', `${account}/products`, { variants })).ids as string[];
    },
    async reports(account, externalId) {
      const { fulfilments } = await order(account, externalId);
      return fulfilments.map(
        (f): SeenReport => ({
          id: gid('Fulfillment', f.id),
          live: f.status === 'SUCCESS',
          trackingNumbers: f.tracking.map((t) => t.number ?? ''),
          trackingUrls: f.tracking.flatMap((t) => t.url ?? []),
          units: f.lines.reduce((sum, l) => sum + l.quantity, 0),
        }),
      );
    },
    async refunds(account, externalId) {
      const { refunds = [] } = await order(account, externalId);
      return refunds.map((refund): SeenRefund => {
        const units = (restocked: boolean): number =>
          refund.lines.reduce((sum, l) => sum + (l.restocked || !restocked ? l.quantity : 0), 0);
        return {
          id: gid('Refund', refund.id),
          totalMinor: Math.round(Number(refund.amount) * 100),
          units: units(false),
          restockedUnits: units(true),
        };
      });
    },
    async renewals(account) {
      const books = await admin.books('shopify');
      return books.filter((b) => b.account === account && b.data.oauth === 'access' && b.data.before !== undefined)
        .length;
    },
    expireAccess: () => admin.setClock('shopify', 2 * HOUR),
    async throttle(account, how) {
      const budgets = {
        moment: { maximum: 2_000, restoreRate: 1_000, level: 0 },
        long: { maximum: 2_000, restoreRate: 1, level: 0 },
        off: { maximum: 1_000_000, restoreRate: 100_000, level: 1_000_000 },
      };
      await call('PUT', `${account}/budget`, budgets[how]);
    },
    async subscriptions(account) {
      return ((await call('GET', `${account}/subscriptions`)).subscriptions as unknown[]).length;
    },
    async delivery(account, what, externalId) {
      const id = numberOf('Order', externalId) ?? 0;
      const made = {
        'order-changed': {
          topic: 'ORDERS_UPDATED',
          payload: { id, admin_graphql_api_id: externalId, updated_at: '2026-11-21T12:00:00Z' },
          meaning: { kind: 'changed' as const, what: 'orders' as const, externalIds: [externalId] },
        },
        removed: {
          topic: 'APP_UNINSTALLED',
          payload: { id: 7_001, domain: account },
          meaning: { kind: 'disconnected' as const },
        },
        'redact-customer': {
          topic: 'customers/redact',
          payload: { shop_id: 7_001, shop_domain: account, customer: { id: 1 }, orders_to_redact: [id] },
          meaning: { kind: 'redact' as const, scope: 'customer' as const, externalOrderIds: [externalId] },
        },
      }[what];
      const { topic, payload, meaning } = made;
      const sent = await call('POST', `${account}/deliveries`, { topic, payload, keep: true });
      const headers = sent.headers as Readonly<Record<string, string>>;
      return { delivery: { headers, body: Buffer.from(String(sent.body)), address: HOOK_ADDRESS }, meaning };
    },
    reset: () => admin.setClock('shopify', 0),
  };
}
