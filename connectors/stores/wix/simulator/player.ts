/** Plays owner, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { answerConsent } from '@scanship/simulator-kit/consent-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimFulfilment, SimOrder } from './model.ts';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly object[]>> = {
  '1a2b3c4d-0001-4000-8000-00000000ca01': [
    { productId: '7ab00000-0000-4000-8000-000000000001', variant: 1, quantity: 3 },
    { productId: '7ab00000-0000-4000-8000-000000000003', quantity: 2 },
  ],
  '1a2b3c4d-0002-4000-8000-0000000005a2': [{ productId: '7ab00000-0000-4000-8000-000000000021', quantity: 2 }],
};

const seen = (one: SimFulfilment, live: boolean): SeenReport => ({
  id: one.id,
  live,
  trackingNumbers: one.trackingInfo ? [one.trackingInfo.trackingNumber] : [],
  units: one.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
});

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'wix');
  return {
    // The simulator asks whose site it is, as nobody is signed in there.
    consent: (address, answer, account) => answerConsent(`${address}&test_shop=${account}`, answer),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[account] ?? [],
        note: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { action: how, note: `Changed at ${new Date().toISOString()}` } : { action: how };
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      const products = Array.from({ length: count }, (_v, index) => ({
        name: `Thing ${index + 1}`,
        sku: `THING-${index + 1}`,
        price: '12.50',
        weight: 0.25,
      }));
      return (await call('POST', account, 'products', { products })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      return [...order.fulfilments.map((one) => seen(one, true)), ...order.deleted.map((one) => seen(one, false))];
    },
    async renewals(account) {
      const books = await admin.books('wix');
      return books.filter((entry) => entry.account === account && entry.data.oauth === 'access').length;
    },
    expireAccess: () => admin.setClock('wix', 5 * HOUR * 1_000),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('wix');
      await admin.setFaults('wix', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    // The operator enters the address once, in the app's dashboard.
    subscriptions: () => Promise.resolve(1),
    async delivery(account, what, externalId) {
      if (what === 'redact-customer') return undefined;
      const removed = what === 'removed';
      const { body } = await call(
        'POST',
        account,
        'deliveries',
        removed ? { eventType: 'AppRemoved' } : { eventType: 'wix.ecom.v1.order_updated', entityId: externalId },
      );
      return {
        delivery: { headers: { 'content-type': 'text/plain' }, body: Buffer.from(String(body)), address: HOOK_ADDRESS },
        meaning: removed ? { kind: 'disconnected' } : { kind: 'changed', what: 'orders', externalIds: [externalId] },
      };
    },
    reset: () => admin.setClock('wix', 0),
  };
}
