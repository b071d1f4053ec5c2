/** The first screens by axe, light and dark. `npm run verify` looks at all of them, in five tenants' colours. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contrast, lightnessContrast } from '@scanship/domain/values/contrast';
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

/** What is drawn of the focused element and the surface it stands on, as #rrggbb; what is seen through is as the surface. */
const drawn = (element: Element) => {
  const card = getComputedStyle(document.body).backgroundColor;
  const hexOf = (colour: string): string => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return alpha < 1
      ? hexOf(card)
      : `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const style = getComputedStyle(element);
  return {
    card: hexOf(card),
    text: hexOf(style.color),
    fill: hexOf(style.backgroundColor),
    edge: hexOf(style.borderTopColor),
    ring: hexOf(style.outlineColor),
    widths: [style.borderTopWidth, style.outlineWidth],
  };
};

it.each([
  ['pale yellow', '#fff3b0'],
  ['middle grey', '#7a7a7a'],
  ['almost black', '#16181b'],
])('a brand of %s keeps the rings, edges and words of real buttons and fields', async (_, primaryColor) => {
  for (const theme of ['light', 'dark'] as const) {
    const { page, context } = await lane.open({ layout: { theme } });
    await page.route('**/api/master/ui-init*', async (route) => {
      const answer = await route.fetch();
      const envelope = (await answer.json()) as { data: object };
      envelope.data = { ...envelope.data, primaryColor };
      await route.fulfill({ response: answer, json: envelope });
    });
    await page.goto('/auth/login');
    await settled(page);
    const button = page.locator('button[type=submit]');
    // By the keyboard: a ring stands around what was reached without a pointer.
    await page.getByRole('textbox').first().press('Shift+Tab');
    await page.keyboard.press('Tab');
    const field = await page.locator(':focus').evaluate(drawn);
    expect(contrast(field.edge, field.card), `${theme}: the field with the focus`).toBeGreaterThanOrEqual(3);
    while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
    const found = await button.evaluate(drawn);
    expect([found.fill, ...found.widths]).toEqual([primaryColor, '1px', '2px']);
    expect(contrast(found.ring, found.card), `${theme}: the ring`).toBeGreaterThanOrEqual(3);
    expect(contrast(found.edge, found.card), `${theme}: the edge`).toBeGreaterThanOrEqual(3);
    expect(contrast(found.text, found.fill), `${theme}: the words`).toBeGreaterThanOrEqual(4.5);
    // APCA: a focused field and a ring are seen on dark as well, where WCAG is content sooner.
    for (const seen of [field.edge, found.ring, found.edge])
      expect(Math.abs(lightnessContrast(seen, found.card)), `${theme}: ${seen}`).toBeGreaterThanOrEqual(30);
    const link = await page.locator('a.link').first().evaluate(drawn);
    expect(Math.abs(lightnessContrast(link.text, link.card)), `${theme}: a link`).toBeGreaterThanOrEqual(60);
    await context.close();
  }
});

it('the watch sees a fault when there is one', async () => {
  const { page, context } = await lane.open();
  await page.goto('/auth/login');
  await settled(page);
  await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('afterend', '<img src="data:,">'));
  expect((await violationsOf(page)).join(' ')).toContain('image-alt');
  await context.close();
});
