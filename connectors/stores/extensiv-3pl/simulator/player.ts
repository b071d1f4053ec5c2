/** Plays buyer, seller and warehouse over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { reportId } from '../src/report.ts';
import type { SimOrder } from './model.ts';
import { ABOUT } from './warehouses.ts';

const HOUR = 3_600;
const SLUG = 'extensiv-3pl';
const LINES: readonly (readonly object[])[] = [
  [
    { sku: 'MAP-1', quantity: 3 },
    { sku: 'MAP-3', quantity: 2 },
  ],
  [{ sku: 'PRA-1', quantity: 2 }],
];
const CHANGES = {
  cancel: { status: 'cancelled' },
  hold: { holdReason: 'Address verification' },
  release: { holdReason: null },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, SLUG);
  return {
    consent: () => Promise.reject(new Error('Customers of a warehouse are connected by credentials.')),
    async placeOrders(account, count, when = 'earlier') {
      const lines = LINES[ABOUT.findIndex((one) => one.account === account)] ?? [];
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines,
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
      return (await call('POST', account, 'items', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
      return order.reports.map(
        ({ number, live }): SeenReport => ({
          id: reportId(number, String(order.id)),
          live,
          trackingNumbers: [number],
          units,
        }),
      );
    },
    async renewals(account) {
      return (await admin.books(SLUG)).filter((entry) => entry.account === account && entry.data.token === true).length;
    },
    expireAccess: () => admin.setClock(SLUG, 3 * HOUR * 1_000),
    async revoke(account) {
      await call('PUT', account, 'revoked', { revoked: true });
    },
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults(SLUG);
      await admin.setFaults(SLUG, [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    // What happens at the warehouse is found out by asking.
    delivery: () => Promise.resolve(undefined),
    async reset() {
      for (const { account } of ABOUT) {
        await call('PUT', account, 'revoked', { revoked: false });
        await call('PUT', account, 'closes-by-number', { closes: false });
      }
      await admin.setClock(SLUG, 0);
    },
  };
}
