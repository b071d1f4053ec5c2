/** The messages over a page: how long they stay, how many there are, and whether they can be read. */
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe('toasts', () => {
  const toasts = (page: Page) => page.locator('.toast:not([data-leaving=true])');
  const refuse = (sentence: string) => (route: Route) =>
    route.fulfill({ status: 400, json: { data: null, code: 'bad_request', errorMessage: sentence } });
  const openList = async (): Promise<Page> => {
    await lane.addOrder('boreal', orderTo('SHELL-TOAST')).catch(() => undefined);
    const { page } = await lane.open({ as: 'boreal' });
    await page.clock.install();
    await page.goto('/ecommerce/orders');
    await page.getByRole('checkbox', { name: 'Select order SHELL-TOAST' }).check();
    return page;
  };
  const ask = async (page: Page, sentence: string): Promise<void> => {
    await page.unroute('**/api/shipment/packing-slip');
    await page.route('**/api/shipment/packing-slip', refuse(sentence));
    let answered = false;
    const slip = page.waitForResponse((r) => r.url().endsWith('/packing-slip'));
    void slip.then(() => (answered = true));
    // By key: twenty toasts stand above the button.
    await page.getByRole('button', { name: 'Download Package Slip' }).press('Enter');
    // The clock goes on meanwhile: a part of the page that is loaded at the first press is drawn by it.
    const asked = async (): Promise<boolean> => {
      await page.clock.runFor(10);
      return answered;
    };
    await expect.poll(asked).toBe(true);
  };

  it('of errors stay four seconds, of success two', async () => {
    const page = await openList();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await ask(page, 'First refusal.');
    await page.clock.runFor(50);
    await toasts(page).filter({ hasText: 'First refusal.' }).waitFor();
    await page.clock.runFor(3700);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(400);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.clock.resume();

    await page.goto('/account/me');
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await page.clock.pauseAt(new Date(Date.now() + 120_000));
    const saved = page.waitForResponse((r) => r.url().endsWith('/api/account') && r.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved;
    await page.clock.runFor(50);
    await page.locator('.toast[data-type=success]').waitFor();
    await page.clock.runFor(1700);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(400);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('can be read and dismissed: axe finds nothing in them, %s', async (theme) => {
    const { page, context } = await lane.open({ as: 'boreal', layout: { theme } });
    const judge = async (toast: Locator): Promise<void> => {
      // It stays as long as the pointer is on it.
      await toast.hover();
      expect(await violationsOf(page, '.toasts')).toEqual([]);
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await toast.waitFor({ state: 'detached' });
    };
    await page.goto('/account/me');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await judge(page.locator('.toast[data-type=success]'));
    await lane.addOrder('boreal', orderTo('SHELL-TOAST')).catch(() => undefined);
    await page.goto('/ecommerce/orders');
    await page.getByRole('checkbox', { name: 'Select order SHELL-TOAST' }).check();
    await page.route('**/api/shipment/packing-slip', refuse('Not like this.'));
    await page.getByRole('button', { name: 'Download Package Slip' }).click();
    await judge(page.locator('.toast[data-type=error]'));
    await context.close();
  });

  it('are at most twenty at once, and the same sentence comes once in six seconds', async () => {
    const page = await openList();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    for (let nr = 1; nr <= 23; nr += 1) await ask(page, `Refusal number ${nr}.`);
    await page.clock.runFor(20);
    await expect.poll(() => toasts(page).count()).toBe(20);
    await toasts(page).filter({ hasText: 'Refusal number 23.' }).waitFor();
    expect(await toasts(page).filter({ hasText: 'Refusal number 1.' }).count()).toBe(0);
    await page.clock.runFor(5300);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await ask(page, 'Refusal number 23.');
    await page.clock.runFor(20);
    expect(await toasts(page).count()).toBe(0);
    await page.clock.runFor(900);
    await ask(page, 'Refusal number 23.');
    await page.clock.runFor(20);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.context().close();
  });
});
