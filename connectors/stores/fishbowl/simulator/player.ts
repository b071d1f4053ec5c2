/** Plays buyer, warehouse and administrator over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const ITEMS: Readonly<Record<string, readonly object[]>> = {
  'maple-fishbowl.example': [
    { num: 'FG2100', quantity: 3 },
    { num: 'B201', quantity: 2 },
  ],
  'birch-fishbowl.example': [{ num: 'TENT-2', quantity: 2 }],
};
const CHANGES = {
  cancel: { status: 80 },
  // Taken back to an estimate: nothing of it is to be shipped until it is issued again.
  hold: { status: 10 },
  release: { status: 25 },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'fishbowl');
  return {
    consent: () => Promise.reject(new Error('Fishbowl servers are connected by user and password.')),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        items: ITEMS[account] ?? [],
        note: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { note: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'products', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      const units = order.items.reduce((sum, item) => sum + item.ordered, 0);
      return order.shipments.flatMap(({ id, cartons }): SeenReport[] => {
        const trackingNumbers = cartons.flatMap(({ tracking }) => (tracking === '' ? [] : [tracking]));
        return trackingNumbers.length === 0 ? [] : [{ id: String(id), live: true, trackingNumbers, units }];
      });
    },
    renewals: () => Promise.resolve(0),
    // A password has no end of its own.
    expireAccess: () => Promise.resolve(),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('fishbowl');
      await admin.setFaults('fishbowl', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Fishbowl calls nobody.')),
    reset: () => admin.setClock('fishbowl', 0),
  };
}
