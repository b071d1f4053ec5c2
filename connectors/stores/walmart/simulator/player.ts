/** Plays seller and buyer over a simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { ACCOUNT_HEADER, sellerSecret, signatureHeader } from '../src/webhooks.ts';
import { DEMO_APP } from './apps.ts';
import type { SimMarket } from './place.ts';

const HOUR = 3_600;
const ACTIONS = { note: 'touch', cancel: 'cancel', hold: 'hold', release: 'release' } as const;

/** @param hostAddress base address of the simulator host, without a slug */
export const playerOf =
  (market: SimMarket) =>
  (hostAddress: string): StorePlayer => {
    const { slug } = market;
    const admin = createSimulatorAdmin(hostAddress);
    const call = shopCaller(hostAddress, slug);
    const revoked = new Set<string>();
    return {
      consent: () => Promise.reject(new Error('Walmart sellers are connected by keys.')),
      async placeOrders(account, count, when = 'earlier') {
        const orders = Array.from({ length: count }, (_v, index) => ({
          lines: [
            { sku: 'SYR-500', quantity: 3 },
            { sku: 'TEA-MPL', quantity: 2 },
          ],
          secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
        }));
        return (await call('POST', account, 'orders', { orders })).ids as string[];
      },
      async changeOrder(account, externalId, how) {
        await call('POST', account, `orders/${externalId}/change`, { action: ACTIONS[how] });
      },
      async stockProducts(account, count) {
        return (await call('POST', account, 'items', { count })).ids as string[];
      },
      async reports(account, externalId) {
        const { reports } = await call('GET', account, `orders/${externalId}`);
        return (reports as { numbers: string[]; units: number }[]).map(
          ({ numbers, units }): SeenReport => ({ id: numbers.join('+'), live: true, trackingNumbers: numbers, units }),
        );
      },
      async renewals(account) {
        return (await admin.books(slug)).filter((b) => b.account === account && b.data.token === true).length;
      },
      expireAccess: () => admin.setClock(slug, 3 * HOUR * 1_000),
      async revoke(account) {
        revoked.add(account);
        await call('PUT', account, 'keys', { gone: true });
      },
      async throttle(account, how) {
        await call('PUT', account, 'throttle', { how });
      },
      async subscriptions(account) {
        return ((await call('GET', account, 'subscriptions')).subscriptions as unknown[]).length;
      },
      async delivery(account, what, externalId) {
        if (what !== 'order-changed') return undefined;
        const sent = await call('POST', account, 'deliveries', {
          order: externalId,
          address: HOOK_ADDRESS,
          headerName: signatureHeader(DEMO_APP.clientSecret, account),
          secret: sellerSecret(DEMO_APP.clientSecret, account),
          headers: { 'content-type': 'application/json', [ACCOUNT_HEADER]: account },
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
        for (const account of revoked) await call('PUT', account, 'keys', { gone: false });
        revoked.clear();
        await admin.setClock(slug, 0);
      },
    };
  };
