/** A franchise leaves a service of an account out for one customer, sees where it comes from, and takes it back. */
import { getAccountLendings, putAccountLending } from '@scanship/contracts/carriers/lendings';
import { listAccounts } from '@scanship/contracts/carriers/carriers';
import { listCustomers } from '@scanship/contracts/network/customers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import type { Seller } from '../../support/seller.ts';

let lane: Lane;
let maple: Seller;
let page: Page;
let customer: { readonly id: string; readonly name: string };
let account: { readonly id: string; readonly name: string; readonly services: readonly { readonly name: string }[] };

beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  // The last by name: other files ship as the others.
  const { customers } = await maple.must(listCustomers, { query: { size: 200, sort: 'name' } });
  const last = customers.at(-1);
  const { accounts } = await maple.must(listAccounts);
  const [first] = accounts.filter(({ services }) => services.length > 1);
  if (!last || !first) throw new Error('the demo has customers and accounts');
  customer = last;
  account = first;
  ({ page } = await lane.open({ as: 'maple', width: 1280, height: 720 }));
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  await maple.must(putAccountLending, {
    params: { id: account.id },
    body: { kind: 'buyer', ids: [customer.id], lending: null },
  });
  await lane.close();
});

it('a franchise leaves a service out for a customer, and lends it again', async () => {
  const [service] = account.services;
  const left = service?.name ?? '';
  await page.goto(`/customer/${customer.id}?tab=carriers`);
  const card = page.getByTestId('customer-lendings');
  const row = card.getByTestId('customer-lending').filter({ hasText: account.name });
  await row.getByText('Everybody').waitFor();
  const change = async () => {
    await row.getByRole('button', { name: `Change the lending of ${account.name}` }).click();
    return page.getByRole('dialog');
  };
  const dialog = await change();
  await dialog.getByRole('radio', { name: 'Lent', exact: true }).check();
  await dialog.getByRole('checkbox', { name: left, exact: true }).uncheck();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText(`Without ${left}`).waitFor();
  await row.getByText('This customer').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // The account's page has the line, and leads back.
  await page.goto(`/customer/carriers/${account.id}`);
  const line = page.getByTestId('account-lending').filter({ hasText: customer.name });
  await line.getByText(`Without ${left}`).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await line.getByRole('link', { name: customer.name }).click();

  const again = await change();
  await again.getByRole('radio', { name: /As otherwise/ }).check();
  await again.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Everybody').waitFor();
  const { lines } = await maple.must(getAccountLendings, { params: { id: account.id } });
  expect(lines.some(({ id }) => id === customer.id)).toBe(false);
});
