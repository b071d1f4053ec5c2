/** Plays seller, buyer and staff over the simulator's calls for judges, from a test or another process. */
import type { SeenReport, StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { answerConsent } from '@scanship/simulator-kit/consent-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import type { SimOrder } from './model.ts';

const HOUR = 3_600;
const LINES: Readonly<Record<string, readonly { variationId: string; quantity: number }[]>> = {
  MLHARBOURROAST: [
    { variationId: 'ITROAST01HBRV0', quantity: 3 },
    { variationId: 'ITMUGS03BLUV0', quantity: 2 },
  ],
  MLPINESTREETCO: [{ variationId: 'ITBOWLS01PINV0', quantity: 2 }],
};
const EXPIRED_MS = 31 * 86_400_000;

/** @param hostAddress base address of the simulator host, without a slug */
export function createPlayer(hostAddress: string): StorePlayer {
  const admin = createSimulatorAdmin(hostAddress);
  const call = shopCaller(hostAddress, 'square');
  const place = async (account: string, orders: readonly object[]): Promise<readonly string[]> =>
    (await call('POST', account, 'orders', { orders })).ids as string[];
  return {
    // The simulator asks whose shop it is, as nobody is signed in there.
    consent: (address, answer, account) => answerConsent(`${address}&test_shop=${account}`, answer),
    placeOrders: (account, count, when = 'earlier') =>
      place(
        account,
        Array.from({ length: count }, (_v, index) => ({
          lines: LINES[account] ?? [],
          note: when === 'now' ? 'Ring twice.' : undefined,
          secondsAgo: when === 'now' ? 0 : HOUR + (count - index),
        })),
      ),
    placeSplitOrder: async (account) =>
      (await place(account, [{ lines: LINES[account] ?? [], split: [[0], [1]] }]))[0] ?? '',
    async changeOrder(account, externalId, how) {
      const change = how === 'note' ? { action: how, note: `Changed at ${new Date().toISOString()}` } : { action: how };
      await call('POST', account, `orders/${externalId}/change`, change);
    },
    async stockProducts(account, count) {
      const items = Array.from({ length: count }, (_v, index) => ({
        name: `Thing ${index + 1}`,
        sku: `THING-${index + 1}`,
        price: 1_250,
      }));
      return (await call('POST', account, 'items', { items })).ids as string[];
    },
    async reports(account, externalId) {
      const order = (await call('GET', account, `orders/${externalId}`)) as object as SimOrder;
      return order.fulfillments
        .filter((one) => one.shipment_details?.tracking_number !== undefined)
        .map((one): SeenReport => {
          const { tracking_number: number = '', shipping_note: note = '' } = one.shipment_details ?? {};
          const more = /^Further parcels: (.+)$/m.exec(note ?? '')?.[1]?.split(', ') ?? [];
          const units = one.entries ?? order.line_items;
          return {
            id: one.uid,
            live: one.state === 'COMPLETED' || one.state === 'PREPARED',
            trackingNumbers: [number, ...more],
            units: units.reduce((sum, { quantity }) => sum + Number(quantity), 0),
          };
        });
    },
    async renewals(account) {
      const books = await admin.books('square');
      return books.filter((e) => e.account === account && e.data.oauth === 'access' && e.data.before !== undefined)
        .length;
    },
    expireAccess: () => admin.setClock('square', EXPIRED_MS),
    async throttle(_account, how) {
      if (how === 'off') return admin.clearFaults('square');
      await admin.setFaults('square', [
        how === 'moment'
          ? { kind: 'quota', effect: 'read', times: 1, retryAfterSeconds: 1 }
          : { kind: 'quota', effect: 'read', retryAfterSeconds: 60 },
      ]);
    },
    // The operator enters the address once, in the Developer Console.
    subscriptions: () => Promise.resolve(1),
    async delivery(account, what, externalId) {
      if (what === 'redact-customer') return undefined;
      const removed = what === 'removed';
      const sent = await call('POST', account, 'deliveries', {
        type: removed ? 'oauth.authorization.revoked' : 'order.updated',
        id: externalId,
        address: HOOK_ADDRESS,
        object: removed
          ? { revocation: { revoked_at: '2026-11-21T12:00:00Z', revoker_type: 'MERCHANT' } }
          : { order_updated: { order_id: externalId, version: 5, state: 'OPEN' } },
      });
      return {
        delivery: {
          headers: sent.headers as Readonly<Record<string, string>>,
          body: Buffer.from(String(sent.body)),
          address: HOOK_ADDRESS,
        },
        meaning: removed ? { kind: 'disconnected' } : { kind: 'changed', what: 'orders', externalIds: [externalId] },
      };
    },
    reset: () => admin.setClock('square', 0),
  };
}
