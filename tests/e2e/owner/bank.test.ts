/** The bank beside the books, in the built product: a statement of columns nobody knows, one press, a phone in French. */
import { randomUUID } from 'node:crypto';
import { addBankAccount } from '@scanship/contracts/money/bank';
import { listInvoices } from '@scanship/contracts/money/statements';
import { toDecimal } from '@scanship/domain/money/money';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const upload = (page: Page, text: string) =>
  page
    .getByTestId('file-input')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The demo's past months are closed a few seconds after the start. */
async function openInvoice() {
  const maple = await lane.seller('maple');
  for (let round = 0; round < 60; round += 1) {
    const { invoices } = await maple.must(listInvoices, { query: { side: 'sold', size: 100 } });
    const found = invoices.find(({ open }) => open.minor > 0 && open.currency === 'CAD');
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('no invoice is open');
}

it('a franchise uploads a statement, confirms a payment with one press and sets a fee aside', async () => {
  const invoice = await openInvoice();
  const amount = toDecimal(invoice.open);
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto('/customer/money/bank');
  await page.getByRole('button', { name: 'Add a bank account' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a bank account' });
  const name = `Chequing ${randomUUID().slice(0, 8)}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Bank statements', { exact: true }).click();
  await upload(
    page,
    `Account Type,Account Number,Transaction Date,Description 1,Description 2,CAD$,USD$\nChequing,1,11/10/2026,Payment ${invoice.number},,${amount},\nChequing,1,11/11/2026,MONTHLY FEE,,-12.95,\n`,
  );
  const columns = page.getByRole('dialog', { name: 'Which column is what?' });
  await columns.getByTestId('bank-preview').getByText('MONTHLY FEE').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await columns.getByRole('button', { name: 'Read the statement' }).click();
  const lines = page.getByTestId('bank-lines');
  await lines.getByText(`Names ${invoice.number}`).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await lines.getByRole('button', { name: /^Confirm / }).click();
  await lines.getByRole('button', { name: /MONTHLY FEE is not a payment$/ }).click();
  const aside = page.getByRole('dialog', { name: 'Not a payment of a customer' });
  await aside.getByLabel('What it is').selectOption('bank-fee');
  await aside.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Every line is explained').waitFor();
  await context.close();
});

it('stands on a phone in French', async () => {
  const maple = await lane.seller('maple');
  await maple.must(addBankAccount, { body: { name: `Compte ${randomUUID().slice(0, 8)}`, currency: 'CAD' } });
  const { page, context } = await lane.open({ as: 'maple', width: 390, height: 844, locale: 'fr-CA' });
  await page.goto('/customer/money/bank');
  await page.getByText('Relevés bancaires', { exact: true }).click();
  await page.getByText('Le relevé de la banque').waitFor();
  expect(await overflow(page)).toBe(0);
  await page.getByText('Lignes', { exact: true }).first().click();
  expect(await overflow(page)).toBe(0);
  await context.close();
});
