/** The order list in a real browser at its largest page: elements, and how long choosing all rows takes. */
import type { Page } from 'playwright-core';
import { DEMO_PASSWORD, hostOf } from '../support/demo.ts';
import { launchBrowser } from '../support/browser.ts';
import { sessionOf } from '../support/session-of.ts';
import { signInAs } from '../support/seller.ts';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/orders/order-import';
import type { RunningApp } from '../support/app.ts';
import { ordersCsv } from './csv.ts';
import { median, type Row } from './table.ts';

const USER = 'boreal';
const ROWS = 200;

export async function pageRows(app: Pick<RunningApp, 'url' | 'port'>): Promise<Row[]> {
  await fillList(app.url);
  const browser = await launchBrowser();
  try {
    const origin = `http://${hostOf(USER)}:${app.port}`;
    const stored = { ...(await sessionOf(app.url, USER)), 'layout-settings': JSON.stringify({ locale: 'en-CA' }) };
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 860 },
      locale: 'en-CA',
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
      },
    });
    const page = await context.newPage();
    await page.goto(`/ecommerce/orders?size=${ROWS}`);
    await page.locator(`[role="grid"][aria-rowcount="${ROWS + 1}"]`).waitFor();
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const times = await chooseAll(page);
    const chosen = await page.getByText(`${ROWS} orders selected`).count();
    if (chosen === 0) throw new Error(`Choosing all did not choose ${ROWS} orders.`);
    const frames = await scrollThrough(page);
    const inspector = await context.newCDPSession(page);
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const slowly = await chooseAll(page);
    const presses = await pressToPaint(page);
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return [
      { measure: `elements of the orders page with ${ROWS} rows`, value: nodes, unit: '', limit: 2_000, kind: 'size' },
      {
        measure: `choosing all ${ROWS} rows, two frames included`,
        value: median(times),
        unit: 'ms',
        limit: 100,
        kind: 'time',
      },
      {
        measure: `choosing all ${ROWS} rows with a processor four times slower`,
        value: median(slowly),
        unit: 'ms',
        limit: 250,
        kind: 'time',
      },
      {
        measure: `press to paint (INP) with a processor four times slower, ${ROWS} rows, worst of ${presses.length}`,
        value: Math.max(...presses),
        unit: 'ms',
        limit: 150,
        kind: 'time',
      },
      {
        measure: `longest frame while scrolling through ${ROWS} rows and back (of ${frames.length})`,
        value: Math.max(...frames),
        unit: 'ms',
        limit: 50,
        kind: 'time',
      },
      { measure: 'the same, 95th percentile', value: percentile(frames, 0.95), unit: 'ms', kind: 'time' },
    ];
  } finally {
    await browser.close();
  }
}

/** How long each of seven presses on the box of the head takes until it surely shows, ms. */
async function chooseAll(page: Page): Promise<number[]> {
  const all = page.getByRole('grid').getByRole('checkbox').first();
  const times: number[] = [];
  for (let n = 0; n < 7; n += 1)
    times.push(
      await all.evaluate(async (box) => {
        const started = performance.now();
        if (box instanceof HTMLElement) box.click();
        // The frame after next is the first one that surely shows it.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return performance.now() - started;
      }),
    );
  return times;
}

/**
 * Interaction to Next Paint (web.dev/inp): how long each press on a row and each key takes until its effect is painted, ms. The
 * browser measures it itself, in steps of 8 ms.
 */
async function pressToPaint(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const seen = new Map<number, number>();
    // The type of the browser's library does not know the threshold yet.
    const watched = { type: 'event', durationThreshold: 16 };
    Reflect.set(globalThis, 'pressesSeen', seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id: unknown = Reflect.get(entry, 'interactionId');
        if (typeof id === 'number' && id !== 0) seen.set(id, Math.max(seen.get(id) ?? 0, entry.duration));
      }
    }).observe(watched);
  });
  const boxes = page.locator('tbody tr[data-order]').getByRole('checkbox');
  for (const row of [2, 5, 9]) await boxes.nth(row).click();
  // Walks, marks, looks and closes, as a packer does by key.
  for (const key of ['j', 'j', 'x', 'k', ' ', ' ']) await page.keyboard.press(key);
  const told = await page.waitForFunction(() => {
    const seen: unknown = Reflect.get(globalThis, 'pressesSeen');
    return seen instanceof Map && seen.size >= 6 ? [...seen.values()].map(Number) : false;
  });
  return (await told.jsonValue()) || [];
}

/** Lengths of all frames while the list is scrolled to its end and back, ms. */
const scrollThrough = (page: Page): Promise<number[]> =>
  page.getByTestId('orders-scroll').evaluate(async (list) => {
    // No named function in here: the runner's helper for names does not exist on the page.
    const lengths: number[] = [];
    let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const end = list.scrollHeight - list.clientHeight;
    for (const step of [90, -90]) {
      while (step > 0 ? list.scrollTop < end - 1 : list.scrollTop > 0) {
        list.scrollTop += step;
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        lengths.push(now - last);
        last = now;
      }
    }
    return lengths;
  });

const percentile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * at)] ?? 0;

async function fillList(origin: string): Promise<void> {
  const seller = await signInAs({ origin, host: hostOf(USER), userName: USER, password: DEMO_PASSWORD });
  try {
    const file = { name: 'orders.csv', type: 'text/csv', bytes: ordersCsv({ orders: ROWS + 50, prefix: 'P-' }) };
    const upload = await seller.must(uploadOrders, { file });
    const params = { id: upload.importId };
    const check = await seller.must(checkImport, { params, body: upload.mapping });
    const body = { mapping: upload.mapping, skipBlocked: false, expectedReady: check.readyCount };
    await seller.must(commitImport, { params, body });
  } finally {
    await seller.close();
  }
}
