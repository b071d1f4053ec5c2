/**
 * Two packing tables without a line: loaded beforehand, one with labels and one with rates alone, started again without it, and
 * everything sent once when it is back. They are tablets, whose browsers have no PDF viewer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getOrder } from '@scanship/contracts/orders/orders';
import { addScanSetting } from '@scanship/contracts/printing/scan-ship';
import { readShift } from '@scanship/contracts/printing/scan-shift';
import { USUAL_SCAN_SETTING } from '@scanship/domain/scan-ship/scan-ship';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderTo } from '../support/demo.ts';
import { violationsOf } from '../support/axe.ts';
import { textOf } from '../support/label-codes.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { scan } from '../support/scanner.ts';

const AS = 'aurora';
/** The oldest of all open orders, so that a shift begins with them. */
const NUMBERS = ['OFF-1', 'OFF-2', 'OFF-3', 'OFF-4', 'OFF-5', 'OFF-6'] as const;
const AT_EACH = 3;
/** Of the people the orders go to, as `orderTo` has them. */
const READABLE = ['Hannah', 'Harbour St', '%PDF', 'OFF-'];

interface Table {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Journals and purchases the server answered. */
  readonly reached: string[];
}
let lane: Lane;
let north: Table;
let south: Table;

const said = (page: Page, text: string | RegExp) => page.locator('.scan-banner').filter({ hasText: text }).waitFor();

async function openTable(name: string): Promise<Table> {
  const { page, context } = await lane.open({ as: AS, width: 1360, height: 900 });
  await context.addInitScript(() => {
    if (globalThis.self === globalThis.top) localStorage.setItem('print-station', 'none');
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false });
  });
  const reached: string[] = [];
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (/\/journal$|\/ship(-by-carrier)?$/.test(pathname)) reached.push(pathname);
  });
  await page.goto('/ecommerce/scan-ship');
  await said(page, 'Scan an order');
  return { name, page, context, reached };
}

async function loadShift({ page, name }: Table, labels: 'bought' | 'rated'): Promise<void> {
  await page.getByRole('button', { name: 'Work offline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Work offline' });
  await dialog.getByRole('textbox', { name: 'Name of this station' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Hours' }).fill('1');
  await dialog.getByRole('textbox', { name: 'Most orders' }).fill(String(AT_EACH));
  if (labels === 'rated') await dialog.getByRole('radio', { name: 'Only ask for rates' }).click();
  await dialog.getByRole('button', { name: 'Load the shift' }).click();
  await dialog.getByText(labels === 'rated' ? `${AT_EACH} orders are rated` : `${AT_EACH} labels are here`).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** Scans an order and both of its items. */
async function pack(page: Page, number: string): Promise<void> {
  await scan(page, number);
  await said(page, `Order ${number}`);
  await scan(page, 'MUG');
  await said(page, '1 of 2 packed');
  await scan(page, 'MUG');
}

/** Text of the label that lies open, which is drawn, and saved only when somebody asks for it. */
async function openLabel(page: Page): Promise<string> {
  let saved = 0;
  page.on('download', () => (saved += 1));
  const preview = page.getByRole('dialog', { name: 'Shipping Label Preview' });
  await preview.getByRole('region', { name: 'Pages' }).locator('canvas').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(saved).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    preview.getByRole('button', { name: 'Download' }).click(),
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'scanship-label-'));
  try {
    const file = path.join(folder, 'label.pdf');
    await download.saveAs(file);
    return (await textOf(await readFile(file))).replaceAll(/\s/g, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Everything the browser keeps of this site, as text: each store of each data base, its caches, its storage. */
const rawly = (page: Page) =>
  page.evaluate(async () => {
    const asText = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value instanceof CryptoKey) return `[key, extractable: ${value.extractable}]`;
      if (Array.isArray(value)) return value.map(asText).join('\n');
      if (typeof value === 'object' && value !== null)
        return Object.entries(value)
          .map(([name, each]) => `${name}: ${asText(each)}`)
          .join('\n');
      return String(value);
    };
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(String(request.error))));
      });
    const stores: Record<string, { readonly count: number; readonly text: string }> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answered(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const all: unknown[] = await answered(db.transaction(store).objectStore(store).getAll());
        stores[store] = { count: all.length, text: asText(all) };
      }
      db.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
    return { stores, cached, local: JSON.stringify({ ...localStorage }) };
  });

