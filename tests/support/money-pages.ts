/** Steps of a person on the pages of money: a card, a top-up, what is owed, a difference that is passed on. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Enters a card in the provider's own field of the open dialog. */
export async function enterCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a card' });
  const field = dialog.frameLocator('iframe[title="Card"]');
  await field.getByLabel('Card number').fill(number);
  await field.getByLabel('Expiration (MM/YY)').fill('12/34');
  await field.getByLabel('Security code').fill('123');
  await dialog.getByRole('button', { name: 'Add the card' }).click();
}

/** The page of the card's bank, where 3-D Secure asks. */
export const bankOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="3D Secure"]');

/** Fills the dialog and presses Pay now; what comes then is for the caller. */
export async function topUp(page: Page, amount: string, last4: string): Promise<void> {
  await button(page, 'Top up').click();
  const dialog = page.getByRole('dialog', { name: 'Top up' });
  await dialog.getByLabel('Amount in CAD').fill(amount);
  const cards = dialog.getByRole('combobox').last();
  const value = await cards.locator('option').filter({ hasText: last4 }).getAttribute('value');
  await cards.selectOption(value);
  await dialog.getByRole('button', { name: 'Pay now' }).click();
}

/** The first amount of a text. @returns cents, without a sign */
export function centsOf(text: string): number {
  const [figure] = /[\d,]+\.\d\d/.exec(text) ?? [];
  if (figure === undefined) throw new Error(`no amount in "${text}"`);
  return Number(figure.replaceAll(/\D/g, ''));
}

/** What the buyer owes, as its own page says it. @returns cents; negative: paid ahead */
export async function owedOn(page: Page): Promise<number> {
  await page.goto('/account/billing');
  const fact = page.getByTestId('balance').filter({ hasText: '(CAD)' }).locator('dl > div').first();
  const text = await fact.innerText();
  return text.startsWith('Paid ahead') ? -centsOf(text) : centsOf(text);
}

/** Gives a carrier's invoice over at the audit page and waits until it was compared. @param lines of the file, with its heading */
export async function handOver(page: Page, account: string, invoice: string, lines: readonly string[]): Promise<void> {
  await page.goto('/customer/money/audit');
  await page.getByLabel('Carrier account that was billed').selectOption({ label: account });
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.getByTestId('file-input').setInputFiles({ name: `${invoice}.csv`, mimeType: 'text/csv', buffer });
  // The columns of another courier are confirmed once, as they were guessed from their names; then the file is taken at once.
  const taken = page.getByTestId('bill-files').getByText(`${invoice}.csv`);
  const compare = button(page, 'Compare the file');
  await compare.or(taken).first().waitFor();
  if (await compare.isVisible()) await compare.click();
  await taken.waitFor();
  const row = page.getByTestId('bill-files').getByRole('row').filter({ hasText: invoice });
  await expect.poll(() => row.innerText()).toContain('Compared');
}

/** Days of notice, on the page of the rules. */
export async function setNotice(page: Page, days: number): Promise<void> {
  await button(page, 'Passing on').click();
  await page.getByLabel('Days of notice before a charge').fill(String(days));
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/bills/'),
  );
  await button(page, 'Save').click();
  expect((await saved).status()).toBe(200);
}

/** Lists the differences of one label. The page shows some already. */
export async function searchDifferences(page: Page, tracking: string): Promise<Locator> {
  const table = page.getByTestId('differences');
  await table.getByRole('row').filter({ hasText: tracking }).first().waitFor();
  // Until the filter has answered, what was shown before stands, and nobody can press it.
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/bills/differences?*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByLabel('Tracking or invoice number').fill(tracking);
  await expect.poll(() => table.evaluate((element) => element.hasAttribute('inert'))).toBe(true);
  answer();
  await expect.poll(() => table.evaluate((element) => element.hasAttribute('inert'))).toBe(false);
  await page.unroute('**/bills/differences?*');
  return table;
}

/** Accepts the address correction of one label, so that it goes on to the customer. */
export async function acceptCorrection(page: Page, tracking: string): Promise<void> {
  await button(page, 'Differences').click();
  // A label may have differences of other kinds too, until the filter by kind has answered.
  await page.getByLabel('Kind').selectOption('address_correction');
  const table = await searchDifferences(page, tracking);
  const row = table.getByRole('row').filter({ hasText: tracking });
  expect(await table.getByRole('row').count(), 'the heading and the row that was searched for').toBe(2);
  await row.getByRole('checkbox').check();
  await button(page, 'Accept').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
