/** An operator registers our app at a platform: steps and URLs to copy, what is missing said by name, offered once it is whole. */
import { deleteApp } from '@scanship/contracts/network/platform-apps';
import { getPlatforms } from '@scanship/contracts/network/master';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';

let lane: Lane;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  lane = await openLane();
  ({ page, context } = await lane.open({ as: 'super', width: 1280, height: 720 }));
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  const operator = await lane.seller('super');
  await operator.call(deleteApp, { params: { kind: 'store', slug: 'ebay', mode: 'live' } });
  await context.close();
  await lane.close();
});

const ebay = () => page.getByTestId('app').filter({ hasText: 'eBay' });
const offered = async (): Promise<readonly string[]> =>
  (await (await lane.seller('boreal')).must(getPlatforms)).platforms.find(({ name }) => name === 'eBay')?.modes ?? [];

it('half entered it says what is missing and is offered to nobody; whole, sellers can connect to it', async () => {
  await page.goto('/platform/apps');
  await page.getByRole('button', { name: 'Register eBay', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Its RuName goes below.').waitFor();
  await dialog
    .getByText(/\/connect\/ebay\/callback$/)
    .first()
    .waitFor();
  await dialog
    .getByText(/\/hooks\/stores\/ebay$/)
    .first()
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('App ID (Client ID)').fill('MapleShip-PRD-1');
  await dialog.getByLabel('Cert ID (Client Secret)', { exact: true }).fill('PRD-cert-0001');
  await dialog.getByText('Missing: RuName. Until then, sellers are not offered eBay.').waitFor();
  await dialog.getByRole('button', { name: 'Generate Verification token' }).click();
  await dialog.getByRole('button', { name: 'Copy: Verification token' }).waitFor();
  await dialog.getByRole('button', { name: 'Save the registration' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await ebay().getByText('Missing: RuName').waitFor();
  expect(await offered()).not.toContain('live');

  await ebay().getByRole('button', { name: 'Edit eBay' }).click();
  await dialog.getByLabel('RuName').fill('not one');
  await dialog.getByRole('button', { name: 'Save the registration' }).click();
  await dialog.getByText('This does not have the right form.').waitFor();
  await dialog.getByLabel('RuName').fill('Maple_Ship-MapleShi-PRD-abc');
  await dialog.getByRole('button', { name: 'Save the registration' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await ebay().getByText('Secrets set: clientSecret, verificationToken').waitFor();
  expect(await ebay().getByText('Not offered to sellers').count()).toBe(0);
  expect(await offered()).toContain('live');
});
