/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { answerConsent } from '@scanship/simulator-kit/consent-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly object[]>> = {
  '32001378': [
    { productId: 510_011, quantity: 3 },
    { productId: 510_013, quantity: 2 },
  ],
  '32004410': [{ productId: 520_021, quantity: 2 }],
};
const CHANGES = {
  cancel: { shipping: 'Canceled' },
  hold: { checkout: 'OnHold' },
  release: { checkout: 'Completed' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'rithum');
  return {
    // The simulator asks whose profile it is, as nobody is signed in there.
    consent: (address, answer, account) => answerConsent(`${address}&test_shop=${account}`, answer),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[account] ?? [],
        instructions: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async placeLongOrder(account, lines) {
      const order = {
        lines: Array.from({ length: lines }, () => ({ productId: 510_012, quantity: 1 })),
        secondsAgo: HOUR,
      };
      return ((await call('POST', account, 'orders', { orders: [order] })).ids as string[])[0] ?? '';
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
      return order.fulfilments
        .filter(({ status }) => status === 'Complete')
        .map(
          ({ id, tracking, parts }): SeenReport => ({
            id: String(id),
            live: true,
            trackingNumbers: tracking === null ? [] : [tracking],
            units: parts.reduce((sum, part) => sum + part.quantity, 0),
          }),
        );
    },
    async renewals(account) {
      const books = await admin.books('rithum');
      return books.filter((e) => e.account === account && e.data.oauth === 'access' && e.data.before !== undefined)
        .length;
    },
    expireAccess: () => admin.setClock('rithum', 2 * HOUR * 1_000),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('rithum');
      await admin.setFaults('rithum', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Rithum sends no deliveries.')),
    reset: () => admin.setClock('rithum', 0),
  };
}
