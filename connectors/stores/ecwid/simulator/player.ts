/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { answerConsent } from '@scanship/simulator-kit/consent-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly object[]>> = {
  '4870020': [
    { productId: 66_722_001, variationId: 7_084_072, quantity: 3 },
    { productId: 66_722_003, quantity: 2 },
  ],
  '5035009': [{ productId: 81_000_021, quantity: 2 }],
};
const CHANGES = {
  cancel: { paymentStatus: 'CANCELLED' },
  hold: { paymentStatus: 'AWAITING_PAYMENT' },
  release: { paymentStatus: 'PAID' },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'ecwid');
  return {
    // The simulator asks whose store it is, as nobody is signed in there.
    consent: (address, answer, account) => answerConsent(`${address}&test_shop=${account}`, answer),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[account] ?? [],
        comments: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { comments: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'products', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
      return order.reports.map(
        ({ numbers, live }): SeenReport => ({
          id: `${numbers}@${order.id}`,
          live,
          trackingNumbers: numbers === '' ? [] : numbers.split(', '),
          units,
        }),
      );
    },
    renewals: () => Promise.resolve(0),
    // Tokens have no end of their own.
    expireAccess: () => Promise.resolve(),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('ecwid');
      await admin.setFaults('ecwid', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    // Ecwid's staff enter the address once, for the app.
    subscriptions: () => Promise.resolve(1),
    async delivery(account, what, externalId) {
      if (what === 'redact-customer') return undefined;
      const removed = what === 'removed';
      const sent = await call(
        'POST',
        account,
        'deliveries',
        removed ? { eventType: 'application.uninstalled' } : { eventType: 'order.updated', orderId: externalId },
      );
      return {
        delivery: {
          headers: { 'content-type': 'application/json', 'x-ecwid-webhook-signature': String(sent.signature) },
          body: Buffer.from(String(sent.body)),
          address: HOOK_ADDRESS,
        },
        meaning: removed ? { kind: 'disconnected' } : { kind: 'changed', what: 'orders', externalIds: [externalId] },
      };
    },
    reset: () => admin.setClock('ecwid', 0),
  };
}
