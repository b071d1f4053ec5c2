/** Months that were closed: the seller's invoices, the franchise's closing and credit note, commissions, royalties. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';

let lane: Lane;
/** The demo's past months are closed one after the other a few seconds after the start. */
const CLOSING_MS = 60_000;

beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const rows = (page: Page, region: string) =>
  page.getByRole('region', { name: region, exact: true }).first().locator('tbody tr');
/** Comes back to the page until its months are closed. */
const untilInvoices = async (page: Page, path: string): Promise<void> => {
  const until = Date.now() + CLOSING_MS;
  for (;;) {
    await page.goto(path);
    await page.getByRole('region', { name: 'Invoices', exact: true }).first().waitFor();
    await page
      .getByText('No invoices yet')
      .or(page.locator('a', { hasText: /^INV-/ }).first())
      .first()
      .waitFor();
    if ((await page.locator('a', { hasText: /^INV-/ }).count()) > 0) return;
    expect(Date.now()).toBeLessThan(until);
    await page.waitForTimeout(2_000);
  }
};

it('a seller opens an invoice, sees its lines, and takes it as PDF and spreadsheet', async () => {
  const { page } = await lane.open({ as: 'aurora', width: 1280 });
  await untilInvoices(page, '/account/billing/statements');
  const link = page.locator('a', { hasText: /^INV-/ }).first();
  const number = await link.innerText();
  await link.click();
  await page.getByRole('heading', { name: new RegExp(number) }).waitFor();
  await rows(page, 'Details').first().waitFor();
  // The page adds up: opening and every kind come to the balance.
  const cells = await rows(page, 'Summary').locator('td:last-child').allInnerTexts();
  const cents = cells.map((text) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100));
  const balance = cents.pop();
  expect(cents.reduce((total, each) => total + each, 0)).toBe(balance);
  for (const [button, head] of [
    ['PDF', '%PDF'],
    ['Spreadsheet', 'PK'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(number);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    expect(Buffer.concat(parts).subarray(0, head.length).toString('latin1')).toBe(head);
  }
  expect(await violationsOf(page)).toEqual([]);
});

it('a statement of any days is asked for, and wrong days are said', async () => {
  const { page } = await lane.open({ as: 'aurora', width: 1280 });
  await untilInvoices(page, '/account/billing/statements');
  const form = page.getByRole('form', { name: 'Statement of any days' });
  await form.getByLabel('First day').fill('2030-01-01');
  await form.getByText('The last day is before the first. Choose a later one.').waitFor();
  await form.getByLabel('First day').fill('2020-01-01');
  await form.getByRole('button', { name: 'Show the statement' }).click();
  await rows(page, 'Details').first().waitFor();
  await page.getByText('Opening balance').waitFor();
});

it('a franchise names its accounts, and takes journal entries for QuickBooks and the whole journal', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 1280 });
  await page.goto('/customer/money/statements');
  await page.getByText('Accounting', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Accounting export' });
  // The demo has sold labels for weeks.
  await form.getByLabel('First day').fill(new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10));
  await form.getByLabel('File for').selectOption('quickbooks');
  await form.getByRole('button', { name: 'Download CSV' }).click();
  await form.getByText('Accounts of this file have no name in QuickBooks Online yet.').waitFor();
  const names = page.getByRole('form', { name: 'Names of accounts' });
  await names.getByText('This is required.').first().waitFor();
  for (const field of await names.getByRole('textbox').all())
    await field.fill((await field.getAttribute('placeholder')) ?? '');
  await names.getByRole('button', { name: 'Save names' }).click();
  await names.getByText('This is required.').first().waitFor({ state: 'detached' });
  for (const [kind, head] of [
    ['quickbooks', 'JournalNo,JournalDate,AccountName'],
    ['journal', 'Date,Entry,Line,Kind,Account'],
  ] as const) {
    await form.getByLabel('File for').selectOption(kind);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${kind} .*csv$`));
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const lines = Buffer.concat(parts).toString('utf8').slice(1).split('\r\n');
    expect(lines[0]?.startsWith(head)).toBe(true);
    expect(lines.length).toBeGreaterThan(5);
  }
  expect(await violationsOf(page)).toEqual([]);
  await context.close();
});

it('a franchise sees closed months and what is owed, and writes a credit note', async () => {
  const { page } = await lane.open({ as: 'maple', width: 1400 });
  await untilInvoices(page, '/customer/money/statements');
  await page.locator('a', { hasText: /^INV-/ }).first().click();
  await page.getByRole('button', { name: 'Credit note', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Credit note on INV-/ });
  await dialog.getByLabel(/^Amount with taxes/).fill('99999999.00');
  await dialog.getByLabel('Reason').fill('Arrived damaged');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await dialog.getByText('That is more than is left of this invoice. Enter a smaller amount.').waitFor();
  await dialog.getByLabel(/^Amount with taxes/).fill('1.00');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  const notes = page.getByRole('region', { name: 'Credit notes' });
  await notes.getByText('Arrived damaged').waitFor();
  await notes.getByText(/CN-\d{4}-\d{6}/).waitFor();

  await page.getByRole('link', { name: 'All invoices' }).click();
  await page.getByText('Closing months', { exact: true }).click();
  await page
    .getByRole('region', { name: 'Closed months' })
    .first()
    .getByText('Closed', { exact: true })
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Preview/ }).click();
  const preview = page.getByRole('dialog', { name: /^Close / });
  await preview.getByRole('button', { name: 'Leave it open' }).waitFor();
  await preview.getByRole('button', { name: 'Leave it open' }).click();
  await page.getByText('What is owed', { exact: true }).click();
  await rows(page, 'What is owed').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

it('a sales agent sees their own commissions, the platform its royalties', async () => {
  const { page: agent } = await lane.open({ as: 'agent', width: 1280 });
  await agent.goto('/customer/money/agents');
  await agent.getByRole('heading', { name: 'Commission plans' }).waitFor();
  expect(await agent.getByRole('button', { name: 'Add a plan' }).count()).toBe(0);

  const { page } = await lane.open({ as: 'super', width: 1400 });
  await page.goto('/platform/money/statements');
  await page.getByText('Royalties', { exact: true }).click();
  await rows(page, 'Royalty terms').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
});
