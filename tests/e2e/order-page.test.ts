/** One order on its page: addresses, facts of items, several parcels and several shipments, and the papers that open. */
import { getOrder, type ManualOrder, type OrderDetail, putOrderItems } from '@scanship/contracts/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderAbroad, orderTo } from '../support/demo.ts';
import { printedPages } from '../support/label-codes.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  buyButton,
  chooseCarrier,
  openFields,
  panelOf,
  previewOf,
  ratesComplete,
  savePreview,
} from '../support/screens.ts';

const ITEMS: ManualOrder['items'] = [
  { sku: 'MUG', title: 'Enamel mug', quantity: 3, unitPriceMinor: 1850, weightGrams: 380 },
  { sku: 'LAMP', title: 'Head lamp', quantity: 1, unitPriceMinor: 6200, weightGrams: 120 },
];

let lane: Lane;
let page: Page;
beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'boreal', width: 1500, height: 1000 }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

async function open(order: ManualOrder): Promise<OrderDetail> {
  const made = await lane.addOrder('boreal', order);
  await page.goto(`/ecommerce/order/${made.id}`);
  await page.getByRole('heading', { name: made.ecomOrderNumber, level: 1 }).waitFor();
  return made;
}
const now = async (id: string): Promise<OrderDetail> =>
  (await lane.seller('boreal')).must(getOrder, { params: { id } });
const parcel = (n: number): Locator =>
  panelOf(page)
    .getByTestId('parcel')
    .nth(n - 1);
const sizes = async (n: number, of: string): Promise<void> => {
  await openFields(panelOf(page));
  for (const side of ['Length', 'Width', 'Height']) await parcel(n).getByLabel(`${side}${of}`).fill('20');
};
async function move(place: string, item: string, units: string, to: string): Promise<void> {
  const chip = panelOf(page).getByRole('list', { name: place }).getByRole('button', { name: item });
  await chip.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move items' });
  await dialog.getByLabel('Units').fill(units);
  await dialog.getByLabel('To', { exact: true }).selectOption(to);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}
async function closePreview(title: string): Promise<Buffer> {
  const preview = page.getByRole('dialog', { name: title, exact: true });
  await preview.waitFor();
  const { bytes } = await savePreview(page);
  await preview.getByRole('button', { name: 'Close', exact: true }).click();
  await previewOf(page).waitFor({ state: 'hidden' });
  return bytes;
}

