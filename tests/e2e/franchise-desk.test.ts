/** The desks of the operator and of a franchise, as their people use them, and acting for others. */
import { randomUUID } from 'node:crypto';
import zlib from 'node:zlib';
import { listAudit } from '@scanship/contracts/access/audit';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, linkIn, mailTo, newName, PASSWORD } from '../support/accounts.ts';
import { buyLabel } from '../support/bought.ts';
import { DEMO_PASSWORD, orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, pathOf } from '../support/screens.ts';
import { type Seller, signInAs } from '../support/seller.ts';
import { LANGUAGES, wordsOf } from '../support/words.ts';

let lane: Lane;

beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).first();
const menuEntries = (page: Page): Promise<string[]> => menu(page).locator('.menu-section > a').allInnerTexts();
/** What stands below "Customers". */
const areas = (page: Page) => menu(page).getByRole('list', { name: 'What customers are given' }).getByRole('link');
const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text, visible: true });
const stored = (page: Page, key: string): Promise<string | null> => page.evaluate((k) => localStorage.getItem(k), key);

/** A picture of one colour that any program reads. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(zlib.crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.from([0, ...Array<number>(width * 3).fill(90)])),
  );
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a franchise from nothing', () => {
  const suffix = randomUUID().slice(0, 8);
  const host = `desk-${suffix}.localhost`;
  const brand = `Prairie ${suffix}`;
  const adminName = newName('desk-admin');
  const customerMail = addressOf(newName('customer'));
  let onHost: Seller;
  let page: Page;
  let context: BrowserContext;

  afterAll(async () => {
    await onHost?.close();
    await context?.close();
  });

  it('the operator creates it with host, colour and logo', async () => {
    const { page: desk, context: operator } = await lane.open({ as: 'super', width: 1400 });
    await desk.goto('/');
    await desk.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(await menuEntries(desk)).toEqual([
      'Dashboard',
      'Franchises',
      'Platform carriers',
      'Live accounts',
      'Left out',
      'Money',
      'App registrations',
      'Announcements',
      'Staff',
    ]);
    await menu(desk).getByRole('link', { name: 'Franchises' }).click();
    await button(desk, 'New franchise').click();
    const form = desk.getByRole('dialog', { name: 'New franchise' });
    await form.getByLabel('Name of the franchise').fill(`${brand} Inc.`);
    await form.getByLabel('Brand name people see').fill(brand);
    await form.getByLabel('Host', { exact: true }).fill('not a host');
    await form.getByLabel('Main colour', { exact: true }).fill('#ffd500');
    await form.getByRole('button', { name: 'Create the franchise' }).click();
    // What is wrong is said, and nothing that was typed is lost.
    await form.getByText(/host name such as/).waitFor();
    expect(await form.getByLabel('Brand name people see').inputValue()).toBe(brand);
    await form.getByLabel('Host', { exact: true }).fill(host);
    await form.getByRole('button', { name: 'Create the franchise' }).click();
    await desk.getByRole('heading', { name: brand, level: 1 }).waitFor();

    await tab(desk, 'Hosts').click();
    // A name of this machine needs no proof; another does, and its record can be copied.
    await desk.getByTestId('host').filter({ hasText: host }).getByText('Verified').waitFor();
    await field(desk, 'Another host').fill(`ship-${suffix}.example.com`);
    await button(desk, 'Add the host').click();
    const pending = desk.getByTestId('host').filter({ hasText: `ship-${suffix}.example.com` });
    await pending.getByText(`_scanship.ship-${suffix}.example.com`).waitFor();
    await pending.getByText(/^scanship-site=/).waitFor();

    await tab(desk, 'Branding').click();
    const preview = desk.getByTestId('brand-preview');
    // Yellow is too light for links on white: another tone of it is used, and said.
    const links = preview
      .getByTestId('contrasts')
      .getByRole('listitem')
      .filter({ hasText: /^Links#/ });
    await links.first().waitFor();
    const [chooser] = await Promise.all([desk.waitForEvent('filechooser'), button(desk, 'Upload: Logo').click()]);
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(160, 40) });
    // Shown before it is saved.
    await preview.locator('img.pv-logo').first().waitFor();
    await field(desk, 'Tag line').fill('Further than the road goes');
    await desk.getByText('Not saved yet: 2').waitFor();
    await button(desk, 'Save the branding').click();
    await toast(desk, 'saved').waitFor();

    await tab(desk, 'Administrators').click();
    await field(desk, 'Invite an administrator').fill(addressOf(adminName));
    await button(desk, 'Send the invitation').click();
    await toast(desk, 'nvitation').waitFor();
    await operator.close();
  });

  it('its people see its brand on its host, and its administrator comes in by the mailed link', async () => {
    onHost = await signInAs({
      origin: lane.origin('localhost'),
      host,
      userName: 'super',
      password: DEMO_PASSWORD,
    });
    const link = linkIn(await mailTo(onHost, addressOf(adminName), 'invitation'));
    expect(link.hostname).toBe(host);
    ({ page, context } = await lane.open({ host, width: 1400 }));
    await page.goto('/auth/login');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toBe(`Sign in | ${brand}`);
    const colour = await button(page, 'Sign in').evaluate((e) => getComputedStyle(e).backgroundColor);
    expect(colour).toBe('rgb(255, 213, 0)');
    const logo = page.getByRole('img', { name: brand }).first();
    expect(await logo.evaluate((e) => (e instanceof HTMLImageElement ? e.naturalWidth : 0))).toBe(160);

    await page.goto(link.pathname + link.search);
    await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Dora');
    await page.getByRole('textbox', { name: 'Last name', exact: true }).fill('Desk');
    await page.getByRole('textbox', { name: 'User name', exact: true }).fill(adminName);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await button(page, 'Open the account').click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(await menuEntries(page)).toEqual(['Dashboard', 'Customers', 'Roles']);
  });

  it('its administrator finds each area of work below the customers, with its pages as tabs', async () => {
    expect(await areas(page).allInnerTexts()).toEqual(['Carriers', 'Prices', 'Money', 'Brand', 'Settings']);
    for (const [area, heading, tabs] of [
      ['Carriers', 'Carriers', ['Carriers and rate sheets', 'Live accounts', 'Carrier calls']],
      ['Prices', 'Prices', ['Mark-ups', 'What if', 'Plans']],
      ['Settings', 'Settings', ['Sign-in', 'Terms', 'Announcements', 'E-mails']],
    ] as const) {
      await areas(page).getByText(area, { exact: true }).click();
      await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
      const shown = page.getByRole('main').getByRole('navigation', { name: area, exact: true }).getByRole('link');
      expect(await shown.allInnerTexts()).toEqual(tabs);
      expect(await menu(page).locator('[aria-current=page]').allInnerTexts()).toEqual([area]);
    }
    await tab(page, 'E-mails').click();
    await expect.poll(() => pathOf(page)).toBe('/customer/mails');
    expect(await menu(page).locator('[aria-current=page]').allInnerTexts()).toEqual(['Settings']);
    await areas(page).getByText('Brand', { exact: true }).click();
    await page.getByRole('heading', { name: 'Where it is served' }).waitFor();
    await menu(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Create the first customer' }).waitFor();
  });

  it('its administrator creates and invites a customer, and nobody else is there', async () => {
    await page.getByRole('link', { name: 'Create the first customer' }).click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByLabel('Name of the company').fill('Élan & Fils, articles de plein air du Grand Nord');
    await form.getByLabel('E-mail of its administrator').fill(customerMail);
    await form.getByRole('combobox', { name: 'Plan' }).selectOption('Basic');
    await form.getByRole('button', { name: 'Create and invite' }).click();
    await page.getByRole('heading', { name: /^Élan & Fils/, level: 1 }).waitFor();
    await tab(page, 'People').click();
    await page
      .getByTestId('person')
      .filter({ hasText: customerMail })
      .getByText('Invited')
      .filter({ visible: true })
      .waitFor();
    expect(linkIn(await mailTo(onHost, customerMail, 'invitation')).hostname).toBe(host);
    await menu(page).getByRole('link', { name: 'Customers' }).click();
    await page.getByTestId('customer').first().waitFor();
    expect(await page.getByTestId('customer').count()).toBe(1);
    await page.getByRole('searchbox').fill('no such name');
    await page.getByText('No customer matches').waitFor();
    expect(pathOf(page)).toContain('q=no');
    await button(page, 'Clear search and filters').click();
    await page.getByTestId('customer').first().waitFor();
  });

  it('plan, credit and suspension hold, and are undone', async () => {
    await page.getByTestId('customer').getByRole('link').click();
    await tab(page, 'Plan').click();
    await button(page, 'Change to this plan: Advanced').click();
    const changing = page.getByRole('dialog', { name: 'Change to Advanced?' });
    await changing.getByLabel('Reason').fill('Agreed by phone');
    await changing.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByTestId('current-plan').getByRole('heading', { name: 'Advanced' }).waitFor();
    await tab(page, 'Credit').click();
    await page.getByRole('switch', { name: 'Limit what they may owe', exact: true }).check();
    await field(page, 'Credit limit (CAD)').fill('a lot');
    await button(page, 'Save the credit').click();
    await page.getByText('Enter an amount such as 500.00.').waitFor();
    await field(page, 'Credit limit (CAD)').fill('1250,50');
    await button(page, 'Save the credit').click();
    await page.getByText('$1,250.50').waitFor();
    await button(page, 'Suspend').click();
    const asked = page.getByRole('dialog', { name: /^Suspend/ });
    expect(await asked.getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true);
    await asked.getByLabel('Reason').fill('Two statements unpaid');
    await asked.getByRole('button', { name: 'Suspend' }).click();
    await page.locator('.notice').getByText('Two statements unpaid').waitFor();
    await page.reload();
    await page.getByText('Nobody of this customer can sign in.').waitFor();
    await button(page, 'Restore their access').click();
    await page.getByText('Nobody of this customer can sign in.').waitFor({ state: 'detached' });
  });

  it('a custom role is made, changed and deleted', async () => {
    await menu(page).getByRole('link', { name: 'Roles' }).click();
    await button(page, 'New role').click();
    const form = page.getByRole('dialog', { name: 'New role' });
    await form.getByLabel('Name of the role').fill('Listening only');
    await form.getByLabel('Made on').selectOption({ label: 'Support' });
    await form.getByRole('checkbox', { name: 'Act as people of customers, with a reason' }).uncheck();
    await form.getByRole('button', { name: 'Save the role' }).click();
    const matrix = page.getByRole('table');
    const head = matrix.getByRole('columnheader').filter({ hasText: 'Listening only' });
    await head.waitFor();
    const heads = await matrix.getByRole('columnheader').allInnerTexts();
    const column = heads.findIndex((text) => text.includes('Listening only'));
    const held = async (right: string): Promise<string> =>
      (
        await matrix
          .getByRole('row', { name: new RegExp(`^${right}`) })
          .getByRole('cell')
          .nth(column - 1)
          .innerText()
      ).trim();
    expect(await held('See customers')).toBe('yes');
    expect(await held('Act as people')).toBe('no');
    await button(page, 'Edit Listening only').click();
    await page.getByRole('dialog').getByLabel('Name of the role').fill('Reading only');
    await page.getByRole('dialog').getByRole('button', { name: 'Save the role' }).click();
    await button(page, 'Delete Reading only').click();
    await page.getByRole('dialog').getByText('Nobody has this role.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the role' }).click();
    await expect.poll(() => matrix.getByText('Reading only').count()).toBe(0);
  });

  it('suspended by the operator, its host is served no more', async () => {
    const { page: desk, context: operator } = await lane.open({ as: 'super' });
    await desk.goto('/franchises');
    await desk.getByRole('searchbox').fill(brand);
    await desk.getByTestId('franchise').filter({ hasText: brand }).getByRole('link').first().click();
    await button(desk, 'Suspend').click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('Contract ended');
    await desk.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    // The question says the same sentence; only what follows tells that it is done.
    await button(desk, 'Restore it').waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'We will be right back' }).waitFor();
    await button(desk, 'Restore it').click();
    await button(desk, 'Suspend').waitFor();
    await operator.close();
  });
});

it.each(LANGUAGES)(
  'a franchise puts a carrier’s logo in the place of our mark, for its customers too (%s)',
  async (locale) => {
    const say = wordsOf(locale);
    const { page, context } = await lane.open({ as: 'maple', width: 1300, locale });
    await page.goto('/customer/branding');
    await page.getByRole('textbox', { name: say('Find a carrier or store') }).fill('canada post');
    const row = page.getByTestId('logo').filter({ hasText: 'Canada Post' });
    const upload = (name: string, buffer: Buffer) =>
      row.getByLabel(say('Logo of {name}', 'Canada Post')).setInputFiles({ name, mimeType: 'image/png', buffer });
    await upload('broken.png', png(20, 20).subarray(0, 60));
    await row.getByRole('alert').waitFor();
    await upload('logo.png', png(60, 60));
    await row.locator('img.carrier-tile').waitFor();
    const seller = await lane.open({ as: 'aurora', locale });
    await seller.page.goto('/carrier-manager');
    const account = seller.page.getByTestId('carrier-account').filter({ hasText: 'Canada Post' }).first();
    const shown = account.locator('img.carrier-tile');
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(108);
    await row.getByRole('button', { name: say('Remove: {name}', 'Canada Post') }).click();
    await row.locator('svg.carrier-tile').waitFor();
    await seller.page.reload();
    await account.locator('svg.carrier-tile').waitFor();
    await seller.context.close();
    await context.close();
  },
);

describe('acting for others', () => {
  const bar = (page: Page) => page.getByTestId('acting');
  const actAs = async (page: Page, name: string, reason: string): Promise<void> => {
    await button(page, `Act as ${name}`).click();
    const asked = page.getByRole('dialog', { name: `Act as ${name}` });
    await asked.getByLabel('Reason').fill(reason);
    await asked.getByRole('button', { name: 'Act as this person' }).click();
    await bar(page).getByText(name).waitFor();
  };
  const openCustomer = async (page: Page): Promise<void> => {
    await menu(page).getByRole('link', { name: 'Customers' }).click();
    await page.getByTestId('customer').filter({ hasText: 'Aurora' }).getByRole('link').click();
    await tab(page, 'People').click();
  };

  it.each(LANGUAGES)(
    'support finds the customer, acts with a reason, sees its orders and goes back (%s)',
    async (locale) => {
      const say = wordsOf(locale);
      const { page, context } = await lane.open({ as: 'support', width: 1400, locale });
      await page.goto('/customer');
      await page.getByTestId('customer').filter({ hasText: 'Aurora' }).getByRole('link').click();
      await tab(page, say('People')).click();
      await button(page, say('Act as {name}', 'Tom Beaulieu')).click();
      const asked = page.getByRole('dialog');
      await asked.getByRole('textbox').fill('Ticket 7');
      await button(page, say('Act as this person')).click();
      await bar(page).getByText('Tom Beaulieu').waitFor();
      await page.goto('/ecommerce/orders?tab=all');
      await page.locator('tbody tr[data-order]').first().waitFor();
      await button(page, say('Back to {0}', 'Noah Tran')).click();
      await bar(page).waitFor({ state: 'detached' });
      await context.close();
    },
  );

  it('support looks in with a reason, which the customer reads, and goes back', async () => {
    const reason = `Ticket ${randomUUID().slice(0, 8)}: late parcel`;
    const { page, context } = await lane.open({ as: 'support', width: 1400 });
    await page.goto('/');
    await expect.poll(() => menuEntries(page)).toEqual(['Dashboard', 'Customers']);
    expect(await areas(page).allInnerTexts()).toEqual(['Carriers', 'Prices']);
    await openCustomer(page);
    expect(await button(page, 'Suspend').count()).toBe(0);
    expect(await page.getByText('Invite an administrator').count()).toBe(0);
    await actAs(page, 'Tom Beaulieu', reason);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await bar(page).getByText(reason, { exact: false }).waitFor();
    expect(await menuEntries(page)).toContain('Orders');
    expect(await stored(page, 'impersonate_history')).toContain('"userName":"support"');
    // The history names a parked session and holds nothing that could be used.
    expect(await stored(page, 'impersonate_history')).toContain('"refreshToken":""');
    await page.reload();
    await bar(page).getByText('Tom Beaulieu').waitFor();
    await button(page, 'Back to Noah Tran').click();
    await bar(page).waitFor({ state: 'detached' });
    // Each change of person begins with a page of its own.
    await expect.poll(() => menuEntries(page)).toEqual(['Dashboard', 'Customers']);
    expect(JSON.parse((await stored(page, 'impersonate_history')) ?? '[]')).toEqual([]);
    await context.close();
    const aurora = await lane.seller('aurora');
    await expect
      .poll(async () => (await aurora.must(listAudit, { query: {} })).entries.some((entry) => entry.reason === reason))
      .toBe(true);
  });

  it('support is offered nothing of stores, carriers, people, roles and the end of day that the server would refuse it', async () => {
    const { page, context } = await lane.open({ as: 'support', width: 1400 });
    await page.goto('/');
    await openCustomer(page);
    await actAs(page, 'Priya Nair', 'Checking the set-up');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const forCustomer = page.getByText('This is for the customer or the franchise to do, not for support.');
    await page.goto('/ecommerce/connect-store');
    await forCustomer.waitFor();
    expect(await page.getByLabel('Find a platform').count()).toBe(0);
    await page.getByTestId('store').first().getByRole('link').click();
    await page.getByRole('navigation', { name: 'Parts of the store' }).getByRole('link', { name: 'Settings' }).click();
    await button(page, 'Rename').waitFor();
    expect(await button(page, 'Disconnect this store').count()).toBe(0);
    await page.goto('/carrier-manager');
    await page.getByTestId('carrier-account').first().waitFor();
    expect(await button(page, 'Connect a carrier').count()).toBe(0);
    await buyLabel(await lane.seller('aurora'), (await lane.addOrder('aurora', orderTo(newName('end')))).id);
    await page.goto('/carrier-manager/end-of-day');
    await page.getByTestId('place').first().waitFor();
    await forCustomer.first().waitFor();
    expect(await button(page, 'Close the day').count()).toBe(0);
    await page.goto('/ecommerce/orders?tab=unfulfilled');
    await page.getByRole('grid', { name: 'Orders' }).locator('.order-link').first().click();
    await page.getByText('Your role cannot buy labels.').waitFor();
    expect(await buyButton(page).count()).toBe(0);
    await context.close();
  });

  it('two deep, back to a chosen one, and signing out from it', async () => {
    const { page, context } = await lane.open({ as: 'super', width: 1400 });
    const toMaple = async (): Promise<void> => {
      await menu(page).getByRole('link', { name: 'Franchises' }).click();
      await page.getByTestId('franchise').filter({ hasText: 'Maple Ship' }).getByRole('link').click();
      await tab(page, 'Administrators').click();
      await actAs(page, 'Claire Desrosiers', 'Checking the set-up');
    };
    await page.goto('/');
    await toMaple();
    expect(await menuEntries(page)).toEqual(['Dashboard', 'Customers', 'Roles']);
    await openCustomer(page);
    await actAs(page, 'Priya Nair', 'Checking the set-up further down');
    expect(await bar(page).getByRole('listitem').count()).toBe(3);
    await bar(page).getByRole('button', { name: 'Sam Okafor', exact: true }).click();
    await bar(page).waitFor({ state: 'detached' });
    await expect.poll(() => menuEntries(page)).toContain('Franchises');

    await toMaple();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await stored(page, 'auth_token')).toBeNull();
    expect(await stored(page, 'impersonate_history')).toBeNull();
    await page.goto('/franchises');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('a sales agent sees the customers assigned to them, and changes nothing', async () => {
    const { page, context } = await lane.open({ as: 'agent', width: 1400 });
    await page.goto('/customer');
    await page.getByTestId('customer').first().waitFor();
    const names = await page.getByTestId('customer').getByRole('link').allInnerTexts();
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContain('Aurora Outfitters');
    await page.getByTestId('customer').getByRole('link').first().click();
    await page.getByText('Margin, 30 days').waitFor();
    expect(await button(page, 'Suspend').count()).toBe(0);
    expect(await tab(page, 'Credit').count()).toBe(0);
    await tab(page, 'People').click();
    await page.getByTestId('person').first().waitFor();
    expect(await button(page, /^Act as/).count()).toBe(0);
    await page.goto('/customer/branding');
    await expect.poll(() => pathOf(page)).toBe('/dashboard');
    await context.close();
  });
});

it('the open tab is in sight on a telephone', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 390, height: 800 });
  await page.goto('/customer');
  await page.getByTestId('customer').filter({ hasText: 'Aurora' }).getByRole('link').first().click();
  const tabs = page.locator('nav.tabs').filter({ has: page.getByRole('link', { name: 'Overview' }) });
  await tabs.waitFor();
  await page.goto((await tabs.getByRole('link').last().getAttribute('href')) ?? '');
  const open = await tabs.locator('[aria-current]').boundingBox();
  expect(open?.x).toBeGreaterThanOrEqual(0);
  expect((open?.x ?? 0) + (open?.width ?? 0)).toBeLessThanOrEqual(390);
  await context.close();
});
