/**
 * A return on two telephones: asked by the buyer without a script, approved by the seller, its label printed, taken in at the table; and
 * refunded at the shop it came from.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { getCustomerStores } from '@scanship/contracts/network/master';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { getReturnRules, putReturnRules } from '@scanship/contracts/shipping/returns';
import { getStore, putStoreSettings, syncStore } from '@scanship/contracts/stores/stores';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { createPlayer } from '@scanship/store-shopify/simulator-player';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import type { Seller } from '../../support/seller.ts';

/** Where pictures of the pages are kept, for whoever wants to look. */
const PICTURES = process.env['BUYER_PAGE_PICTURES'];

const SHOP = 'maple-demo.myshopify.com';

let lane: Lane;
const number = `BACK-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  lane = await openLane();
  const { id: orderId } = await lane.addOrder('aurora', orderTo(number));
  const seller = await lane.seller('aurora');
  const rules = await seller.must(getReturnRules, {});
  await seller.must(putReturnRules, { body: { ...rules, open: true, approval: 'by-hand', handOver: 'buyer' } });
  await ship(seller, orderId);
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await lane.simulators.clearFaults('shopify');
  await lane.close();
});

/** With a courier that nobody follows: what it takes counts as arrived. */
async function ship(seller: Seller, orderId: string): Promise<void> {
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId,
      parcels: [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
    },
  });
  const rate = quote.rates.find(({ carrier }) => carrier === 'rate-sheet');
  if (!rate) throw new Error('the own courier offered no rate');
  const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
  await seller.must(createShipment, { body, idempotencyKey: randomUUID() });
}

/** A telephone of somebody who is signed in nowhere, with an order found on the look-up page. */
async function buyerOf(seller: Page, order: string): Promise<Page> {
  const browser = seller.context().browser();
  if (!browser) throw new Error('the browser is gone');
  const context = await browser.newContext({
    baseURL: lane.origin('localhost'),
    viewport: { width: 390, height: 844 },
    locale: 'en-CA',
  });
  const buyer = await context.newPage();
  await buyer.goto('/track');
  await buyer.getByLabel('Order number').fill(order);
  await buyer.getByLabel('Postal code or e-mail address').fill('M5J 0C3');
  await buyer.getByRole('button', { name: 'Show my order' }).click();
  await buyer.getByRole('link', { name: 'Send something back' }).click();
  return buyer;
}

async function look(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
  if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}

it('goes from the buyer’s form to the packing table', async () => {
  const { page: seller } = await lane.open({ as: 'aurora', width: 390, height: 844 });
  const buyer = await buyerOf(seller, number);
  await buyer.getByLabel('How many of Enamel mug (up to 2)').fill('1');
  await buyer.getByLabel('Why do you send it back?').selectOption({ label: 'It arrived damaged' });
  await buyer.getByLabel('What would you like?').selectOption({ label: 'My money back' });
  await buyer.getByLabel('How do you hand it over?').selectOption({ label: 'A driver picks it up at my place' });
  await buyer.getByLabel('Anything the seller should know (optional)').fill('A crack in the handle');
  expect(await violationsOf(buyer)).toEqual([]);
  await look(buyer, 'returns-form');
  await buyer.getByRole('button', { name: 'Ask for the return' }).click();
  await buyer.getByText('The seller looks at it').waitFor();
  await buyer.getByLabel('Photo of it (only the seller sees it)').setInputFiles({
    name: 'IMG_0001.png',
    mimeType: 'image/png',
    buffer: await buyer.screenshot(),
  });
  await buyer.getByRole('button', { name: 'Send the photo' }).click();
  await buyer.getByText('Photos sent: 1').waitFor();
  expect(await violationsOf(buyer)).toEqual([]);
  await look(buyer, 'returns-photo');

  await seller.goto('/ecommerce/orders/returns');
  const row = seller.getByTestId('return').filter({ hasText: number });
  await row.getByText('It arrived damaged').waitFor();
  await look(seller, 'returns-list');
  await row.getByRole('link').click();
  await seller.getByText('A crack in the handle').waitFor();
  await seller.getByRole('img', { name: /^Sent by the buyer/ }).waitFor();
  await seller.getByRole('button', { name: 'Approve' }).click();
  await seller.getByRole('heading', { level: 1 }).getByText('Label ready').waitFor();
  await look(seller, 'returns-one');

  await buyer.reload();
  await buyer.getByText('Your label is ready').waitFor();
  expect(await violationsOf(buyer)).toEqual([]);
  await look(buyer, 'returns-label');
  // Whose carrier does not come says so to both.
  await buyer.getByText(/does not pick this parcel up\. Please bring it there\.$/).waitFor();
  await seller.getByText('The buyer brings it.').waitFor();
  const href = await buyer.getByRole('link', { name: 'Print the label (PDF)' }).getAttribute('href');
  const label = await buyer.request.get(href ?? '');
  expect([label.status(), label.headers()['content-type']]).toEqual([200, 'application/pdf']);

  await seller.goto('/ecommerce/scan-ship/returns');
  await seller.getByLabel('Tracking number or number of the return').fill(`${number}-R1`);
  await seller.getByRole('button', { name: 'Find' }).click();
  await seller.getByLabel('Condition').selectOption({ label: 'Damaged' });
  await look(seller, 'returns-table');
  await seller.getByRole('button', { name: 'Save the check' }).click();
  await seller.getByText('Scan the label of a return').waitFor();
  await buyer.goto(buyer.url());
  await buyer.getByText('Checked by the seller').waitFor();

  await seller.goto('/ecommerce/orders/returns/rules');
  await seller.getByLabel('How parcels go to the carrier').waitFor();
  await seller.getByLabel('Label from, if picked up').waitFor();
  await look(seller, 'returns-rules');
  expect(lane.complaints()).toEqual([]);
  await buyer.context().close();
});

it('is refunded at the shop the order came from; a call that fails says what to do', async () => {
  const seller = await lane.seller('aurora');
  const { stores } = await seller.must(getCustomerStores, {});
  const storeId = stores.find(({ externalAccount }) => externalAccount === SHOP)?.id ?? '';
  const store = await seller.must(getStore, { params: { id: storeId } });
  await seller.must(putStoreSettings, {
    params: { id: storeId },
    body: { ...store.settings, returns: { refund: true, restock: true }, version: store.version },
  });
  const { simulators } = inject('lane');
  const placed = await fetch(`${simulators}/_admin/shopify/shops/${SHOP}/orders`, {
    method: 'POST',
    body: JSON.stringify({
      orders: [
        {
          lines: [{ name: 'Enamel mug', price: '18.50', quantity: 2 }],
          address: {
            name: 'Rosa Refund',
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
  await seller.call(syncStore, { params: { id: storeId } });
  const newest = async () =>
    (await seller.must(listOrders, { query: { page: 1, size: 5 }, body: { storeIds: [storeId] } })).orders.find(
      ({ recipient }) => recipient === 'Rosa Refund',
    );
  await expect.poll(newest).toBeDefined();
  const order = await newest();
  const orderId = order?.id ?? '';
  await ship(seller, orderId);
  const player = createPlayer(simulators);
  await expect.poll(() => player.reports(SHOP, externalId)).toHaveLength(1);

  const { page } = await lane.open({ as: 'aurora', width: 1300 });
  const buyer = await buyerOf(page, order?.ecomOrderNumber ?? '');
  await buyer.getByLabel('How many of Enamel mug (up to 2)').fill('1');
  await buyer.getByLabel('Why do you send it back?').selectOption({ label: 'It arrived damaged' });
  await buyer.getByLabel('What would you like?').selectOption({ label: 'My money back' });
  await buyer.getByRole('button', { name: 'Ask for the return' }).click();
  await buyer.getByText('The seller looks at it').waitFor();
  await buyer.context().close();

  await page.goto('/ecommerce/orders/returns');
  await page
    .getByTestId('return')
    .filter({ hasText: order?.ecomOrderNumber ?? '' })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const card = page.getByRole('region', { name: 'At the store' });
  await card.getByRole('button', { name: 'Refund the buyer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The buyer gets $20.91 back.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await lane.simulators.setFaults('shopify', [
    { kind: 'status-before-effect', effect: 'effect', times: 1, status: 403 },
  ]);
  await dialog.getByRole('button', { name: 'Refund $20.91' }).click();
  await card.getByText(/has not refunded this return/).waitFor();
  await card.getByText(/try again/).waitFor();
  expect(await player.refunds?.(SHOP, externalId)).toEqual([]);
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByText(/^Refunded at .*\$20\.91/).waitFor();
  expect(await player.refunds?.(SHOP, externalId)).toMatchObject([{ totalMinor: 2_091, restockedUnits: 1 }]);
  expect(lane.complaints()).toEqual([]);
});
