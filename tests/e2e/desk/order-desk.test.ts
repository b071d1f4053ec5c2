/** The desk: how many orders and how much of one order are seen at once, and going from one to the next. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import {
  buyButton,
  chooseCarrier,
  fillParcel,
  openFields,
  openPanel,
  panelOf,
  previewOf,
  ratesComplete,
  ratesOf,
} from '../../support/screens.ts';

let lane: Lane;
const MUG = { sku: 'MUG', title: 'Enamel mug', unitPriceMinor: 1850, weightGrams: 380 };

beforeAll(async () => {
  lane = await openLane();
  // Each to somebody else, so that none goes along with another.
  for (let at = 1; at <= 24; at += 1) {
    const order = orderTo(`DESK-${at}`, { items: [{ ...MUG, quantity: 3 }] });
    await lane.addOrder('boreal', { ...order, shipTo: { ...order.shipTo, name: `Hannah Schmidt ${at}` } });
  }
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

async function openDesk(width: number, height: number, search = 'size=50'): Promise<Page> {
  const { page } = await lane.open({ as: 'boreal', width, height });
  await page.goto(`/ecommerce/orders?${search}`);
  await page.getByRole('button', { name: 'Hide the welcome' }).click();
  await page.locator('tbody tr[data-order]').first().waitFor();
  return page;
}

/** Numbers of the rows that are seen from their upper to their lower edge. */
const wholeRows = (page: Page): Promise<number> =>
  page.locator('tbody tr[data-order]').evaluateAll((rows) => {
    const box = document.querySelector('#orders-grid')?.getBoundingClientRect();
    const head = document.querySelector('#orders-grid thead')?.getBoundingClientRect();
    if (!box || !head) return 0;
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const middle = document.elementFromPoint(box.left + 60, (top + bottom) / 2);
      return top >= head.bottom - 0.5 && bottom <= box.bottom + 0.5 && middle !== null && row.contains(middle);
    }).length;
  });

describe('what is seen at once', () => {
  it.each([
    [1280, 720, 14],
    [1440, 900, 20],
  ])('at %i x %i there are %i orders with their destinations, or more', async (width, height, most) => {
    const page = await openDesk(width, height);
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(most);
    const place = page.locator('tbody tr[data-order="DESK-24"]').getByText('Toronto, ON, CA', { exact: true });
    expect(await place.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    await page.close();
  });

  it('rows are made higher, and lower again, in the View menu', async () => {
    const page = await openDesk(1280, 720);
    const height = async () => (await page.locator('tbody tr[data-order]').first().boundingBox())?.height;
    expect(await height()).toBe(32);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Comfortable rows');
    await expect.poll(height).toBe(46);
    await choose('Compact rows');
    await expect.poll(height).toBe(32);
    await page.close();
  });

  it('at 1366 x 768 address, items, parcel, rates and the button stand beside the list, which stays usable', async () => {
    const page = await openDesk(1366, 768);
    const panel = await openPanel(page, 'DESK-24');
    await fillParcel(panel);
    await ratesComplete(page);
    for (const part of [
      panel.getByText('88 Harbour St'),
      panel.getByText('Enamel mug'),
      panel.getByLabel('Weight', { exact: true }),
      ratesOf(page).nth(1),
      buyButton(page),
    ]) {
      const box = await part.boundingBox();
      expect(box).not.toBeNull();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(768);
      const hit = await part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        return found !== null && (element.contains(found) || found.contains(element));
      });
      expect(hit, await part.innerText()).toBe(true);
    }
    expect(await page.locator('[aria-modal="true"]').count()).toBe(0);
    await page.locator('tbody tr[data-order="DESK-23"]').click({ position: { x: 200, y: 8 } });
    await panel.getByRole('heading', { name: 'DESK-23' }).waitFor();
    await page.close();
  });

  it('chosen orders have their bar above the list, in one line, beside the open panel', async () => {
    const page = await openDesk(1280, 720);
    const panel = await openPanel(page, 'DESK-24');
    await page.locator('tbody tr[data-order="DESK-23"]').getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: 'Selected orders' });
    const [beside, its] = [await panel.boundingBox(), await bar.boundingBox()];
    expect((its?.x ?? 0) + (its?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    expect(its?.height).toBeLessThan(70);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mark as Fulfilled' }).waitFor();
    await page.close();
  });
});

describe('one order after another', () => {
  it('N goes on below the marked row, whether an order is open or not', async () => {
    const page = await openDesk(1366, 768, 'tab=unfulfilled&q=DESK-');
    await page.keyboard.press('n');
    await panelOf(page).getByRole('heading', { name: 'DESK-24' }).waitFor();
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await panelOf(page).getByRole('heading', { name: 'DESK-23' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Internal note' }).count()).toBe(0);
    await page.close();
  });

  it('after a part has shipped, the panel packs what is left and nothing else', async () => {
    const page = await openDesk(1366, 768);
    const panel = await openPanel(page, 'DESK-20');
    await openFields(panel);
    await panel.getByRole('button', { name: 'Ship only some items' }).click();
    await panel
      .getByRole('list', { name: 'Items in parcel 1' })
      .getByRole('button', { name: /^Move 3 ×/ })
      .press('Enter');
    const move = page.getByRole('dialog', { name: 'Move items' });
    await move.getByLabel('Units').fill('1');
    await move.getByLabel('To', { exact: true }).selectOption('Later');
    await page.keyboard.press('Enter');
    await panel.getByText('1 unit ships later').waitFor();
    await fillParcel(panel);
    await ratesComplete(page);
    await chooseCarrier(page, 'Maple Local Courier');
    const asked = page.waitForRequest((request) => request.url().includes('/api/quotes/stream'));
    await buyButton(page).click();
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
    // One unit of 380 g and its box, not the two that have gone.
    await fillParcel(panel);
    const body = (await asked).postDataJSON() as { parcels: { items?: unknown; weightGrams: number }[] };
    expect(body.parcels).toHaveLength(1);
    expect(body.parcels[0]?.items ?? [{ line: 1, quantity: 1 }]).toEqual([{ line: 1, quantity: 1 }]);
    expect(body.parcels[0]?.weightGrams).toBeLessThan(760);
    await ratesComplete(page);
    expect(await panel.getByText('Correct the marked fields').count()).toBe(0);
    // The row says what has gone, by whom and at what cost, once its columns are shown.
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    for (const name of ['Tracking number', 'Shipped with', 'Label cost'])
      await columns.getByLabel(name, { exact: true }).check();
    await page.keyboard.press('Escape');
    const number = (await panel.getByTestId('shipment').locator('.tracking').first().innerText()).trim();
    const row = page.locator('tbody tr[data-order="DESK-20"]');
    await row.getByTitle(number, { exact: true }).waitFor();
    await row.getByTitle(/^Maple Local Courier/).waitFor();
    expect(await row.locator('td.num').last().innerText()).toMatch(/^\$\d+\.\d\d$/);
    await page.close();
  });
});
