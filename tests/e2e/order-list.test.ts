/** Working with many orders of the list: choosing all that match, acting on them, keeping views, and what arrives meanwhile. */
import { randomUUID } from 'node:crypto';
import { cancelOrders, holdOrders } from '@scanship/contracts/orders/order-commands';
import { addOrder, type ManualOrder } from '@scanship/contracts/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderAbroad, orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let page: Page;
let seller: Seller;
/** Other files have orders of the same customer. */
const MINE = 'list-lane';
const ids = new Map<string, string>();

async function add(order: ManualOrder): Promise<void> {
  const made = await seller.must(addOrder, { body: { ...order, tags: [MINE] }, idempotencyKey: randomUUID() });
  ids.set(made.ecomOrderNumber, made.id);
}
const idOf = (number: string): string => {
  const id = ids.get(number);
  if (!id) throw new Error(`no order ${number}`);
  return id;
};

beforeAll(async () => {
  lane = await openLane();
  seller = await lane.seller('boreal');
  for (let at = 0; at < 24; at += 4)
    await Promise.all(Array.from({ length: 4 }, (_, i) => add(orderTo(`B-${String(at + i + 1).padStart(2, '0')}`))));
  for (let i = 1; i <= 3; i += 1) await add(orderAbroad(`AB-${i}`));
  ({ page } = await lane.open({ as: 'boreal', height: 1000 }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const rowsOf = (on: Page): Locator => on.getByRole('grid', { name: 'Orders' }).locator('tbody').getByRole('row');
const rowOf = (number: string, on: Page = page): Locator => on.locator(`[data-order="${number}"]`);
const numbersOf = async (on: Page = page): Promise<string[]> =>
  rowsOf(on).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order') ?? ''));
const bar = (): Locator => page.getByRole('toolbar', { name: 'Selected orders' });
const outcome = (): Locator => page.getByTestId('outcome');

/** The list of this file's orders, narrowed further. */
async function openList(more = '', on: Page = page): Promise<void> {
  await on.goto(`/ecommerce/orders?tags=${MINE}${more}`);
  await rowsOf(on).first().waitFor();
}
const sortBy = (head: string): Promise<void> =>
  page.getByRole('columnheader').getByRole('button', { name: head, exact: true }).click();
async function rowMenu(number: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for order ${number}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for order ${number}` });
  await menu.waitFor();
  return menu;
}
async function saved(press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download.suggestedFilename();
}
/** The body that a press sends to a path. */
async function sent(path: string, press: () => Promise<void>): Promise<Record<string, unknown>> {
  const [request] = await Promise.all([page.waitForRequest((r) => r.url().endsWith(path)), press()]);
  return request.postDataJSON() as Record<string, unknown>;
}

describe('all that match', () => {
  it('is sent as filters and what was taken out, without a list of ids; taken back on another filter', async () => {
    await openList('&country=CA');
    await page.getByRole('checkbox', { name: 'Select all orders of this page' }).check();
    await bar().getByText('20 orders selected').waitFor();
    await bar().getByRole('button', { name: 'Select all 24 that match' }).click();
    await bar().getByText('24 orders selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select order B-20', exact: true }).uncheck();
    await bar().getByText('23 orders selected').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await rowOf('B-04').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select order B-04', exact: true }).isChecked()).toBe(true);
    await bar().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Hold', exact: false }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold' });
    await dialog.getByText('23 orders').waitFor();
    await dialog.getByLabel('Why').fill('stock count');
    const body = await sent('/api/orders/hold', () => dialog.getByRole('button', { name: 'Hold' }).click());
    expect(body).toMatchObject({
      filters: { countryCode: 'CA', tags: [MINE] },
      excludeIds: [idOf('B-20')],
      held: true,
    });
    expect(body).not.toHaveProperty('ids');
    await outcome().getByText('23 orders held.').waitFor();
    await expect.poll(() => rowOf('B-04').innerText()).toContain('On hold');
    await page.getByRole('button', { name: /^Remove the filter Country/ }).click();
    await page.getByText('The filter changed: 23 orders are no longer selected.').waitFor();
    await seller.must(holdOrders, { body: { filters: { countryCode: 'CA', tags: [MINE] }, held: false } });
  });
});

describe('the row menu', () => {
  it('says why something cannot be done, holds with a reason, and undo gives it back', async () => {
    await openList();
    const menu = await rowMenu('B-24');
    const cancel = menu.getByRole('menuitem', { name: /^Cancel There is no label/ });
    expect(await cancel.isDisabled()).toBe(true);
    await menu.getByRole('menuitem', { name: /^Hold/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold' });
    await dialog.getByText('Order B-24').waitFor();
    await dialog.getByLabel('Why').fill('ask the buyer');
    await page.keyboard.press('Enter');
    await outcome().getByText('1 order held.').waitFor();
    await expect.poll(() => rowOf('B-24').innerText()).toContain('On hold');
    await outcome().getByRole('button', { name: 'Undo' }).click();
    await outcome().getByText('1 order released.').waitFor();
    await expect.poll(() => rowOf('B-24').innerText()).not.toContain('On hold');
  });

  it('saves files under the names of the specification', async () => {
    await openList();
    const press = async (name: RegExp) =>
      saved(async () => (await rowMenu('B-23')).getByRole('menuitem', { name }).click());
    expect(await press(/^Download Package Slip/)).toBe('PackingSlip.pdf');
    expect(await press(/^Export/)).toBe('Orders.xlsx');
    expect(await press(/^Packing list/)).toBe('PackingList.xlsx');
  });
});

describe('many orders', () => {
  const choose = async (...numbers: string[]): Promise<void> => {
    for (const number of numbers)
      await page.getByRole('checkbox', { name: `Select order ${number}`, exact: true }).check();
  };

  it('are archived by a key, leave the list, and undo brings them back', async () => {
    await openList();
    await choose('B-22', 'B-21');
    await page.keyboard.press('e');
    await outcome().getByText('2 orders archived.').waitFor();
    await expect.poll(() => numbersOf()).not.toContain('B-22');
    await outcome().getByRole('button', { name: 'Undo' }).click();
    await outcome().getByText('2 orders restored.').waitFor();
    await expect.poll(() => numbersOf()).toContain('B-22');
  });

  it('that are refused are listed with the reason, and open as a view', async () => {
    await seller.must(cancelOrders, { body: { ids: [idOf('B-19')], cancelled: true, reason: 'test' } });
    await openList();
    await choose('B-19', 'B-18');
    await bar().getByRole('button', { name: 'Mark as Fulfilled' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as Fulfilled' });
    await dialog.getByLabel('Carrier (optional)').fill('Canada Post');
    await dialog.getByRole('button', { name: 'Mark as Fulfilled' }).click();
    await outcome().getByText('1 order marked as fulfilled. 1 order was left as it is.').waitFor();
    await outcome().getByRole('button', { name: 'Why' }).click();
    const list = page.getByRole('dialog', { name: 'Left as they are' });
    await list.getByRole('link', { name: 'B-19' }).waitFor();
    await list.getByRole('button', { name: 'Show these orders' }).click();
    await expect.poll(() => numbersOf()).toEqual(['B-19']);
    await page.getByRole('button', { name: /^Remove the filter Named orders/ }).click();
    await expect.poll(async () => (await numbersOf()).length).toBe(20);
  });

  it('are planned by Auto Ship; nothing is bought before somebody says so', async () => {
    await openList();
    await choose('B-15', 'B-14');
    const body = await sent('/api/batches', () => bar().getByRole('button', { name: 'Auto Ship' }).click());
    expect(body).toMatchObject({ kind: 'auto-ship', ids: [idOf('B-15'), idOf('B-14')] });
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  });

  it('are planned with the carrier and service that is found by typing', async () => {
    await openList();
    await choose('B-13', 'B-12');
    await bar().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Ship with a chosen carrier/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Ship with a chosen carrier' });
    await dialog.getByText('2 orders').waitFor();
    const plan = dialog.getByRole('button', { name: 'Plan the labels' });
    expect(await plan.isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Carrier and service' }).fill('ups standard');
    // Each account that offers it has it once.
    await page.getByRole('option', { name: 'UPS Standard', exact: true }).first().click();
    const made = page.waitForResponse((r) => r.url().endsWith('/api/batches') && r.request().method() === 'POST');
    const body = await sent('/api/batches', () => plan.click());
    expect(body).toMatchObject({
      kind: 'service',
      ids: [idOf('B-13'), idOf('B-12')],
      service: { grantId: expect.any(String), service: expect.any(String) },
    });
    expect((await made).ok()).toBe(true);
    await page.getByRole('dialog', { name: 'Labels for these orders' }).getByText('2 will ship').waitFor();
    await page.keyboard.press('Escape');
  });

  it('get a tag by the keyboard alone', async () => {
    await page.goto('/ecommerce/orders?q=B-1');
    await rowsOf(page).first().waitFor();
    await choose('B-17', 'B-16');
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Tag' });
    await dialog.waitFor();
    await page.keyboard.type('fragile');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await outcome().getByText('Tags of 2 orders changed.').waitFor();
    await page.getByRole('button', { name: /^Filters/ }).click();
    const form = page.getByRole('dialog', { name: 'Filters' });
    await form.getByRole('combobox', { name: 'Tag', exact: true }).fill('frag');
    await form.getByRole('option', { name: 'fragile' }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => numbersOf()).toEqual(['B-17', 'B-16']);
  });
});

describe('sorting by heads', () => {
  it.each([
    ['Total', 'AB-3', 'sort=-total'],
    ['Order', 'AB-1', 'sort=number'],
  ])('%s', async (head, first, address) => {
    await openList();
    await sortBy(head);
    await expect.poll(async () => (await numbersOf())[0]).toBe(first);
    expect(page.url()).toContain(address);
  });
});

describe('named views', () => {
  it('are saved, marked when changed, renamed and deleted; the address alone gives the same rows elsewhere', async () => {
    await openList('&country=US');
    const menu = async (item: string) => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await menu('Save as…');
    await page.getByRole('dialog', { name: 'Save as a view' }).getByLabel('Name').fill('Abroad');
    await page.keyboard.press('Enter');
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await views.getByRole('link', { name: 'Abroad', exact: true }).waitFor();
    expect(await views.getByRole('link', { name: 'Abroad' }).getAttribute('aria-current')).toBe('page');
    await sortBy('Total');
    await views.getByRole('link', { name: /Abroad not saved/ }).waitFor();
    await menu('Save');
    await expect.poll(() => views.getByRole('link', { name: /not saved/ }).count()).toBe(0);

    const { page: elsewhere, context } = await lane.open({ as: 'boreal' });
    await elsewhere.goto('/ecommerce/orders');
    await elsewhere.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Abroad' }).click();
    await expect.poll(() => numbersOf(elsewhere)).toEqual(await numbersOf());
    expect(new URL(elsewhere.url()).search).toContain('sort=-total');
    await context.close();

    await menu('Rename…');
    const rename = page.getByRole('dialog', { name: 'Rename the view' });
    await rename.getByLabel('Name').fill('To the States');
    await page.keyboard.press('Enter');
    await views.getByRole('link', { name: 'To the States' }).waitFor();
    await menu('Delete…');
    await page.getByRole('dialog', { name: 'Delete the view' }).getByRole('button', { name: 'Delete' }).click();
    await views.waitFor({ state: 'detached' });
    expect((await numbersOf()).every((number) => number.startsWith('AB-'))).toBe(true);
  });
});

describe('the arrangement of the columns', () => {
  it('is the same on another machine', async () => {
    await openList();
    await page.getByRole('button', { name: 'Columns' }).click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await panel.getByRole('checkbox', { name: 'Weight' }).uncheck();
    await Promise.all([
      page.waitForResponse((r) => r.url().endsWith('/master/table-ui-filters') && r.request().method() === 'POST'),
      panel.getByRole('button', { name: 'Pin Total' }).click(),
    ]);
    await page.keyboard.press('Escape');
    const titles = (on: Page): Promise<string[]> =>
      on.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => (head.textContent ?? '').trim()));
    const mine = await titles(page);
    expect(mine.slice(1, 3)).toEqual(['Order', 'Total']);
    const { page: elsewhere, context } = await lane.open({ as: 'boreal' });
    await openList('', elsewhere);
    await expect.poll(() => titles(elsewhere)).toEqual(mine);
    await context.close();
    await page.getByRole('button', { name: 'Columns' }).click();
    await Promise.all([
      page.waitForResponse((r) => r.url().endsWith('/master/table-ui-filters') && r.request().method() === 'POST'),
      panel.getByRole('button', { name: 'Back to the defaults' }).click(),
    ]);
  });
});

describe('what happens elsewhere', () => {
  it('one stream for two tabs; new orders wait, changed rows change in place, nothing moves', async () => {
    const { page: one, context } = await lane.open({ as: 'boreal' });
    let streams = 0;
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/live') streams += 1;
    });
    await openList('', one);
    const two = await context.newPage();
    await openList('', two);
    await expect.poll(() => streams).toBe(1);
    const before = await numbersOf(one);
    const known = before[2] ?? '';
    await add(orderTo('LATER-1'));
    await add(orderTo('LATER-2'));
    await seller.must(holdOrders, { body: { ids: [idOf(known)], held: true, reason: 'seen elsewhere' } });
    for (const tab of [one, two]) {
      await tab.getByRole('button', { name: '2 new orders: show' }).waitFor();
      await expect.poll(() => rowOf(known, tab).innerText()).toContain('On hold');
      expect(await numbersOf(tab)).toEqual(before);
    }
    await one.getByRole('button', { name: '2 new orders: show' }).click();
    await expect.poll(async () => (await numbersOf(one)).slice(0, 3)).toEqual(['LATER-2', 'LATER-1', before[0]]);
    expect(streams).toBe(1);
    await seller.must(holdOrders, { body: { ids: [idOf(known)], held: false } });
    // The tab that reads goes; the other one takes over.
    await one.close();
    await expect.poll(() => streams).toBe(2);
    await add(orderTo('LATER-3'));
    await two.getByRole('button', { name: '3 new orders: show' }).waitFor();
    await context.close();
  });
});
