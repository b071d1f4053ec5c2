/**
 * Two buyers in two languages, on telephones and without a script: their notices come by real SMTP, the page follows the carrier to the door,
 * and what does not fit is sent back by a rule, printed by the buyer and taken in: one gets an exchange, the other the money from the
 * store the order came from. A third parcel is late, which the seller and its buyer learn by themselves. A server of its own: the lane's
 * sends no mail.
 */
import { randomUUID } from 'node:crypto';
import { getCustomerStores } from '@scanship/contracts/network/master';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { addOrder } from '@scanship/contracts/orders/orders';
import { listExceptions } from '@scanship/contracts/shipping/exceptions';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import {
  checkReturn,
  exchangeReturn,
  finishReturn,
  getReturnRefund,
  getReturnRules,
  putReturnRules,
  refundReturn,
  scanReturn,
} from '@scanship/contracts/shipping/returns';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { getNoticeSettings, putNoticeSettings } from '@scanship/contracts/stores/buyer-notices';
import { getStore, putStoreSettings, syncStore } from '@scanship/contracts/stores/stores';
import { createPlayer } from '@scanship/store-shopify/simulator-player';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openMailbox } from '../../../apps/server/test/mailbox.ts';
import { type BenchServer, withBenchServer } from '../../bench/bench-server.ts';
import { orderTo } from '../../support/demo.ts';

const SLUG = 'testline-express';
const SHOP = 'maple-demo.myshopify.com';
const HOUR_MS = 3_600_000;
/** A carrier's push, a round of the sender and a busy machine. */
const SOON = { timeout: 120_000, interval: 500 };

interface Buyer {
  readonly email: string;
  readonly locale: 'en-CA' | 'fr-CA';
  /** Countries with the buyer's language and no clock of their own here: the seller's counts. */
  readonly country: 'US' | 'PF';
}
const ROBIN: Buyer = { email: 'robin@example.com', locale: 'en-CA', country: 'US' };
const CAMILLE: Buyer = { email: 'camille@example.com', locale: 'fr-CA', country: 'PF' };
const LATE: Buyer = { email: 'late@example.com', locale: 'en-CA', country: 'US' };

let browser: Browser;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  browser = await chromium.connect(inject('lane').browser);
  mailbox = await openMailbox();
});
afterAll(async () => {
  await browser.close();
  await mailbox.close();
});

const playerOf = ({ app }: BenchServer) => createPlayer(app.simulatorsAddress() ?? '');

/** An order of a shop that may be told of refunds. @returns it and its shop, by their ids here and there */
async function ofTheShop(server: BenchServer) {
  const { app, seller } = server;
  const known = async () =>
    (await seller.must(getCustomerStores, {})).stores.find(({ externalAccount }) => externalAccount === SHOP);
  // It is connected once the server has started.
  await expect.poll(known, SOON).toBeDefined();
  const storeId = (await known())?.id ?? '';
  const { settings, version } = await seller.must(getStore, { params: { id: storeId } });
  const body = { ...settings, returns: { refund: true, restock: true }, version };
  await seller.must(putStoreSettings, { params: { id: storeId }, body });
  const placed = await fetch(`${app.simulatorsAddress()}/_admin/shopify/shops/${SHOP}/orders`, {
    method: 'POST',
    body: JSON.stringify({
      orders: [
        {
          lines: [{ name: 'Enamel mug', price: '18.50', quantity: 2 }],
          address: {
            name: 'Camille Cote',
            address1: '88 Harbour St',
            city: 'Toronto',
            provinceCode: 'ON',
            zip: 'M5J 0C3',
            countryCode: 'CA',
          },
          shippingPrice: '12.00',
          taxPercent: 13,
        },
      ],
    }),
  });
  const [externalId = ''] = ((await placed.json()) as { readonly ids: readonly string[] }).ids;
  const ours = async () =>
    (await seller.must(listOrders, { query: { size: 5 }, body: { storeIds: [storeId] } })).orders.find(
      ({ recipient }) => recipient === 'Camille Cote',
    );
  await seller.call(syncStore, { params: { id: storeId } });
  await expect.poll(ours, SOON).toBeDefined();
  const order = await ours();
  return { storeId, orderId: order?.id ?? '', number: order?.ecomOrderNumber ?? '', externalId };
}

/** An order of the seller's own. */
async function ofTheSeller({ seller }: BenchServer) {
  const number = `DOOR-${randomUUID().slice(0, 8)}`;
  const { id: orderId } = await seller.must(addOrder, { body: orderTo(number), idempotencyKey: randomUUID() });
  return { orderId, number };
}

