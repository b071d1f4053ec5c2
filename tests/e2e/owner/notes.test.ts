/** Support notes something of a customer, an administrator gives out a task, and the dashboard says what is to do today. */
import { getCustomerNotes, removeCustomerNote } from '@scanship/contracts/network/customer-notes';
import { listCustomers } from '@scanship/contracts/network/customers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import type { Seller } from '../../support/seller.ts';

const NOTE = 'Asked for a second pickup on Fridays; call before noon.';
const TASK = 'Offer them the second pickup';

let lane: Lane;
let maple: Seller;
let customer: { readonly id: string; readonly name: string };

beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  const [first] = (await maple.must(listCustomers, { query: { size: 1, sort: 'name' } })).customers;
  if (!first) throw new Error('the demo has customers');
  customer = first;
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  const { notes } = await maple.must(getCustomerNotes, { params: { id: customer.id } });
  for (const { id, text } of notes) if (text.startsWith(NOTE)) await maple.must(removeCustomerNote, { params: { id } });
  await lane.close();
});

it('support hands a note over, and what was to do is done from the dashboard', async () => {
  const path = `/customer/${customer.id}?tab=notes`;
  const { page: support, context } = await lane.open({ as: 'support', width: 1280, height: 720 });
  await support.goto(path);
  await support.getByLabel('New note').fill(NOTE);
  await support.getByLabel('Keep at the top').check();
  await support.getByRole('button', { name: 'Add note' }).click();
  const written = support.getByTestId('note').filter({ hasText: NOTE });
  await written.getByText('Pinned').waitFor();
  await written.getByRole('button', { name: 'Change' }).click();
  await support.getByLabel('Text of the note').fill(`${NOTE} Ask for Ann.`);
  await support.getByRole('button', { name: 'Save', exact: true }).click();
  await support.getByText(`${NOTE} Ask for Ann.`).waitFor();
  expect(await violationsOf(support)).toEqual([]);
  await context.close();

  const { page } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto(path);
  const read = page.getByTestId('note').filter({ hasText: 'Ask for Ann.' });
  await read.waitFor();
  // It is not theirs to change.
  expect(await read.getByRole('button', { name: 'Change' }).count()).toBe(0);
  await page.getByLabel('What is to do').fill(TASK);
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByTestId('task').filter({ hasText: TASK }).waitFor();
  await page.goto('/dashboard');
  const due = page.getByTestId('due-task').filter({ hasText: TASK });
  await due.getByRole('link', { name: customer.name }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await due.getByRole('button', { name: 'Mark done' }).click();
  await due.waitFor({ state: 'detached' });
  await page.goto(path);
  await page.getByTestId('task').filter({ hasText: TASK }).getByText('Done', { exact: true }).first().waitFor();
});

it('a view of the list of customers is saved, chosen and deleted', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto('/customer?plan=Advanced&sort=newest');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Advanced, newest');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  const views = page.getByLabel('View', { exact: true });
  await page.getByRole('button', { name: 'Delete view' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto('/customer');
  await views.selectOption('Advanced, newest');
  await page.waitForURL(/plan=Advanced.*sort=newest|sort=newest.*plan=Advanced/);
  await page.getByRole('button', { name: 'Delete view' }).click();
  await views.waitFor({ state: 'detached' });
  await context.close();
});

it('fits a telephone, in French', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 390, height: 844, locale: 'fr-CA' });
  for (const path of [`/customer/${customer.id}?tab=notes`, '/customer']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
    expect(await violationsOf(page)).toEqual([]);
  }
  await context.close();
});
