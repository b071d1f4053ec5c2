/** Around the list: packages, the labels page, and many labels planned and bought together. */
import { addPackage, listPackages } from '@scanship/contracts/products/packages';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buyLabel } from '../support/bought.ts';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { previewOf, save, savePreview, settled } from '../support/screens.ts';

let lane: Lane;
let page: Page;
const numbers = { first: '', second: '' };

beforeAll(async () => {
  lane = await openLane();
  const seller = await lane.seller('aurora');
  numbers.first = await buyLabel(seller, (await lane.addOrder('aurora', orderTo('WORK-1'))).id);
  numbers.second = await buyLabel(seller, (await lane.addOrder('aurora', orderTo('WORK-2'))).id);
  ({ page } = await lane.open({ as: 'aurora', width: 1500 }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe('packages', () => {
  const card = (name: string) =>
    page.getByRole('list', { name: 'Packages' }).getByRole('listitem').filter({ hasText: name });

  it('a box is added with its sizes, said what is wrong with it, changed, and deleted', async () => {
    await page.goto('/package-manager');
    await page.getByRole('button', { name: 'Add a package' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a package' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByText('Enter all three sides.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Wine box');
    for (const [side, value] of [
      ['Length', '35'],
      ['Width', '25.5'],
      ['Height', '12'],
    ] as const)
      await dialog.getByRole('textbox', { name: `Outer size: ${side}` }).fill(value);
    for (const side of ['Length', 'Width', 'Height'])
      await dialog.getByRole('textbox', { name: `Room inside: ${side}` }).fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The room inside cannot be larger than the box itself.').waitFor();
    for (const side of ['Length', 'Width', 'Height'])
      await dialog.getByRole('textbox', { name: `Room inside: ${side}` }).fill('');
    await dialog.getByRole('textbox', { name: 'Empty weight' }).fill('0.21');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card('Wine box').getByText('35 × 25.5 × 12 cm').waitFor();
    await card('Wine box').getByText('0.21 kg').waitFor();

    await page.getByRole('button', { name: 'Edit Wine box' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the package' });
    await edit.getByRole('checkbox', { name: 'Take this one unless an order says otherwise' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await card('Wine box').getByText('Default').waitFor();
    await expect.poll(() => card('Shoe box').getByText('Default').count()).toBe(0);

    await page.getByRole('button', { name: 'Delete Wine box' }).click();
    await page.getByRole('dialog', { name: 'Delete Wine box?' }).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => card('Wine box').count()).toBe(0);
    // Somebody has to be the default: the next by name, until told otherwise.
    await card('Bubble mailer').getByText('Default').waitFor();
    await page.getByRole('button', { name: 'Edit Shoe box' }).click();
    await edit.getByRole('checkbox', { name: 'Take this one unless an order says otherwise' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await card('Shoe box').getByText('Default').waitFor();
  });

  it('a change that somebody else made first is not written over', async () => {
    const seller = await lane.seller('aurora');
    const body = { name: 'Tube', outer: { lengthMm: 500, widthMm: 80, heightMm: 80 }, tareGrams: 90, isDefault: false };
    await seller.must(addPackage, { body, idempotencyKey: randomUUID() });
    await page.reload();
    await page.getByRole('button', { name: 'Edit Tube' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the package' });
    const { page: other, context } = await lane.open({ as: 'aurora' });
    await other.goto('/package-manager');
    await other.getByRole('button', { name: 'Edit Tube' }).click();
    await other.getByRole('dialog').getByRole('textbox', { name: 'Empty weight' }).fill('0.1');
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    await context.close();
    await edit.getByRole('textbox', { name: 'Name' }).fill('Long tube');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByRole('alert').waitFor();
    const { packages } = await seller.must(listPackages);
    expect(packages.map(({ name, tareGrams }) => [name, tareGrams])).toContainEqual(['Tube', 100]);
  });
});

it('above the list stands how old each store’s orders are, and the way to the store', async () => {
  await page.goto('/ecommerce/orders');
  const store = page
    .getByRole('list', { name: 'Age of the orders, by store' })
    .getByRole('link', { name: /Maple demo shop/ });
  await store.getByText(/this minute|ago/).waitFor();
  await store.click();
  await page.getByRole('heading', { name: 'Maple demo shop' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/ecommerce\/store\//);
});

describe('the labels page', () => {
  const rows = () => page.getByRole('table').locator('tbody').getByRole('row');

  it('finds a label by its number, prints it, and saves the list', async () => {
    await page.goto('/ecommerce/orders/labels');
    await rows().first().waitFor();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill(numbers.first);
    await search.press('Enter');
    await expect.poll(() => rows().count()).toBe(1);
    await rows().first().getByText(numbers.first).waitFor();
    await rows().first().getByRole('link', { name: 'WORK-1' }).waitFor();
    await rows()
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: /^Print/ }).click();
    await previewOf(page).waitFor();
    const file = await savePreview(page);
    expect(file.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    await previewOf(page).getByRole('button', { name: 'Close', exact: true }).click();
    await previewOf(page).waitFor({ state: 'detached' });
    const sheet = await save(page, () => page.getByRole('button', { name: 'Export', exact: true }).click());
    expect(sheet.name).toBe('Labels.xlsx');
    expect(sheet.bytes.subarray(0, 2).toString('latin1')).toBe('PK');
  });

  it('cancels at the carrier after saying what becomes of the money, and the filter by state finds it', async () => {
    await page.goto(`/ecommerce/orders/labels?q=${numbers.second}`);
    await rows().getByRole('checkbox').check();
    await page.getByRole('toolbar', { name: 'Selected labels' }).getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel this label?' });
    await question.getByText(/refund/).waitFor();
    await question.getByRole('button', { name: 'Cancel the label' }).click();
    await rows().getByText('Cancelled').waitFor();
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('voided');
    await rows().getByText(numbers.second).waitFor();
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('delivered');
    await page.getByRole('heading', { name: 'No labels match' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Clear the filters' }).last().click();
    await expect.poll(() => rows().count()).toBeGreaterThan(1);
    await settled(page);
  });
});
