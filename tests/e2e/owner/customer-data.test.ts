/** A franchise has a file made of a customer, and asks for one that left to be erased; it sees until when it can take that back. */
import { createCustomer, listCustomers } from '@scanship/contracts/network/customers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import type { Seller } from '../../support/seller.ts';

const NAME = 'Left Last Week Ltd.';

let lane: Lane;
let maple: Seller;
let busy = '';
let gone = '';

beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  const [first] = (await maple.must(listCustomers, { query: { size: 1, sort: 'labels' } })).customers;
  busy = first?.id ?? '';
  const known = await maple.must(listCustomers, { query: { size: 1, search: NAME } });
  gone = known.customers[0]?.id ?? (await maple.must(createCustomer, { body: { name: NAME, plan: 'Basic' } })).id;
});
afterEach((test) => lane.after(test));
afterAll(() => lane.close());

it('a franchise downloads everything of a customer, and erases one that left as long as nothing is open', async () => {
  const { page } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto(`/customer/${busy}?tab=data`);
  await page.getByRole('button', { name: 'Make a file' }).click();
  const row = page.getByTestId('customer-export').first();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Customer \d{4}-\d\d-\d\d\.tar\.gz$/);
  const bytes: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) bytes.push(chunk as Buffer);
  expect([...Buffer.concat(bytes).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  // It ships and owes: what is open is named, and nobody can ask for the end.
  await page.getByText('Open, and to be settled first:').waitFor();
  expect(await page.getByRole('button', { name: 'Erase customer' }).isDisabled()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);

  await page.goto(`/customer/${gone}?tab=data`);
  await page.getByRole('button', { name: 'Erase customer' }).click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Erase after 14 days' });
  await dialog.getByLabel('Reason').fill('Closed their shop.');
  await dialog.getByLabel('Name of the customer').fill('Left Last Week');
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByLabel('Name of the customer').fill(NAME);
  expect(await violationsOf(page)).toEqual([]);
  await erase.click();
  await page.getByText('Erased from').waitFor();
  await page.getByText('Suspended').first().waitFor();
  await page.getByRole('button', { name: 'Do not erase' }).click();
  await page.getByRole('button', { name: 'Erase customer' }).waitFor();
  await page.getByText('Suspended').first().waitFor({ state: 'detached' });
});
