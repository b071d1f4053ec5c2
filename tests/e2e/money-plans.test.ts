/** A plan as its customer and its franchise use it: changed to the cent that was shown, counted, planned, taken back. */
import { randomUUID } from 'node:crypto';
import { listCustomers, setCustomerCredit } from '@scanship/contracts/network/customers';
import { listOwnPlans, type Plan, updateOwnPlan } from '@scanship/contracts/network/franchises';
import { addOrder } from '@scanship/contracts/orders/orders';
import { addLocation } from '@scanship/contracts/network/settings';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NewCompany, newCompany, PASSWORD } from '../support/accounts.ts';
import { violationsOf } from '../support/axe.ts';
import { buyLabel } from '../support/bought.ts';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let company: NewCompany;
let maple: Seller;
let page: Page;
let context: BrowserContext;
let before: Plan;

const dialog = (of: Page) => of.getByRole('dialog');
const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
const menu = (of: Page) => of.getByRole('navigation', { name: 'Main menu' }).first();
const scanLink = (of: Page) => menu(of).getByRole('link', { name: 'Scan & Ship' });
const current = (of: Page) => of.getByTestId('current-plan');
const charges = (of: Page) => of.getByTestId('plan-charges').locator('tbody > tr');
const standard = async (): Promise<Plan> => {
  const { plans } = await maple.must(listOwnPlans);
  const plan = plans.find(({ code }) => code === 'Standard');
  if (!plan) throw new Error('the franchise sells no Standard');
  return plan;
};

beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  before = await standard();
  company = await newCompany(lane);
  ({ page, context } = await lane.open({ width: 1280 }));
  await page.goto('/auth/login');
  await page.getByRole('textbox', { name: 'User name or e-mail' }).fill(company.userName);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  const now = await standard();
  await maple.must(updateOwnPlan, {
    params: { code: 'Standard' },
    body: {
      name: before.name,
      features: before.features,
      limits: before.limits,
      monthlyPriceMinor: before.monthlyPrice?.minor ?? null,
      yearlyPriceMinor: before.yearlyPrice?.minor ?? null,
      overagePriceMinor: before.overagePrice?.minor ?? null,
      trialDays: before.trialDays,
      version: now.version,
    },
  });
  await company.admin.close();
  await context.close();
  await lane.close();
});

