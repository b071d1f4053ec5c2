/** Two tabs of one browser: when one of them goes on as somebody else, the other follows, or stops before anything is saved. */
import { getDefaultSettings, putDefaultSettings } from '@scanship/contracts/network/settings';
import { revert } from '@scanship/contracts/access/impersonation';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, type DemoUser } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { button, field, inside, signIn, signOut } from '../support/signed-in.ts';

let lane: Lane;

beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).first();
const bar = (page: Page) => page.getByTestId('acting');
const notice = (page: Page, company: string) =>
  page.getByRole('dialog', { name: `You are now working for ${company} in another tab.` });

async function actAs(page: Page, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(?:People|Administrators)$/ })
    .click();
  await button(page, `Act as ${name}`).click();
  const asked = page.getByRole('dialog', { name: `Act as ${name}` });
  await asked.getByLabel('Reason').fill('Asked for help');
  await asked.getByRole('button', { name: 'Act as this person' }).click();
  await bar(page).getByText(name).waitFor();
}
async function actForCustomer(page: Page, company: string, name: string): Promise<void> {
  await menu(page).getByRole('link', { name: 'Customers' }).click();
  await page.getByTestId('customer').filter({ hasText: company }).getByRole('link').click();
  await actAs(page, name);
}
async function goBack(page: Page): Promise<void> {
  await bar(page)
    .getByRole('button', { name: /^Back to/ })
    .last()
    .click();
  await bar(page).waitFor({ state: 'detached' });
  await inside(page);
}

/** A second tab on the customer's defaults with a weight typed in, and what it sends that changes something. */
async function typeWeight(context: BrowserContext, deaf = false): Promise<{ page: Page; changes: string[] }> {
  const page = await context.newPage();
  // A tab that the browser has frozen hears of nothing.
  if (deaf)
    await page.addInitScript(() => {
      window.addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
    });
  await page.goto('/account/me?tab=defaults');
  await field(page, 'Default weight').fill('777');
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === putDefaultSettings.method) changes.push(request.url());
  });
  return { page, changes };
}
/**
 * Lets the page ask nothing that is answered, as on a slow line, until somebody saves there: any answer would tell it before
 * for whom it is.
 * @returns saves
 */
