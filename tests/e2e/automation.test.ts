/** Rules with a dry run, presets, places with their calendar, the end of a day and the pick list, as a seller uses them. */
import { addOrder, getOrder } from '@scanship/contracts/orders/orders';
import { deleteRule, listRules } from '@scanship/contracts/shipping/automation';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let page: Page;
let seller: Seller;

beforeAll(async () => {
  lane = await openLane();
  seller = await lane.seller('corner');
  ({ page } = await lane.open({ as: 'corner', width: 1280 }));
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  // Rules work on every order that the other files of the lane add.
  for (const { id, version } of (await seller.must(listRules)).rules)
    await seller.must(deleteRule, { params: { id }, query: { version } });
  await lane.close();
});

const rule = (name: string) => page.getByTestId('rule').filter({ hasText: name });

describe('rules', () => {
  it('one is written, tried on past orders, and works on the next order that arrives', async () => {
    await seller.must(addOrder, {
      body: orderTo('AUTO-PAST', { tags: ['fragile'] }),
      idempotencyKey: randomUUID(),
    });
    await page.goto('/account/automation');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    await dialog.getByRole('button', { name: 'Save the rule' }).click();
    await dialog.getByText('This is required.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name of the rule' }).fill('Fragile');
    await dialog.getByRole('button', { name: 'Add a condition' }).click();
    await dialog.getByRole('combobox', { name: 'Fact' }).selectOption('tag');
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('fragile');
    await dialog.getByRole('textbox', { name: 'Tag' }).press('Enter');
    await dialog.getByRole('combobox', { name: 'Add an action' }).selectOption('hold');
    await dialog.getByRole('textbox', { name: 'Reason of the hold' }).fill('Pack with care');
    await dialog.getByRole('button', { name: 'Try on past orders' }).click();
    const run = page.getByTestId('dry-run');
    await run.getByRole('link', { name: 'AUTO-PAST' }).waitFor();
    await run.getByText('Hold: Pack with care').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save the rule' }).click();
    await rule('Fragile').getByText('Put on hold: Pack with care').waitFor();

    const body = orderTo('AUTO-NEXT', { tags: ['fragile'] });
    const { id } = await seller.must(addOrder, { body, idempotencyKey: randomUUID() });
    const order = await seller.must(getOrder, { params: { id } });
    expect(order.hold).not.toBeNull();
    expect(order.history.map((entry) => entry.why)).toContain('Rule “Fragile”: Pack with care');
  });

  it('the order is changed by keyboard, the focus follows, and a rule is switched off', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    await dialog.getByRole('textbox', { name: 'Name of the rule' }).fill('Scan first');
    await dialog.getByRole('combobox', { name: 'Add an action' }).selectOption('verify');
    await dialog.getByRole('button', { name: 'Save the rule' }).click();
    await rule('Scan first').waitFor();
    const grip = page.getByRole('button', { name: 'Move Scan first: Alt and arrow keys' });
    await grip.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Scan first is now number 1 of 2.').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByTestId('rule').first().innerText()).toContain('Scan first');
    await expect.poll(() => grip.evaluate((element) => element === document.activeElement)).toBe(true);
    await rule('Scan first').getByRole('checkbox', { name: 'Scan first is on' }).click();
    await rule('Scan first').getByText('Off', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => page.getByTestId('rule').first().innerText()).toContain('Scan first');
  });
});

it('a preset gets a key, and says what it sets', async () => {
  await page.goto('/account/automation?tab=presets');
  await page.getByRole('button', { name: 'Add a preset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a preset' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Signed');
  await dialog.getByRole('button', { name: 'Save the preset' }).click();
  await dialog.getByText('Choose at least a service, a package or an option.').waitFor();
  await dialog.getByRole('combobox', { name: 'Signature' }).selectOption('adult');
  await dialog.getByRole('button', { name: 'Save the preset' }).click();
  const card = page.getByTestId('preset').filter({ hasText: 'Signed' });
  await card.getByText('Adult signature').waitFor();
  await card.getByText('1', { exact: true }).waitFor();
});

it('a place keeps its cut-off, and the public holidays of its province are proposed', async () => {
  await page.goto('/account/settings?tab=addresses');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit the ship-from address' });
  await dialog.getByLabel('Cut-off').fill('14:30');
  await dialog.getByRole('button', { name: 'Add the public holidays' }).click();
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Days off' }).getByRole('listitem').count())
    .toBeGreaterThan(5);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^Cut-off 14:30/)
    .first()
    .waitFor();
});

/** A label that is no test: of the courier that the seller draws itself. */
async function buyOfOwnCourier(aurora: Seller, number: string): Promise<void> {
  const { id: orderId } = await lane.addOrder('aurora', orderTo(number));
  const parcels = [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }];
  const quote = await aurora.must(quoteSingle, { body: { orderId, parcels } });
  const rate = quote.rates.find((each) => !each.test);
  if (!rate) throw new Error('no carrier offered a rate that is no test');
  const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
  await aurora.must(createShipment, { body, idempotencyKey: randomUUID() });
}

it('the day is closed with a list for the driver, and a shipment that stayed is taken back', async () => {
  const aurora = await lane.seller('aurora');
  await buyOfOwnCourier(aurora, 'EOD-1');
  await buyOfOwnCourier(aurora, 'EOD-2');
  const { page: other, context } = await lane.open({ as: 'aurora', width: 1280 });
  await other.goto('/carrier-manager/end-of-day');
  const place = other.getByTestId('place').first();
  // Test labels never travel: only the own courier's can be handed over.
  for (const box of await place.getByRole('checkbox', { disabled: true }).all())
    expect(await box.isChecked()).toBe(false);
  await place.getByRole('button', { name: 'Show the shipments' }).first().click();
  await place.getByRole('checkbox', { name: 'Hand over EOD-2' }).uncheck();
  expect(await violationsOf(other)).toEqual([]);
  await place.getByRole('button', { name: 'Close the day' }).click();
  await other.getByRole('dialog', { name: 'Close the day?' }).getByRole('button', { name: 'Close the day' }).click();
  await other.getByRole('dialog', { name: 'Pdf Preview' }).getByRole('button', { name: 'Close' }).last().click();
  const list = other.getByTestId('closed-list').first();
  await list.getByRole('button', { name: /^Shipments of list/ }).click();
  await list.getByText('EOD-1', { exact: true }).waitFor();
  expect(await list.getByText('EOD-2', { exact: true }).count()).toBe(0);
  await list.getByRole('button', { name: 'Take EOD-1 back' }).click();
  await list.getByText(/taken back/).waitFor();
  await context.close();
});

it('the pick list is read and saved', async () => {
  await page.goto('/ecommerce/orders/pick-list');
  await page.getByTestId('pick-line').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'XLSX' }).click();
  expect((await download).suggestedFilename()).toBe('PickList.xlsx');
});
