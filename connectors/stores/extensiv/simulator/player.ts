/** Plays buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const CHANGES = {
  cancel: { status: 'CANCELLED' },
  hold: { status: 'ON_HOLD' },
  release: { status: 'AWAITING_SHIPMENT' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'extensiv');
  return {
    consent: () => Promise.reject(new Error('Extensiv accounts are connected by a token.')),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: [
          { sku: 'SHIRT-M', quantity: 2 },
          { sku: 'SOAP-3', quantity: 3 },
        ],
        ...(when === 'now' && { notes: 'Ring twice.' }),
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
      const order = await call('GET', account, `orders/${externalId}`);
      const shipments = order.shipments as SimOrder['shipments'];
      const lines = order.lines as SimOrder['lines'];
      const units = lines.reduce((sum, line) => sum + line.quantity, 0);
      return shipments.map(
        (one): SeenReport => ({ id: String(one.id), live: true, trackingNumbers: [one.trackingNumber], units }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Tokens have no end of their own.
    expireAccess: () => Promise.resolve(),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('extensiv');
      await admin.setFaults('extensiv', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Extensiv sends nothing.')),
    reset: () => admin.setClock('extensiv', 0),
  };
}
