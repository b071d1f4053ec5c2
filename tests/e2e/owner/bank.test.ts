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
  // The 10th of November or the 11th of October: nothing is read before somebody says.
  await columns.getByText('The dates of this file can be read in more than one way').waitFor();
  expect(await columns.getByRole('button', { name: 'Read the statement' }).isDisabled()).toBe(true);
  await columns.getByLabel('Dates are written').selectOption('mdy');
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
  // A statement of another account is taken back, and one with a matched line is not.
  await page.getByText('Bank statements', { exact: true }).click();
  const files = page.getByTestId('bank-files');
  await files.getByRole('button', { name: 'Take back statement.csv' }).click();
  const question = page.getByRole('dialog', { name: 'Take back this statement' });
  await question.getByRole('button', { name: 'Take back' }).click();
  await question.getByText(/Undo them first/).waitFor();
  await question.getByRole('button', { name: 'Leave unchanged' }).click();
  await upload(page, 'Date,Description,Amount\n2026-11-12,WRONG ACCOUNT,5.00\n');
  await columns.getByRole('button', { name: 'Read the statement' }).click();
  await lines.getByText('WRONG ACCOUNT').waitFor();
  await page.getByText('Bank statements', { exact: true }).click();
  await files.getByRole('button', { name: 'Take back statement.csv' }).first().click();
  await question.getByRole('button', { name: 'Take back' }).click();
  await files.getByText('Lines removed').waitFor();
  await context.close();
});

it('stands on a phone in French', async () => {
  const maple = await lane.seller('maple');
  const add = () =>
    maple.must(addBankAccount, { body: { name: `Compte ${randomUUID().slice(0, 8)}`, currency: 'CAD' } });
  const [{ id }, { id: other }] = [await add(), await add()];
  const { page, context } = await lane.open({ as: 'maple', width: 390, height: 844, locale: 'fr-CA' });
  await page.goto('/customer/money/bank');
  await page.getByText('Relevés bancaires', { exact: true }).click();
  await page.getByText('Le relevé de la banque').waitFor();
  expect(await overflow(page)).toBe(0);
  await page.getByLabel('Compte bancaire').selectOption(id);
  await upload(page, 'Date,Description,Amount\n2026-11-12,VIREMENT INTERAC DE QUELQU’UN,5.00\n');
  await page.getByRole('button', { name: 'Lire le relevé' }).click();
  const lines = page.getByTestId('bank-lines');
  await lines.getByText('VIREMENT INTERAC').waitFor();
  expect(await overflow(page)).toBe(0);
  // What it is, with its buttons, is on the screen.
  const button = await lines.getByRole('button').last().boundingBox();
  expect((button?.x ?? 999) + (button?.width ?? 999)).toBeLessThanOrEqual(390);
  // The same file for another account: it does not say whose it is, so somebody does.
  await page.getByText('Relevés bancaires', { exact: true }).click();
  await page.getByLabel('Compte bancaire').selectOption(other);
  await upload(page, 'Date,Description,Amount\n2026-11-12,VIREMENT INTERAC DE QUELQU’UN,5.00\n');
  await page.getByRole('button', { name: 'Lire le relevé' }).click();
  const question = page.getByRole('dialog', { name: 'Est-ce le bon compte?' });
  await question.getByText(/^Lignes de ce fichier qui se trouvent aussi dans le compte «.*: 1 sur 1\./).waitFor();
  expect(await overflow(page)).toBe(0);
  await question.getByRole('button', { name: 'Conserver les lignes ici' }).click();
  await lines.getByText('VIREMENT INTERAC').waitFor();
  expect(await question.count()).toBe(0);
  await context.close();
});
