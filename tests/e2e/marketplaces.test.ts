/**
 * A seller who starts at Amazon's Appstore: through the neutral callback or our landing page to Amazon and back, signed in and
 * signed out, up to a store that is connected.
 */
import { DEMO_APP } from '@scanship/store-amazon/simulator-apps';
import { STORAGE_KEYS } from '../../apps/web/src/lib/storage.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { pathOf } from '../support/screens.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

async function authorise(page: Page, login: string, seller: string, more: Record<string, string> = {}): Promise<void> {
  const query = new URLSearchParams({
    application_id: DEMO_APP.applicationId,
    login_uri: `${lane.origin('localhost')}${login}`,
    ...more,
  });
  await page.goto(`/_simulators/amazon-us/appstore?${query.toString()}`);
  await page.getByRole('heading', { name: 'TEST Selling Partner Appstore, Amazon.com' }).waitFor();
  await page.getByLabel('Seller').selectOption({ label: seller });
  await page.getByRole('button', { name: 'Authorize now' }).click();
}
const kept = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(
    (keys) => keys.map((key) => localStorage.getItem(key)),
    [STORAGE_KEYS.code, STORAGE_KEYS.shop, STORAGE_KEYS.selectedStoreValue],
  );

it('signed in: from the Appstore over the neutral callback straight to the store', async () => {
  const { page } = await lane.open({ as: 'boreal', width: 1300 });
  await authorise(page, '/connect/amazon-us/callback', 'Maple Goods');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Store connected successfully.').waitFor();
  expect(pathOf(page)).toMatch(/^\/ecommerce\/store\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { name: 'Maple Goods' }).waitFor();
  expect(await kept(page)).toEqual([null, null, null]);
  await page.context().close();
});

it('signed out, from our landing page and a draft app: asked to sign in, and the connection goes on afterwards', async () => {
  const { page } = await lane.open({ host: 'localhost', width: 1300 });
  await authorise(page, '/connect-marketplace/100014', 'Birch Test', { version: 'beta' });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Please login or register to add store').waitFor();
  const [code, shop, selected] = await kept(page);
  expect(code?.length).toBeGreaterThan(100);
  expect(code).not.toContain('Atz');
  expect([shop, selected]).toEqual(['A2BIRCHUS00002', '100014']);
  await page.getByLabel('User name or e-mail').fill('boreal');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Store connected successfully.').waitFor();
  expect(pathOf(page)).toMatch(/^\/ecommerce\/store\//);
  expect(await kept(page)).toEqual([null, null, null]);
  await page.context().close();
});

it('an address that is not Amazon’s leads nowhere, and a permission that is not given back to where it was asked for', async () => {
  const { page } = await lane.open({ host: 'localhost', width: 1300 });
  const query = new URLSearchParams({
    amazon_callback_uri: 'https://evil.example/apps/authorize/confirm/x',
    amazon_state: 's',
    selling_partner_id: 'A2BIRCHUS00002',
  });
  await page.goto(`/connect-marketplace/100014?${query.toString()}`);
  await page.getByText('Ops! Something went wrong').first().waitFor();
  expect(new URL(page.url()).hostname).toBe('localhost');
  // Whoever declines at the platform has not failed.
  await page.goto('/connect-marketplace/100014?error=access_denied&redirect_url=%2Fecommerce%2Fstores');
  await page.getByText('Nothing was connected: the permission was not given at Amazon US.').first().waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.context().close();
});