async function askInVain(page: Page): Promise<() => Promise<void>> {
  const ofApi = ({ pathname }: URL) => pathname.startsWith('/api/');
  await page.route(ofApi, (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
  return async () => {
    await button(page, 'Save defaults').click();
    await page.unroute(ofApi);
  };
}
const weightOf = async (user: DemoUser): Promise<number | null> =>
  (await (await lane.seller(user)).must(getDefaultSettings, {})).defaultWeightGrams;

it('the menu’s last entry stands above the bar that says for whom one acts', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 1400, height: 600 });
  await page.goto('/');
  await actForCustomer(page, 'Aurora', 'Tom Beaulieu');
  const last = menu(page).getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  // The side scrolls on to its very end, below which nothing may be hidden.
  await page.locator('.side').evaluate((side) => side.scrollTo(0, side.scrollHeight));
  const [entry, over] = [await last.boundingBox(), await bar(page).boundingBox()];
  expect((entry?.y ?? 0) + (entry?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
  await context.close();
});

describe('acting for another customer in the other tab', () => {
  it('what was typed for the first one is never saved for the second', async () => {
    const before = await weightOf('corner');
    const { page: other, context } = await lane.open({ as: 'maple', width: 1400 });
    await other.goto('/');
    await actForCustomer(other, 'Aurora', 'Tom Beaulieu');
    const { page, changes } = await typeWeight(context);
    await bar(page).getByText('Tom Beaulieu').waitFor();

    await goBack(other);
    await notice(page, 'Maple Ship').waitFor();
    await actForCustomer(other, 'Corner', 'Jun Watanabe');
    await notice(page, 'Corner Records').waitFor();
    // Neither the keyboard nor the mouse reaches the form.
    await page.keyboard.press('Escape');
    expect(await page.locator('#root').getAttribute('inert')).toBe('');
    await page.locator('form[aria-label=Defaults]').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await page.waitForTimeout(300);
    expect(changes).toEqual([]);
    expect(await weightOf('corner')).toBe(before);

    await button(page, 'Continue for Corner Records').click();
    await bar(page).getByText('Jun Watanabe').waitFor();
    await page.goto('/account/me?tab=defaults');
    await field(page, 'Default weight').waitFor();
    expect(await field(page, 'Default weight').inputValue()).not.toBe('777');
    await context.close();
  });

  it('a tab without anything typed follows at once, and one that was frozen stops when it is used', async () => {
    const before = await weightOf('corner');
    const { page: other, context } = await lane.open({ as: 'maple', width: 1400 });
    await other.goto('/');
    await actForCustomer(other, 'Aurora', 'Tom Beaulieu');
    const idle = await context.newPage();
    await idle.goto('/ecommerce/orders');
    await bar(idle).getByText('Tom Beaulieu').waitFor();
    const { page: frozen, changes } = await typeWeight(context, true);
    const save = await askInVain(frozen);

    await goBack(other);
    await bar(idle).waitFor({ state: 'detached' });
    await actForCustomer(other, 'Corner', 'Jun Watanabe');
    await bar(idle).getByText('Jun Watanabe').waitFor();

    await save();
    await notice(frozen, 'Corner Records').waitFor();
    expect(changes).toEqual([]);

    // Even a page that cannot read what other tabs say is refused, by the server.
    const { page: blind, changes: sent } = await typeWeight(context, true);
    const saveBlindly = await askInVain(blind);
    // Before anything is written that it could read. Not taken out of the storage: what another tab wrote may reach this one a moment later.
    await blind.evaluate(() => {
      const read = localStorage.getItem.bind(localStorage);
      Storage.prototype.getItem = (key) => (key === 'principal' ? null : read(key));
    });
    await goBack(other);
    await saveBlindly();
    await notice(blind, 'Maple Ship').waitFor();
    expect(sent).toHaveLength(1);
    expect(await weightOf('corner')).toBe(before);
    await context.close();
  });
});

it('what is refused while the other tab goes back signs nobody out', async () => {
  const before = await weightOf('aurora');
  const { page: other, context } = await lane.open({ as: 'maple', width: 1400 });
  await other.goto('/');
  await actForCustomer(other, 'Aurora', 'Tom Beaulieu');
  const { page } = await typeWeight(context);
  await bar(page).getByText('Tom Beaulieu').waitFor();
  await other.route(`**/api${revert.path}`, async (route) => {
    const response = await route.fetch();
    // The old tokens have ended, and the new ones have not come.
    const refused = page.waitForResponse((answer) => answer.request().method() === putDefaultSettings.method);
    await button(page, 'Save defaults').click();
    expect((await refused).status()).toBe(401);
    await page.waitForTimeout(300);
    await route.fulfill({ response });
  });
  await goBack(other);
  await notice(page, 'Maple Ship').waitFor();
  expect(await field(page, 'Default weight').inputValue()).toBe('777');
  expect(await weightOf('aurora')).toBe(before);
  await context.close();
});

it('signing in as another person in the other tab', async () => {
  const before = await weightOf('corner');
  const { page: other, context } = await lane.open({ as: 'aurora' });
  await other.goto('/');
  await inside(other);
  const { page, changes } = await typeWeight(context, true);
  await signOut(other);
  await signIn(other, 'corner', DEMO_PASSWORD);
  await inside(other);
  await button(page, 'Save defaults').click();
  await notice(page, 'Corner Records').waitFor();
  expect(changes).toEqual([]);
  expect(await weightOf('corner')).toBe(before);
  await button(page, 'Continue for Corner Records').click();
  await inside(page);
  await context.close();
});

it('going on for another franchise in the other tab', async () => {
  const { page: other, context } = await lane.open({ as: 'super', width: 1400 });
  const actFor = async (franchise: string, name: string): Promise<void> => {
    await menu(other).getByRole('link', { name: 'Franchises' }).click();
    await other.getByTestId('franchise').filter({ hasText: franchise }).getByRole('link').first().click();
    await actAs(other, name);
  };
  await other.goto('/');
  await actFor('Maple Ship', 'Claire Desrosiers');
  const idle = await context.newPage();
  await idle.goto('/customer');
  await idle.getByTestId('customer').filter({ hasText: 'Aurora' }).waitFor();
  await goBack(other);
  await bar(idle).waitFor({ state: 'detached' });
  expect(await idle.getByText('Aurora').count()).toBe(0);
  // The pages of a franchise bear its own brand, whatever host the operator came in by.
  await actFor('North Parcel', 'Ingrid Solberg');
  await other.waitForFunction(() => document.title.endsWith('| North Parcel'));
  await context.close();
});
