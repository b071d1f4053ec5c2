/** Why a customer cannot ship, as its franchise, support, the operator and its own administrator see it, and what a stop does. */
import { randomUUID } from 'node:crypto';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import {
  createCustomer,
  liftRestriction,
  listCustomers,
  restrictCustomer,
} from '@scanship/contracts/network/customers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import { buyButton } from '../../support/screens.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const line = (page: Page, code: string) => page.locator(`[data-code="${code}"]`);

const NAME = `Nunavik Outfitters ${randomUUID().slice(0, 6)}, cabins and long winters by the northern shore`;

async function newCustomer(): Promise<string> {
  const maple = await lane.seller('maple');
  const { id } = await maple.must(createCustomer, {
    body: { name: NAME, plan: 'Basic' },
    idempotencyKey: randomUUID(),
  });
  return id;
}

it('a franchise finds what is in the way, stops and lets go; each is in the walk at once, and leads to where it is mended', async () => {
  const id = await newCustomer();
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto(`/customer/${id}`);
  await tab(page, 'Can they ship?').click();
  await page.getByText(/things keep labels from being bought/).waitFor();
  await line(page, 'people/nobody').getByText('Nobody works here yet, and nobody is invited.').first().waitFor();
  expect(await line(page, 'addresses/none').getAttribute('data-verdict')).toBe('blocks');
  expect(await line(page, 'carriers/accounts').getAttribute('data-verdict')).toBe('fine');
  // What blocks stands first.
  const verdicts = await page
    .locator('[data-code]')
    .evaluateAll((lines) => lines.map((each) => each.getAttribute('data-verdict')));
  expect(verdicts[0]).toBe('blocks');
  expect(verdicts.at(-1)).toBe('fine');

  await button(page, 'Stop shipping').click();
  const asked = page.getByRole('dialog');
  await asked.getByLabel('Reason').fill('The contract is not signed');
  await asked.getByRole('button', { name: 'Stop shipping' }).click();
  await page.locator('.notice').getByText('The contract is not signed').first().waitFor();
  await button(page, 'Look again').click();
  const stopped = line(page, 'company/restriction').filter({ hasText: 'The contract is not signed' });
  await stopped.waitFor();
  await stopped.getByRole('link', { name: /^Go there/ }).click();
  await button(page, 'Let them ship again').click();
  await page.getByText('Customer can ship again.').first().waitFor();
  await tab(page, 'Can they ship?').click();
  await line(page, 'company/restriction').getByText('Nobody has stopped its shipping.').first().waitFor();
  await context.close();
});

it('support is led to whom it may act for; in French, on a telephone', async () => {
  const maple = await lane.seller('maple');
  const { customers } = await maple.must(listCustomers, { query: { search: 'Aurora' } });
  const { page, context } = await lane.open({ as: 'support', width: 390, height: 844, locale: 'fr-CA' });
  await page.goto(`/customer/${customers[0]?.id}?tab=shipping`);
  await line(page, 'company/state').getByText('Le client et sa franchise sont actifs.').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  const act = page.getByRole('link', { name: /^Agir en leur nom/ }).first();
  await act.click();
  await page.getByTestId('person').first().waitFor();
  await context.close();
});

it('a stopped customer reads why on every page and at the rates, pays, and looks through the list itself', async () => {
  const maple = await lane.seller('maple');
  const { customers } = await maple.must(listCustomers, { query: { search: 'Corner' } });
  const id = customers[0]?.id ?? '';
  const order = await lane.addOrder('corner', orderTo(`STOP-${randomUUID().slice(0, 8)}`));
  await maple.must(restrictCustomer, { params: { id }, body: { reason: 'Two invoices are open', untilPaid: false } });
  try {
    const { page, context } = await lane.open({ as: 'corner', width: 1280, height: 720 });
    await page.goto(`/ecommerce/order/${order.id}`);
    await page.locator('.restricted').getByText('Two invoices are open').waitFor();
    await page.getByText('Shipping is stopped for your company: Two invoices are open').first().waitFor();
    expect(await buyButton(page).count()).toBe(0);
    await page.goto('/account/billing');
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
    await page.goto('/account/shipping-check');
    expect(await line(page, 'company/restriction').getAttribute('data-verdict')).toBe('blocks');
    await context.close();
    const corner = await lane.seller('corner');
    const refused = await corner.call(quoteSingle, {
      body: { orderId: order.id, parcels: [{ number: 1, weightGrams: 500 }] },
    });
    expect(refused).toMatchObject({ status: 409 });
  } finally {
    await maple.must(liftRestriction, { params: { id } });
  }
});

it('the operator looks from its own desk', async () => {
  const maple = await lane.seller('maple');
  const { customers } = await maple.must(listCustomers, { query: { search: 'Aurora' } });
  const { page, context } = await lane.open({ as: 'super' });
  await page.goto(`/platform/customers/${customers[0]?.id}`);
  await page.getByRole('heading', { name: /Aurora/, level: 1 }).waitFor();
  await line(page, 'company/state').waitFor();
  await context.close();
});
