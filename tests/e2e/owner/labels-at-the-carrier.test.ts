/** What a carrier has of an account's labels, compared at a press: a label that is not known here, and a carrier that cannot be asked. */
import { randomUUID } from 'node:crypto';
import { addAccount, listAccounts } from '@scanship/contracts/carriers/carriers';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';

const KEYS = { client: '900002', token: 'beta-access-token-2' };
const HOUR_MS = 3_600_000;
let lane: Lane;
let page: Page;
beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ as: 'boreal', width: 1280, height: 720 }));
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await lane.simulators.setClock('chit-chats', 0);
  await lane.close();
});

const connect = async (carrier: string, name: string, credentials: Record<string, string>) =>
  (await lane.seller('boreal')).must(addAccount, {
    body: { carrier, name, mode: 'simulator', credentials },
    idempotencyKey: randomUUID(),
  });

/** Bought through another account with the same keys, an hour ago by the carrier's clock. */
async function buyElsewhere(): Promise<string> {
  const seller = await lane.seller('boreal');
  const account = await connect('chit-chats', 'Chit Chats elsewhere', KEYS);
  const order = await lane.addOrder('boreal', orderTo(`ELSE-${randomUUID().slice(0, 8)}`));
  await lane.simulators.setClock('chit-chats', -HOUR_MS);
  const parcel = { number: 1, weightGrams: 900, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } };
  const quote = await seller.must(quoteSingle, {
    body: { orderId: order.id, parcels: [parcel], grantIds: [account.grantId] },
  });
  const { shipment } = await seller.must(createShipment, {
    body: { orderId: order.id, quoteId: quote.quoteId, rateId: quote.rates[0]?.id ?? '' },
    idempotencyKey: randomUUID(),
  });
  return shipment.parcels[0]?.trackingNumber ?? '';
}

it('a label that is not known here is found by one press, with its number and what to do', async () => {
  const number = await buyElsewhere();
  const { id } = await connect('chit-chats', 'Chit Chats', KEYS);
  await page.goto(`/carrier-manager/${id}`);
  const card = page.getByTestId('labels-card');
  await card.getByText('Not compared yet.').waitFor();
  await card.getByRole('button', { name: 'Compare now' }).click();
  const row = card.getByTestId('label-findings').getByRole('row').filter({ hasText: number });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Not known here[^]*Void it on the carrier’s website/);
  expect(await card.getByTestId('labels-compared').innerText()).toMatch(/at the carrier/);
  await page.goto('/ecommerce/orders/exceptions');
  await page.getByText(`Chit Chats has label ${number}, which is not known here.`).first().waitFor();
});

it('of a carrier that cannot be asked it says why', async () => {
  const { accounts } = await (await lane.seller('boreal')).must(listAccounts);
  const own = accounts.find((one) => !one.lent && one.carrier.startsWith('testline-'));
  const account =
    own ??
    (await connect('testline-express', 'Express', { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' }));
  await page.goto(`/carrier-manager/${account.id}`);
  const card = page.getByTestId('labels-card');
  await card.getByText(/This carrier cannot be asked\./).waitFor();
  expect(await card.getByRole('button', { name: 'Compare now' }).count()).toBe(0);
});
