/** A carrier's invoice on its way to a customer: announced with its reasons, charged after the notice, or objected to. */
import { randomUUID } from 'node:crypto';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { acceptCorrection, centsOf, handOver, owedOn, searchDifferences, setNotice } from '../support/money-pages.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A label on the account that the franchise lends. @returns its tracking number */
async function buyOnLentAccount(): Promise<string> {
  const seller = await lane.seller('aurora');
  const order = await lane.addOrder('aurora', orderTo(`AUDIT-${randomUUID().slice(0, 8)}`));
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId: order.id,
      parcels: [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
    },
  });
  const rate = quote.rates.find((each) => each.carrier === 'rate-sheet');
  if (!rate) throw new Error('the courier of the franchise offered no rate');
  const { shipment } = await seller.must(createShipment, {
    body: { orderId: order.id, quoteId: quote.quoteId, rateId: rate.id },
    idempotencyKey: randomUUID(),
  });
  const tracking = shipment.parcels[0]?.trackingNumber;
  if (!tracking) throw new Error('the label has no tracking number');
  return tracking;
}

it('an adjustment reaches the customer with its reasons; one is charged, one is objected to and granted', async () => {
  const [charged, disputed] = [await buyOnLentAccount(), await buyOnLentAccount()];
  const { page: desk } = await lane.open({ as: 'maple', width: 1400 });
  const invoice = `INV-${randomUUID().slice(0, 6)}`;
  const rows = [charged, disputed].flatMap((tracking) => [
    // More than the label was sold for: what is less proves no correction.
    `${invoice},2026-11-20,${tracking},Base,30.00,0.8`,
    `${invoice},2026-11-20,${tracking},Address correction,5.00,0.8`,
  ]);
  const heading = 'Invoice Number,Invoice Date,Tracking Number,Description,Amount,Billed Weight';
  await handOver(desk, 'Maple Local Courier', invoice, [heading, ...rows]);

  const { page: shop } = await lane.open({ as: 'aurora', width: 1280 });
  const owedBefore = await owedOn(shop);
  await setNotice(desk, 0);
  await acceptCorrection(desk, charged);
  await setNotice(desk, 7);
  await acceptCorrection(desk, disputed);

  const row = (tracking: string) => shop.getByTestId('adjustments').getByRole('row').filter({ hasText: tracking });
  await expect
    .poll(async () => {
      await shop.goto('/account/billing/adjustments');
      return row(charged).innerText();
    })
    .toContain('On the balance');
  expect(await row(charged).innerText()).toContain('Address correction');
  expect(await row(charged).getByTestId('evidence').innerText()).toContain(invoice);
  expect(await row(disputed).innerText()).toContain('Announced');
  expect(await row(disputed).innerText()).toMatch(/Charged on .+ unless you object/);
  // The notice of one has passed, that of the other has not: its amount alone is owed.
  const amount = centsOf(await row(charged).getByRole('cell').last().innerText());
  expect(amount).toBeGreaterThanOrEqual(500);
  expect(await owedOn(shop)).toBe(owedBefore + amount);
  await shop.goto('/account/billing/adjustments');

  await row(disputed).getByRole('button', { name: 'Object', exact: true }).click();
  await shop.getByRole('dialog').getByLabel('Why is it wrong?').fill('The address was right.');
  await button(shop, 'Send objection').click();
  await expect.poll(() => row(disputed).innerText()).toContain('In dispute');

  await button(desk, 'Objections').click();
  const objection = desk.getByTestId('disputes').getByRole('row').filter({ hasText: disputed });
  await objection.getByRole('button', { name: 'Answer', exact: true }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Granted', exact: true }).click();
  await expect.poll(() => objection.innerText()).toContain('Granted');
  await shop.reload();
  await expect.poll(() => row(disputed).innerText()).toContain('Not charged');
  expect(await owedOn(shop)).toBe(owedBefore + amount);

  await button(desk, 'Report').click();
  await desk.getByLabel('By').selectOption('kind');
  await desk.getByTestId('bill-report').getByText('Address correction').waitFor();
});

it('who pays is shown before, exactly that is booked, words that tell nothing stay, and undo books it back', async () => {
  const tracking = await buyOnLentAccount();
  const { page: desk } = await lane.open({ as: 'maple', width: 1400 });
  const invoice = `INV-${randomUUID().slice(0, 6)}`;
  await handOver(desk, 'Maple Local Courier', invoice, [
    'Maple Local Courier,November 2026',
    'Invoice Number,Tracking Number,Charge,Net Charge,Tax,Total',
    `${invoice},${tracking},Economy,30.00,3.90,33.90`,
    `${invoice},${tracking},Residential delivery,4.00,0.52,4.52`,
    `${invoice},${tracking},Zulu levy,3.00,,3.00`,
  ]);
  const { page: shop } = await lane.open({ as: 'aurora', width: 1280 });
  const owedBefore = await owedOn(shop);
  await setNotice(desk, 0);
  await button(desk, 'Differences').click();
  await searchDifferences(desk, tracking);
  await desk.getByLabel('All on this page').check();
  await button(desk, 'Accept').click();
  const dialog = desk.getByRole('dialog');
  const pays = dialog.getByRole('row').filter({ hasText: 'Aurora' }).getByRole('cell').first();
  const amount = centsOf(await pays.innerText());
  expect(amount).toBeGreaterThanOrEqual(400);
  expect(await dialog.getByTestId('kept').innerText()).toContain('Zulu levy');
  expect(await dialog.getByTestId('decision-preview').innerText()).toContain('You bear');
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => owedOn(shop)).toBe(owedBefore + amount);
  // What tells nothing is still to decide.
  await desk.getByTestId('differences').getByText('Zulu levy').waitFor();

  await desk.getByLabel('State').selectOption('accepted');
  await desk.getByTestId('differences').getByText('Accepted').first().waitFor();
  await desk.getByLabel('All on this page').check();
  await button(desk, 'Undo decision').click();
  expect(
    centsOf(await dialog.getByRole('row').filter({ hasText: 'Aurora' }).getByRole('cell').last().innerText()),
  ).toBe(amount);
  await dialog.getByRole('button', { name: 'Undo decision', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await owedOn(shop)).toBe(owedBefore);
  await setNotice(desk, 7);
});