describe('a plan', () => {
  it('is priced by the franchise, which sees who is on what it sold before', async () => {
    const { page: desk, context: franchise } = await lane.open({ as: 'maple', width: 1280 });
    await desk.goto('/customer/plans');
    await button(desk, `Edit ${before.name}`).click();
    const form = dialog(desk);
    await form.getByLabel('Price a month (CAD)').fill('a lot');
    await form.getByText('Enter an amount such as 49.00, or leave it empty.').waitFor();
    await form.getByLabel('Price a month (CAD)').fill('52.00');
    await form.getByLabel('Labels a month').fill('2');
    await form.getByLabel('Each label above (CAD)').fill('0.50');
    await form.getByLabel('Trial, in days').fill('0');
    await form.getByRole('button', { name: 'Save the plan' }).click();
    const card = desk.getByTestId('plan').filter({ hasText: '$52.00' });
    await card.getByText('Each label above: $0.50').waitFor();
    // Those who have it stay on what they were sold.
    const sold = card.getByTestId('plan-versions').getByRole('listitem');
    expect(await sold.nth(0).innerText()).toMatch(/^0 customers, \$52\.00 a month/);
    expect(await sold.nth(1).innerText()).toMatch(/^[1-9]\d* customers?, \$49\.00 a month/);
    await franchise.close();
  });

  it('says before it changes what that costs today, and charges exactly this', async () => {
    await page.goto('/account/billing/plan');
    await current(page).getByText('Trial', { exact: true }).first().waitFor();
    await page.getByText('Nothing was charged yet').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, `Change to this plan: ${before.name}`).click();
    const asked = dialog(page);
    const total = await asked.getByTestId('plan-total').innerText();
    await asked.getByText('$52.00', { exact: true }).first().waitFor();
    await asked.getByRole('button', { name: 'Change the plan' }).click();
    await current(page).getByRole('heading', { name: before.name }).waitFor();
    expect(await charges(page).first().getByRole('cell').last().innerText()).toBe(total);
    expect(await scanLink(page).count()).toBe(0);
  });

  it('warns when its labels are used', async () => {
    const { admin } = company;
    const address = {
      name: 'Bea Boss',
      companyName: company.userName,
      address1: '100 Queen St W',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5H 2N2',
      countryCode: 'CA',
      phone: '+1 416 555 0100',
    };
    await admin.must(addLocation, { body: { name: 'Shop', address, isDefault: true } });
    // Who signed up alone pays ahead; the franchise trusts this one.
    const { customers } = await maple.must(listCustomers, { query: { search: company.userName } });
    await maple.must(setCustomerCredit, {
      params: { id: customers[0]?.id ?? '' },
      body: { limitMinor: null, termsDays: 30, note: '' },
    });
    const order = orderTo('PLAN');
    for (let n = 1; n <= 2; n += 1) {
      const { id } = await admin.must(addOrder, {
        body: {
          ...order,
          number: `PLAN-${n}-${randomUUID().slice(0, 6)}`,
          shipTo: { ...order.shipTo, phone: address.phone },
        },
        idempotencyKey: randomUUID(),
      });
      await buyLabel(admin, id);
    }
    await page.reload();
    await page.getByTestId('plan-usage').getByText('2 of 2 bought').waitFor();
    await page.getByText(/All labels of the plan are used until .*each further one costs \$0\.50/).waitFor();
  });

  it('up to Advanced credits the unused days, and Scan & Ship is in the menu at once', async () => {
    await button(page, 'Change to this plan: Advanced').click();
    const asked = dialog(page);
    await asked.getByText(/not used/).waitFor();
    expect(await asked.getByRole('table').innerText()).toContain('-$52.00');
    await asked.getByText('Scan and Ship opens for everybody whose role allows it.').waitFor();
    const total = await asked.getByTestId('plan-total').innerText();
    await asked.getByRole('button', { name: 'Change the plan' }).click();
    await scanLink(page).waitFor();
    await expect.poll(() => charges(page).first().getByRole('cell').last().innerText()).toBe(total);
    await charges(page).first().getByText('Change of the plan').click();
    await charges(page)
      .first()
      .getByText(/not used/)
      .waitFor();
  });

  it('down is planned for the end of what is paid, and taken back', async () => {
    const paid = await charges(page).count();
    await button(page, 'Change to this plan: Basic').click();
    await dialog(page)
      .getByText(/Nothing is charged today, and you can undo the change until then/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Change the plan' }).click();
    await page.getByText(/^From .* on: Basic, paid by the month\.$/).waitFor();
    expect(await scanLink(page).count()).toBe(1);
    await page.reload();
    await button(page, 'Take it back').click();
    await page.getByText(/^From .* on: Basic/).waitFor({ state: 'detached' });
    expect(await charges(page).count()).toBe(paid);
  });

  it('is changed by the franchise with a reason that the customer reads; a change in between is said and charges nothing', async () => {
    const { customers } = await maple.must(listCustomers, { query: { search: company.userName } });
    const { page: desk, context: franchise } = await lane.open({ as: 'maple', width: 1280 });
    await desk.goto(`/customer/${customers[0]?.id ?? ''}?tab=plan`);
    await button(desk, 'Change to this plan: Basic').click();
    const asked = dialog(desk);
    await asked.getByLabel('At once, with the unused days given back').check();
    await asked.getByText('Credited today').waitFor();
    await asked.getByLabel('Reason').fill('Agreed by phone');
    // Meanwhile the customer plans something itself.
    await button(page, `Change to this plan: ${before.name}`).click();
    await dialog(page).getByRole('button', { name: 'Change the plan' }).click();
    await page.getByText(new RegExp(`^From .* on: ${before.name}`)).waitFor();
    await asked.getByRole('button', { name: 'Change the plan' }).click();
    await asked.getByText('What this costs has changed since it was shown.').waitFor();
    const total = await asked.getByTestId('plan-total').innerText();
    await asked.getByRole('button', { name: 'Change the plan' }).click();
    await current(desk).getByRole('heading', { name: 'Basic' }).waitFor();
    await franchise.close();

    await page.reload();
    await current(page).getByRole('heading', { name: 'Basic' }).waitFor();
    await charges(page).first().getByText('Agreed by phone').waitFor();
    expect(await charges(page).first().getByRole('cell').last().innerText()).toBe(total);
    expect(await scanLink(page).count()).toBe(0);
  });

  it('stands on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await current(page).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await violationsOf(page)).toEqual([]);
  });
});
