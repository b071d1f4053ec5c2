/**
 * Takes the pictures of the README from the demo on a fresh data folder: `npx tsx tests/e2e/pictures.ts`, after a build.
 * Each stays below 200 kB.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { getOrder } from '@scanship/contracts/orders/orders';
import type { BrowserContext, Page } from 'playwright-core';
import { root, startApp } from '../support/app.ts';
import { launchBrowser } from '../support/browser.ts';
import { DEMO_PASSWORD, type DemoUser } from '../support/demo.ts';
import { signInAs } from '../support/seller.ts';
import { buyButton, panelOf, previewOf, ratesComplete, settled } from '../support/screens.ts';
import { sessionOf } from '../support/session-of.ts';
import { smallerPng } from './smaller-png.ts';

const FOLDER = path.join(root, 'docs/pictures');
const MOST_BYTES = 200_000;

interface Look {
  readonly as?: DemoUser;
  readonly width?: number;
  readonly height?: number;
  readonly locale?: 'en-CA' | 'fr-CA';
  readonly theme?: 'light' | 'dark';
  /** Draws PDF files by the application itself: a browser without a window shows none. */
  readonly ownViewer?: boolean;
}

const app = await startApp();
const browser = await launchBrowser();
const contexts: BrowserContext[] = [];

async function open({
  as,
  width = 1440,
  height = 860,
  locale = 'en-CA',
  theme = 'light',
  ownViewer,
}: Look): Promise<Page> {
  const stored = {
    ...(as ? await sessionOf(app.url, as) : {}),
    'layout-settings': JSON.stringify({ locale, theme }),
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height },
    locale,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] },
  });
  contexts.push(context);
  if (ownViewer)
    await context.addInitScript('Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => false })');
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.evaluate(() => document.fonts.ready);
  const bytes = smallerPng(await page.screenshot({ animations: 'disabled' }));
  if (bytes.length > MOST_BYTES) throw new Error(`${name}.png has ${bytes.length} bytes; ${MOST_BYTES} are allowed`);
  writeFileSync(path.join(FOLDER, `${name}.png`), bytes);
  console.log(`${name}.png  ${(bytes.length / 1000).toFixed(0)} kB`);
}

/** The order list with the panel of one order and all its rates. */
async function withRates(page: Page, number: string): Promise<void> {
  await page.goto('/ecommerce/orders');
  await page.getByRole('button', { name: number, exact: true }).click();
  await panelOf(page).getByRole('heading', { name: number }).waitFor();
  await ratesComplete(page);
}

mkdirSync(FOLDER, { recursive: true });
try {
  const signIn = await open({});
  await signIn.goto('/auth/login');
  await take(signIn, 'sign-in');

  const orders = await open({ as: 'aurora' });
  await orders.goto('/ecommerce/orders');
  await take(orders, 'orders');
  const newest = await orders.locator('.order-link').first().innerText();
  await withRates(orders, newest);
  await take(orders, 'rates');

  const small = await open({ as: 'aurora', width: 1280, height: 720 });
  await withRates(small, newest);
  await take(small, 'rates-1280');

  const connections = await open({ as: 'aurora' });
  await connections.goto('/carrier-manager');
  await take(connections, 'carriers');
  await connections.goto('/ecommerce/connect-store');
  await take(connections, 'stores');

  const dark = await open({ as: 'aurora', theme: 'dark' });
  await withRates(dark, newest);
  await take(dark, 'dark');

  const french = await open({ as: 'aurora', locale: 'fr-CA' });
  await withRates(french, newest);
  await take(french, 'french');

  const phone = await open({ as: 'aurora', width: 390, height: 780 });
  await phone.goto('/ecommerce/orders');
  await take(phone, 'phone');
  await withRates(phone, newest);
  await take(phone, 'rates-phone');

  const seller = await signInAs({ origin: app.url, userName: 'aurora', password: DEMO_PASSWORD });
  const { orders: shipped } = await seller.must(listOrders, {
    query: { size: 100 },
    body: { fulfillmentStatus: 'fulfilled' },
  });
  const details = await Promise.all(shipped.map(({ id }) => seller.must(getOrder, { params: { id } })));
  await seller.close();
  const buyer = await open({ width: 390, height: 780 });
  // One of which the carrier has something to tell.
  for (const { buyerPage } of details) {
    await buyer.goto(buyerPage);
    if ((await buyer.getByRole('listitem').count()) > 5) break;
  }
  await take(buyer, 'tracking-page');

  const file = await open({ as: 'aurora' });
  await file.goto('/ecommerce/orders/import');
  const [chooser] = await Promise.all([
    file.waitForEvent('filechooser'),
    file.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  const example = readFileSync(path.join(root, 'docs/examples/orders.csv'));
  await chooser.setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: example });
  await file.getByRole('button', { name: 'Check the file' }).click();
  await file.getByRole('list', { name: 'Result of the check' }).waitFor();
  await take(file, 'import');

  const plan = await open({ as: 'aurora' });
  await plan.goto('/ecommerce/orders?tab=unfulfilled');
  for (let row = 1; row <= 12; row += 1) await plan.getByRole('checkbox').nth(row).check();
  await plan.getByRole('toolbar').getByRole('button', { name: 'Auto Ship' }).click();
  await plan.getByRole('button', { name: /^Buy \d+ labels/ }).waitFor();
  await take(plan, 'auto-ship');

  const table = await open({ as: 'aurora', height: 760 });
  await table.goto('/ecommerce/scan-ship');
  await table.getByRole('textbox', { name: 'Order number' }).fill(newest);
  await table.keyboard.press('Enter');
  await table.locator('.scan-banner').filter({ hasText: newest }).waitFor();
  await take(table, 'scan-ship');

  const label = await open({ as: 'aurora', height: 1260, ownViewer: true });
  await withRates(label, newest);
  await buyButton(label).click();
  await previewOf(label).locator('canvas').first().waitFor();
  await take(label, 'label-preview');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const context of contexts) await context.close();
  await browser.close();
  await app.dispose();
}
