/** Plays buyer, seller and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { hookQuery } from '../src/webhooks.ts';
import { ABOUT } from './accounts.ts';
import { DEMO_APP } from './apps.ts';
import { idOf, type SimOrder } from './model.ts';

const HOUR = 3_600;
const MONTH_MS = 29 * 86_400_000;
const LINES: Readonly<Record<string, readonly object[]>> = Object.fromEntries(
  ABOUT.map(({ id }, at) => [
    id,
    at === 0
      ? [
          { sku: 'MAP-1', quantity: 3 },
          { sku: 'MAP-3', quantity: 2 },
        ]
      : [{ sku: 'PRA-1', quantity: 2 }],
  ]),
);
const CHANGES = {
  cancel: { status: 'canceled' },
  hold: { holds: ['operator_hold'] },
  release: { holds: [] },
} as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'ship-hero');
  const place = async (account: string, orders: readonly object[]): Promise<string[]> =>
    (await call('POST', account, 'orders', { orders })).ids as string[];
  const orderPath = (id: string): string => `orders/${encodeURIComponent(id)}`;
  return {
    consent: () => Promise.reject(new Error('ShipHero accounts are connected by e-mail address and password.')),
    placeOrders: (account, count, when = 'earlier') =>
      place(
        account,
        Array.from({ length: count }, (_v, index) => ({
          lines: LINES[account] ?? [],
          secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
        })),
      ),
    async placeLongOrder(account, count) {
      const lines = Array.from({ length: count }, (_v, index) => ({ sku: `ITEM-${index + 1}`, quantity: 1 }));
      return (await place(account, [{ lines, secondsAgo: 60 }]))[0] ?? '';
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { packingNote: `Changed at ${new Date().toISOString()}` } : CHANGES[how];
      await call('POST', account, `${orderPath(externalId)}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'products', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, orderPath(externalId))) as object as SimOrder;
      return order.shipments.map(
        (shipment): SeenReport => ({
          id: idOf('Shipment', shipment.number),
          live: true,
          trackingNumbers: shipment.labels.map((label) => label.trackingNumber),
          units: shipment.lines.reduce((sum, line) => sum + line.quantity, 0),
        }),
      );
    },
    async renewals(account) {
      return Number((await call('GET', account, 'renewals')).renewals);
    },
    expireAccess: () => admin.setClock('ship-hero', MONTH_MS),
    async revoke(account) {
      await call('POST', account, 'revoked', {});
    },
    async throttle(account, how) {
      const budgets = {
        moment: { maximum: 4_004, restoreRate: 1_000, level: 0 },
        long: { maximum: 4_004, restoreRate: 1, level: 0 },
        off: { maximum: 1_000_000, restoreRate: 100_000, level: 1_000_000 },
      };
      await call('PUT', account, 'budget', budgets[how]);
    },
    async subscriptions(account) {
      return ((await call('GET', account, 'hooks')).hooks as readonly object[]).length;
    },
    async delivery(account, what, externalId) {
      // ShipHero tells neither that access was taken back nor whose data must go.
      if (what !== 'order-changed') return undefined;
      const made = await call('POST', account, 'deliveries', { event: 'Order Allocated', order: externalId });
      return {
        delivery: {
          headers: made.headers as Readonly<Record<string, string>>,
          body: Buffer.from(String(made.body)),
          address: HOOK_ADDRESS,
          query: Object.fromEntries(new URLSearchParams(hookQuery(DEMO_APP.clientSecret, account))),
        },
        meaning: { kind: 'changed', what: 'orders', externalIds: [externalId] },
      };
    },
    reset: () => admin.setClock('ship-hero', 0),
  };
}
