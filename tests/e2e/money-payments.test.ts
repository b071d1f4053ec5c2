/** A customer's money through the pages: a card, 3-D Secure, a decline, labels until funds lack, automatic top-up, a refund. */
import { randomUUID } from 'node:crypto';
import { getCustomer, listCustomers, setCustomerCredit } from '@scanship/contracts/network/customers';
import { getBilling, removeCard, setAutoTopUp } from '@scanship/contracts/money/payments';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { bankOf, enterCard, topUp } from '../support/money-pages.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let page: Page;
let buyer: Seller;
let franchise: Seller;
let customerId: string;

beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'corner', width: 1280 }));
  [buyer, franchise] = await Promise.all([lane.seller('corner'), lane.seller('maple')]);
  const { customers } = await franchise.must(listCustomers, { query: { search: 'Corner' } });
  const [corner] = customers;
  if (!corner) throw new Error('the demo has no corner shop');
  customerId = corner.id;
  const { credit } = await franchise.must(getCustomer, { params: { id: customerId } });
  const owed = credit?.owedMinor ?? 0;
  // Paid ahead from here on: what is owed already is as if it had been allowed.
  await franchise.must(setCustomerCredit, {
    params: { id: customerId },
    body: { limitMinor: Math.max(0, owed), termsDays: 30, note: 'Prepaid for a test' },
  });
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  const { cards } = await buyer.must(getBilling, {});
  for (const { id } of cards) await buyer.must(removeCard, { params: { id } });
  await franchise.must(setCustomerCredit, {
    params: { id: customerId },
    body: { limitMinor: null, termsDays: 30, note: '' },
  });
  await lane.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const toast = (text: string | RegExp) => page.locator('.toast').filter({ hasText: text, visible: true });
const available = async (): Promise<number> =>
  (await buyer.must(getBilling, {})).balances[0]?.availableMinor ?? Number.NaN;

const add = (number: string): Promise<void> => enterCard(page, number);
const bank = () => bankOf(page);
const pay = (amount: string, last4: string): Promise<void> => topUp(page, amount, last4);