/** Its label, which is no trial. */
async function bought<O extends { readonly orderId: string }>({ seller, client }: BenchServer, order: O, buyer: Buyer) {
  const { orderId } = order;
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId,
      parcels: [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
    },
  });
  const rate = quote.rates.find(({ carrier }) => carrier === SLUG);
  if (!rate) throw new Error(`${SLUG} offered no rate`);
  const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
  const { shipment } = await seller.must(createShipment, { body, idempotencyKey: randomUUID() });
  await client.query('UPDATE shipments SET test = false WHERE id = $1', [shipment.id]);
  const to = { email: buyer.email, countryCode: buyer.country, provinceCode: '' };
  // As an address that the seller changed, which the shop's own does not come over again.
  await client.query(
    `UPDATE order_details SET ship_to = ship_to || $2::jsonb, overrides = overrides || '{"shipTo": {}}' WHERE order_id = $1`,
    [orderId, JSON.stringify(to)],
  );
  await client.query('UPDATE trackers SET due_at = now() WHERE shipment_id = $1', [shipment.id]);
  return { ...order, shipmentId: shipment.id };
}

const mailTo = (buyer: Buyer, subject: RegExp) =>
  mailbox.received.find(({ to, text }) => to.includes(buyer.email) && subject.test(text));

/** The page that a notice leads to, on a telephone. */
async function follow(buyer: Buyer, mail: string, origin: string): Promise<Page> {
  const [path] = /\/track\/[^\s?"<]+\?lang=\w+/.exec(mail) ?? [];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    locale: buyer.locale,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(path ?? 'the mail has no link');
  return page;
}

async function untilShown(page: Page, words: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText(words, { exact: true }).count();
    }, SOON)
    .toBeGreaterThan(0);
}

interface Asked {
  readonly form: string;
  readonly units: string | RegExp;
  readonly why: readonly [string, string];
  readonly wish: readonly [string, string];
  readonly inExchange?: RegExp;
  readonly ask: string;
  readonly ready: string;
  readonly print: string;
}

/** Asks for the return of one unit, which the rules approve, and prints its label. */
async function askFor(page: Page, words: Asked): Promise<void> {
  await page.getByRole('link', { name: words.form }).click();
  await page.getByLabel(words.units).fill('1');
  await page.getByLabel(words.why[0]).selectOption({ label: words.why[1] });
  await page.getByLabel(words.wish[0]).selectOption({ label: words.wish[1] });
  if (words.inExchange) await page.getByLabel(words.inExchange).fill('The blue one');
  await page.getByRole('button', { name: words.ask }).click();
  await untilShown(page, words.ready);
  const href = await page.getByRole('link', { name: words.print }).getAttribute('href');
  const label = await page.request.get(href ?? '');
  expect([label.status(), label.headers()['content-type']]).toEqual([200, 'application/pdf']);
}

/** What came back is scanned at the packing table and checked. */
async function takenIn({ seller }: BenchServer, number: string) {
  const back = await seller.must(scanReturn, { body: { code: `${number}-R1` } });
  const items = [{ line: 1, received: 1, condition: 'damaged' as const }];
  await seller.must(checkReturn, { params: { id: back.id }, body: { items, note: null } });
  return back;
}

it('goes from the first notice to the door and back, for both; a late parcel is told of', { timeout: 600_000 }, () =>
  withBenchServer('story', story, { SMTP_URL: mailbox.url, MAIL_FROM: 'ScanShip <no-reply@scanship.example>' }),
);

