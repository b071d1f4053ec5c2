/** A franchise's own courier: the sheet with its prices, what its customers get from it, and the papers of a parcel. */
import { mod10CheckDigit } from '@scanship/domain/tracking/tracking-numbers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getDefaultSettings, putDefaultSettings } from '@scanship/contracts/network/settings';
import { orderAbroad, orderTo } from '../support/demo.ts';
import { printedPages, textOf } from '../support/label-codes.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  buyButton,
  chooseCarrier,
  fillParcel,
  panelOf,
  previewOf,
  ratesOf,
  save,
  savePreview,
  trackingOf,
} from '../support/screens.ts';

let lane: Lane;
/** The franchise. */
let franchise: Page;
/** One of its customers. */
let page: Page;

beforeAll(async () => {
  lane = await openLane();
  ({ page: franchise } = await lane.open({ as: 'maple' }));
  ({ page } = await lane.open({ as: 'aurora', width: 1500 }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const sheetCard = () => franchise.getByRole('region', { name: 'Rate sheet' });
const draftCard = () => franchise.getByRole('region', { name: 'Prices in preparation' });
const upload = async (name: string, text: string | Buffer): Promise<void> => {
  const [chooser] = await Promise.all([
    franchise.waitForEvent('filechooser'),
    sheetCard().getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
};

describe('the franchise', () => {
  it('has exactly its own menu, and its courier among the carriers', async () => {
    await franchise.goto('/customer/carriers');
    await franchise.getByRole('link', { name: 'Maple Local Courier' }).click();
    await sheetCard()
      .getByText(/version 1/)
      .waitFor();
    const menu = franchise.getByRole('navigation', { name: 'Main menu' });
    expect(await menu.locator('.menu-section > a').allInnerTexts()).toHaveLength(3);
    expect(await menu.getByRole('link', { name: 'Orders' }).count()).toBe(0);
    expect(await menu.getByRole('link', { name: 'Customers' }).count()).toBe(1);
  });

  it('sees every problem of a broken sheet at its row, and the old one stays in force', async () => {
    const template = await save(franchise, () => sheetCard().getByRole('button', { name: 'CSV' }).click());
    expect(template.name).toMatch(/\.csv$/);
    const lines = template.bytes.toString('utf8').split('\r\n');
    const price = lines.findIndex((line) => line.startsWith('NEXT_DAY,,GTA,0,1,7.45'));
    const zone = lines.findIndex((line) => line.startsWith('ECONOMY,,QUE,0,1'));
    expect(price).toBeGreaterThan(0);
    const broken = lines
      .with(price, lines[price]?.replace('7.45', 'seven') ?? '')
      .with(zone, lines[zone]?.replace('QUE', 'QEU') ?? '');
    await upload('broken.csv', broken.join('\r\n'));
    await sheetCard()
      .getByText(/The sheet has \d+ problems and was not taken\./)
      .waitFor();
    const rows = sheetCard().getByTestId('sheet-problems').locator('tbody').getByRole('row');
    const problems = await rows.evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    // Rows as a spreadsheet counts them.
    expect(problems).toContainEqual(['Rates', String(price + 1), expect.any(String), expect.stringContaining('seven')]);
    expect(problems).toContainEqual(['Rates', String(zone + 1), expect.any(String), expect.stringContaining('QEU')]);
    await sheetCard()
      .getByText(/version 1/)
      .waitFor();
  });

  it('puts the template into force as it is', async () => {
    const template = await save(franchise, () => sheetCard().getByRole('button', { name: 'CSV' }).click());
    await upload(template.name, template.bytes);
    await sheetCard().getByRole('status').getByText('The rate sheet is a draft. Publish it below.').waitFor();
    await draftCard().getByText('0 prices change').waitFor();
    await draftCard().getByRole('button', { name: 'Publish now' }).click();
    await sheetCard()
      .getByText(/version 2/)
      .waitFor();
    const inForce = await save(franchise, () =>
      sheetCard().getByRole('button', { name: 'Download the current one' }).click(),
    );
    expect(inForce.bytes.equals(template.bytes)).toBe(true);
  });

  it('can take the same as a workbook', async () => {
    const workbook = await save(franchise, () => sheetCard().getByRole('button', { name: 'XLSX' }).click());
    expect(workbook.name).toMatch(/\.xlsx$/);
    expect(workbook.bytes.subarray(0, 2).toString('latin1')).toBe('PK');
    await upload(workbook.name, workbook.bytes);
    await draftCard().getByText(workbook.name).waitFor();
    await draftCard().getByRole('button', { name: 'Publish now' }).click();
    await sheetCard()
      .getByText(/version 3/)
      .waitFor();
  });
});

describe('its customer', () => {
  async function buy(number: string, id: string): Promise<string> {
    await page.goto(`/ecommerce/orders?order=${id}`);
    await panelOf(page).getByRole('heading', { name: number }).waitFor();
    await fillParcel(panelOf(page));
    await ratesOf(page).filter({ hasText: 'Maple Economy' }).first().waitFor();
    await chooseCarrier(page, 'Maple Economy');
    await buyButton(page).click();
    await previewOf(page).waitFor();
    return trackingOf(page);
  }

  it('gets its prices line by line, and a label with a checked number of its own', async () => {
    const order = await lane.addOrder('aurora', orderTo('SHEET-1'));
    await page.goto(`/ecommerce/orders?order=${order.id}`);
    await panelOf(page).getByRole('heading', { name: 'SHEET-1' }).waitFor();
    await fillParcel(panelOf(page));
    const rate = ratesOf(page).filter({ hasText: 'Maple Economy' }).first();
    await rate.waitFor();
    // 0.76 kg within the Toronto area is 5.95 in the sheet; fuel, residential delivery and tax come on top.
    await rate.getByRole('button', { name: /price/i }).click();
    const lines = page.getByRole('dialog').filter({ hasText: '$5.95' });
    await lines.waitFor();
    expect(await lines.innerText()).toMatch(/fuel/i);
    await page.keyboard.press('Escape');
    const tracking = await buy('SHEET-1', order.id);
    expect(tracking).toMatch(/^ML\d{11}$/);
    const digits = tracking.slice(2);
    expect(mod10CheckDigit(digits.slice(0, -1))).toBe(Number(digits.at(-1)));
    const label = await savePreview(page);
    expect(label.name).toMatch(/\.pdf$/);
    const [first] = await printedPages(label.bytes);
    expect(first?.codes).toContain(tracking);
    expect(await textOf(label.bytes)).toContain('Maple Local Courier');
  });

  it('has a packing slip of every parcel, and no commercial invoice within the country', async () => {
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
    await panelOf(page).getByRole('button', { name: 'Documents' }).click();
    const menu = page.getByRole('menu', { name: 'Documents' });
    expect(await menu.getByRole('menuitem', { name: 'Commercial invoice' }).count()).toBe(0);
    await menu.getByRole('menuitem', { name: 'Packing slip' }).click();
    await previewOf(page).waitFor();
    expect(await previewOf(page).getByRole('heading').first().innerText()).toBe('Pdf Preview');
    const slip = await savePreview(page);
    expect(slip.name).toBe('PackingSlip.pdf');
    const text = await textOf(slip.bytes);
    expect(text).toContain('SHEET-1');
    expect(text).toContain('Enamel mug');
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
  });

  it('abroad gets label and commercial invoice together as "Pdf Preview"', async () => {
    const order = await lane.addOrder('aurora', orderAbroad('SHEET-US'));
    const tracking = await buy('SHEET-US', order.id);
    expect(await previewOf(page).getByRole('heading').first().innerText()).toBe('Pdf Preview');
    const tabs = previewOf(page).getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(['Shipping label', 'Commercial invoice']);
    expect((await printedPages((await savePreview(page)).bytes))[0]?.codes).toContain(tracking);
    await tabs.nth(1).click();
    const invoice = await savePreview(page);
    expect(invoice.name).toBe('CustomInvoice.pdf');
    const text = await textOf(invoice.bytes);
    expect(text).toContain('6306.22');
    expect(text).toContain('Olivia Brown');
    await page.keyboard.press('Escape');
  });

  it('may have the packing slip open by itself as well', async () => {
    const seller = await lane.seller('aurora');
    const settings = await seller.must(getDefaultSettings);
    const tags = { SHIPPING_LABEL: true, PACKAGING_SLIPS: true, CUSTOM_INVOICE: true };
    await seller.must(putDefaultSettings, { body: { ...settings, autoPopupTag: tags } });
    const order = await lane.addOrder('aurora', orderTo('SHEET-2'));
    await buy('SHEET-2', order.id);
    expect(await previewOf(page).getByRole('heading').first().innerText()).toBe('Pdf Preview');
    expect(await previewOf(page).getByRole('tab').allInnerTexts()).toEqual(['Shipping label', 'Packing slip']);
    const { version: _version, ...before } = settings;
    await seller.must(putDefaultSettings, { body: before });
  });
});
