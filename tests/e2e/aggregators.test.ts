/**
 * Aggregators in the panel: the carrier behind them and its service are named, and the same service of several accounts is one
 * group, the cheapest first; what is bought through an aggregator is called so afterwards.
 */
import { randomUUID } from 'node:crypto';
import { addAccount, deleteAccount } from '@scanship/contracts/carriers/carriers';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import type { ManualOrder } from '@scanship/contracts/orders/orders';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { registered } from '../conformance/registered.ts';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, openPanel, ratesComplete, ratesOf } from '../support/screens.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let page: Page;
let seller: Seller;
const connected = new Map<string, { readonly id: string; readonly grantId: string }>();
const PARCEL = { number: 1, weightGrams: 1_250, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } };

beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'boreal', width: 1300 }));
  seller = await lane.seller('boreal');
  for (const slug of ['ups', 'easypost', 'shipstation-api']) {
    const samples = registered.find((one) => one.slug === slug)?.samples;
    const account = await seller.must(addAccount, {
      body: {
        carrier: slug,
        name: `${slug} ${randomUUID().slice(0, 6)}`,
        mode: 'simulator',
        credentials: samples?.account.credentials ?? {},
      },
      idempotencyKey: randomUUID(),
    });
    connected.set(slug, { id: account.id, grantId: account.grantId });
  }
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  for (const { id } of connected.values()) await seller.must(deleteAccount, { params: { id } });
  await lane.close();
});

const order = (): ManualOrder => ({
  number: `AGG-${randomUUID().slice(0, 8)}`,
  currency: 'CAD',
  shipTo: {
    name: 'Robin Lee',
    address1: '20 Receiver Avenue',
    city: 'Vancouver',
    provinceCode: 'BC',
    zipcode: 'V6B 1A1',
    countryCode: 'CA',
    phone: '+1 416 555 0182',
  },
  items: [{ title: 'Blue mug', quantity: 1, unitPriceMinor: 1_250, weightGrams: 400 }],
});

const grants = (): string[] => [...connected.values()].map(({ grantId }) => grantId);

it('a quote says whose service an aggregator sells, in the codes of the carrier’s own account', async () => {
  const { id } = await lane.addOrder('boreal', order());
  const { rates, problems } = await seller.must(quoteSingle, {
    body: { orderId: id, parcels: [PARCEL], grantIds: grants() },
  });
  const standard = rates.filter((rate) => (rate.carriedBy ?? rate).service === '11');
  expect(
    standard
      .map((rate) => `${rate.carrier}: ${rate.serviceName} of ${rate.carriedBy?.carrier ?? 'its own'}`)
      .toSorted((a, b) => a.localeCompare(b)),
    JSON.stringify(problems),
  ).toEqual([
    'easypost: UPS Standard of ups',
    'shipstation-api: UPS Standard of ups',
    'shipstation-api: UPS Standard of ups',
    'ups: UPS Standard of its own',
  ]);
});

it('the same service is one group with the cheapest first, and each of it can be bought', async () => {
  const { ecomOrderNumber } = await lane.addOrder('boreal', order());
  await page.goto('/ecommerce/orders');
  const panel = await openPanel(page, ecomOrderNumber);
  for (const [name, value] of [
    ['Length', '30'],
    ['Width', '20'],
    ['Height', '10'],
  ] as const)
    await panel.getByLabel(name, { exact: true }).fill(value);
  await ratesComplete(page);
  await panel.getByTestId('also-offered').filter({ hasText: 'EasyPost' }).first().waitFor();

  const group = ratesOf(page).filter({ hasText: 'UPS Standard' });
  expect(await group.count()).toBe(1);
  const cents = (text: string): number => Number(/(\d+)\.(\d\d)/.exec(text)?.slice(1).join('') ?? '0');
  const price = cents(await group.locator('.rate-price .strong').innerText());
  // Its others stand between it and the next service.
  const others = await group.evaluate((first) => {
    const found: string[] = [];
    for (let next = first.nextElementSibling; next?.matches('.rate-also'); next = next.nextElementSibling)
      found.push(next.textContent);
    return found;
  });
  // Those connected here; the demo lends accounts of the same carriers.
  expect(others.length).toBeGreaterThanOrEqual(3);
  expect(others.map(cents)).toEqual(others.map(cents).toSorted((a, b) => a - b));
  expect(cents(others[0] ?? '')).toBeGreaterThanOrEqual(price);
  const all = [await group.innerText(), ...others].join(' | ');
  expect(all).toMatch(/through EasyPost/);
  expect(all.match(/through ShipStation API/g)?.length).toBeGreaterThanOrEqual(2);
  expect(all).toMatch(/by UPS directly/);
  expect(await violationsOf(page)).toEqual([]);

  const leads = (await group.getAttribute('data-carrier')) === 'EasyPost';
  const easyPost = leads ? group : group.locator('xpath=following-sibling::label[@data-carrier="EasyPost"]').first();
  await easyPost.getByRole('radio').check();
  await panel.getByText('UPS Standard, through EasyPost').waitFor();
  await buyButton(page).click();
  const shipment = panel.getByTestId('shipment').first();
  await shipment.getByText('Label bought').waitFor();
  const said = (await shipment.innerText()).replace(/\s+/g, ' ');
  expect(said).toContain('UPS Standard');
  expect(said).toContain('through EasyPost');
  expect(said).toMatch(/^UP/);
  await page.keyboard.press('Escape');

  await page.goto('/ecommerce/orders/labels');
  await page
    .getByRole('row')
    .filter({ hasText: ecomOrderNumber })
    .getByText('UPS Standard, through EasyPost')
    .waitFor();
});
