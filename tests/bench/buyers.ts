/** What buyers get: the page on which they follow their orders, and the mails about it, from one process of the built program. */
import { putNoticeSettings } from '@scanship/contracts/stores/buyer-notices';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMailbox } from '../../apps/server/test/mailbox.ts';
import { pushNews, secretOf } from '../support/carrier-push.ts';
import { copyParcels } from '../support/many-parcels.ts';
import { type BenchServer, withBenchServer } from './bench-server.ts';
import type { Row } from './table.ts';
import { trackingPageRows } from './tracking-page.ts';

const SLUG = 'testline-express';
const EVENTS = 5_000;
const OF_A_DELIVERY = 100;
const PROMISED_EVENTS = 100_000;
const HOUR_S = 3_600;
/** The demo's people get mails of their own. */
const isBuyer = (address: string): boolean => address.startsWith('buyer-');

export async function buyersRows(): Promise<Row[]> {
  const mailbox = await openMailbox();
  try {
    return await withBenchServer(
      'buyers',
      async (server) => {
        const shipmentId = await bought(server);
        return [...(await trackingPageRows(server, shipmentId)), ...(await noticeRows(server, shipmentId, mailbox))];
      },
      { SMTP_URL: mailbox.url, MAIL_FROM: 'ScanShip <no-reply@scanship.example>' },
    );
  } finally {
    await mailbox.close();
  }
}

/** A label of a carrier that tells what happens by itself. */
async function bought({ seller }: BenchServer): Promise<string> {
  const { orders } = await seller.must(listOrders, { body: { fulfillmentStatus: 'unfulfilled', countryCode: 'CA' } });
  const order = orders.find((each) => each.signs.length === 0) ?? orders[0];
  if (!order) throw new Error('The demo has no order to ship.');
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId: order.id,
      parcels: [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
    },
  });
  const rate = quote.rates.find(({ carrier }) => carrier === SLUG);
  if (!rate) throw new Error(`No rate of ${SLUG}: ${quote.problems.map(({ message }) => message).join(' ')}`);
  const body = { orderId: order.id, quoteId: quote.quoteId, rateId: rate.id };
  const { shipment } = await seller.must(createShipment, { body, idempotencyKey: randomUUID() });
  return shipment.id;
}

/** The carrier is asked for the first time, which has it tell by itself from then on. */
async function subscribed({ app, client }: BenchServer, shipmentId: string) {
  const address = app.simulatorsAddress();
  if (address === undefined) throw new Error('The simulators have not said where they are.');
  const admin = createSimulatorAdmin(address);
  await client.query('UPDATE trackers SET due_at = now() WHERE shipment_id = $1', [shipmentId]);
  for (let tries = 0; tries < 240; tries += 1) {
    const { rows } = await client.query<{ account: string }>(
      `SELECT hook_account AS account FROM carrier_hooks WHERE slug = $1 AND state = 'active'`,
      [SLUG],
    );
    const account = rows[0]?.account;
    const secret = account === undefined ? undefined : await secretOf(admin, account);
    if (account !== undefined && secret !== undefined) return { account, secret };
    await sleep(250);
  }
  throw new Error(`${SLUG} does not tell by itself.`);
}

async function noticeRows(
  server: BenchServer,
  shipmentId: string,
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
): Promise<Row[]> {
  const { app, seller, client } = server;
  const keys = await subscribed(server, shipmentId);
  await seller.must(putNoticeSettings, {
    body: { storeId: null, own: true, kinds: ['shipped', 'out_for_delivery'], words: [], version: 0 },
  });
  // Every store is told as all are: the bench is about many.
  await client.query('DELETE FROM buyer_notice_settings WHERE store_id IS NOT NULL');
  const { numbers } = await copyParcels(
    async <R extends object>(statement: string, values: readonly unknown[]) =>
      (await client.query<R>(statement, [...values])).rows,
    shipmentId,
    EVENTS,
  );
  const event = { at: new Date().toISOString(), code: 'MOVING', text: 'Left the depot', place: 'Toronto, ON' };
  const deliveries = Array.from({ length: EVENTS / OF_A_DELIVERY }, (_, at) => ({
    delivery: randomUUID(),
    numbers: numbers.slice(at * OF_A_DELIVERY, (at + 1) * OF_A_DELIVERY),
  }));
  const deliver = async (): Promise<void> => {
    for (const { delivery, numbers: parcels } of deliveries) {
      const status = await pushNews(app.url, { ...keys, delivery }, parcels, event);
      if (status !== 200) throw new Error(`A delivery of the carrier was answered ${status}.`);
    }
  };
  const started = performance.now();
  await deliver();
  const toBuyers = () => mailbox.received.filter(({ to }) => to.some(isBuyer)).length;
  for (let tries = 0; toBuyers() < EVENTS && tries < 2_400; tries += 1) await sleep(100);
  const seconds = (performance.now() - started) / 1_000;
  if (toBuyers() < EVENTS) {
    const { rows } = await client.query(
      'SELECT kind, state, reason, count(*)::int FROM buyer_notices GROUP BY 1, 2, 3 ORDER BY 4 DESC',
    );
    throw new Error(`${toBuyers()} of ${EVENTS} notices were sent: ${JSON.stringify(rows)}`);
  }
  // The carrier says all of it again, by other names.
  for (const { numbers: parcels } of deliveries) await pushNews(app.url, keys, parcels, event);
  await sleep(5_000);
  const recipients = mailbox.received.flatMap(({ to }) => to).filter(isBuyer);
  return [
    {
      measure: `${PROMISED_EVENTS.toLocaleString('en')} tracking events and their notices, by the time of ${EVENTS.toLocaleString('en')}`,
      value: (seconds / EVENTS) * PROMISED_EVENTS,
      unit: 's',
      limit: HOUR_S,
      kind: 'time',
      note: `${Math.round(EVENTS / seconds)} a second from the carrier’s delivery to the mail server`,
    },
    {
      measure: 'notices sent twice when the carrier repeats all of it',
      value: recipients.length - new Set(recipients).size,
      unit: '',
      limit: 0,
      kind: 'count',
    },
  ];
}
