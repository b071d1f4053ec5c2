/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { ABOUT, type SimOrder } from './accounts.ts';

const HOUR = 3_600;
const CHANGES = {
  cancel: { state: 'Cancelled' },
  hold: { checkout: 'OnHold' },
  release: { checkout: 'Completed' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'rithum-soap');
  return {
    consent: () => Promise.reject(new Error('Rithum SOAP has no consent page.')),
    async placeOrders(account, count, when = 'earlier') {
      const goods = ABOUT.find((one) => one.id === account)?.goods ?? [];
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: goods.map((_good, at) => [at, 3 - at]),
        instructions: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { instructions: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'products', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      return order.shipments.map(
        ({ tracking, sellerId, units }): SeenReport => ({
          id: tracking === '' ? sellerId : tracking,
          live: true,
          trackingNumbers: tracking === '' ? [] : [tracking],
          units: units.reduce((sum, unit) => sum + unit.quantity, 0),
        }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Access has no end of its own.
    expireAccess: () => Promise.resolve(),
    async revoke(account) {
      await call('PUT', account, 'access', { access: 'Pending' });
    },
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('rithum-soap');
      await admin.setFaults('rithum-soap', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Rithum sends no deliveries.')),
    reset: () => admin.setClock('rithum-soap', 0),
  };
}