async function story(server: BenchServer): Promise<void> {
  const { app, seller, client } = server;
  const admin = createSimulatorAdmin(app.simulatorsAddress() ?? '');
  const rules = await seller.must(getReturnRules, {});
  await seller.must(putReturnRules, {
    body: { ...rules, open: true, approval: 'at-once', wishes: ['money', 'exchange'] },
  });
  const kinds = ['shipped', 'delivered', 'delayed'] as const;
  const shop = await ofTheShop(server);
  // Shopify writes to buyers itself, so its stores are told only where the seller says so.
  for (const storeId of [null, shop.storeId]) {
    const { version } = await seller.must(getNoticeSettings, { query: storeId === null ? {} : { storeId } });
    await seller.must(putNoticeSettings, { body: { storeId, own: true, kinds: [...kinds], words: [], version } });
  }
  // It is noon where the seller is, at whatever hour the test runs.
  const ahead = 12 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
  await client.query('UPDATE tenants SET time_zone = $1', [zone]);
  await client.query('UPDATE customer_settings SET time_zone = $1', [zone]);

  const robins = await bought(server, await ofTheSeller(server), ROBIN);
  const camilles = await bought(server, shop, CAMILLE);
  const late = await bought(server, await ofTheSeller(server), LATE);
  const hooked = async () =>
    (await client.query(`SELECT 1 FROM carrier_hooks WHERE slug = $1 AND state = 'active'`, [SLUG])).rows.length;
  await expect.poll(hooked, SOON).toBe(1);

  await admin.setClock(SLUG, 3 * HOUR_MS);
  await admin.push(SLUG);
  await expect.poll(() => mailTo(ROBIN, /^Subject: Your order \S+ is on its way/m), SOON).toBeDefined();
  await expect.poll(() => mailTo(CAMILLE, /^Subject: Votre commande \S+ est en route/m), SOON).toBeDefined();
  const robin = await follow(ROBIN, mailTo(ROBIN, /is on its way/)?.text ?? '', app.url);
  const camille = await follow(CAMILLE, mailTo(CAMILLE, /est en route/)?.text ?? '', app.url);
  await robin.getByRole('heading', { level: 1, name: `Order ${robins.number}` }).waitFor();
  await camille.getByRole('heading', { level: 1, name: `Commande ${camilles.number}` }).waitFor();

  // What nobody has news of any more is late, once its lane's time is over.
  await client.query(`UPDATE trackers SET watch_at = now(), watch_for = 'still' WHERE shipment_id = $1`, [
    late.shipmentId,
  ]);
  await expect.poll(() => mailTo(LATE, /^Subject: .*(late|later|delayed)/im), SOON).toBeDefined();
  const { exceptions } = await seller.must(listExceptions, {});
  expect(exceptions.some((each) => JSON.stringify(each).includes(late.number))).toBe(true);

  for (let day = 1; day <= 7 && !mailTo(CAMILLE, /a été livrée/); day += 1) {
    await admin.setClock(SLUG, day * 24 * HOUR_MS);
    await admin.push(SLUG);
    await new Promise((done) => setTimeout(done, 4_000));
  }
  await expect.poll(() => mailTo(ROBIN, /^Subject: Your order \S+ was delivered/m), SOON).toBeDefined();
  await expect.poll(() => mailTo(CAMILLE, /^Subject: Votre commande \S+ a été livrée/m), SOON).toBeDefined();
  await untilShown(robin, 'Delivered');
  await untilShown(camille, 'Livré');
  expect(await camille.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await askFor(robin, {
    form: 'Send something back',
    units: 'How many of Enamel mug (up to 2)',
    why: ['Why do you send it back?', 'It arrived damaged'],
    wish: ['What would you like?', 'An exchange'],
    inExchange: /^To get for Enamel mug in exchange/,
    ask: 'Ask for the return',
    ready: 'Your label is ready',
    print: 'Print the label (PDF)',
  });
  await askFor(camille, {
    form: 'Retourner un article',
    units: /^Combien de Enamel mug/,
    why: ['Pourquoi le retournez-vous?', 'L’article est arrivé endommagé'],
    wish: ['Que souhaitez-vous?', 'Un remboursement'],
    ask: 'Demander le retour',
    ready: 'Votre étiquette est prête',
    print: 'Imprimer l’étiquette (PDF)',
  });

  const robinsReturn = await takenIn(server, robins.number);
  const lines = [{ line: 1, quantity: 1, instead: robinsReturn.items[0]?.instead }];
  const params = { id: robinsReturn.id };
  const sent = await seller.must(exchangeReturn, { params, body: { lines } });
  await untilShown(robin, 'Done');
  await robin.getByText(`Sent in exchange as order ${sent.exchange?.number}.`).waitFor();
  await robin.getByRole('link', { name: 'Follow it' }).click();
  await robin.getByRole('heading', { level: 1, name: `Order ${sent.exchange?.number}` }).waitFor();

  const { id } = await takenIn(server, camilles.number);
  const offer = await seller.must(getReturnRefund, { params: { id } });
  await seller.must(refundReturn, {
    params: { id },
    body: {
      lines: [{ line: 1, quantity: 1, restock: false }],
      taxes: true,
      shipping: false,
      withheldMinor: 0,
      totalMinor: 2_091,
      notifyBuyer: offer.notifies,
    },
  });
  const told = () => playerOf(server).refunds?.(SHOP, camilles.externalId);
  await expect.poll(told, SOON).toMatchObject([{ totalMinor: 2_091, restockedUnits: 0 }]);
  await seller.must(finishReturn, { params: { id } });
  await untilShown(camille, 'Terminé');

  const subjects = mailbox.received
    .filter(({ to }) => to.some((address) => address.endsWith('@example.com')))
    .map(({ to, text }) => `${to.join()} ${/^Subject: .*$/m.exec(text)?.[0]}`);
  expect(subjects.length).toBe(new Set(subjects).size);
  await robin.context().close();
  await camille.context().close();
}
