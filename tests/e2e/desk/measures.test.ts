/** What a desk is measured by, beside its limits: rows in sight, and keys and presses from the list to the printed label. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DefaultSettings, getDefaultSettings, putDefaultSettings } from '@scanship/contracts/network/settings';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import { buyButton, panelOf, previewOf, ratesComplete, ratesOf } from '../../support/screens.ts';
import { type Language, LANGUAGES, wordsOf } from '../../support/words.ts';

/** Each with its limit; the last test prints the table. */
const measured: { readonly measure: string; readonly value: number; readonly limit: string }[] = [];
let lane: Lane;
let before: DefaultSettings;

beforeAll(async () => {
  lane = await openLane();
  const aurora = await lane.seller('aurora');
  before = await aurora.must(getDefaultSettings, {});
  // Orders come complete, as those of a seller who has set a usual box: nothing is typed on the way.
  const body = { ...before, defaultDimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 }, version: undefined };
  await aurora.must(putDefaultSettings, { body });
  for (const number of ['DESK-1', 'DESK-2', 'DESK-3', 'PRESS-en-CA', 'PRESS-fr-CA'])
    await lane.addOrder(
      'aurora',
      orderTo(number, { shipTo: { ...orderTo(number).shipTo, name: `Buyer of ${number}` } }),
    );
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await (await lane.seller('aurora')).must(putDefaultSettings, { body: { ...before, version: undefined } });
  // oxlint-disable-next-line no-console -- the table is what this file is for
  console.table(measured);
  await lane.close();
});

/** Rows of which nothing is cut off or covered. */
const wholeRows = (page: Page): Promise<number> =>
  page.locator('tbody tr[data-order]').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect();
        return [top + 3, bottom - 3].every((y) => row.contains(document.elementFromPoint((left + right) / 2, y)));
      }).length,
  );

describe('the orders in sight', () => {
  it.each([
    { width: 1280, height: 720, least: 14 },
    { width: 1440, height: 900, least: 20 },
  ])('are $least or more at $width x $height', async ({ width, height, least }) => {
    const { page, context } = await lane.open({ as: 'aurora', width, height });
    await page.goto('/ecommerce/orders?tab=all&size=100');
    // It goes by itself after a while and is shown once a tab.
    await page.getByRole('button', { name: 'Hide the welcome' }).click();
    await page.locator('tbody tr[data-order]').nth(least).waitFor();
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(least);
    measured.push({
      measure: `orders in sight at ${width}x${height}`,
      value: await wholeRows(page),
      limit: `>= ${least}`,
    });
    await context.close();
  });
});

describe('one order from the list to its printed label', () => {
  async function listOf(text: string, locale: Language = 'en-CA'): Promise<Page> {
    const { page } = await lane.open({ as: 'aurora', width: 1440, height: 900, locale });
    await page.goto(`/ecommerce/orders?tab=unfulfilled&q=${text}`);
    await page.locator('tbody tr[data-order]').first().waitFor();
    return page;
  }
  const printed = async (page: Page, print = 'Print'): Promise<void> => {
    await previewOf(page).getByRole('button', { name: print, exact: true }).waitFor();
  };

  it.each(LANGUAGES)('takes three presses: the order, Buy label, Print (%s)', async (language) => {
    const say = wordsOf(language);
    const number = `PRESS-${language}`;
    const page = await listOf(number, language);
    let presses = 0;
    const press = async (name: string): Promise<void> => {
      presses += 1;
      await page.getByRole('button', { name, exact: true }).click();
    };
    await press(number);
    await ratesComplete(page);
    await press(say('Buy label'));
    await printed(page, say('Print'));
    await press(say('Print'));
    measured.push({
      measure: `presses from the list to the printed label, ${language}`,
      value: presses,
      limit: '<= 3',
    });
    expect(presses).toBeLessThanOrEqual(3);
    await page.context().close();
  });

  it('takes four keys, and one more for the next order', async () => {
    const page = await listOf('DESK-');
    let keys = 0;
    const key = async (name: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(name);
    };
    await key('s');
    const first = await panelOf(page)
      .getByRole('heading', { name: /^DESK-/ })
      .innerText();
    await ratesComplete(page);
    // A rate is chosen already; from the table the first key goes to the total, the second one buys.
    await ratesOf(page).locator('input:checked').focus();
    await key('Enter');
    expect(await buyButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await key('Enter');
    await printed(page);
    // The button that prints has the focus.
    await key('Enter');
    measured.push({ measure: 'keys from the list to the printed label', value: keys, limit: '<= 4' });
    expect(keys).toBeLessThanOrEqual(4);
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
    keys = 0;
    await key('n');
    await panelOf(page)
      .getByRole('heading', { name: /^DESK-/ })
      .waitFor();
    await expect
      .poll(() =>
        panelOf(page)
          .getByRole('heading', { name: /^DESK-/ })
          .innerText(),
      )
      .not.toBe(first);
    measured.push({ measure: 'keys to the next order after a purchase', value: keys, limit: '1' });
    await page.context().close();
  });
});
