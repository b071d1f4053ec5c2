/** A franchise prices customers by group, off the list price. */
import { putBuyerMarkups, getBuyerMarkups } from '@scanship/contracts/money/markups';
import {
  listCustomerGroups,
  putCustomersInGroup,
  removeCustomerGroup,
} from '@scanship/contracts/network/customer-groups';
import { listCustomers } from '@scanship/contracts/network/customers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import type { Seller } from '../../support/seller.ts';

const NAME = 'Dealers of the Laurentian and Outaouais regions';

let lane: Lane;
let maple: Seller;
let page: Page;
let customer: { readonly id: string; readonly name: string };

const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });
const cardOf = (of: Page) => of.getByTestId('customer-groups');
/** What other files bought may be below cost, whatever the rules are. */
async function past(question: string, done: Locator): Promise<void> {
  const anyway = page.getByRole('button', { name: question });
  await anyway.or(done).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await done.waitFor();
}
const group = async () => (await maple.must(listCustomerGroups)).groups.find(({ name }) => name === NAME);

async function putBack(): Promise<void> {
  const made = await group();
  if (!made) return;
  const { customers } = await maple.must(listCustomers, { query: { groupId: made.id, size: 200 } });
  const move = { customerIds: customers.map(({ id }) => id), groupId: null };
  if (move.customerIds.length > 0) {
    const asked = await maple.call(putCustomersInGroup, { body: move });
    const code = /"field":"confirm","code":"([^"]+)"/.exec(asked.bytes.toString())?.[1];
    if (code !== undefined) await maple.must(putCustomersInGroup, { body: { ...move, confirm: code } });
  }
  const { version } = await maple.must(getBuyerMarkups, { params: { id: made.id } });
  if (version > 0)
    await maple.must(putBuyerMarkups, { params: { id: made.id }, body: { rules: [], used: false, version } });
  await maple.must(removeCustomerGroup, { params: { id: made.id } });
}

beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  const [first] = (await maple.must(listCustomers, { query: { size: 1, sort: 'name' } })).customers;
  if (!first) throw new Error('the demo has customers');
  customer = first;
  ({ page } = await lane.open({ as: 'maple', width: 1280, height: 720 }));
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  await putBack();
  await lane.close();
});

it('a franchise keeps a group and prices it off the list price', async () => {
  await page.goto('/customer/pricing');
  await page.getByTestId('markup-precedence').waitFor();
  const name = cardOf(page).getByLabel('Name of the new group');
  await name.fill(NAME);
  // A press of the button would miss it where what stands above is still coming in.
  await name.press('Enter');
  const row = cardOf(page).getByTestId('customer-group').filter({ hasText: NAME });
  await row.getByText('nobody in it').waitFor();
  await button(row, 'Mark-ups').click();
  await page.getByText(`Own mark-ups for ${NAME}`).waitFor();
  await button(page, 'Add a rule').click();
  await page.getByLabel('Off the list price (%)').fill('10');
  await page.getByLabel(/^Adds at least/).fill('0');
  await page.getByTestId('markup-change').filter({ hasText: '10 % off the list price' }).waitFor();
  // One or the other.
  await page.getByLabel('Percent', { exact: true }).fill('5');
  await page.getByText('0 to 100, and no percentage beside it.').waitFor();
  await page.getByLabel('Percent', { exact: true }).fill('');
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Publish mark-ups').click();
  await past('Publish below cost', page.getByText('These mark-ups are active.'));
});

it('fits a telephone, in French', async () => {
  const { page: small, context } = await lane.open({ as: 'maple', width: 390, height: 844, locale: 'fr-CA' });
  await small.goto('/customer/pricing');
  await cardOf(small).getByText('aucun client').waitFor();
  for (const path of ['/customer/pricing', '/customer', `/customer/${customer.id}?tab=plan`]) {
    await small.goto(path);
    await small.getByRole('heading', { level: 1 }).first().waitFor();
    await small.waitForLoadState('networkidle');
    expect([path, await small.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
    expect(await violationsOf(small)).toEqual([]);
  }
  await context.close();
});

it('moves the selected customers only to what was chosen', async () => {
  await page.goto('/customer');
  await page.getByLabel(`Select ${customer.name}`, { exact: true }).check();
  const toolbar = page.getByRole('toolbar', { name: 'Selected customers' });
  // Nothing is chosen beforehand: a press of the button takes nobody out of their group.
  expect(await button(toolbar, 'Save group').isDisabled()).toBe(true);
  await toolbar.getByLabel('Group of the selected').selectOption({ label: NAME });
  await button(toolbar, 'Save group').click();
  await past(
    'Change the group anyway',
    page.getByRole('row').filter({ hasText: customer.name }).getByText(NAME).last(),
  );
});