describe('the address', () => {
  it('is corrected with what the check suggests, said field by field, and goes back to the imported one', async () => {
    const order = await open(orderTo('OP-1'));
    await panelOf(page).getByRole('button', { name: 'Edit address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct the address' });
    await dialog.getByLabel('Address', { exact: true }).fill('90 Harbour St');
    await dialog.getByLabel('Postal code').fill('M5J OC3');
    await page.keyboard.press('Enter');
    const suggestion = dialog.getByTestId('suggestion');
    await suggestion.getByText('Use it, or save what you typed.').waitFor();
    expect(await suggestion.getByRole('deletion').innerText()).toBe('M5J OC3');
    expect(await suggestion.getByRole('insertion').innerText()).toBe('M5J 0C3');
    // Nothing is saved before the person has answered; the focus is on the answer.
    expect((await now(order.id)).shipTo.address1).toBe('88 Harbour St');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Use it');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await now(order.id)).toMatchObject({
      shipTo: { address1: '90 Harbour St', zipcode: 'M5J 0C3' },
      shipToEdited: true,
    });
    await panelOf(page).getByText('Corrected; the imported address is kept').waitFor();

    await panelOf(page).getByRole('button', { name: 'Edit address' }).click();
    await dialog.getByRole('button', { name: 'Back to the imported one' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await panelOf(page).getByText('88 Harbour St').waitFor();
    const back = await now(order.id);
    expect(back).toMatchObject({ shipTo: { address1: '88 Harbour St' }, shipToEdited: false });
    expect(back.history.map((entry) => entry.event)).toEqual(expect.arrayContaining(['address', 'address-reverted']));
    await page.getByText('Back to the original address').waitFor();
  });

  it('stays open, with what was typed, while the panel below goes from waiting to its rates', async () => {
    const made = await lane.addOrder('boreal', orderTo('OP-EARLY'));
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/package-manager/all*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/ecommerce/order/${made.id}`);
    await panelOf(page).getByRole('button', { name: 'Edit address' }).click();
    const line = page.getByRole('dialog', { name: 'Correct the address' }).getByLabel('Address', { exact: true });
    await line.fill('90 Harbour St');
    answer();
    await panelOf(page).locator('.rate-section').waitFor({ state: 'attached' });
    await page.unroute('**/api/package-manager/all*');
    expect(await line.inputValue()).toBe('90 Harbour St');
  });
});

it('options stay open while what is typed there goes from wrong to right', async () => {
  await open(orderTo('OP-OPTIONS'));
  const panel = panelOf(page);
  await openFields(panel);
  await panel.locator('summary', { hasText: 'Options' }).click();
  const insured = panel.getByLabel('Insured value');
  await insured.fill('x');
  await panel.getByText('Enter an amount.').waitFor();
  // Weight and sizes are there: what keeps the rates away is named.
  await panel.getByText('Correct the insured value to see rates.').waitFor();
  await insured.press('Backspace');
  await panel.getByText('Enter an amount.').waitFor({ state: 'detached' });
  await page.keyboard.type('25');
  expect(await insured.inputValue()).toBe('25');
  await panel.getByLabel('Dangerous goods').selectOption({ label: 'Dry ice' });
  const ice = panel.getByLabel('Dry ice in each parcel');
  await panel.getByText('Enter the weight of the dry ice to see rates.').waitFor();
  await ice.pressSequentially('1.5');
  expect(await ice.inputValue()).toBe('1.5');
  // Open it is until somebody closes it.
  await panel.locator('summary', { hasText: 'Options' }).click();
  await ice.waitFor({ state: 'hidden' });
});

describe('facts of items', () => {
  it('half typed survive a reload, and what somebody else saved meanwhile stands beside them', async () => {
    const order = await open(orderTo('OP-2', { items: ITEMS }));
    await page.getByRole('button', { name: 'Edit items' }).click();
    const mug = page.getByRole('group', { name: 'Enamel mug' });
    await mug.getByLabel('HS code').fill('6912.00');
    await mug.getByLabel('Unit weight').fill('0.4');
    await page.reload();
    await expect.poll(() => mug.getByLabel('HS code').inputValue()).toBe('6912.00');
    await (await lane.seller('boreal')).must(putOrderItems, {
      body: { orderId: order.id, version: order.version, items: [{ line: 1, weightGrams: 900 }] },
    });
    await page.getByRole('button', { name: 'Save items' }).click();
    const both = page.getByRole('alert').filter({ hasText: 'Somebody else changed a value' });
    await both.waitFor();
    const cells = await both.getByRole('cell').allInnerTexts();
    expect(cells.map((text) => text.split('\n')[0])).toEqual(['0.9', '0.4']);
    await both.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save items' }).click();
    await mug.waitFor({ state: 'detached' });
    expect((await now(order.id)).items[0]).toMatchObject({ weightGrams: 400, hsCode: '691200' });
  });
});

describe('shipping', () => {
  it('in two parcels with their items, by keyboard: each label has its own, and one preview shows both', async () => {
    const order = await open(orderTo('OP-3', { items: ITEMS }));
    const panel = panelOf(page);
    await openFields(panel);
    await panel.getByRole('button', { name: 'Add a parcel' }).click();
    await move('Items in parcel 1', 'Move 3 × Enamel mug', '2', 'Parcel 2');
    await panel.getByRole('list', { name: 'Items in parcel 2' }).getByText('2 ×').waitFor();
    await sizes(1, ', parcel 1');
    await sizes(2, ', parcel 2');
    // Weights follow from what is inside: 1 mug and the lamp, 2 mugs; sizes of one's own are those of no box with a weight.
    await expect.poll(() => parcel(1).getByLabel('Parcel 1, weight').inputValue()).toBe('0.5');
    expect(await parcel(2).getByLabel('Parcel 2, weight').inputValue()).toBe('0.76');
    await ratesComplete(page);
    await chooseCarrier(page, 'Testline Ground');
    await buyButton(page).click();
    const pdf = await closePreview('Shipping Label Preview');
    expect(await printedPages(pdf)).toHaveLength(2);
    const after = await now(order.id);
    expect(after.fulfillmentStatus).toBe('Fulfilled');
    expect(after.shipments).toHaveLength(1);
    expect(after.shipments[0]?.parcels.map((each) => each.weightGrams)).toEqual([500, 760]);
    const contents = after.shipments[0]?.contents?.[0]?.items ?? [];
    expect(contents.map((each) => `${each.parcelNumber}: ${each.quantity} ${each.title}`).toSorted()).toEqual([
      '1: 1 Enamel mug',
      '1: 1 Head lamp',
      '2: 2 Enamel mug',
    ]);
    // The preview that opened printed nothing; the press on Print does.
    const copies = async () => new Set((await now(order.id)).shipments[0]?.documents.map((file) => file.copiesPrinted));
    expect(await copies()).toEqual(new Set([0]));
    await page.getByText('not printed yet').waitFor();
    // A browser without a window cannot print: it opens the file instead, and that goes nowhere here.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false });
      globalThis.open = () => null;
    });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await previewOf(page).getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(copies).toEqual(new Set([1]));
    await closePreview('Shipping Label Preview');
    await page.getByText('printed once').first().waitFor();
  });

  it('in two shipments abroad: label and commercial invoice open together, and the rest stays to be shipped', async () => {
    const abroad = orderAbroad('OP-4');
    const [tent] = abroad.items;
    if (!tent) throw new Error('the demo order has an item');
    const order = await open({ ...abroad, items: [{ ...tent, quantity: 2 }] });
    const panel = panelOf(page);
    await openFields(panel);
    await panel.getByRole('button', { name: 'Ship only some items' }).click();
    await move('Items in parcel 1', 'Move 2 × Two-person tent', '1', 'Later');
    await panel.getByText('1 unit ships later').waitFor();
    await sizes(1, '');
    await ratesComplete(page);
    await chooseCarrier(page, 'Testline Express');
    await buyButton(page).click();
    await closePreview('Pdf Preview');
    const half = await now(order.id);
    expect(half.fulfillmentStatus).toBe('Partially-Fulfilled');
    expect(half.items[0]).toMatchObject({ quantity: 2, shipped: 1 });

    await sizes(1, '');
    await ratesComplete(page);
    await chooseCarrier(page, 'Testline Express');
    await buyButton(page).click();
    await closePreview('Pdf Preview');
    const whole = await now(order.id);
    expect(whole.fulfillmentStatus).toBe('Fulfilled');
    expect(whole.shipments.map((each) => each.contents?.[0]?.items[0]?.quantity)).toEqual([1, 1]);
  });
});
