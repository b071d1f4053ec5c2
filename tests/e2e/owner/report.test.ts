/** The Monday page of a franchise and the operator, and a seller's spend, in the built product: tables, files, languages, a phone. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lane, openLane } from '../../support/lane.ts';
import { save } from '../../support/screens.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it('a franchise reads last four weeks against a year before, takes a table as a file and switches the mail on', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto('/customer/money/report?days=weeks&against=year');
  await page.getByRole('heading', { name: 'By carrier' }).waitFor();
  const carriers = page.getByRole('region', { name: 'By carrier' }).first();
  expect(await carriers.getByRole('rowheader').first().innerText()).not.toBe('');
  const file = await save(page, () => page.getByRole('button', { name: 'By carrier as CSV' }).click());
  expect(file.bytes.toString('utf8')).toContain('Margin');
  const mail = page.getByLabel('Send me the report of last week on Monday morning');
  await mail.click();
  await page.reload();
  await page.getByRole('heading', { name: 'By carrier' }).waitFor();
  await expect.poll(() => mail.isChecked()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  await context.close();
});

it('a report is saved with its tables and days, opened by its address, sent, and removed', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto('/customer/money/report?days=weeks&against=year');
  await page.getByRole('heading', { name: 'By lane' }).waitFor();
  await page.getByRole('button', { name: 'Save as a report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a report' });
  await dialog.getByLabel('Name').fill('Lanes of four weeks');
  for (const table of await dialog.getByRole('group', { name: 'Tables' }).getByRole('checkbox').all())
    if ((await table.getAttribute('value')) !== 'lanes') await table.uncheck();
  await dialog.getByLabel('Send by e-mail').selectOption('weekly');
  await dialog.getByLabel('On', { exact: true }).selectOption('3');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Sent to 1 person, next on').waitFor();
  expect(await page.getByRole('heading', { name: 'By carrier' }).count()).toBe(0);
  const address = page.url();
  expect(new URL(address).searchParams.get('saved')).not.toBeNull();
  await page.goto('/customer/money/report');
  await page.getByRole('heading', { name: 'By carrier' }).waitFor();
  await page.goto(address);
  await page.getByRole('heading', { name: 'By lane' }).waitFor();
  expect(await page.getByLabel('Days shown').inputValue()).toBe('weeks');
  expect(await page.getByLabel('Compared with').inputValue()).toBe('year');
  expect(await page.getByRole('heading', { name: 'By carrier' }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: 'By carrier' }).waitFor();
  expect(new URL(page.url()).searchParams.get('saved')).toBeNull();
  await context.close();
});

it('the operator has it by franchise, and a seller sees what shipping cost by store', async () => {
  const operator = await lane.open({ as: 'super', width: 1280, height: 720 });
  await operator.page.goto('/platform/money/report?days=weeks');
  await operator.page.getByRole('heading', { name: 'By customer' }).waitFor();
  expect(await operator.page.getByRole('heading', { name: 'By sales agent' }).count()).toBe(0);
  await operator.context.close();
  const { page, context } = await lane.open({ as: 'aurora', width: 390, height: 844 });
  await page.goto('/account/billing/spend?days=weeks');
  await page.getByRole('heading', { name: 'By store' }).waitFor();
  await page.getByText('Per order').first().waitFor();
  expect(await overflow(page)).toBe(0);
  await context.close();
});
