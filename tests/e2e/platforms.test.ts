/**
 * Every store platform beside Shopify (which has `outside-world.test.ts`) against its simulator: connected by consent or by keys,
 * its orders come in, one is shipped, and the number arrives at the platform. Consent is given in the browser; keys are typed in
 * there for two platforms, and for every one by `npm run verify` (VERIFY set), the others by the call that the form makes.
 */
import { randomUUID } from 'node:crypto';
import { isAsked } from '@scanship/connector-kit/credentials/credential-fields';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { addStore, getStore, putStoreAddress, syncStore } from '@scanship/contracts/stores/stores';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { registeredStores } from '../conformance/registered-stores.ts';
import { type Lane, openLane } from '../support/lane.ts';
import type { Seller } from '../support/seller.ts';

let lane: Lane;
let page: Page;
let seller: Seller;
beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'boreal', width: 1300 }));
  seller = await lane.seller('boreal');
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** One with an address of a shop, and one with a key alone. */
const BY_FORM = new Set(['woocommerce', 'easyship']);
const others = registeredStores.filter(({ store }) => store.manifest.code !== 'shopify');

describe.each(others.map((one) => [one.store.manifest.code, one] as const))(
  '%s',
  (code, { store, samples, player }) => {
    const name = platformOfCode(code)?.name ?? code;
    let storeId = '';

    const { account, credentials = {} } = samples;
    const asked = store.manifest.fields.filter((one) => isAsked(one, { account, ...credentials }));
    const valueOf = ({ name: field, required }: (typeof asked)[number]): string =>
      credentials[field] ?? (required ? account : '');
    const byForm = store.manifest.connect === 'redirect' || BY_FORM.has(code) || process.env['VERIFY'] !== undefined;

    it('is connected', async () => {
      if (!byForm) {
        const added = await seller.must(addStore, {
          body: {
            platformId: platformOfCode(code)?.id ?? 0,
            mode: 'simulator',
            credentials: Object.fromEntries(asked.map((field) => [field.name, valueOf(field)])),
          },
          idempotencyKey: randomUUID(),
        });
        storeId = added.id;
        return;
      }
      await page.goto(`/ecommerce/connect-store/${code}-store`);
      // The heading is there before the form is.
      const go = store.manifest.connect === 'redirect' ? `Go to ${name}` : 'Connect';
      await page.getByRole('button', { name: go, exact: true }).waitFor();
      // What will not be told is said before anybody connects.
      const importOnly = await page.getByText('it takes no reports of shipments').isVisible();
      expect(importOnly).toBe(!store.manifest.capabilities.fulfil);
      const which = page.getByLabel('Which shop');
      if (await which.isVisible()) await which.selectOption('simulator');
      for (const field of asked) {
        const input = page.locator(`[name=${field.name}]`);
        const chosen = field.choices ?? (field.kind === 'currency' || field.kind === 'time-zone');
        await (chosen ? input.selectOption(valueOf(field)) : input.fill(valueOf(field)));
      }
      if (store.manifest.connect === 'redirect') {
        await page.getByRole('button', { name: go, exact: true }).click();
        // Nobody is signed in at a simulator: some ask first whose shop it is, the first being the sample's.
        const whose = page.getByText('Which test shop is yours?');
        await page.getByRole('button', { name: 'Allow' }).or(whose).first().waitFor();
        if (await whose.isVisible()) await page.getByRole('button').first().click();
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
      } else await page.getByRole('button', { name: go, exact: true }).click();
      await page.waitForURL(/\/ecommerce\/store\/[0-9a-f-]{36}/);
      storeId = /\/ecommerce\/store\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    });

    it('brings its orders, and gets the number of one that is shipped', async () => {
      const stage = player(inject('lane').simulators);
      await seller.must(putStoreAddress, {
        params: { id: storeId },
        body: {
          name: 'Test Shop',
          companyName: 'Test Shop',
          address2: null,
          email: null,
          address1: '10 Sender Road',
          city: 'Toronto',
          provinceCode: 'ON',
          zipcode: 'M5V 2T6',
          countryCode: 'CA',
          phone: '+1 416 555 0100',
        },
      });
      const ours = async () =>
        (await seller.must(listOrders, { query: { page: 1, size: 50 }, body: { storeIds: [storeId] } })).orders;
      await expect
        .poll(() => seller.must(getStore, { params: { id: storeId } }))
        .toMatchObject({ syncing: false, lastOkAt: expect.any(String) as string });
      // What comes in from here on is what the buyer orders now.
      const before = new Set((await ours()).map(({ id }) => id));
      const [placed = ''] = await stage.placeOrders(samples.account, 1, 'now');
      await seller.call(syncStore, { params: { id: storeId } });
      const mine = async () => (await ours()).find(({ id }) => !before.has(id));
      await expect.poll(mine).toMatchObject({ fulfillmentStatus: 'Unfulfilled' });
      const newest = await mine();
      const quote = await seller.must(quoteSingle, {
        body: {
          orderId: newest?.id ?? '',
          parcels: [{ number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
        },
      });
      expect(quote.rates.length, JSON.stringify(quote.problems)).toBeGreaterThan(0);
      const { shipment } = await seller.must(createShipment, {
        body: { orderId: newest?.id ?? '', quoteId: quote.quoteId, rateId: quote.rates[0]?.id ?? '' },
        idempotencyKey: randomUUID(),
      });
      const tracking = shipment.parcels[0]?.trackingNumber ?? '';
      expect(tracking).not.toBe('');
      // A platform that only gives is told nothing: the order is shipped here all the same.
      if (!store.manifest.capabilities.fulfil) {
        await expect.poll(mine).toMatchObject({ fulfillmentStatus: 'Fulfilled' });
        return;
      }
      const seen = async () =>
        (await stage.reports(samples.account, placed)).flatMap((report) => report.trackingNumbers);
      await expect.poll(seen).toContain(tracking);
    });
  },
);
