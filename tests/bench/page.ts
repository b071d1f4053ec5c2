/** The order list in a real browser at its largest page: elements, and how long choosing all rows takes. */
import { DEMO_PASSWORD, hostOf } from '../support/demo.ts';
import { launchBrowser } from '../support/browser.ts';
import { sessionOf } from '../support/session-of.ts';
import { signInAs } from '../support/seller.ts';
import { checkImport, commitImport, uploadOrders } from '@scanship/contracts/order-import';
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
    const all = page.getByRole('grid').getByRole('checkbox').first();
    const times: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      times.push(
        await all.evaluate(async (box) => {
          const started = performance.now();
          if (box instanceof HTMLElement) box.click();
          // The frame after next is the first one that surely shows it.
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          return performance.now() - started;
        }),
      );
    }
    const chosen = await page.getByText(`${ROWS} orders chosen`).count();
    if (chosen === 0) throw new Error(`Choosing all did not choose ${ROWS} orders.`);
    return [
      { measure: `elements of the orders page with ${ROWS} rows`, value: nodes, unit: '', limit: 2_000, kind: 'size' },
      {
        measure: `choosing all ${ROWS} rows, two frames included`,
        value: median(times),
        unit: 'ms',
        limit: 100,
        kind: 'time',
      },
    ];
  } finally {
    await browser.close();
  }
}

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
