/**
 * However a person presses, reloads or shares an order: one label is paid, by the simulator's own books. The late answer
 * needs its time-outs, so it begins first and is looked at again last; it has a carrier of its own.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getOrder, type OrderDetail } from '@scanship/contracts/orders/orders';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, chooseCarrier, fillParcel, panelOf, previewOf, ratesOf, trackingOf } from '../support/screens.ts';

const EXPRESS = 'testline-express';
const GROUND = 'testline-ground';

let lane: Lane;
let page: Page;
let other: Page;
/** Where the purchase with the late answer waits. */
let late: Page;
let lateOrder: OrderDetail;
let paidBefore = 0;

beforeAll(async () => {
  lane = await openLane();
  // Two people of one company, each with a session and a browser of their own.
  ({ page } = await lane.open({ as: 'aurora', width: 1500 }));
  ({ page: other } = await lane.open({ as: 'packer', width: 1500 }));
  ({ page: late } = await lane.open({ as: 'aurora', width: 1500 }));
});
afterEach(async (context) => {
  await lane.simulators.clearFaults(GROUND);
  await lane.after(context);
});
afterAll(async () => {
  await lane.simulators.clearFaults(EXPRESS);
  await lane.close();
});

/** Shipments paid and not taken back, in all books of a carrier. */
async function paidAt(slug: string): Promise<number> {
  const books = await lane.simulators.books(slug);
  const voided = new Set(books.filter((entry) => entry.kind === 'voided').map((entry) => entry.id));
  return books.filter((entry) => entry.kind === 'paid' && !voided.has(entry.id)).length;
}

/** The panel of an order with a rate of the carrier chosen, ready for the press. */
async function readyToBuy(on: Page, order: OrderDetail, carrier: string): Promise<void> {
  await on.goto(`/ecommerce/orders?order=${order.id}`);
  await panelOf(on).getByRole('heading', { name: order.ecomOrderNumber }).waitFor();
  await fillParcel(panelOf(on));
  await ratesOf(on).filter({ hasText: carrier }).first().waitFor();
  await chooseCarrier(on, carrier);
}

const numbersOf = async (order: OrderDetail): Promise<string[]> => {
  const now = await (await lane.seller('aurora')).must(getOrder, { params: { id: order.id } });
  return now.shipments.flatMap((s) => s.parcels.flatMap((p) => (p.trackingNumber ? [p.trackingNumber] : [])));
};

describe('one label', () => {
  it('is ordered from a carrier that answers after its time-out', async () => {
    lateOrder = await lane.addOrder('aurora', orderTo('ONCE-LATE'));
    paidBefore = await paidAt(EXPRESS);
    // It makes the label after the deadline of the call, and so again whenever the call is repeated under its key.
    await lane.simulators.setFaults(EXPRESS, [{ kind: 'latency', route: 'create', ms: 17_000, times: 50 }]);
    await readyToBuy(late, lateOrder, 'TestLine Express');
    const sent = late.waitForRequest((r) => r.url().endsWith('/api/shipment/create'));
    await buyButton(late).click();
    await sent;
    expect(await paidAt(EXPRESS)).toBe(paidBefore);
  });

  it('for a double click', async () => {
    const order = await lane.addOrder('aurora', orderTo('ONCE-1'));
    const before = await paidAt(GROUND);
    // Long enough for the second click to meet the first one's call.
    await lane.simulators.setFaults(GROUND, [{ kind: 'latency', route: 'create', ms: 700 }]);
    await readyToBuy(page, order, 'TestLine Ground');
    await buyButton(page).dblclick();
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    const tracking = await trackingOf(page);
    expect(await paidAt(GROUND)).toBe(before + 1);
    expect(await numbersOf(order)).toEqual([tracking]);
  });

  it('for two people who press at the same moment, and both see it', async () => {
    const order = await lane.addOrder('aurora', orderTo('ONCE-2'));
    const before = await paidAt(GROUND);
    await lane.simulators.setFaults(GROUND, [{ kind: 'latency', route: 'create', ms: 4000 }]);
    await readyToBuy(page, order, 'TestLine Ground');
    await readyToBuy(other, order, 'TestLine Ground');
    const answers = [page, other].map(async (on) => {
      const answer = await on.waitForResponse((r) => r.url().endsWith('/api/shipment/create'));
      return { on, status: answer.status() };
    });
    await Promise.all([buyButton(page).click(), buyButton(other).click()]);
    // One is refused at once and told in words that the other is at it; both end with the same shipment on the screen.
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(409);
    await refused.on
      .getByText(/is buying a label for this order right now|is being shipped by somebody else|already have a label/)
      .first()
      .waitFor();
    expect((await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = refused.on === page ? other : page;
    await previewOf(winner).waitFor();
    await winner.keyboard.press('Escape');
    const tracking = await trackingOf(winner);
    expect(await trackingOf(refused.on)).toBe(tracking);
    expect(await previewOf(refused.on).count()).toBe(0);
    expect(await paidAt(GROUND)).toBe(before + 1);
    expect(await numbersOf(order)).toEqual([tracking]);
  });

  it('for a page that is reloaded in the middle', async () => {
    const order = await lane.addOrder('aurora', orderTo('ONCE-3'));
    const before = await paidAt(GROUND);
    await lane.simulators.setFaults(GROUND, [{ kind: 'latency', route: 'create', ms: 3000 }]);
    await readyToBuy(page, order, 'TestLine Ground');
    const sent = page.waitForRequest((r) => r.url().endsWith('/api/shipment/create'));
    await buyButton(page).click();
    await sent;
    await page.reload();
    // Nothing can be bought meanwhile; the page follows the purchase and shows its label, at once where the reload took longer.
    const bought = panelOf(page).getByText('Label bought');
    await panelOf(page).getByText('Being bought', { exact: true }).or(bought).first().waitFor();
    expect(await buyButton(page).count()).toBe(0);
    const tracking = await trackingOf(page);
    await bought.waitFor();
    expect(await paidAt(GROUND)).toBe(before + 1);
    expect(await numbersOf(order)).toEqual([tracking]);
  });

  it('when the answer came too late: shown as open with its evidence, then settled by asking', async () => {
    await panelOf(late).getByText('The carrier has not said yet whether it made this label').waitFor();
    expect(await buyButton(late).count()).toBe(0);

    await panelOf(late).getByRole('link', { name: 'Look at the evidence' }).click();
    await late.getByRole('heading', { name: 'Exceptions' }).waitFor();
    await late.getByTestId('exception').filter({ hasText: 'ONCE-LATE' }).click();
    const open = late.getByTestId('exception-panel');
    await open.getByText('Our reference at the carrier').waitFor();
    expect(await open.locator('.evidence').first().getByRole('listitem').count()).toBeGreaterThan(0);
    await open.getByRole('link', { name: 'Order ONCE-LATE' }).waitFor();

    // The carrier is quick again. It settles by itself: one label in the carrier's books, and the same one here.
    await lane.simulators.clearFaults(EXPRESS);
    await expect.poll(async () => (await numbersOf(lateOrder)).length, { timeout: 150_000, interval: 500 }).toBe(1);
    expect(await paidAt(EXPRESS)).toBe(paidBefore + 1);
    // The inbox closes it by itself, because its cause is gone.
    await open.getByText('Its cause was gone').waitFor();
    await late.goto(`/ecommerce/order/${lateOrder.id}`);
    expect([await trackingOf(late)]).toEqual(await numbersOf(lateOrder));
  }, 300_000);
});
