/** Plays seller and buyer over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';

const HOUR = 3_600_000;
const ADDRESS = {
  name: 'Test Buyer',
  address1: '20 Receiver Avenue',
  address2: 'Unit 3',
  city: 'Vancouver',
  province: 'BC',
  zip: 'V6B 1A1',
  country: 'CA',
  phone: '+1 604-555-0100',
};

const goodsOf = (account: string): readonly string[] =>
  account.includes('MAPLE') ? ['SYR-500', 'TEA-MPL'] : ['BIR-BWL'];

/** @param hostAddress base address of the simulator host, without a slug */
export const playerOf =
  (slug: string) =>
  (hostAddress: string): StorePlayer => {
    const admin = createSimulatorAdmin(hostAddress);
    const judge = shopCaller(hostAddress, slug);
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
          items: goodsOf(account).map((sku, i) => ({ sku, quantity: 3 - i, priceMinor: 1_850 })),
          address: ADDRESS,
          instruction: when === 'now' ? 'Ring twice.' : undefined,
          secondsAgo: when === 'now' ? 0 : HOUR / 1000 + (count - index),
        }));
        return (await judge('POST', account, 'orders', { orders })).ids as string[];
      },
      async changeOrder(account, externalId, how) {
        const change =
          how === 'note' ? { action: how, note: `Changed at ${new Date().toISOString()}` } : { action: how };
        await judge('POST', account, `orders/${externalId}/change`, change);
      },
      async stockProducts(account, count) {
        return (await judge('POST', account, 'listings', { count })).ids as string[];
      },
      async reports(account, externalId) {
        const { packages } = await judge('GET', account, `orders/${externalId}`);
        return (packages as { id: string; trackingNumber: string; units: number }[]).map(
          (p): SeenReport => ({ id: p.id, live: true, trackingNumbers: [p.trackingNumber], units: p.units }),
        );
      },
      async renewals(account) {
        const books = await admin.books(slug);
        return books.filter((b) => b.account === account && b.data.oauth === 'access' && b.data.before !== undefined)
          .length;
      },
      expireAccess: () => admin.setClock(slug, 2 * HOUR),
      async throttle(account, how) {
        await judge('PUT', account, 'throttle', { how });
      },
      subscriptions: () => Promise.resolve(0),
      delivery: () => Promise.reject(new Error('Amazon calls nobody here.')),
      reset: () => admin.setClock(slug, 0),
    };
  };
