/** Plays buyer, seller and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { hookToken } from '../src/webhooks.ts';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const LINES = [
  { sku: 'MAP-1', quantity: 3 },
  { sku: 'MAP-3', quantity: 2 },
];
const CHANGES = { cancel: { status: 'void' }, hold: { status: 'draft' }, release: { status: 'open' } } as const;

const numbersIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(', ')).filter((n) => n !== '');

function reportsOf(order: SimOrder): SeenReport[] {
  const units = (lines: readonly { readonly quantity: number }[]): number =>
    lines.reduce((sum, line) => sum + line.quantity, 0);
  if (order.tasks.length === 0)
    return order.trackingCode === ''
      ? []
      : [{ id: order.id, live: true, trackingNumbers: numbersIn([order.trackingCode]), units: units(order.lines) }];
  return order.tasks
    .filter((task) => task.ship === 'AUTHORISED')
    .map((task) => ({
      id: task.id,
      live: true,
      trackingNumbers: numbersIn(task.shipped.map(({ trackingNumber }) => trackingNumber)),
      units: units(task.packed),
    }));
}

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'cin7');
  return {
    consent: () => Promise.reject(new Error('Cin7 accounts are connected by keys.')),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES,
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
      return reportsOf((await call('GET', account, `orders/${externalId}`)) as object as SimOrder);
    },
    renewals: () => Promise.resolve(0),
    // Keys have no end of their own.
    expireAccess: () => Promise.resolve(),
    async revoke(account) {
      await call('PUT', account, 'revoked', { revoked: true });
    },
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('cin7');
      await admin.setFaults('cin7', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    async subscriptions(account) {
      return ((await call('GET', account, 'hooks')).hooks as readonly object[]).length;
    },
    async delivery(account, what, externalId) {
      // Cin7 tells neither that a key was taken back nor whose data must go.
      if (what !== 'order-changed') return undefined;
      const { number } = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      const event = { SaleID: externalId.toUpperCase(), SaleOrderNumber: number, EventType: 'Sale/OrderAuthorised' };
      return {
        delivery: {
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${hookToken(DEMO_APP.clientSecret, account)}`,
          },
          body: Buffer.from(JSON.stringify(event)),
          address: HOOK_ADDRESS,
          query: { account },
        },
        meaning: { kind: 'changed', what: 'orders', externalIds: [externalId] },
      };
    },
    async reset() {
      for (const { id } of ABOUT) await call('PUT', id, 'revoked', { revoked: false });
      await admin.setClock('cin7', 0);
    },
  };
}
