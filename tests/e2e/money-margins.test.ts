/** What a franchise earns, what it would earn under other mark-ups, and the taxes it charges; the operator sees its own. */
import { listCustomers } from '@scanship/contracts/network/customers';
import { getMargins } from '@scanship/contracts/money/margins';
import { getTaxSettings, putBuyerTaxes, putTaxSettings, type TaxSettings } from '@scanship/contracts/money/taxes';
import { replayWhatIf } from '@scanship/contracts/money/what-if';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';
import type { Seller } from '../support/seller.ts';
import { type Language, LANGUAGES, wordsOf } from '../support/words.ts';

let lane: Lane;
let maple: Seller;
let page: Page;
let context: BrowserContext;
let taxes: TaxSettings;
let prairie = '';

const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
const dollars = (minor: number, locale: Language = 'en-CA'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD' }).format(minor / 100);
const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** The figure of a name, as it is written. */
const figure = (of: Page, name: string): Promise<string> =>
  of.locator('.figure').filter({ hasText: name }).first().locator('.figure-value').innerText();

beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  taxes = await maple.must(getTaxSettings);
  const { customers } = await maple.must(listCustomers, { query: { size: 100 } });
  prairie = customers.find(({ name }) => name === 'Prairie Pantry')?.id ?? '';
  ({ page, context } = await lane.open({ as: 'maple', width: 1280 }));
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  await maple.must(putBuyerTaxes, { params: { id: prairie }, body: { place: null, exemptions: [] } });
  await maple.must(putTaxSettings, { body: taxes });
  await context.close();
  await lane.close();
});

