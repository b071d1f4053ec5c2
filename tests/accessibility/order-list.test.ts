/** The order list under axe with everything it can open, in both schemes and on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { orderAbroad, orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';

let lane: Lane;

beforeAll(async () => {
  lane = await openLane();
  for (let i = 1; i <= 24; i += 1)
    await lane.addOrder('corner', orderTo(`AX-${i}`, i % 3 === 0 ? { tags: ['axe'] } : {}));
  await lane.addOrder('corner', orderAbroad('AX-US'));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** Opens each in turn and says what axe finds while it is open. */
async function lookAtAll(page: Page): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
  };
  const layers = () => page.locator('[role=dialog], [role=menu]').filter({ visible: true });
  /** Escape closes the top layer only: a list of proposals first, then its dialog. */
  const away = async (): Promise<void> => {
    for (let press = 0; press < 3 && (await layers().count()) > 0; press += 1) {
      await page.keyboard.press('Escape');
      await page.waitForTimeout(350);
    }
    await expect.poll(() => layers().count()).toBe(0);
  };
  await page.goto('/ecommerce/orders');
  await page.getByRole('button', { name: 'Actions for order AX-US' }).waitFor();
  await look('the list');
  await page.getByRole('button', { name: 'Actions for order AX-US' }).click();
  await page.getByRole('menu', { name: 'Actions for order AX-US' }).waitFor();
  await look('the menu of a row');
  await page.getByRole('menuitem', { name: /^Look at the order/ }).click();
  await page.getByTestId('order-preview').getByRole('heading', { name: 'AX-US' }).waitFor();
  await look('the preview');
  await page.getByRole('button', { name: 'Close the preview' }).click();
  await page.getByRole('checkbox', { name: 'Select order AX-24' }).check();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menu', { name: 'More actions' }).waitFor();
  await look('more actions');
  await away();
  for (const [key, title] of [
    ['h', 'Hold'],
    ['t', 'Tag'],
    ['w', 'Assign'],
    ['q', 'Internal note'],
    ['g', 'Mark as Fulfilled'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name: title }).waitFor();
    await look(title);
    await away();
  }
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByRole('dialog', { name: 'Save as a view' }).waitFor();
  await look('save as a view');
  await away();
  await page.keyboard.press('e');
  await page.getByTestId('outcome').getByText('1 order archived.').waitFor();
  await look('the outcome');
  await page.getByTestId('outcome').getByRole('button', { name: 'Undo' }).click();
  await page.getByTestId('outcome').getByText('1 order restored.').waitFor();
  return found;
}

describe('the order list', () => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ])('%s at %i px', async (theme, width) => {
    const { page, context } = await lane.open({ as: 'corner', width, height: 900, layout: { theme } });
    expect(await lookAtAll(page)).toEqual([]);
    await context.close();
  });
});
