/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { answerConsent } from '@scanship/simulator-kit/consent-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimOrder } from './model.ts';
import { ABOUT, itemId } from './organizations.ts';

const HOUR = 3_600;

const LINES: readonly (readonly object[])[] = [
  [
    { itemId: itemId(0, 0), quantity: 3 },
    { itemId: itemId(0, 2), quantity: 2 },
  ],
  [{ itemId: itemId(1, 0), quantity: 2 }],
];
const CHANGES = { cancel: 'void', hold: 'onhold', release: 'confirmed' } as const;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'zoho');
  return {
    // The simulator asks whose organization it is, as nobody is signed in there.
    consent: (address, answer, account) => answerConsent(`${address}&test_shop=${account}`, answer),
    async placeOrders(account, count, when = 'earlier') {
      const orders = Array.from({ length: count }, (_v, index) => ({
        lines: LINES[ABOUT.findIndex((about) => about.account === account)] ?? [],
        notes: when === 'now' ? 'Ring twice.' : undefined,
        secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
      }));
      return (await call('POST', account, 'orders', { orders })).ids as string[];
    },
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { notes: `Changed at ${new Date().toISOString()}` } : { status: CHANGES[how] };
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      return (await call('POST', account, 'items', { count })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      return order.packages.map(
        ({ id, deleted, shipment, lines }): SeenReport => ({
          id,
          live: !deleted && shipment !== undefined,
          trackingNumbers: shipment === undefined ? [] : [shipment.trackingNumber],
          units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        }),
      );
    },
    async renewals(account) {
      const books = await admin.books('zoho');
      return books.filter((e) => e.account === account && e.data.oauth === 'access' && e.data.before !== undefined)
        .length;
    },
    expireAccess: () => admin.setClock('zoho', 2 * HOUR * 1_000),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('zoho');
      await admin.setFaults('zoho', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    subscriptions: () => Promise.resolve(0),
    delivery: () => Promise.reject(new Error('Zoho sends no deliveries to this connector.')),
    reset: () => admin.setClock('zoho', 0),
  };
}
