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
