/**
 * Tax numbers of the company: stored on the settings page, told to the carrier of a parcel abroad, printed on the commercial invoice; so is
 * the export report of a shipment.
 * By keyboard, on a phone, in the dark, with a call that fails.
 */
import { randomUUID } from 'node:crypto';
import { addAccount, deleteAccount } from '@scanship/contracts/carriers/carriers';
import type { ManualOrder } from '@scanship/contracts/orders/orders';
import { getTaxIds, removeTaxId } from '@scanship/contracts/money/tax-ids';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { registered } from '../conformance/registered.ts';
import { violationsOf } from '../support/axe.ts';
import { textOf } from '../support/label-codes.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  buyButton,
  chooseCarrier,
  fillParcel,
  openPanel,
  previewOf,
  ratesComplete,
  savePreview,
  settled,
} from '../support/screens.ts';
import type { Seller } from '../support/seller.ts';

const PAGE = '/account/settings?tab=tax-numbers';
let lane: Lane;
let page: Page;
let seller: Seller;
let account = '';

async function removeAll(): Promise<void> {
  const { taxIds } = await seller.must(getTaxIds);
  for (const { id, version } of taxIds) await seller.must(removeTaxId, { params: { id }, query: { version } });
}

beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'boreal', width: 1300 }));
  seller = await lane.seller('boreal');
  await removeAll();
  const added = await seller.must(addAccount, {
    body: {
      carrier: 'ups',
      name: `UPS ${randomUUID().slice(0, 6)}`,
      mode: 'simulator',
      credentials: registered.find(({ slug }) => slug === 'ups')?.samples.account.credentials ?? {},
    },
    idempotencyKey: randomUUID(),
  });
  account = added.id;
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await removeAll();
  if (account !== '') await seller.must(deleteAccount, { params: { id: account } });
  await lane.close();
});

const list = (on: Page = page): Locator => on.getByRole('list', { name: 'Tax numbers' });
const dialog = (on: Page = page): Locator => on.getByRole('dialog');

