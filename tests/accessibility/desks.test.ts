/** Every screen of a franchise's people and of the operator: once in each theme by axe, and on a telephone. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { type DeskScreen, deskScreens } from '../support/main-pages.ts';
import { settled } from '../support/screens.ts';

let lane: Lane;
let screens: readonly DeskScreen[];

beforeAll(async () => {
  lane = await openLane();
  screens = await deskScreens(await lane.seller('maple'), await lane.seller('super'));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each(['light', 'dark'])('accessibility, %s', (theme) => {
  it('every screen of the desks', async () => {
    const found: string[] = [];
    for (const as of ['maple', 'agent', 'support', 'super'] as const) {
      const { page, context } = await lane.open({ as, layout: { theme } });
      for (const { name, path } of screens.filter((screen) => screen.as === as)) {
        await page.goto(path);
        await settled(page);
        found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
      }
      await context.close();
    }
    expect(found).toEqual([]);
  });
});

it('on a telephone nothing is wider than the screen', async () => {
  const wide: string[] = [];
  for (const as of ['maple', 'super'] as const) {
    const { page, context } = await lane.open({ as, width: 390, height: 844, locale: 'fr-CA' });
    for (const { name, path } of screens.filter((screen) => screen.as === as)) {
      await page.goto(path);
      await settled(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) wide.push(`${name}: ${over} px`);
    }
    await context.close();
  }
  expect(wide).toEqual([]);
});
