/** The first steps of a new customer: from the first page to a printed TEST label, with every press counted (ux.md line 37). */
import { getOrder } from '@scanship/contracts/orders/orders';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type NewCompany, newCompany, PASSWORD } from '../support/accounts.ts';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, fillParcel, panelOf, previewOf, ratesComplete, trackingOf } from '../support/screens.ts';
import { button, field, inside } from '../support/signed-in.ts';

let lane: Lane;
let page: Page;
let company: NewCompany;
let presses = 0;

beforeAll(async () => {
  lane = await openLane();
  company = await newCompany(lane);
  ({ page } = await lane.open({ width: 1500, height: 1000 }));
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await company?.admin.close();
  await lane.close();
});

const press = async (what: Locator): Promise<void> => {
  presses += 1;
  await what.click();
};
const guide = () => page.getByTestId('first-run');
const step = (name: string) => page.getByTestId(`first-${name}`);
const done = (name: string) => page.locator(`[data-testid="first-${name}"][data-done="true"]`).waitFor();

it('leads from the first page after the sign-up to a printed TEST label in at most eight presses', async () => {
  const began = Date.now();
  await page.goto('/auth/login');
  await field(page, 'User name or e-mail').fill(company.userName);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Sign in').click();

  await guide().getByText('0 of 4 done').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await press(step('store').getByRole('button', { name: 'Use a sample order' }));
  await done('store');

  const form = step('shipFrom');
  // What the sign-up knows is not asked for again.
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Bea Boss');
  expect(await form.getByLabel(/^Company/).inputValue()).toBe(company.userName);
  await form.getByLabel('Address', { exact: true }).fill('340 Rue Saint-Paul O');
  await form.getByLabel('City', { exact: true }).fill('Montreal');
  presses += 1;
  // A text field until the list of provinces is there.
  await form.locator('select[name="provinceCode"]').selectOption('QC');
  await form.getByLabel('Postal code', { exact: true }).fill('H2Y 2A6');
  await form.getByLabel('Telephone (optional)').fill('514 555 0134');
  await press(form.getByRole('button', { name: 'Save the address' }));
  await done('shipFrom');

  // Another day: what is done is done, and the next step is open.
  await page.reload();
  await guide().getByText('2 of 4 done').waitFor();
  await press(step('printer').getByRole('button', { name: 'Print a test page from this browser' }));
  await press(step('printer').getByRole('button', { name: 'Yes, it did' }));
  await done('printer');

  await step('label').getByText('they cost nothing').waitFor();
  await press(step('label').getByRole('link', { name: 'Ship SAMPLE-1' }));
  const panel = panelOf(page);
  await panel.getByRole('heading', { name: 'SAMPLE-1' }).waitFor();
  await fillParcel(panel);
  await ratesComplete(page);
  // The demo's franchise lends a courier whose labels are real: a sample is not even asked of it.
  const carriers = await panel
    .getByTestId('rate')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-carrier')));
  expect(carriers.length).toBeGreaterThan(0);
  expect(carriers).not.toContain('Maple Local Courier');
  await press(buyButton(page));
  const preview = previewOf(page);
  await preview.waitFor();
  await press(preview.getByRole('button', { name: 'Print', exact: true }));
  await page.keyboard.press('Escape');
  expect(await trackingOf(page)).not.toBe('');
  const orderId = new URL(page.url()).searchParams.get('order')?.replaceAll('"', '') ?? '';
  const { shipments } = await company.admin.must(getOrder, { params: { id: orderId } });
  expect(shipments.map(({ test }) => test)).toEqual([true]);
  expect(presses).toBeLessThanOrEqual(8);
  expect(Date.now() - began).toBeLessThan(5 * 60_000);

  // Everything is done: the guide is in nobody's way any more.
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Orders as they stand' }).waitFor();
  await expect.poll(() => guide().count()).toBe(0);
});

it('is called back from the menu of the account, and dismissed for good', async () => {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'First steps' }).click();
  await guide().getByText('All done: you are ready to ship.').waitFor();
  await page.reload();
  await guide().getByRole('button', { name: 'Dismiss' }).click();
  await guide().waitFor({ state: 'detached' });
  await page.reload();
  await inside(page);
  await page.getByRole('region', { name: 'Orders as they stand' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await guide().count()).toBe(0);
});
