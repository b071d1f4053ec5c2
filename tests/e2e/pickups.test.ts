/** A carrier's driver booked, changed and sent away, and a day closed with the carrier's own paper. */
import { randomUUID } from 'node:crypto';
import { addAccount, deleteAccount } from '@scanship/contracts/carriers/carriers';
import type { ManualOrder } from '@scanship/contracts/orders/orders';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lane, openLane } from '../support/lane.ts';
import { violationsOf } from '../support/axe.ts';
import type { Seller } from '../support/seller.ts';

const CARRIER = 'testline-express';
let lane: Lane;
let page: Page;
let seller: Seller;
let accountId: string | undefined;
let accountName: string;
beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'aurora', width: 1280 }));
  seller = await lane.seller('aurora');
  // Of its own: pickups with a price cannot be booked on a lent account.
  const account = await seller.must(addAccount, {
    body: {
      carrier: CARRIER,
      name: `Dock ${randomUUID().slice(0, 8)}`,
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
    idempotencyKey: randomUUID(),
  });
  accountId = account.id;
  accountName = account.name;
  const order: ManualOrder = {
    number: `PICK-${randomUUID().slice(0, 8)}`,
    currency: 'CAD',
    shipTo: {
      name: 'Robin Lee',
      address1: '88 Queen St W',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5H 2M5',
      countryCode: 'CA',
      phone: '+1 416 555 0182',
    },
    items: [{ title: 'Blue mug', quantity: 1, unitPriceMinor: 1_250, weightGrams: 400 }],
  };
  const { id: orderId } = await lane.addOrder('aurora', order);
  const parcels = [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }];
  const quote = await seller.must(quoteSingle, { body: { orderId, parcels } });
  const rate = quote.rates.find((each) => each.grantId === account.grantId);
  if (!rate) throw new Error(`${CARRIER} offered no rate`);
  const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
  await seller.must(createShipment, { body, idempotencyKey: randomUUID() });
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  if (accountId) await seller.must(deleteAccount, { params: { id: accountId } });
  await lane.close();
});

it('a pickup is booked from the end of the day, changed, and cancelled when the carrier says so', async () => {
  await page.goto('/carrier-manager/end-of-day');
  const group = page.getByRole('listitem').filter({ hasText: accountName });
  await group.getByRole('link', { name: 'Book a pickup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a pickup' });
  await dialog.getByLabel('Someone there until').waitFor();
  // The last day that is offered: its window is not over, whatever the hour is.
  const days = await dialog.getByLabel('Day', { exact: true }).locator('option').allInnerTexts();
  await dialog.getByLabel('Day', { exact: true }).selectOption({ index: days.length - 1 });
  await dialog.getByLabel('Where the driver finds it').selectOption('reception');
  await dialog.getByLabel('Instructions for the driver').fill('Ring twice');
  await dialog.getByRole('button', { name: 'Ask the carrier first' }).click();
  const said = dialog.getByTestId('pickup-availability');
  await said.getByText(/The carrier comes/).waitFor();
  expect(await said.innerText()).toContain('4.73');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByTestId('send-pickup').click();
  const booked = page.getByTestId('pickup').filter({ hasText: 'Ring twice' });
  await booked.getByText(/^XP\d{8}$/).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await booked.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change the pickup' });
  await change.getByLabel('Someone there until').fill('18:30');
  await change.getByTestId('send-pickup').click();
  await booked.getByText(/18:30/).waitFor();

  await booked.getByRole('button', { name: 'Cancel the pickup' }).click();
  await page
    .getByRole('dialog', { name: 'Cancel this pickup?' })
    .getByRole('button', { name: 'Cancel the pickup' })
    .click();
  await booked.getByText('Cancelled', { exact: true }).waitFor();
  const without = page.getByTestId('without-pickups').getByRole('listitem').filter({ hasText: 'TestLine Freight' });
  await without.getByText(/has no pickups that can be booked from here/).waitFor();
});

it('a day is closed with the carrier’s own paper, which opens again', async () => {
  await page.goto('/carrier-manager/end-of-day');
  const place = page.getByTestId('place').filter({ hasText: accountName });
  await place.getByRole('checkbox', { name: new RegExp(accountName) }).waitFor();
  // Whatever else waits there stays there.
  for (const box of await place.getByRole('checkbox').all()) if (await box.isChecked()) await box.uncheck();
  await place.getByRole('checkbox', { name: new RegExp(accountName) }).check();
  await place.getByRole('button', { name: 'Close the day' }).click();
  const asking = page.getByRole('dialog', { name: 'Close the day?' });
  await asking.getByText(/can no longer be cancelled/).waitFor();
  await asking.getByRole('button', { name: 'Close the day' }).click();
  const preview = page.getByRole('dialog', { name: 'Pdf Preview' });
  await preview.getByRole('button', { name: 'Close' }).last().click();
  const list = page.getByTestId('closed-list').filter({ hasText: accountName });
  await list.getByText(/XC\d{8}/).waitFor();
  await list.getByRole('button', { name: /^Print the carrier's paper/ }).click();
  await preview.getByRole('button', { name: 'Close' }).last().waitFor();
  expect(await violationsOf(page)).toEqual([]);
});
