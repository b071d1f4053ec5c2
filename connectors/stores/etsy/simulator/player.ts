/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { SimReceipt } from './model.ts';

const HOUR = 3_600_000;
const LINES: Readonly<Record<string, readonly number[]>> = {
  '51001': [700_011, 700_020],
  '52002': [800_010],
};

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = async (method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${hostAddress}/_admin/etsy/shops/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  return {
    async consent(address, answer, account) {
      // The simulator asks whose shop it is, as nobody is signed in there.
      const mine = `${address}&test_shop=${account}`;
      const page = await fetch(mine);
      const html = await page.text();
      if (!html.includes('<form method="post">')) throw new Error(`${page.status} ${html}`);
      const form = new URLSearchParams(
        [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
          name,
          value.replaceAll('&amp;', '&'),
        ]),
      );
      form.set('answer', answer);
      const back = await fetch(mine, { method: 'POST', body: form, redirect: 'manual' });
      return Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
    },
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: (LINES[account] ?? []).map((productId, i) => ({ productId, quantity: 3 - i })),
        email: 'test.buyer@mail.example',
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
      const listings = Array.from({ length: count }, (_v, index) => ({
        title: `Thing ${index + 1}`,
        sku: `THING-${index + 1}`,
        price: 1_250,
        grams: 250,
      }));
      return (await call('POST', `${account}/listings`, { listings })).ids as string[];
    },
    async reports(account, externalId) {
      const receipt = (await call('GET', `${account}/orders/${externalId}`)) as object as SimReceipt;
      const units = receipt.transactions.reduce((sum, t) => sum + t.quantity, 0);
      return receipt.shipments.map(
        (s): SeenReport => ({ id: String(s.id), live: true, trackingNumbers: [s.code], units }),
      );
    },
    async renewals(account) {
      const books = await admin.books('etsy');
      return books.filter((e) => e.account === account && e.data.oauth === 'access' && e.data.before !== undefined)
        .length;
    },
    expireAccess: () => admin.setClock('etsy', 2 * HOUR),
    async throttle(account, how) {
      await call('PUT', `${account}/budget`, { budget: how });
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Etsy sends no deliveries to this connector.')),
    reset: () => admin.setClock('etsy', 0),
  };
}
