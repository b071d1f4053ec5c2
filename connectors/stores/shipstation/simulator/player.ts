/** Plays buyer, seller and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { hookQuery } from '../src/webhooks.ts';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly object[]>> = {
  'account-22766': [
    { sku: 'MAP-1', quantity: 3 },
    { sku: 'MAP-3', quantity: 2 },
  ],
  'account-30110': [{ sku: 'PRA-1', quantity: 2 }],
};
const CHANGES = {
  cancel: { status: 'cancelled' },
  hold: { status: 'on_hold' },
  release: { status: 'awaiting_shipment' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'shipstation');
  return {
    consent: () => Promise.reject(new Error('ShipStation accounts are connected by key and secret.')),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[account] ?? [],
        notes: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { notes: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'products', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
      return order.fulfillments.map(
        (one): SeenReport => ({
          id: String(order.id),
          live: true,
          trackingNumbers: one.trackingNumber === '' ? [] : [one.trackingNumber],
          units,
        }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Keys have no end of their own.
    expireAccess: () => Promise.resolve(),
    async revoke(account) {
      await call('PUT', account, 'revoked', { revoked: true });
    },
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('shipstation');
      await admin.setFaults('shipstation', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    async subscriptions(account) {
      return ((await call('GET', account, 'hooks')).hooks as readonly object[]).length;
    },
    async delivery(account, what) {
      // ShipStation tells neither that a key was taken back nor whose data must go.
      if (what !== 'order-changed') return undefined;
      const { body } = await call('POST', account, 'deliveries', { event: 'ORDER_NOTIFY' });
      return {
        delivery: {
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(String(body)),
          address: HOOK_ADDRESS,
          query: Object.fromEntries(new URLSearchParams(hookQuery(DEMO_APP.clientSecret, account))),
        },
        meaning: { kind: 'changed', what: 'orders', externalIds: [] },
      };
    },
    async reset() {
      for (const { id } of ABOUT) await call('PUT', id, 'revoked', { revoked: false });
      await admin.setClock('shipstation', 0);
    },
  };
}
