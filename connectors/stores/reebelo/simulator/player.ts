/** Plays buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { vendorOf } from '../src/vendor.ts';
import { ABOUT } from './vendors.ts';

const HOUR = 3_600;
const MAPLE = vendorOf(ABOUT[0]?.apiKey ?? '');
const CHANGES = {
  cancel: { action: 'cancel' },
  hold: { action: 'payment', payment: 'pending' },
  release: { action: 'payment', payment: 'paid' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'reebelo');
  return {
    consent: () => Promise.reject(new Error('Reebelo vendors are connected by a key.')),
    async placeOrders(account, count, when = 'earlier') {
      const lines =
        account === MAPLE
          ? [
              { sku: 'IP13-BLK-128-A', quantity: 2 },
              { sku: 'CASE-IP13', quantity: 3 },
            ]
          : [{ sku: 'MBA-M1-256-B', quantity: 2 }];
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines,
        note: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { action: how, note: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'offers', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const { reports } = await call('GET', account, `orders/${externalId}`);
      return (reports as { id: string; tracking: string; units: number }[]).map(
        (r): SeenReport => ({ id: r.id, live: true, trackingNumbers: r.tracking.split(', '), units: r.units }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Keys have no end of their own.
    expireAccess: () => Promise.resolve(),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('reebelo');
      await admin.setFaults('reebelo', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Nothing that Reebelo sends can be believed.')),
    reset: () => admin.setClock('reebelo', 0),
  };
}
