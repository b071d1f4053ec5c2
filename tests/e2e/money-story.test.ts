/**
 * A customer's money from the card to the statement: topped up through 3-D Secure, a label bought and another voided, an
 * adjustment with its evidence, all of it in the statement; and what the levels above see of it.
 */
import { randomUUID } from 'node:crypto';
import { getBilling, removeCard } from '@scanship/contracts/money/payments';
import { getMargins } from '@scanship/contracts/money/margins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  acceptCorrection,
  bankOf,
  centsOf,
  enterCard,
  handOver,
  owedOn,
  setNotice,
  topUp,
} from '../support/money-pages.ts';
import { buyButton, chooseCarrier, fillParcel, panelOf, previewOf, ratesOf, trackingOf } from '../support/screens.ts';
import type { Seller } from '../support/seller.ts';

const COURIER = 'Maple Local Courier';

let lane: Lane;
let shop: Page;
let desk: Page;
let franchise: Seller;
/** Price of the label that is kept, with taxes and without, in cents. */
let price = 0;
let net = 0;
let tracking = '';
let order = '';

beforeAll(async () => {
  lane = await openLane();
  franchise = await lane.seller('maple');
  ({ page: shop } = await lane.open({ as: 'aurora', width: 1500 }));
  ({ page: desk } = await lane.open({ as: 'maple', width: 1400 }));
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  const buyer = await lane.seller('aurora');
  const { cards } = await buyer.must(getBilling, {});
  for (const { id } of cards) await buyer.must(removeCard, { params: { id } });
  await lane.close();
});

const toast = (text: string | RegExp) => shop.locator('.toast').filter({ hasText: text, visible: true });

/** On the account that the franchise lends. @returns number of the order */
async function buyInPanel(): Promise<string> {
  const { id, ecomOrderNumber } = await lane.addOrder('aurora', orderTo(`MONEY-${randomUUID().slice(0, 8)}`));
  await shop.goto(`/ecommerce/orders?order=${id}`);
  await panelOf(shop).getByRole('heading', { name: ecomOrderNumber }).waitFor();
  await fillParcel(panelOf(shop));
  await ratesOf(shop).filter({ hasText: COURIER }).first().waitFor();
  await chooseCarrier(shop, COURIER);
  await buyButton(shop).click();
  await previewOf(shop).waitFor();
  await shop.keyboard.press('Escape');
  return ecomOrderNumber;
}

/** Revenue and cost of the franchise today, in cents. */
async function earned(): Promise<{ readonly revenue: number; readonly cost: number }> {
  const { total } = await franchise.must(getMargins, { query: { range: 'byWeek' } });
  return { revenue: total.revenueMinor, cost: total.costMinor };
}