beforeAll(async () => {
  lane = await openLane();
  const seller = await lane.seller(AS);
  const setting = { ...USUAL_SCAN_SETTING, autoPrintSeconds: 0, verification: 'required' as const };
  await seller.must(addScanSetting, { body: { setting } });
  for (const [at, number] of NUMBERS.entries())
    await lane.addOrder(AS, orderTo(number, { placedAt: `2001-01-01T0${at}:00:00Z` }));
  [north, south] = await Promise.all([openTable('North table'), openTable('South table')]);
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

it('two tables hold different orders; that of another table and an unknown one are told apart', async () => {
  await loadShift(north, 'bought');
  await loadShift(south, 'rated');
  await scan(north.page, 'OFF-4');
  await said(north.page, 'Order OFF-4 cannot be shipped');
  await said(north.page, 'South table');
  await scan(north.page, 'NO-SUCH-7');
  await said(north.page, 'No orders found for shipping please enter valid order number');
  // Its label is bought, so that nobody buys a second one.
  await scan(south.page, 'OFF-1');
  await said(south.page, 'This order number is already fulfilled');
  const { stores } = await rawly(north.page);
  expect([stores['orders']?.count, stores['labels']?.count]).toEqual([AT_EACH, AT_EACH]);
  const kept = Object.values(stores)
    .map(({ text }) => text)
    .join('\n');
  for (const word of READABLE) expect(kept).not.toContain(word);
  expect(stores['shift']?.text).toContain('[key, extractable: false]');
});

it('without a line a table starts, verifies and packs its orders, and a label comes from its disk', async () => {
  for (const { page, context } of [north, south]) {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
  }
  await Promise.all([north.page.reload(), south.page.reload()]);
  await north.page.getByText(`0 of ${AT_EACH} packed`).waitFor();
  await said(north.page, 'Scan an order');

  await pack(north.page, 'OFF-1');
  await said(north.page, 'Order OFF-1 shipped');
  const label = await openLabel(north.page);
  await scan(north.page, 'OFF-2');
  await said(north.page, 'Order OFF-2');
  await scan(north.page, 'TEAPOT');
  await said(north.page, 'Wrong item');
  await scan(north.page, 'MUG');
  await said(north.page, '1 of 2 packed');
  await scan(north.page, 'MUG');
  await said(north.page, 'Order OFF-2 shipped');
  await scan(north.page, 'OFF-1');
  await said(north.page, 'This order number is already fulfilled');
  for (const number of ['OFF-4', 'NO-SUCH-7']) {
    await scan(north.page, number);
    await said(north.page, `Order ${number} is not of this shift`);
  }
  await pack(south.page, 'OFF-4');
  await said(south.page, 'The label of order OFF-4 comes by itself');
  await scan(south.page, 'OFF-1');
  await said(south.page, 'Order OFF-1 is not of this shift');
  await north.page.getByText(/actions wait to be sent/).waitFor();
  await north.page.getByText(`2 of ${AT_EACH} packed`).waitFor();
  expect([north.reached, south.reached]).toEqual([[], []]);

  // The server has heard nothing yet, and the label is the one it bought.
  const held = (await heldBy(north)).find(({ order }) => order.ecomOrderNumber === 'OFF-1');
  expect(held?.state).toBe('bought');
  expect(label).toContain(held?.shipment?.parcels[0]?.trackingNumber ?? 'no number');
});

/** Orders of a table's shift as the server has them. */
const heldBy = async (table: Table) =>
  (await (await lane.seller(AS)).must(readShift, { query: { stationId: await stationOf(table) } })).orders;
const stationOf = ({ page }: Table) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('scanship-station');
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction('station').objectStore('station').get('id');
          asked.addEventListener('success', () => {
            opening.result.close();
            resolve(String(asked.result));
          });
        });
      }),
  );

it('the line is back: everything goes out once, every order is packed once; after the shift nothing readable is left', async () => {
  const states = async () => (await heldBy(north)).map(({ order, state }) => `${order.ecomOrderNumber} ${state}`);
  for (const { context } of [north, south]) await context.setOffline(false);
  await expect.poll(states).toEqual(['OFF-1 packed', 'OFF-2 packed', 'OFF-3 bought']);
  await said(south.page, 'Order OFF-4 shipped');
  for (const table of [north, south]) {
    await expect.poll(async () => (await rawly(table.page)).stores['rows']?.count).toBe(0);
    await table.page.getByText(/acts? waits? to be sent/).waitFor({ state: 'hidden' });
  }
  // Of labels that were bought before no purchase leaves; of the rated one exactly one.
  const purchases = ({ reached }: Table) => reached.filter((call) => !call.endsWith('/journal')).length;
  expect([purchases(north), purchases(south)]).toEqual([0, 1]);
  const seller = await lane.seller(AS);
  const labels: string[] = [];
  for (const { order } of [...(await heldBy(north)), ...(await heldBy(south))]) {
    const { shipments } = await seller.must(getOrder, { params: { id: order.id } });
    labels.push(`${order.ecomOrderNumber} ${shipments.length}`);
  }
  expect(labels).toEqual(['OFF-1 1', 'OFF-2 1', 'OFF-3 1', 'OFF-4 1', 'OFF-5 0', 'OFF-6 0']);

  await north.page.keyboard.press('Escape');
  await north.page.getByRole('button', { name: 'Work offline' }).click();
  const dialog = north.page.getByRole('dialog', { name: 'Work offline' });
  await dialog.getByRole('button', { name: 'End the shift' }).click();
  await dialog.getByText('Bought and not packed: OFF-3.').waitFor();
  const { stores, cached, local } = await rawly(north.page);
  expect([stores['shift']?.count, stores['orders']?.count, stores['labels']?.count, stores['rows']?.count]).toEqual([
    0, 0, 0, 0,
  ]);
  const kept = [...Object.values(stores).map(({ text }) => text), local].join('\n');
  for (const word of READABLE) expect(kept).not.toContain(word);
  expect(cached.filter((path) => path.startsWith('/api/'))).toEqual([]);
  expect(JSON.parse(local)).not.toHaveProperty('offline-start');
});

it('a server that answers an error shows maintenance, although a start is kept', async () => {
  const { page, context } = south;
  expect(await page.evaluate(() => localStorage.getItem('offline-start'))).not.toBeNull();
  let asked = 0;
  await context.route('**/api/**/ui-init*', (route) => {
    asked += 1;
    return route.fulfill({ status: 503, contentType: 'application/json', body: '{"success":false}' });
  });
  await page.reload();
  await page.getByRole('heading', { name: 'We will be right back' }).waitFor();
  expect(asked).toBeGreaterThan(0);
  expect(await page.locator('.scan-banner').count()).toBe(0);
  await context.unroute('**/api/**/ui-init*');
  await page.getByRole('button', { name: 'Try again now' }).click();
  await said(page, 'Scan an order');
});
