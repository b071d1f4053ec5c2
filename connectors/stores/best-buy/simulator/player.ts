/** Plays seller and buyer over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly object[]>> = {
  '2101': [
    { sku: 'SPK-40', quantity: 3 },
    { sku: 'CAB-HD2', quantity: 2 },
  ],
  '2202': [{ sku: 'HEAD-7', quantity: 2 }],
};
const STATE = { cancel: 'CANCELED', hold: 'WAITING_DEBIT_PAYMENT', release: 'SHIPPING' } as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'best-buy');
  return {
    consent: () => Promise.reject(new Error('Best Buy shops are connected by a key.')),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[account] ?? [],
        note: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change =
        how === 'note'
          ? { action: 'note', note: `Changed at ${new Date().toISOString()}` }
          : { action: 'state', state: STATE[how] };
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'offers', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const { reports } = await call('GET', account, `orders/${externalId}`);
      return (reports as { id: string; tracking: string; units: number }[]).map(
        (r): SeenReport => ({
          id: r.id,
          live: true,
          trackingNumbers: r.tracking === '' ? [] : r.tracking.split(', '),
          units: r.units,
        }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Keys have no end of their own.
    expireAccess: () => Promise.resolve(),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('best-buy');
      await admin.setFaults('best-buy', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Best Buy calls nobody.')),
    reset: () => admin.setClock('best-buy', 0),
  };
}
