/** Plays seller and shop over the simulator's calls for judges, from a test or another process. */
import type { StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';

export const SLUG = 'easyship-store';
const HOUR = 3_600;
const CHANGES = {
  cancel: { state: 'cancelled' },
  hold: { label: 'pending' },
  release: { label: 'not_created' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, SLUG);
  return {
    consent: () => Promise.reject(new Error('Easyship accounts are connected by a token.')),
    async placeOrders(account, count, when = 'earlier') {
      const shipments = Array.from({ length: count }, (_v, index) => ({
        lines: [
          { sku: 'SHIRT-M', quantity: 2 },
          { sku: 'SOAP-3', quantity: 3 },
        ],
        ...(when === 'now' && { notes: 'Ring twice.' }),
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'shipments', { shipments })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { notes: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `shipments/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'products', { count })).ids as string[];
    },
    // Nothing can be reported to Easyship.
    reports: () => Promise.resolve([]),
    renewals: () => Promise.resolve(0),
    // Tokens have no end of their own.
    expireAccess: () => Promise.resolve(),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults(SLUG);
      await admin.setFaults(SLUG, [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Nothing that Easyship sends can be believed.')),
    reset: () => admin.setClock(SLUG, 0),
  };
}
