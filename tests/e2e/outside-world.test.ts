/**
 * The main job with the outside world: a store is connected (over sign-in, as from the platform's own app page), its orders
 * come in, two carriers ship them, the numbers arrive at the store, the parcels are followed, and a cancelled one is taken
 * back everywhere.
 */
import { DEMO_APP } from '@scanship/store-shopify/simulator-apps';
import { createPlayer } from '@scanship/store-shopify/simulator-player';
import type { StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  chooseCarrier,
  fillParcel,
  openPanel,
  panelOf,
  pathOf,
  previewOf,
  ratesComplete,
  trackingOf,
} from '../support/screens.ts';

const SHOP = 'birch-test.myshopify.com';
const DAY_MS = 86_400_000;

let lane: Lane;
let page: Page;
let player: StorePlayer;
/** Orders a buyer placed in the shop: the platform's ids. */
let placed: readonly string[] = [];
/** Their numbers as the seller sees them. */
const numbers: string[] = [];

beforeAll(async () => {
  lane = await openLane();
  player = createPlayer(inject('lane').simulators);
  ({ page } = await lane.open({ host: 'localhost', width: 1500 }));
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  for (const slug of ['canada-post', 'ups']) await lane.simulators.setClock(slug, 0);
  await lane.close();
});

/** Tracking numbers that stand in the shop now, over all orders the buyer placed. */
const liveNumbers = async (): Promise<readonly string[]> => {
  const reports = await Promise.all(placed.map((id) => player.reports(SHOP, id)));
  return reports.flat().flatMap((report) => (report.live ? report.trackingNumbers : []));
};

describe('a seller who comes from the platform', () => {
  it('is led to consent, asked to sign in, and finds the connection going on afterwards', async () => {
    const start = `${lane.origin('localhost')}/connect-marketplace/100002`;
    const query = new URLSearchParams({ client_id: DEMO_APP.clientId, app_url: start });
    await page.goto(`/_simulators/shopify/${SHOP}/admin/oauth/install?${query.toString()}`);
    // The platform's signature was checked by the server; what stands here is its consent page, marked TEST.
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('Please login or register to add store').waitFor();
    const kept = await page.evaluate(() => [localStorage.getItem('code'), localStorage.getItem('shop')]);
    expect(kept[0]).toBeTruthy();
    expect(kept[1]).toBe(SHOP);
    await page.getByLabel('User name or e-mail').fill('boreal');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    // Nothing is connected before the person has seen what goes to whom.
    await page.getByRole('heading', { name: `Connect ${SHOP} at Shopify to Bougies Boréales?` }).waitFor();
    expect(await page.getByText('Store connected successfully.').count()).toBe(0);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Store connected successfully.').waitFor();
    expect(pathOf(page)).toMatch(/^\/ecommerce\/store\//);
    const left = () => ['code', 'shop', 'selectedStoreValue', 'redirect_url'].map((key) => localStorage.getItem(key));
    expect(await page.evaluate(left)).toEqual([null, null, null, null]);
    // What comes from a simulator is never taken for the real thing.
    await page.getByText('TEST', { exact: true }).first().waitFor();
  });

  it('is told by name what the address lacks before anything is imported', async () => {
    await page
      .getByRole('alert')
      .getByText('Before syncing please add store address details in store branding')
      .waitFor();
    await page.getByRole('link', { name: 'Add: company name' }).click();
    await page.getByLabel('Company (optional)').fill('Birch Test Inc.');
    await page.getByRole('button', { name: 'Save the address' }).click();
    await page.getByText('Store updated successfully.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
  });

  it('sees the age of its data and the orders that were in the shop', async () => {
    await expect.poll(() => page.locator('main').innerText()).toMatch(/Connected[\s\S]*Orders as of\s+(?!not yet)/);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByTestId('test-result').waitFor();
  });

  it('gets what a buyer orders now', async () => {
    placed = await player.placeOrders(SHOP, 3, 'now');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Syncing in Process').waitFor();
    await page.goto('/ecommerce/orders?tab=unfulfilled');
    const rows = page
      .getByRole('grid', { name: 'Orders' })
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: 'Test Buyer' });
    // What comes after the list was drawn waits to be shown, so that nothing moves under the pointer.
    const late = page.getByRole('button', { name: /^\d+ new orders?: show$/ });
    await expect
      .poll(async () => {
        if (await late.isVisible()) await late.click();
        return rows.count();
      })
      .toBe(3);
    numbers.push(
      ...(await rows.locator('[data-order]').evaluateAll((all) => all.map((e) => e.getAttribute('data-order') ?? ''))),
    );
    if (numbers.length === 0)
      numbers.push(...(await rows.evaluateAll((all) => all.map((e) => e.getAttribute('data-order') ?? ''))));
    expect(new Set(numbers).size).toBe(3);
  });
});

describe.each([
  { at: 0, slug: 'canada-post', carrier: 'Canada Post' },
  { at: 1, slug: 'ups', carrier: 'UPS' },
])('an order shipped with $carrier', ({ at, slug, carrier }) => {
  let tracking = '';

  it('is rated beside all others, and bought', async () => {
    await page.goto('/ecommerce/orders?tab=unfulfilled');
    const panel = await openPanel(page, numbers[at] ?? '');
    await fillParcel(panel);
    await ratesComplete(page);
    await chooseCarrier(page, carrier);
    await panel.getByRole('button', { name: 'Buy label' }).click();
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    tracking = await trackingOf(page);
    expect(tracking).not.toBe('');
  });

  it('has its number at the store', async () => {
    await expect.poll(liveNumbers).toContain(tracking);
  });

  it('says so on its own page', async () => {
    const id = new URL(page.url()).searchParams.get('order') ?? '';
    await page.goto(`/ecommerce/order/${id}`);
    const push = page.getByTestId('push').first();
    await expect.poll(() => push.getAttribute('data-state')).toBe('arrived');
    expect(await push.innerText()).toContain(tracking);
  });

  it('is followed to the door', async () => {
    await lane.simulators.setClock(slug, 9 * DAY_MS);
    const panel = panelOf(page);
    await panel.getByText('Tracking', { exact: true }).click();
    const timeline = page.getByTestId('tracking');
    await timeline.waitFor();
    await timeline.getByRole('button', { name: 'Ask the carrier now' }).click();
    await expect.poll(() => timeline.innerText()).toContain('Delivered');
    expect(await timeline.getByRole('listitem').count()).toBeGreaterThan(2);
    await expect.poll(() => panel.getByTestId('shipment').first().getAttribute('data-state')).toBe('delivered');
  });
});

describe('an order that is cancelled', () => {
  it('is voided at the carrier, unfulfilled here and taken back at the store', async () => {
    await page.goto('/ecommerce/orders?tab=unfulfilled');
    const panel = await openPanel(page, numbers[2] ?? '');
    await fillParcel(panel);
    await ratesComplete(page);
    await chooseCarrier(page, 'UPS');
    await panel.getByRole('button', { name: 'Buy label' }).click();
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    const tracking = await trackingOf(page);
    await expect.poll(liveNumbers).toContain(tracking);

    await panel.getByRole('button', { name: 'Cancel label' }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this label?' })
      .getByRole('button', { name: 'Cancel the label' })
      .click();
    await panel.getByText('Unfulfilled', { exact: true }).first().waitFor();
    const books = await lane.simulators.books('ups');
    expect(books.filter((entry) => entry.kind === 'voided').length).toBeGreaterThan(0);
    await expect.poll(liveNumbers).not.toContain(tracking);
  });
});
