/** The list of orders: finding, choosing, arranging, by mouse and by keyboard alone. */
import { randomUUID } from 'node:crypto';
import { addOrder, type ManualOrder } from '@scanship/contracts/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderAbroad, orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { panelOf, pathOf } from '../support/screens.ts';

const DAY_MS = 86_400_000;
const PLAIN = 215;

let lane: Lane;
let page: Page;

/** 230 orders: 215 plain ones, 5 abroad, 4 with a note and a tag, 2 of another article, 4 of six weeks ago. */
const ORDERS: readonly ManualOrder[] = [
  ...Array.from({ length: PLAIN }, (_, i) => orderTo(`N-${String(i + 1).padStart(3, '0')}`)),
  ...Array.from({ length: 5 }, (_, i) => orderAbroad(`US-${i + 1}`)),
  ...Array.from({ length: 4 }, (_, i) =>
    orderTo(`NOTE-${i + 1}`, { customerNote: 'Ring twice.', tags: ['wholesale'] }),
  ),
  ...Array.from({ length: 2 }, (_, i) =>
    orderTo(`LAMP-${i + 1}`, {
      items: [{ sku: 'LAMP-H450', title: 'Head lamp', quantity: 1, unitPriceMinor: 6200, weightGrams: 120 }],
    }),
  ),
  ...Array.from({ length: 4 }, (_, i) =>
    orderTo(`OLD-${i + 1}`, { placedAt: new Date(Date.now() - 42 * DAY_MS).toISOString() }),
  ),
];