describe('a customer that pays ahead', () => {
  it('adds cards in the provider’s field; a declined one is told in words', async () => {
    await page.goto('/account/billing');
    await page.getByTestId('balance').first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button('Add a card').click();
    await add('4000000000000002');
    const dialog = page.getByRole('dialog', { name: 'Add a card' });
    await dialog.getByText('Your card was declined.').waitFor();
    await add('4242424242424242');
    await toast('Card added.').waitFor();
    await page.getByTestId('saved-card').filter({ hasText: '4242' }).waitFor();
    await button('Add a card').click();
    await add('4000002760003184');
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    await page.getByTestId('saved-card').filter({ hasText: '3184' }).waitFor();
    await button('Add a card').click();
    await add('4000000000000341');
    await page.getByTestId('saved-card').filter({ hasText: '0341' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('tops up with 3-D Secure: failed it books nothing, completed it is there', async () => {
    const before = await available();
    await pay('25', '3184');
    await bank().getByRole('button', { name: 'Fail authentication' }).click();
    const dialog = page.getByRole('dialog', { name: 'Top up' });
    await dialog.getByText(/unable to authenticate/).waitFor();
    expect(await available()).toBe(before);
    await dialog.getByRole('button', { name: 'Pay now' }).click();
    await bank().getByRole('button', { name: 'Complete authentication' }).click();
    await toast(/was paid/).waitFor();
    expect(await available()).toBe(before + 2_500);
    await page.getByTestId('payments').getByText('Paid', { exact: true }).first().waitFor();
  });

  it('a declined card is told in the bank’s words and takes nothing', async () => {
    const before = await available();
    await pay('30', '0341');
    const dialog = page.getByRole('dialog', { name: 'Top up' });
    await dialog.getByText('The bank declined the card. Use another card, or ask the bank why.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await available()).toBe(before);
  });

  it('buys labels until funds lack, is told what is missing, and the automatic top-up helps', async () => {
    // Less than the first top-up, so that one can be bought; one automatic top-up covers several.
    const buy = async () => {
      const { id: orderId } = await lane.addOrder('corner', orderTo(`PAY-${randomUUID().slice(0, 8)}`));
      const parcels = [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }];
      const quote = await buyer.must(quoteSingle, { body: { orderId, parcels } });
      // Test labels are not held to the limit.
      const affordable = quote.rates.filter(({ price, test }) => !test && price.minor <= 2_000);
      const [rate] = affordable.toSorted((a, b) => b.price.minor - a.price.minor);
      if (!rate) throw new Error('no carrier offered a rate');
      const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
      const answer = await buyer.call(createShipment, { body, idempotencyKey: randomUUID() });
      return { ...answer, price: rate.price.minor };
    };
    let refused: Awaited<ReturnType<typeof buy>> | undefined;
    let labels = 0;
    for (let round = 0; round < 200 && !refused; round += 1) {
      const left = await available();
      const answer = await buy();
      if (answer.data) labels += 1;
      else refused = answer;
      // What is bought is taken at once; what is refused leaves nothing set aside.
      expect(await available()).toBe(answer.data ? left - answer.price : left);
    }
    expect(labels).toBeGreaterThan(0);
    expect(refused?.refusal?.code).toBe('insufficient_funds');
    expect(refused?.refusal?.message).toMatch(/^\d+\.\d\d CAD more is needed for this than is available\.$/);
    await page.reload();
    const auto = page.getByRole('region', { name: 'Automatic top-up' });
    await auto.getByLabel('Charge this amount (CAD)').fill('75');
    await auto.getByLabel('When less than this is available (CAD)').fill('40');
    const cards = auto.getByLabel('Card to charge');
    await cards.selectOption(await cards.locator('option').filter({ hasText: '4242' }).getAttribute('value'));
    await auto.getByRole('switch').click();
    const before = await available();
    await auto.getByRole('button', { name: 'Save' }).click();
    await toast('Automatic top-up is on.').waitFor();
    await expect.poll(available).toBe(before + 7_500);
    const helped = await buy();
    expect(helped.refusal?.message).toBeUndefined();
    expect(await available()).toBe(before + 7_500 - helped.price);
  });

  it('a charge that fails pauses the automatic top-up, which says why', async () => {
    const { cards, balances } = await buyer.must(getBilling, {});
    const failing = cards.find(({ last4 }) => last4 === '0341');
    if (!failing) throw new Error('the card is gone');
    const belowMinor = Math.min(500_000, (balances[0]?.availableMinor ?? 0) + 100);
    await buyer.must(setAutoTopUp, {
      body: { on: true, currency: 'CAD', belowMinor, amountMinor: 2_000, cardId: failing.id },
    });
    await expect.poll(async () => (await buyer.must(getBilling, {})).autoTopUp?.state).toBe('paused');
    await page.reload();
    await page
      .getByTestId('auto-paused')
      .getByText(/The bank declined the card/)
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('the franchise refunds a part, which the customer sees; its own account is the same page', async () => {
    const { page: desk } = await lane.open({ as: 'maple' });
    await desk.goto('/customer/money/receivables');
    const row = desk
      .getByTestId('received')
      .getByRole('row')
      .filter({ hasText: 'CA$75.00' })
      .or(desk.getByTestId('received').getByRole('row').filter({ hasText: '$75.00' }))
      .first();
    await row.getByRole('button', { name: 'Refund' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Refund a payment' });
    await dialog.getByLabel('Amount in CAD').fill('80');
    await dialog.getByRole('button', { name: 'Give it back' }).click();
    await dialog.getByText(/Enter an amount up to/).waitFor();
    await dialog.getByLabel('Amount in CAD').fill('15');
    const before = await available();
    await dialog.getByRole('button', { name: 'Give it back' }).click();
    await desk.locator('.toast').filter({ hasText: 'Refunded.', visible: true }).waitFor();
    expect(await available()).toBe(before - 1_500);
    expect(await violationsOf(desk)).toEqual([]);
    await desk.goto('/customer/money/account');
    await desk.getByTestId('balance').first().waitFor();
    await desk.setViewportSize({ width: 390, height: 800 });
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.goto('/account/billing');
    await page
      .getByTestId('payments')
      .getByText(/15\.00 refunded/)
      .waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
