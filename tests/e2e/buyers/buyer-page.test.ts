/** A buyer on a telephone, without a script: finds the order, reads where it is, in both languages, in light and dark. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { buyLabel } from '../../support/bought.ts';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';

/** Where pictures of the page are kept, for whoever wants to look. */
const PICTURES = process.env['BUYER_PAGE_PICTURES'];

let lane: Lane;
let browser: Browser;
const number = `BUYER-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  lane = await openLane();
  const { id } = await lane.addOrder('aurora', orderTo(number));
  await buyLabel(await lane.seller('aurora'), id);
  const { context } = await lane.open();
  const own = context.browser();
  if (!own) throw new Error('the browser is gone');
  browser = own;
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const telephone = async (locale: string, colorScheme: 'light' | 'dark', javaScriptEnabled: boolean) => {
  const context = await browser.newContext({
    baseURL: lane.origin('localhost'),
    viewport: { width: 360, height: 740 },
    locale,
    colorScheme,
    javaScriptEnabled,
  });
  const page = await context.newPage();
  await page.goto('/track');
  return { context, page };
};

it('finds the order by number and postal code, and reads where it is, without a script', async () => {
  const { context, page } = await telephone('en-CA', 'light', false);
  await page.getByLabel('Order number').fill(`#${number.toLowerCase()}`);
  await page.getByLabel('Postal code or e-mail address').fill('h0h 0h0');
  await page.getByRole('button', { name: 'Show my order' }).click();
  await page.getByText('No order was found for what you typed.').waitFor();
  await page.getByLabel('Postal code or e-mail address').fill('m5j0c3');
  await page.getByRole('button', { name: 'Show my order' }).click();
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  await page.getByRole('heading', { name: 'Parcel 1 of 1' }).waitFor();
  await page.getByText('2 × Enamel mug').waitFor();
  await page.getByText('To Toronto, M5J').waitFor();
  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByRole('heading', { level: 1, name: `Commande ${number}` }).waitFor();
  await page.getByText('À destination de Toronto, M5J').waitFor();
  await context.close();
});

it.each([
  ['en-CA', 'light'],
  ['fr-CA', 'dark'],
] as const)('can be used by everybody, on a narrow screen: %s, %s', async (locale, scheme) => {
  const { context, page } = await telephone(locale, scheme, true);
  const look = async (name: string) => {
    expect(await violationsOf(page), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}-${locale}.png`), fullPage: true });
  };
  await look('find');
  await page.locator('#number').fill(number);
  await page.locator('#proof').fill('x');
  await page.getByRole('button').click();
  await page.getByRole('alert').waitFor();
  await look('wrong');
  await page.locator('#proof').fill('M5J 0C3');
  await page.getByRole('button').click();
  await page.locator('.state').waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await look('order');
  await page.goto('/track/nowhere');
  await look('nowhere');
  expect(lane.complaints()).toEqual([]);
  await context.close();
});