it('without any, the page says what they are for; one that is wrong is refused beside its field', async () => {
  await page.goto('/account/settings');
  await page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name: 'Tax numbers' }).click();
  await page.getByRole('heading', { name: 'No tax number yet' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a number' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog().getByText('This is required.').count()).toBe(2);
  await dialog().getByLabel('Number', { exact: true }).fill('DE');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog()
    .getByText(/^An EORI number is the two letters of its country/)
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

it('an EORI and an IOSS number are stored by keyboard; the country follows from the number', async () => {
  await dialog().getByLabel('Number', { exact: true }).fill('de 123 4567');
  expect(await dialog().getByLabel('Issued by').inputValue()).toBe('DE');
  await page.keyboard.press('Enter');
  await list().getByText('DE1234567').waitFor();
  await dialog().waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Add a number' }).focus();
  await page.keyboard.press('Enter');
  const kind = dialog().getByLabel('Kind');
  await kind.waitFor();
  await expect.poll(() => kind.evaluate((element) => element === document.activeElement)).toBe(true);
  await kind.selectOption('IOSS');
  await page.keyboard.press('Tab');
  await page.keyboard.type('IM2760000742');
  await page.keyboard.press('Enter');
  await list().getByText('IM2760000742').waitFor();
  await dialog().waitFor({ state: 'hidden' });
  // The button that opened it has the focus again.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add a number');
  expect(await list().getByRole('listitem').count()).toBe(2);
  expect(await list().innerText()).toContain('Germany');
  expect(await violationsOf(page)).toEqual([]);
});

it('a second one of the Union is refused with the number that is there; a failing call keeps what was typed', async () => {
  await page.getByRole('button', { name: 'Add a number' }).click();
  await dialog().getByLabel('Number', { exact: true }).fill('FR12345678900012');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog()
    .getByText(/already has the EORI number DE1234567/)
    .first()
    .waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'hidden' });

  await page.route('**/api/customer/tax-ids/*', (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Edit DE1234567' }).click();
  await dialog().getByLabel('Number', { exact: true }).fill('DE7654321');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByRole('alert').waitFor();
  expect(await dialog().getByLabel('Number', { exact: true }).inputValue()).toBe('DE7654321');
  await page.unroute('**/api/customer/tax-ids/*');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await list().getByText('DE7654321').waitFor();
  await dialog().waitFor({ state: 'hidden' });
});

it('a list that cannot be read says so, and comes when it is asked for again', async () => {
  const { page: other } = await lane.open({ as: 'boreal' });
  await other.route('**/api/customer/tax-ids', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"errorMessage":"Something broke."}' }),
  );
  await other.goto(PAGE);
  await other.getByRole('alert').waitFor();
  await other.unroute('**/api/customer/tax-ids');
  await other.getByRole('button', { name: 'Try again' }).click();
  await list(other).getByText('DE7654321').waitFor();
  await other.close();
});

it('on a phone in the dark nothing is cut off', async () => {
  const { page: phone } = await lane.open({ as: 'boreal', width: 360, height: 740, layout: { theme: 'dark' } });
  await phone.goto(PAGE);
  await list(phone).getByText('IM2760000742').waitFor();
  await settled(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await violationsOf(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Edit IM2760000742' }).click();
  await dialog(phone).getByLabel('Number', { exact: true }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await violationsOf(phone)).toEqual([]);
  await phone.close();
});

const toBerlin = (unitPriceMinor = 5_000): ManualOrder => ({
  number: `TAX-${randomUUID().slice(0, 8)}`,
  currency: 'CAD',
  shipTo: {
    name: 'Jana Weber',
    address1: 'Chausseestr. 5',
    city: 'Berlin',
    provinceCode: '',
    zipcode: '10115',
    countryCode: 'DE',
    phone: '+49 30 5550132',
    email: 'jana@example.com',
  },
  items: [
    {
      title: 'Cotton shirt',
      quantity: 1,
      unitPriceMinor,
      weightGrams: 400,
      hsCode: '6109100010',
      originCountry: 'CA',
    },
  ],
});

it('a label to Germany: the carrier got both numbers, and they stand on the commercial invoice', async () => {
  const { ecomOrderNumber } = await lane.addOrder('boreal', toBerlin());
  await page.goto('/ecommerce/orders');
  const panel = await openPanel(page, ecomOrderNumber);
  await fillParcel(panel);
  await ratesComplete(page);
  await chooseCarrier(page, 'UPS');
  await buyButton(page).click();
  const preview = previewOf(page);
  await preview.waitFor();
  await preview.getByRole('tab', { name: 'Commercial invoice' }).click();
  const text = (await textOf((await savePreview(page)).bytes)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('EORI DE7654321 (DE)');
  expect(text).toContain('IOSS IM2760000742 (DE)');
  await preview.getByRole('button', { name: 'Close', exact: true }).click();

  const books = await lane.simulators.books('ups');
  const request = JSON.stringify(books.filter(({ kind }) => kind === 'paid').at(-1)?.data.request);
  expect(request).toContain('"IdentificationNumber":"DE7654321"');
  expect(request).toContain('"VendorCollectIDNumber":"IM2760000742"');
});

it('goods of 3,000 dollars to Germany: no label without the export report, which the carrier gets and the invoice shows', async () => {
  const { ecomOrderNumber } = await lane.addOrder('boreal', toBerlin(300_000));
  await page.goto('/ecommerce/orders');
  const panel = await openPanel(page, ecomOrderNumber);
  await fillParcel(panel);
  await ratesComplete(page);
  await chooseCarrier(page, 'UPS');
  await panel.getByText('export report due').waitFor();
  await panel
    .getByText(/must be reported before they leave Canada/)
    .first()
    .waitFor();
  expect(await buyButton(page).isDisabled()).toBe(true);
  const report = panel.getByTestId('export-filing');
  await report.getByLabel('Number', { exact: true }).fill('X20260824123456');
  await report.getByText('It looks like AB12342026082417.').waitFor();
  await report.getByLabel('Number', { exact: true }).fill('AB1234 20260824 17');
  await panel.getByText('export report due').waitFor({ state: 'detached' });
  expect(await violationsOf(page)).toEqual([]);
  await ratesComplete(page);
  await chooseCarrier(page, 'UPS');
  await buyButton(page).click();
  const preview = previewOf(page);
  await preview.waitFor();
  await preview.getByRole('tab', { name: 'Commercial invoice' }).click();
  const text = (await textOf((await savePreview(page)).bytes)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('CERS AB12342026082417');
  await preview.getByRole('button', { name: 'Close', exact: true }).click();
  const books = await lane.simulators.books('ups');
  expect(JSON.stringify(books.filter(({ kind }) => kind === 'paid').at(-1)?.data.request)).toContain(
    '"Comments":"CERS AB12342026082417"',
  );
});

it('one that is removed is gone from the page, after a question', async () => {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Remove DE7654321' }).click();
  await dialog()
    .getByText(/Shipments that were bought with it keep it/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
  await list().getByText('DE7654321').waitFor({ state: 'detached' });
  expect((await seller.must(getTaxIds)).taxIds.map(({ kind }) => kind)).toEqual(['IOSS']);
});
