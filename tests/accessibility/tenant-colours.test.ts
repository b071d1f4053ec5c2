/** Any colour a tenant chooses is usable: the main pages in five of them, light and dark, with contrast judged by axe. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { ratesComplete, settled } from '../support/screens.ts';

const COLOURS = {
  default: '#24618f',
  yellow: '#ffd400',
  rose: '#f0a6b8',
  'near black': '#0d0f12',
  'near white': '#f6f7f4',
} as const;

let lane: Lane;
let orderId: string;

beforeAll(async () => {
  lane = await openLane();
  ({ id: orderId } = await lane.addOrder('aurora', orderTo('AXE-COLOUR')));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** The real branding with another colour in it. */
const brandIn = (page: Page, colour: string): Promise<unknown> =>
  page.route('**/api/master/ui-init*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, primaryColor: colour } } });
  });

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it.each(Object.entries(COLOURS))('%s', async (_name, colour) => {
    const { page: visitor, context: outside } = await lane.open({ layout: { theme } });
    await brandIn(visitor, colour);
    await visitor.goto('/auth/login');
    await settled(visitor);
    // The filled button is the tenant's exact colour, whatever it is.
    const button = visitor.getByRole('button', { name: 'Sign in', exact: true });
    expect(await button.evaluate((e) => getComputedStyle(e).backgroundColor)).toBe(rgb(colour));
    const found = (await violationsOf(visitor)).map((line) => `sign-in: ${line}`);
    await outside.close();

    const { page, context } = await lane.open({ as: 'aurora', width: 1500, layout: { theme } });
    await brandIn(page, colour);
    const look = async (name: string): Promise<void> => {
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
    };
    await page.goto(`/ecommerce/orders?order=${orderId}&tab=unfulfilled&tags=priority&sort=-placedAt`);
    await look('orders with a filter');
    await page.goto(`/ecommerce/orders?order=${orderId}`);
    await ratesComplete(page);
    await page.getByRole('checkbox', { name: 'Select all orders of this page' }).check();
    await look('orders chosen, with rates');
    await page.goto('/ecommerce/orders/import');
    await look('import');
    await page.goto('/account/settings');
    await look('settings');
    expect(found).toEqual([]);
    await context.close();
  });
});
