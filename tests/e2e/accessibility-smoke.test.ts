/** The first screens by axe, light and dark. `npm run verify` looks at all of them, in five tenants' colours. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { ratesComplete, settled } from '../support/screens.ts';

let lane: Lane;
let orderId: string;

beforeAll(async () => {
  lane = await openLane();
  ({ id: orderId } = await lane.addOrder('aurora', orderTo('AXE-SMOKE')));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it('sign-in', async () => {
    const { page, context } = await lane.open({ layout: { theme } });
    await page.goto('/auth/login');
    await settled(page);
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it('orders, with the panel and its rates', async () => {
    const { page, context } = await lane.open({ as: 'aurora', width: 1500, layout: { theme } });
    await page.goto('/ecommerce/orders');
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe(theme);
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`/ecommerce/orders?order=${orderId}`);
    await ratesComplete(page);
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });
});

it('the watch sees a fault when there is one', async () => {
  const { page, context } = await lane.open();
  await page.goto('/auth/login');
  await settled(page);
  await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('afterend', '<img src="data:,">'));
  expect((await violationsOf(page)).join(' ')).toContain('image-alt');
  await context.close();
});
