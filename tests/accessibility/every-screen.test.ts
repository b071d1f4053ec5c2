/** Every screen once in each theme, and every popup open, by axe: no violation (ux.md section 4.2). */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { randomUUID } from 'node:crypto';
import { violationsOf } from '../support/axe.ts';
import { orderAbroad, orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { customerScreens, type Screen } from '../support/main-pages.ts';
import { panelOf, previewOf, ratesComplete, settled } from '../support/screens.ts';

const THEMES = ['light', 'dark'] as const;

let lane: Lane;
let screens: readonly Screen[];
/** An order with a bought label, and one abroad. */
let bought: string;
let abroad: string;

beforeAll(async () => {
  lane = await openLane();
  const seller = await lane.seller('aurora');
  screens = await customerScreens(seller);
  const order = await lane.addOrder('aurora', orderTo('AXE-BOUGHT'));
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId: order.id,
      parcels: [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
    },
  });
  const rate = quote.rates[0];
  if (!rate) throw new Error('no carrier offered a rate');
  await seller.must(createShipment, {
    body: { orderId: order.id, quoteId: quote.quoteId, rateId: rate.id },
    idempotencyKey: randomUUID(),
  });
  bought = order.id;
  abroad = (await lane.addOrder('aurora', orderAbroad('AXE-US'))).id;
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each(THEMES)('%s', (theme) => {
  it('every screen of a customer', async () => {
    const { page, context } = await lane.open({ as: 'aurora', width: 1500, layout: { theme } });
    const found: string[] = [];
    const more = [
      { name: 'order with a label', path: `/ecommerce/order/${bought}` },
      { name: 'order abroad with customs', path: `/ecommerce/orders?order=${abroad}` },
      { name: 'nothing matches', path: '/ecommerce/orders?country=US&tags=nosuchtag' },
      { name: 'empty tab', path: '/ecommerce/orders?tab=archived' },
      { name: 'not found', path: '/ecommerce/order/01a1fe95-0000-7000-8000-000000000000' },
      { name: 'error', path: '/error' },
      { name: 'access denied', path: '/access-denied' },
    ];
    for (const { name, path } of [...screens, ...more]) {
      await page.goto(path);
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
    }
    expect(found).toEqual([]);
    await context.close();
  });

  it('every screen of a franchise, the sign-in page and maintenance', async () => {
    const { page, context } = await lane.open({ as: 'maple', layout: { theme } });
    const found: string[] = [];
    const look = async (on: Page, name: string): Promise<void> => {
      await settled(on);
      found.push(...(await violationsOf(on)).map((line) => `${name}: ${line}`));
    };
    await page.goto('/customer/carriers');
    await look(page, 'carriers of the franchise');
    await page.getByRole('link', { name: 'Maple Local Courier' }).click();
    await page.getByRole('region', { name: 'Rate sheet' }).waitFor();
    await look(page, 'courier');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('[Rates]\nA,B\n1,2\n') });
    await page.getByTestId('sheet-problems').waitFor();
    await look(page, 'problems of a rate sheet');
    await context.close();
    const { page: visitor, context: outside } = await lane.open({ layout: { theme } });
    await visitor.goto('/auth/login');
    await look(visitor, 'sign-in');
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visitor.getByText('Enter your password.').waitFor();
    await look(visitor, 'sign-in with what is missing');
    await visitor.getByLabel('User name or e-mail').fill('aurora');
    await visitor.getByLabel('Password', { exact: true }).fill('wrong');
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('alert').waitFor();
    await look(visitor, 'sign-in refused');
    await visitor.route('**/api/master/ui-init*', (route) => route.abort('connectionrefused'));
    await visitor.goto('/');
    await visitor.getByRole('heading', { name: 'We will be right back' }).waitFor();
    await look(visitor, 'maintenance');
    await outside.close();
    expect(found).toEqual([]);
  });

  it('every popup', async () => {
    // From 1200 px on the panel is docked beside the list.
    const { page, context } = await lane.open({ as: 'aurora', width: 1180, layout: { theme } });
    const found: string[] = [];
    const popup = () => page.locator('[role=dialog], [role=menu]').filter({ visible: true });
    const look = async (name: string): Promise<void> => {
      await popup().first().waitFor();
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
    };
    const away = async (left: number): Promise<void> => {
      await page.keyboard.press('Escape');
      await expect.poll(() => popup().count()).toBe(left);
    };
    await page.goto('/ecommerce/orders');
    await settled(page);
    for (const name of ['Filters', 'Columns', 'Colour scheme', 'Language', /^Your account/]) {
      await page.getByRole('button', { name, exact: true }).click();
      await look(String(name));
      await away(0);
    }
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('?');
    await look('shortcuts');
    await away(0);
    // Some orders chosen, and the panel above the list as a drawer.
    await page.getByRole('checkbox').nth(1).check();
    await page.goto(`/ecommerce/orders?order=${bought}`);
    await look('drawer with a label');
    await panelOf(page).getByRole('button', { name: 'Documents' }).click();
    await page.getByRole('menu', { name: 'Documents' }).waitFor();
    await look('documents');
    await away(1);
    await panelOf(page).getByRole('button', { name: 'Cancel label' }).click();
    await page.getByRole('dialog', { name: 'Cancel this label?' }).waitFor();
    await look('question before cancelling');
    await away(1);
    await panelOf(page).getByRole('button', { name: 'Edit address' }).click();
    await page
      .getByRole('dialog', { name: 'Correct the address' })
      .getByLabel('Address', { exact: true })
      .fill('1 Other St');
    await look('address');
    await away(1);
    await panelOf(page)
      .getByRole('button', { name: /^(Print|Reprint) label$/ })
      .click();
    await previewOf(page).waitFor();
    await look('preview');
    await away(1);
    await page.goto(`/ecommerce/orders?order=${abroad}`);
    await ratesComplete(page);
    await look('drawer with rates');
    await panelOf(page)
      .getByRole('button', { name: /^What makes the price/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Price', exact: true }).waitFor();
    await look('price');
    await away(1);
    await page.goto('/carrier-manager');
    await page.getByRole('button', { name: 'Connect a carrier' }).click();
    await look('connect a carrier');
    expect(found).toEqual([]);
    await context.close();
  });

  it('the steps of an import', async () => {
    const { page, context } = await lane.open({ as: 'aurora', layout: { theme } });
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
    };
    await page.goto('/ecommerce/orders/import');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    const csv = `Order number,Name,Address 1,City,Province,Postal code,Country,Item,Quantity,Unit price
AXE-${theme}-1,Zoé Gagnon,88 Harbour St,Toronto,ON,M5J 0C3,CA,Mug,1,18.50
AXE-${theme}-2,Noah Singh,88 Harbour St,Toronto,ON,M5J 0C3,CA,Mug,many,18.50
`;
    await chooser.setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('columnheader', { name: 'Column of the file' }).waitFor();
    await look('columns');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('list', { name: 'Result of the check' }).waitFor();
    await look('check');
    await page.getByRole('button', { name: 'Create only the ready order' }).click();
    await page.getByRole('heading', { name: '1 order was created' }).waitFor();
    await look('done');
    expect(found).toEqual([]);
    await context.close();
  });

  it('a telephone', async () => {
    const { page, context } = await lane.open({ as: 'aurora', width: 390, height: 844, layout: { theme } });
    const found: string[] = [];
    for (const { name, path } of screens) {
      await page.goto(path);
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
    }
    await page.goto('/ecommerce/orders');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await violationsOf(page)).map((line) => `menu: ${line}`));
    expect(found).toEqual([]);
    await context.close();
  });
});