beforeAll(async () => {
  lane = await openLane();
  const seller = await lane.seller('nordic');
  for (let at = 0; at < ORDERS.length; at += 4)
    await Promise.all(
      ORDERS.slice(at, at + 4).map((body) => seller.must(addOrder, { body, idempotencyKey: randomUUID() })),
    );
  ({ page } = await lane.open({ as: 'nordic' }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const rowsOf = (on: Page): Locator => on.getByRole('grid', { name: 'Orders' }).locator('tbody').getByRole('row');
const numbersOf = async (on: Page): Promise<string[]> =>
  rowsOf(on).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order') ?? ''));
/** "1 to 20 of 230" */
const place = (on: Page = page): Promise<string> => on.locator('.grid-foot [aria-live]').innerText();
const chips = (): Locator => page.getByRole('list', { name: 'Filters in force' });

async function openList(address = '/ecommerce/orders'): Promise<void> {
  await page.goto(address);
  await rowsOf(page).first().waitFor();
}

/** Fills the filter form by `how` and applies it. */
async function filter(how: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const form = page.getByRole('dialog', { name: 'Filters' });
  await form.getByRole('button', { name: 'Apply' }).waitFor();
  await how(form);
  await form.getByRole('button', { name: 'Apply' }).click();
  await form.waitFor({ state: 'hidden' });
}

describe('finding', () => {
  it('tabs count what they hold, and hold what they count', async () => {
    await openList();
    await expect.poll(() => place()).toBe('1 to 20 of 230');
    const tabs = page.getByRole('navigation', { name: 'Order status' });
    expect((await tabs.getByRole('link').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'All orders 230',
      'Unfulfilled 230',
      'Manually fulfilled 0',
      'Fulfilled 0',
      'Cancelled 0',
      'Archived 0',
    ]);
    await tabs.getByRole('link', { name: /^Fulfilled/ }).click();
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await tabs.getByRole('link', { name: /^Unfulfilled/ }).click();
    await rowsOf(page).first().waitFor();
    expect(pathOf(page)).toBe('/ecommerce/orders?tab=unfulfilled');
    expect(await place()).toBe('1 to 20 of 230');
  });

  const check = (name: string) => async (form: Locator) => form.getByRole('checkbox', { name, exact: true }).check();
  const tag = (label: string, text: string) => async (form: Locator) => {
    const field = form.getByRole('combobox', { name: label, exact: true });
    await field.fill(text);
    await field.press('Enter');
  };
  it.each<[string, (form: Locator) => Promise<void>, string, number]>([
    [
      'a country',
      async (form) => void (await form.getByLabel('Country').selectOption('US')),
      'United States of America',
      5,
    ],
    ['a date', async (form) => void (await form.getByLabel('Order date').selectOption('byMonth')), 'Last 30 days', 226],
    ['an article', tag('SKU', 'lamp-h450'), 'SKU: lamp-h450', 2],
    ['a tag', tag('Tag', 'wholesale'), 'Tag: wholesale', 4],
    ['a source', check('By hand'), 'By hand', 230],
    ['a sign', check('Note'), 'Note', 4],
  ])('by %s, shown as a chip that can be taken away', async (_what, how, chip, rows) => {
    await openList();
    await filter(how);
    await expect.poll(() => place()).toBe(`1 to ${Math.min(rows, 20)} of ${rows}`);
    expect(await chips().locator('.chip-text').allInnerTexts()).toEqual([chip]);
    await chips()
      .getByRole('button', { name: new RegExp(`^Remove the filter .*${chip}$`) })
      .click();
    await expect.poll(() => place()).toBe('1 to 20 of 230');
    expect(await chips().count()).toBe(0);
  });

  it('by what is typed, after a pause and without a press', async () => {
    await openList();
    await page.getByLabel('Search orders').fill('US-3');
    await expect.poll(() => numbersOf(page)).toEqual(['US-3']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.poll(() => place()).toBe('1 to 20 of 230');
    await page.getByLabel('Search by').selectOption('recipient');
    await page.getByLabel('Search orders').fill('olivia');
    await expect.poll(() => place()).toBe('1 to 5 of 5');
    expect(await chips().innerText()).toContain('Recipient: olivia');
  });

  it('nothing: it names the filter that empties the list, and one press gives rows', async () => {
    // Counting what is there without each has a tenth of a second, which a busy machine may not have.
    await expect
      .poll(async () => {
        await page.goto('/ecommerce/orders?country=US&tags=nosuchtag');
        await page.getByRole('heading', { name: 'No order matches all filters' }).waitFor();
        return page.getByText('“Tag” empties this list.').count();
      })
      .toBe(1);
    await page.getByRole('button', { name: 'Remove “Tag” (5 orders)' }).click();
    await expect.poll(() => place()).toBe('1 to 5 of 5');
  });

  it('the address carries all of it: pasted elsewhere, the same rows', async () => {
    await openList();
    await filter(async (form) => {
      await form.getByLabel('Country').selectOption('CA');
      await form.getByLabel('Order date').selectOption('byMonth');
    });
    await page.getByLabel('Rows per page').selectOption('50');
    await page.getByRole('button', { name: 'Date', exact: true }).click();
    await expect.poll(() => place()).toBe('1 to 50 of 221');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => place()).toBe('51 to 100 of 221');
    const numbers = await numbersOf(page);
    const { page: elsewhere, context } = await lane.open({ as: 'nordic' });
    await elsewhere.goto(page.url());
    await rowsOf(elsewhere).first().waitFor();
    expect(await numbersOf(elsewhere)).toEqual(numbers);
    expect(await place(elsewhere)).toBe('51 to 100 of 221');
    await context.close();
  });
});

describe('many rows', () => {
  it.each([10, 20, 50, 100, 200])('%i on a page', async (size) => {
    await openList();
    await page.getByLabel('Rows per page').selectOption(String(size));
    await expect.poll(() => place()).toBe(`1 to ${size} of 230`);
    expect(await page.getByRole('grid', { name: 'Orders' }).getAttribute('aria-rowcount')).toBe(String(size + 1));
  });

  it('stay below 2,000 elements, and the last one is reached', async () => {
    await openList('/ecommerce/orders?size=200');
    await expect.poll(() => place()).toBe('1 to 200 of 230');
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(2000);
    await rowsOf(page).first().focus();
    for (let i = 0; i < 40; i += 1) await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('42');
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(2000);
  });

  it('are chosen across pages; another filter lets go of them and gives them back', async () => {
    await openList();
    const box = (number: string) => page.getByRole('checkbox', { name: `Select order ${number}`, exact: true });
    const first = await numbersOf(page);
    await box(first[0] ?? '').check();
    await box(first[3] ?? '').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected orders' });
    await bar.getByText('4 orders selected').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => place()).toBe('21 to 40 of 230');
    await box((await numbersOf(page))[0] ?? '').check();
    await bar.getByText('5 orders selected').waitFor();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => place()).toBe('1 to 20 of 230');
    expect(await box(first[1] ?? '').isChecked()).toBe(true);
    await page
      .getByRole('navigation', { name: 'Order status' })
      .getByRole('link', { name: /^Unfulfilled/ })
      .click();
    await page.getByText('The filter changed: 5 orders are no longer selected.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText('5 orders selected').waitFor();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'hidden' });
  });
});

describe('columns', () => {
  it('are hidden, moved and pinned, and stay so after a reload', async () => {
    await openList();
    const titles = (): Promise<string[]> =>
      page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => (head.textContent ?? '').trim()).filter((text) => text !== ''));
    expect((await titles()).slice(0, 3)).toEqual(['Order', 'Ship to', 'Date']);
    await page.getByRole('button', { name: 'Columns' }).click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await panel.getByRole('checkbox', { name: 'Tags' }).uncheck();
    await panel.getByRole('button', { name: 'Move Date up' }).click();
    await panel.getByRole('button', { name: 'Pin Status' }).click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    const arranged = await titles();
    expect(arranged.slice(0, 4)).toEqual(['Order', 'Status', 'Date', 'Ship to']);
    expect(arranged).not.toContain('Tags');
    await page.reload();
    await rowsOf(page).first().waitFor();
    expect(await titles()).toEqual(arranged);
    await page.getByRole('button', { name: 'Columns' }).click();
    await panel.getByRole('button', { name: 'Back to the defaults' }).click();
    await page.keyboard.press('Escape');
    expect((await titles()).slice(0, 3)).toEqual(['Order', 'Ship to', 'Date']);
  });

  it('are made wider by the keyboard', async () => {
    await openList();
    const handle = page.getByRole('separator', { name: 'Width of Ship to' });
    const before = Number(await handle.getAttribute('aria-valuenow'));
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  });
});

describe('by keyboard alone', () => {
  /** Number of the order whose row has the focus, else what has it. */
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('data-order') ?? at?.getAttribute('aria-label') ?? at?.tagName ?? 'nothing';
    });

  it('moves, chooses, opens and comes back', async () => {
    await openList();
    const numbers = await numbersOf(page);
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(numbers[0]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(numbers[2]);
    await page.keyboard.press('k');
    await expect.poll(focused).toBe(numbers[1]);
    await page.keyboard.press('x');
    await page.getByText('1 order selected').waitFor();
    await page.keyboard.press('Enter');
    await panelOf(page).getByRole('heading', { name: numbers[1] }).waitFor();
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe(numbers[1]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('1 order selected').count()).toBe(0);
  });

  it('searches, and Esc leads back into the list, never to nowhere', async () => {
    await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('/');
    await expect.poll(focused).toBe('Search orders');
    await page.keyboard.type('LAMP');
    await expect.poll(() => place()).toBe('1 to 2 of 2');
    // A letter typed into a field is a letter.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(focused).toMatch(/^LAMP-/);
  });

  it('F opens the filters and Esc returns; ? lists the keys of this screen', async () => {
    await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Filters' }).waitFor({ state: 'hidden' });
    expect(await focused()).not.toBe('BODY');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: /shortcuts|keys/i });
    await list.waitFor();
    const text = await list.innerText();
    for (const action of ['Next order', 'Choose the order', 'Open the order', 'Ship the order', 'Search', 'Filters'])
      expect(text).toContain(action);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(await focused()).not.toBe('BODY');
  });

  it('the first Tab offers the way past the menu', async () => {
    await openList();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the list of orders');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe((await numbersOf(page))[0]);
  });
});