describe('margins', () => {
  it.each(LANGUAGES)('a franchise sees its revenue, cost and margin, by customer and service (%s)', async (locale) => {
    const say = wordsOf(locale);
    const { page, context } = await lane.open({ as: 'maple', width: 1280, locale });
    await page.goto('/customer/money?range=byYear');
    await page.getByRole('heading', { name: say('By customer') }).waitFor();
    const { total } = await maple.must(getMargins, { query: { range: 'byYear' } });
    expect(total.revenueMinor).toBeGreaterThan(total.costMinor);
    expect(await figure(page, say('Revenue'))).toBe(dollars(total.revenueMinor, locale));
    expect(await figure(page, say('Margin'))).toBe(dollars(total.revenueMinor - total.costMinor, locale));
    const customers = page.getByRole('region', { name: say('By customer') }).first();
    await customers.getByRole('row').filter({ hasText: 'Prairie Pantry' }).first().waitFor();
    await page.getByRole('heading', { name: say('By service') }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it('of other days, and in a file', async () => {
    await page.goto('/customer/money?range=byYear');
    await page.getByLabel('Days shown').selectOption({ label: 'Other days' });
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByText('Nothing was sold in these days').waitFor();
    expect(page.url()).toContain('from=2020-01-01');
    await page.getByLabel('Days shown').selectOption({ label: '365 days' });
    await page.getByRole('heading', { name: 'By customer' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
    expect(download.suggestedFilename()).toMatch(/^Margins .*\.xlsx$/);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    expect(Buffer.concat(parts).subarray(0, 2).toString('latin1')).toBe('PK');
  });

  it('fits a telephone', async () => {
    const { page: small, context: phone } = await lane.open({ as: 'maple', width: 390, height: 844 });
    for (const [at, area] of [
      ['/customer/money?range=byYear', 'Money'],
      ['/customer/money/what-if', 'Prices'],
      ['/customer/money/taxes', 'Money'],
    ] as const) {
      await small.goto(at);
      await small.getByRole('navigation', { name: area }).waitFor();
      await small.waitForLoadState('networkidle');
      expect(await small.evaluate(() => document.documentElement.scrollWidth - innerWidth), at).toBeLessThanOrEqual(0);
    }
    await phone.close();
  });
});

describe('what if', () => {
  const replay = async (percent: string): Promise<void> => {
    const rule = page.getByTestId('markup-rule').first();
    await rule.getByLabel('Percent').first().fill(percent);
    await button(page, 'Replay').click();
    await page.getByTestId('what-if-result').waitFor();
  };

  it('tells what past labels would have brought, and saves nothing', async () => {
    await page.goto('/customer/money/what-if');
    await page.getByLabel('Labels bought from').fill(dayAgo(90));
    await page.getByLabel('To', { exact: true }).fill(dayAgo(0));
    await page.getByLabel('Start from the mark-ups of').waitFor();
    if ((await page.getByTestId('markup-rule').count()) === 0) await button(page, 'Add a rule').click();
    await page.getByRole('switch', { name: /Also for those with mark-ups of their own/ }).check();
    await replay('25');
    await page.getByRole('heading', { name: 'All totals' }).waitFor();
    const events = maple.lines(replayWhatIf, {
      body: { from: dayAgo(90), to: dayAgo(0), buyerId: null, rules: [], everyone: true },
    });
    let cost = 0;
    for await (const { line } of events) if (line.type === 'result') cost = line.result.totals[0]?.costMinor ?? 0;
    expect(cost).toBeGreaterThan(0);
    await page.getByText(`They cost you ${dollars(cost)} before taxes`).waitFor();
    await page.getByLabel('Totals by').selectOption({ label: 'Weight' });
    await page.getByRole('columnheader', { name: 'Weight' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('shows who would pay less and what would be sold below cost', async () => {
    await replay('-20');
    await page.getByRole('heading', { name: /labels would be sold below cost/ }).waitFor();
    await page.getByRole('heading', { name: 'Would pay less' }).waitFor();
    // Nothing was kept of it.
    await page.goto('/customer/pricing');
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    expect(await page.getByLabel('Percent').count()).toBe(0);
    // What is typed in the editor comes along, without being published.
    await button(page, 'Add a rule').click();
    await page.getByLabel('Percent').fill('33');
    await button(page, 'Try on past labels').click();
    await button(page, 'Replay').waitFor();
    expect(await page.getByLabel('Percent').inputValue()).toBe('33');
    // The editor keeps it as a draft; the next test begins without one.
    await page.goto('/customer/pricing');
    await button(page, 'Discard draft').click();
    await page.getByText('These mark-ups are active.').waitFor();
  });
});

describe('taxes', () => {
  it('a number that cannot be one is said so; a right one is kept as it is printed', async () => {
    await page.goto('/customer/money/taxes');
    await page.getByLabel('Country').selectOption('CA');
    await page.getByLabel('Province or state').selectOption('ON');
    await page.getByLabel('GST/HST number').fill('1234');
    await button(page, 'Save taxes').click();
    await page.getByText(/nine digits, RT and four digits/).waitFor();
    await page.getByLabel('GST/HST number').fill('123456789rt0001');
    await button(page, 'Save taxes').click();
    await expect.poll(() => page.getByLabel('GST/HST number').inputValue()).toBe('123456789 RT 0001');
    expect(await violationsOf(page)).toEqual([]);
  });

  it('of a customer: what is charged where it is, until it is exempt', async () => {
    await page.goto(`/customer/${prairie}?tab=credit`);
    const card = page.getByRole('form', { name: 'Taxes' });
    // Winnipeg: GST, and the province's tax only where the franchise is registered.
    await card.getByText('GST 5 %: charged').waitFor();
    await card.getByText('PST-MB: not charged: you are not registered for it').waitFor();
    await card.getByRole('switch', { name: 'Exempt from GST-HST' }).check();
    await button(page, 'Save taxes').click();
    await card.getByText('Enter the number of the certificate.').waitFor();
    await card.getByLabel('Certificate for GST-HST').fill('EX-2026-1');
    await button(page, 'Save taxes').click();
    await card.getByText('GST-CA: not charged: the buyer is exempt').waitFor();
  });
});

describe('the operator', () => {
  it('sees its own margins and nothing of a franchise’s customers; a customer sees neither', async () => {
    const { page: desk, context: operator } = await lane.open({ as: 'super', width: 1280 });
    await desk.goto('/platform/money?range=byYear');
    await desk.getByText('Open receivables').waitFor();
    const text = await desk.getByRole('main').innerText();
    expect(text).not.toContain('Prairie Pantry');
    await desk.goto('/platform/money/what-if');
    await desk.getByRole('button', { name: 'Replay' }).waitFor();
    await operator.close();
    const aurora = await lane.seller('aurora');
    expect((await aurora.call(getMargins)).status).toBe(403);
  });
});
