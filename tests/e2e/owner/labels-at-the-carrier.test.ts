/** What a carrier has of an account's labels, compared at a press: a label that is not known here, and a carrier that cannot be asked. */
import { randomUUID } from 'node:crypto';
import { addAccount, listAccounts } from '@scanship/contracts/carriers/carriers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
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

/** As a restored database would have lost it: with a reference as we give them, an hour ago by the carrier's clock. */
async function buyUnknown(): Promise<string> {
  await lane.simulators.setClock('chit-chats', -HOUR_MS);
  const call = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(
      `${inject('lane').simulators}/chit-chats/api/v1/clients/${KEYS.client}/shipments${path}`,
      {
        method,
        headers: { authorization: KEYS.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const made = z.object({ shipment: z.object({ id: z.string() }) });
  const draft = made.parse(
    await call('POST', '', {
      name: 'Ana Silva',
      address_1: '88 Harbour St',
      city: 'Toronto',
      province_code: 'ON',
      postal_code: 'M5J 0C3',
      country_code: 'CA',
      package_contents: 'merchandise',
      description: 'Mug',
      value: '18.50',
      value_currency: 'cad',
      package_type: 'parcel',
      weight_unit: 'g',
      weight: 900,
      size_unit: 'cm',
      size_x: 20,
      size_y: 15,
      size_z: 10,
      postage_type: 'chit_chats_canada_tracked',
      ship_date: 'today',
      order_id: '7M3KQ9XW2H5TBCDZ',
    }),
  );
  await call('PATCH', `/${draft.shipment.id}/buy`, { postage_type: 'chit_chats_canada_tracked' });
  return draft.shipment.id;
}

it('a label that is not known here is found by one press, with its number and what to do', async () => {
  const number = await buyUnknown();
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