describe('an order by hand', () => {
  it('with a wrong postal code is told so at the field, keeps what was typed, and then succeeds', async () => {
    await openList();
    await page.getByRole('link', { name: 'New order' }).click();
    await page.getByRole('heading', { name: 'New order' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Élodie Fraser');
    await page.getByLabel('Address', { exact: true }).fill('908 17 Ave SW');
    await page.getByLabel('City').fill('Calgary');
    await page.getByLabel('Province').selectOption('AB');
    const postal = page.getByLabel('Postal code');
    await postal.fill('D2T 0A3');
    await page.getByRole('combobox', { name: 'Item', exact: true }).fill('Wool blanket');
    await page.getByLabel('Quantity').fill('1');
    await page.getByLabel('Unit price').fill('129.95');
    await page.getByLabel('Unit weight').fill('1.4');
    await page.getByLabel('Order number').fill('HAND-1');
    await expect.poll(() => postal.getAttribute('aria-invalid')).toBe('true');
    const words = await postal.evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
    expect(words).toMatch(/postal code/i);
    await postal.fill('t2t0a3');
    await page.keyboard.press('Tab');
    await expect.poll(() => postal.getAttribute('aria-invalid')).not.toBe('true');
    expect(await page.getByRole('combobox', { name: 'Item', exact: true }).inputValue()).toBe('Wool blanket');
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByRole('status').getByText('Order Created Successfully').waitFor();
    await page.getByRole('heading', { name: 'HAND-1' }).waitFor();
    // The country's way of writing it.
    await page.getByText('T2T 0A3').first().waitFor();
    expect(await page.getByText('$129.95').count()).toBeGreaterThan(0);
  });

  it('has an address that can be corrected, and the first one is kept beside it', async () => {
    await panelOf(page).getByRole('button', { name: 'Edit address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct the address' });
    await dialog.getByLabel('Address', { exact: true }).fill('910 17 Ave SW');
    await dialog.getByText('Compared with the imported address').waitFor();
    expect(await dialog.locator('del').allInnerTexts()).toContain('908 17 Ave SW');
    expect(await dialog.locator('ins').allInnerTexts()).toContain('910 17 Ave SW');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const block = panelOf(page).getByRole('region', { name: 'Ship to' });
    await expect.poll(() => block.innerText()).toContain('910 17 Ave SW');
    await page.reload();
    await block.getByText('Corrected; the imported address is kept').click();
    expect(await block.locator('del').allInnerTexts()).toContain('908 17 Ave SW');
  });
});
