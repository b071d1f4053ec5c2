/**
 * Notices to buyers while the server is killed in the middle of sending them and the carrier tells everything again: nobody gets one twice,
 * nobody is left out but those whose mail was under way, and these are said to be unknown.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { putNoticeSettings } from '@scanship/contracts/stores/buyer-notices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailbox } from '../../../apps/server/test/mailbox.ts';
import { pushNews, secretOf } from '../../support/carrier-push.ts';
import { copyParcels } from '../../support/many-parcels.ts';
import { openRig, type Rig, type ServerProcess } from '../rig.ts';
import { findCustomer, makeOrders, quote, signIn } from '../shopper.ts';

const SLUG = 'testline-express';
const PARCELS = 400;
const OF_A_DELIVERY = 40;
/** Shares of the mails that have left when the server dies. */
const KILLS = [0.25, 0.6] as const;
/** What one process has under way at the most (decision 0280). */
const UNDER_WAY = 80;

/** The demo's people get mails of their own. */
const isBuyer = (address: string): boolean => address.startsWith('buyer-');
const toBuyers = (): number => mailbox.received.filter(({ to }) => to.some(isBuyer)).length;

let rig: Rig;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  mailbox = await openMailbox();
  rig = await openRig({
    leaseMs: 2_000,
    timeScale: 0.1,
    logLevel: 'silent',
    env: { SMTP_URL: mailbox.url, MAIL_FROM: 'ScanShip <no-reply@scanship.example>' },
  });
});
afterAll(async () => {
  await rig.close();
  await mailbox.close();
});

async function until<T>(look: () => Promise<T | undefined> | T | undefined, what: string): Promise<T> {
  const end = Date.now() + 240_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen`);
    await sleep(10);
  }
}

/** A label of the carrier that tells by itself, and the keys it signs with. */
async function begin(server: ServerProcess) {
  const seller = await signIn(server.port);
  try {
    const customer = await findCustomer(rig);
    const [orderId = ''] = await makeOrders(rig.connection, customer, 1, 1);
    const grantId = customer.grants.find(({ slug }) => slug === SLUG)?.id ?? '';
    const offer = await until(() => quote(seller, orderId, grantId, 1), 'an offer');
    const { shipment } = await seller.must(createShipment, {
      body: { orderId, ...offer },
      idempotencyKey: randomUUID(),
    });
    await seller.must(putNoticeSettings, {
      body: { storeId: null, own: true, kinds: ['shipped'], words: [], version: 0 },
    });
    await rig.ask('UPDATE trackers SET due_at = now() WHERE shipment_id = $1', [shipment.id]);
    const keys = await until(async () => {
      const [hook] = await rig.ask<{ account: string }>(
        `SELECT hook_account AS account FROM carrier_hooks WHERE slug = $1 AND state = 'active'`,
        [SLUG],
      );
      const secret = hook && (await secretOf(rig.admin, hook.account));
      return hook && secret !== undefined ? { account: hook.account, secret } : undefined;
    }, 'the subscription');
    return { shipmentId: shipment.id, keys };
  } finally {
    await seller.close();
  }
}

it('go out once over kills and repeats; what was under way is said to be unknown', async () => {
  let server = await rig.startServer({ seed: true });
  const { shipmentId, keys } = await begin(server);
  const { numbers } = await copyParcels(
    <R extends object>(statement: string, values: readonly unknown[]) => rig.ask<R>(statement, values),
    shipmentId,
    PARCELS,
  );
  const event = { at: new Date().toISOString(), code: 'MOVING', text: 'Left the depot', place: 'Toronto, ON' };
  const deliveries = Array.from({ length: PARCELS / OF_A_DELIVERY }, (_, at) => ({
    delivery: randomUUID(),
    numbers: numbers.slice(at * OF_A_DELIVERY, (at + 1) * OF_A_DELIVERY),
  }));
  /** Everything once, to a server that may die of it; by other names where the carrier starts again. */
  const tell = async (again: boolean): Promise<void> => {
    for (const { delivery, numbers: parcels } of deliveries) {
      const sent = pushNews(
        `http://127.0.0.1:${server.port}`,
        again ? keys : { ...keys, delivery },
        parcels,
        event,
      ).catch((error: unknown) => {
        if (error instanceof TypeError) return 0;
        throw error;
      });
      if ((await sent) !== 200) return;
    }
  };
  for (const share of KILLS) {
    const told = tell(false);
    await until(() => toBuyers() >= PARCELS * share || undefined, 'the sending');
    await server.kill();
    await told;
    // As after the minutes for which a dead process holds what it had.
    await rig.ask(`UPDATE buyer_notices SET due_at = now(), lease_until = NULL WHERE state = 'sending'`);
    await rig.ask(`UPDATE inbound_events SET lease_until = NULL, due_at = now() WHERE due_at IS NOT NULL`);
    server = await rig.startServer();
  }
  await tell(false);
  await tell(true);
  const rows = await until(async () => {
    const found = await rig.ask<{ state: string; reason: string | null; n: number }>(
      'SELECT state, reason, count(*)::int AS n FROM buyer_notices GROUP BY 1, 2',
    );
    const settled = found.filter(({ state }) => state === 'sent' || state === 'failed');
    return settled.reduce((sum, { n }) => sum + n, 0) === PARCELS ? found : undefined;
  }, 'the end of all notices');
  // What was told last has been read, and made nothing new.
  await until(async () => {
    const [open] = await rig.ask<{ n: number }>(
      'SELECT count(*)::int AS n FROM inbound_events WHERE due_at IS NOT NULL',
    );
    return open?.n === 0 || undefined;
  }, 'the end of all deliveries');
  await sleep(1_500);

  const recipients = mailbox.received.flatMap(({ to }) => to).filter(isBuyer);
  expect(recipients.length - new Set(recipients).size).toBe(0);
  const unknown = rows.find(({ state }) => state === 'failed');
  expect(rows.map(({ state, reason }) => [state, reason])).toEqual(
    expect.arrayContaining([['sent', null], ...(unknown ? [['failed', 'unknown']] : [])]),
  );
  expect(rows.length).toBe(unknown ? 2 : 1);
  expect(unknown?.n ?? 0).toBeLessThanOrEqual(UNDER_WAY * KILLS.length);
  // A mail that is missing is one that nobody can say of; one that left may be among these, too.
  const told = await rig.ask<{ address: string }>(`SELECT address FROM buyer_notices WHERE state = 'sent'`);
  const sent = told.length;
  const got = new Set(recipients);
  expect(told.filter(({ address }) => !got.has(address))).toEqual([]);
  expect(recipients.length).toBeLessThanOrEqual(sent + (unknown?.n ?? 0));
  expect(sent).toBeGreaterThanOrEqual(PARCELS - UNDER_WAY * KILLS.length);
});
