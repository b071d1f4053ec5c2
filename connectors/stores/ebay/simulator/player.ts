/** Plays seller and buyer over the simulator's calls for judges, from a test or another process. */
import type {
  SeenRefund,
  SeenReport,
  StorePlayer,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';

const HOUR = 3_600_000;
const LINES: Readonly<Record<string, readonly string[]>> = {
  OIVVBZMAPLE: ['SYR-500', 'TEA-MPL'],
  QXTRRABIRCH: ['BIR-BWL'],
};
const ADDRESS = {
  name: 'Test Buyer',
  address1: '20 Receiver Avenue',
  address2: 'Unit 3',
  city: 'Vancouver',
  province: 'BC',
  zip: 'V6B 1A1',
  country: 'CA',
  phone: '6045550100',
  email: 'a1b2c3@members.ebay.example',
};

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = async (method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${hostAddress}/_admin/ebay/sellers/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  return {
    async consent(address, answer, account) {
      const page = await fetch(address);
      const html = await page.text();
      if (!html.includes('<form method="post">')) throw new Error(`${page.status} ${html}`);
      const form = new URLSearchParams(
        [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
          name,
          value.replaceAll('&amp;', '&'),
        ]),
      );
      form.set('account', account);
      form.set('answer', answer);
      const back = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
      return Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
    },
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: (LINES[account] ?? []).map((sku, i) => ({ sku, quantity: 3 - i, priceMinor: 1_850 })),
        address: ADDRESS,
        note: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR / 1000 + (count - index),
      }));
      return (await call('POST', `${account}/orders`, { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { action: how, note: `Changed at ${new Date().toISOString()}` } : { action: how };
      await call('POST', `${account}/orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', `${account}/items`, { count })).ids as string[];
    },
    async reports(account, externalId) {
      const { fulfilments } = await call('GET', `${account}/orders/${externalId}`);
      return (fulfilments as { id: string; trackingNumber: string | null; units: number }[]).map(
        (f): SeenReport => ({
          id: f.id,
          live: true,
          trackingNumbers: f.trackingNumber === null ? [] : [f.trackingNumber],
          units: f.units,
        }),
      );
    },
    async refunds(account, externalId) {
      const { refunds } = await call('GET', `${account}/orders/${externalId}`);
      return (refunds as { id: string; minor: number }[]).map(
        ({ id, minor }): SeenRefund => ({ id, totalMinor: minor, units: 0, restockedUnits: 0 }),
      );
    },
    async renewals(account) {
      const books = await admin.books('ebay');
      return books.filter((b) => b.account === account && b.data.oauth === 'access' && b.data.before !== undefined)
        .length;
    },
    expireAccess: () => admin.setClock('ebay', 3 * HOUR),
    async throttle(account, how) {
      await call('PUT', `${account}/throttle`, { how });
    },
    subscriptions: () => Promise.resolve(0),
    async delivery(account, what) {
      // No news of orders arrives, and nothing tells that our app was removed.
      if (what !== 'redact-customer') return undefined;
      const member = { username: 'gone_buyer', userId: 'GoNeBuYeR01' };
      const { headers, body } = await call('POST', `${account}/notices`, member);
      return {
        delivery: {
          headers: headers as Readonly<Record<string, string>>,
          body: Buffer.from(String(body)),
          address: HOOK_ADDRESS,
        },
        meaning: { kind: 'redact-buyer', externalBuyerIds: [member.username, member.userId] },
      };
    },
    reset: () => admin.setClock('ebay', 0),
  };
}