describe('a customer’s money', () => {
  it('comes in by card, through 3-D Secure', async () => {
    const before = await owedOn(shop);
    await shop.getByRole('button', { name: 'Add a card', exact: true }).click();
    await enterCard(shop, '4000002760003184');
    await bankOf(shop).getByRole('button', { name: 'Complete authentication' }).click();
    await toast('Card added.').waitFor();
    await topUp(shop, '60', '3184');
    await bankOf(shop).getByRole('button', { name: 'Complete authentication' }).click();
    await toast(/was paid/).waitFor();
    expect(await owedOn(shop)).toBe(before - 6_000);
  });

  it('pays a label; one that is voided comes back', async () => {
    const before = await owedOn(shop);
    const earnedBefore = await earned();
    order = await buyInPanel();
    tracking = await trackingOf(shop);
    const kept = await owedOn(shop);
    price = kept - before;
    expect(price).toBeGreaterThan(0);

    await buyInPanel();
    await panelOf(shop).getByRole('button', { name: 'Cancel label' }).click();
    await shop
      .getByRole('dialog', { name: 'Cancel this label?' })
      .getByRole('button', { name: 'Cancel the label' })
      .click();
    await panelOf(shop).getByText('1 cancelled label').waitFor();
    await expect.poll(() => owedOn(shop)).toBe(kept);
    // The franchise earned on one label and nothing on the other.
    const after = await earned();
    net = after.revenue - earnedBefore.revenue;
    expect(net).toBeGreaterThan(0);
    expect(net).toBeLessThanOrEqual(price);
    expect(after.cost).toBeGreaterThan(earnedBefore.cost);
    expect(after.cost - earnedBefore.cost).toBeLessThanOrEqual(net);
  });

  it('is asked for an adjustment, with its evidence', async () => {
    const before = await owedOn(shop);
    const invoice = `INV-${randomUUID().slice(0, 6)}`;
    await handOver(desk, COURIER, invoice, [
      'Invoice Number,Invoice Date,Tracking Number,Description,Amount,Billed Weight',
      `${invoice},2026-11-20,${tracking},Base,10.00,0.8`,
      `${invoice},2026-11-20,${tracking},Address correction,5.00,0.8`,
    ]);
    await setNotice(desk, 0);
    await acceptCorrection(desk, tracking);
    await setNotice(desk, 7);
    const row = shop.getByTestId('adjustments').getByRole('row').filter({ hasText: tracking });
    await expect
      .poll(async () => {
        await shop.goto('/account/billing/adjustments');
        return row.innerText();
      })
      .toContain('On the balance');
    expect(await row.getByTestId('evidence').innerText()).toContain(invoice);
    const amount = centsOf(await row.getByRole('cell').last().innerText());
    expect(amount).toBeGreaterThanOrEqual(500);
    expect(await owedOn(shop)).toBe(before + amount);
  });

  it('is told line by line in the statement, which comes to what is owed', async () => {
    const owed = await owedOn(shop);
    await shop.goto('/account/billing/statements');
    const form = shop.getByRole('form', { name: 'Statement of any days' });
    await form.getByLabel('First day').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
    await form.getByRole('button', { name: 'Show the statement' }).click();
    const lines = shop.getByRole('region', { name: 'Details', exact: true }).first().locator('tbody tr');
    await lines.first().waitFor();
    const more = shop.getByRole('button', { name: 'Show more lines' });
    for (; await more.isVisible(); await shop.waitForLoadState('networkidle')) await more.click();
    const label = lines.filter({ hasText: tracking }).filter({ hasText: 'Labels' });
    expect(centsOf(await label.locator('td').last().innerText())).toBe(price);
    expect(await label.innerText()).toContain(order);
    // Taxes are not the franchise's: what it earned is the price without them.
    const tax = await label.locator('td.wide-only').innerText();
    expect(net + (tax === '' ? 0 : centsOf(tax))).toBe(price);
    await lines.filter({ hasText: tracking }).filter({ hasText: 'Adjustments' }).waitFor();
    await lines.filter({ hasText: 'Voided labels' }).first().waitFor();
    await lines.filter({ hasText: 'Payments' }).filter({ hasText: '60.00' }).first().waitFor();
    const summary = shop.getByRole('region', { name: 'Summary', exact: true }).first();
    const balance = await summary.locator('tbody tr').last().locator('td').last().innerText();
    expect(centsOf(balance)).toBe(Math.abs(owed));
  });
});

describe('the levels above', () => {
  it('the franchise sees its margin on the customer, the operator its own, neither the other’s cost', async () => {
    const { revenue, cost } = await earned();
    const dollars = (minor: number): string =>
      new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' }).format(minor / 100);
    await desk.goto('/customer/money?range=byWeek');
    await desk.getByRole('heading', { name: 'By customer' }).waitFor();
    const figure = desk.locator('.figure').filter({ hasText: 'Margin' }).first().locator('.figure-value');
    expect(await figure.innerText()).toBe(dollars(revenue - cost));

    const { page: platform } = await lane.open({ as: 'super', width: 1400 });
    await platform.goto('/platform/money?range=byWeek');
    await platform.getByText('Open receivables').waitFor();
    const shown = await platform.getByRole('main').innerText();
    // The courier is the franchise's own: the operator earns nothing on it and does not see it.
    expect(shown).not.toContain(COURIER);
    expect(shown).not.toContain('Aurora');
    expect(shown).not.toContain(dollars(cost));
    // A seller is shown prices and never what they cost.
    await shop.goto('/account/billing');
    expect(await shop.getByRole('main').innerText()).not.toContain('Margin');
    expect((await (await lane.seller('aurora')).call(getMargins)).status).toBe(403);
  });
});
