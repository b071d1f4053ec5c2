/** Products: a file with a bad row, an inline correction, a bulk edit, an order that gets its weight, and the way back out. */
import { readFileSync } from 'node:fs';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { getOrder } from '@scanship/contracts/orders/orders';
import { listProducts, putProductPicture, updateProduct } from '@scanship/contracts/products/products';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { save } from '../support/screens.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let page: Page;
let seller: Seller;
const RUN = Date.now().toString(36).toUpperCase();
const sku = (name: string) => `${name}-${RUN}`;

beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'aurora', width: 1500 }));
  seller = await lane.seller('aurora');
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const upload = async (text: string, name = 'goods.csv'): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the file' }).click();
};
const found = async (name: string) =>
  (await seller.must(listProducts, { query: {}, body: { search: { value: sku(name) } } })).products[0];

it('imports a file whose bad row is mended first, and completes the order that waited for it', async () => {
  const order = await lane.addOrder(
    'aurora',
    orderTo(`P-${RUN}`, { items: [{ sku: sku('BOWL'), title: 'Bowl', quantity: 2, unitPriceMinor: 900 }] }),
  );
  expect(order.weightGrams).toBeNull();
  await page.goto('/ecommerce/products');
  await page.getByRole('region', { name: 'Product list' }).getByRole('link', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Import products' }).waitFor();
  const rows = (grams: string) =>
    `SKU,Title,Weight (g),HS code\n${sku('BOWL')},Bowl,420,\n${sku('JUG')},Jug,${grams},\n`;
  await upload(rows('heavy'));
  await page.getByText('"heavy" is not a weight.').waitFor();
  await page.getByRole('button', { name: 'Import only the valid row' }).waitFor();
  await page.getByRole('button', { name: 'Another file' }).click();
  await upload(rows('800'));
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('heading', { name: '2 products were imported' }).waitFor();
  await page.getByRole('button', { name: 'Also fill 1 open order' }).click();
  await page.getByText('1 order completed.').waitFor();
  expect((await seller.must(getOrder, { params: { id: order.id } })).weightGrams).toBe(840);
});

it('shows pictures in the list and on the order from its own host alone, wherever they lie', async () => {
  const picture = readFileSync(new URL('../../docs/pictures/rates.png', import.meta.url));
  const bowl = await found('BOWL');
  const jug = await found('JUG');
  if (!bowl || !jug) throw new Error('the products are gone');
  const file = { name: 'bowl.png', type: 'image/png', bytes: picture };
  await seller.must(putProductPicture, { params: { id: bowl.id }, file });
  await seller.must(updateProduct, {
    params: { id: jug.id },
    body: { version: jug.version, changes: { picture: 'https://127.0.0.1/jug.png' } },
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const drawn = () =>
    page
      .locator('img[src^="blob:"]')
      .evaluateAll((all: HTMLImageElement[]) => all.filter((each) => each.naturalWidth > 100).length);
  const jugs = page.waitForResponse((answer) => answer.url().includes(`/product/${jug.id}/picture`));
  await page.goto(`/ecommerce/products?q=${RUN}&sort=sku`);
  await expect.poll(drawn).toBe(1);
  // One that cannot be had is a quiet sign, and the page asks nobody else for it.
  expect((await jugs).status()).toBe(404);
  const [order] = (await seller.must(listOrders, { query: {}, body: { search: { value: `P-${RUN}` } } })).orders;
  await page.goto(`/ecommerce/order/${order?.id ?? ''}`);
  await expect.poll(drawn).toBe(1);
  const hosts = new Set(asked.filter((url) => url.startsWith('http')).map((url) => new URL(url).host));
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

it('corrects a weight where it stands, by keyboard; what cannot be read stays and says why', async () => {
  await page.goto(`/ecommerce/products?q=${RUN}&sort=sku`);
  const weight = page.getByRole('textbox', { name: `Weight of ${sku('BOWL')}` });
  await weight.fill('a lot');
  await weight.press('Enter');
  await page.getByText('This is not a weight.').first().waitFor();
  await page.reload();
  expect(await weight.inputValue()).toBe('a lot');
  await weight.focus();
  await weight.press('Escape');
  expect(await weight.inputValue()).not.toBe('a lot');
  await weight.fill('455 g');
  await weight.press('Enter');
  await expect.poll(async () => (await found('BOWL'))?.weightGrams).toBe(455);
  // Enter goes down, Tab goes on to the next cell.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(`Weight of ${sku('JUG')}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('7013');
  await page.keyboard.press('Tab');
  await page.getByText('An HS code has at least 6 digits.').first().waitFor();
  const code = page.getByRole('textbox', { name: `HS code of ${sku('JUG')}` });
  await code.fill('7013.99');
  await code.press('Enter');
  await expect.poll(async () => (await found('JUG'))?.hsCode).toBe('701399');
});

it('changes the HS code of all chosen, typed while its look-up loads, after showing what changes', async () => {
  let load = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\/HsCodeSearch[^/]*\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto(`/ecommerce/products?q=${RUN}&sort=sku`);
  await page.getByRole('checkbox', { name: 'Select all products of this page' }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the selected products' });
  await dialog.getByRole('checkbox', { name: 'HS code' }).check();
  await dialog.getByRole('textbox', { name: 'HS code' }).pressSequentially('6912');
  load();
  const code = dialog.getByRole('combobox', { name: 'HS code' });
  await code.waitFor();
  // Whoever types goes on where they were.
  await page.keyboard.type('00');
  expect(await code.inputValue()).toBe('691200');
  await dialog.getByText('2 products change').waitFor();
  await dialog.getByText('701399 → 691200').waitFor();
  await dialog.getByRole('button', { name: 'Change 2 products' }).click();
  await dialog.getByRole('button', { name: /Also fill \d+ open order/ }).waitFor();
  await dialog.getByRole('button', { name: /Also fill/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect([(await found('BOWL'))?.hsCode, (await found('JUG'))?.hsCode]).toEqual(['691200', '691200']);
});

it('exports what it shows, and the export changes nothing when it comes back', async () => {
  await page.goto(`/ecommerce/products?q=${RUN}&sort=sku`);
  await page.getByRole('button', { name: sku('BOWL') }).waitFor();
  const file = await save(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'As text (CSV)' }).click();
  });
  expect(file.name).toBe('Products.csv');
  const text = file.bytes.toString('utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain(`${sku('BOWL')},Bowl,455,`);
  await page.goto('/ecommerce/products/import');
  await upload(text, file.name);
  const counts = page.getByRole('list', { name: 'Result of the check' });
  await counts.getByText('rows change nothing').waitFor();
  expect((await counts.innerText()).replace(/\s+/g, ' ')).toMatch(
    /0 new products 0 products change 2 rows change nothing 0 rows/,
  );
  expect(await page.getByRole('button', { name: /^Import (only|\d)/ }).isDisabled()).toBe(true);
});
