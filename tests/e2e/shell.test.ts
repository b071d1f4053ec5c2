/** The frame around the pages: its four layouts, menu, palette, shortcuts, welcome, heads and titles. */
import { buyLabel } from '../support/bought.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { panelOf, pathOf } from '../support/screens.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).filter({ visible: true }).first();
const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: /^Find anything/ });
  await field.waitFor();
  return field;
};
const found = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

describe('the layout', () => {
  it('switches between four orientations without a reload; route, scroll, choice and open panel stay; reset restores', async () => {
    const order = await lane.addOrder('aurora', orderTo('SHELL-LAYOUT'));
    const { page, context } = await lane.open({ as: 'aurora', width: 1500, height: 700 });
    await page.goto(`/ecommerce/orders?order=${order.id}`);
    await panelOf(page).getByRole('heading', { name: 'SHELL-LAYOUT' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select order SHELL-LAYOUT' }).check();
    const place = page.getByTestId('orders-scroll');
    await place.evaluate((element) => {
      element.scrollTop = 120;
    });
    const scrolled = await place.evaluate((element) => element.scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    // A mark that a reload, or a page that is mounted anew, would lose.
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = 'kept';
      document.querySelector('#content h1')?.setAttribute('data-mark', 'kept');
    });
    const address = pathOf(page);

    await page.getByRole('button', { name: 'Colour scheme' }).click();
    await page.getByRole('menuitem', { name: 'Layout…' }).click();
    const panel = page.getByRole('dialog', { name: 'Layout' });
    const choose = (group: string, value: string) =>
      panel.getByRole('radiogroup', { name: group }).getByText(value, { exact: true }).click();
    const shell = page.locator('.shell');
    for (const [name, value] of [
      ['Horizontal', 'horizontal'],
      ['Detached', 'detached'],
      ['Two columns', 'two-column'],
      ['Vertical', 'vertical'],
    ] as const) {
      await choose('Menu layout', name);
      await expect.poll(() => shell.getAttribute('data-orientation')).toBe(value);
      expect(
        await page.evaluate(() => [
          document.documentElement.dataset['mark'],
          document.querySelector('#content h1')?.getAttribute('data-mark'),
        ]),
        name,
      ).toEqual(['kept', 'kept']);
      expect(pathOf(page), name).toBe(address);
      expect(await place.evaluate((element) => element.scrollTop), name).toBe(scrolled);
      expect(await panelOf(page).getByRole('heading', { name: 'SHELL-LAYOUT' }).count(), name).toBe(1);
      const layout = await page.evaluate(() => localStorage.getItem('layout-settings') ?? '');
      expect((JSON.parse(layout) as { orientation: string }).orientation).toBe(value);
    }
    await choose('Menu layout', 'Two columns');
    await choose('Colour scheme', 'Dark');
    await choose('Contents', 'Boxed');
    await choose('Menu position', 'Scrolls with the page');
    await panel.getByRole('button', { name: 'Back to the defaults' }).click();
    await expect.poll(() => shell.getAttribute('data-orientation')).toBe('vertical');
    expect(await shell.getAttribute('data-width')).toBe('fluid');
    expect(await shell.getAttribute('data-menu-position')).toBe('fixed');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('light');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(await page.getByRole('checkbox', { name: 'Select order SHELL-LAYOUT' }).isChecked()).toBe(true);
    // The choice outlives the page.
    await page.evaluate(() =>
      localStorage.setItem('layout-settings', JSON.stringify({ orientation: 'horizontal', locale: 'en-CA' })),
    );
    await page.reload();
    await expect.poll(() => shell.getAttribute('data-orientation')).toBe('horizontal');
    await menu(page).waitFor();
    await context.close();
  });

  it('has the menu beside the page from 1260 pixels on, and behind a button below', async () => {
    const { page, context } = await lane.open({ as: 'aurora', width: 1260 });
    await page.goto('/carrier-manager');
    await menu(page).waitFor();
    expect(await page.getByRole('button', { name: 'Open the menu' }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1259, height: 860 });
    const opener = page.getByRole('button', { name: 'Open the menu' });
    await opener.waitFor();
    expect(await page.locator('aside.side').isVisible()).toBe(false);
    await opener.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Orders', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => opener.evaluate((e) => e === document.activeElement)).toBe(true);
    await context.close();
  });

  it('begins every page at its top', async () => {
    const { page, context } = await lane.open({ as: 'aurora', height: 420 });
    await page.goto('/ecommerce/connect-store');
    await page.getByRole('heading', { name: 'Connect a store' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await menu(page).getByRole('link', { name: 'Carriers' }).click();
    await page.getByRole('heading', { name: 'Carriers', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await context.close();
  });

  it('keeps the menu around a page that cannot be drawn, and the next page is fine', async () => {
    const { page, context } = await lane.open({ as: 'aurora' });
    // An answer that no version of the server gives.
    await page.route('**/api/shippingCarrier/customer*', (route) => route.fulfill({ json: { data: { accounts: 7 } } }));
    await page.goto('/carrier-manager');
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.getByRole('link', { name: 'Go to the start page' }).waitFor();
    await menu(page).getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import orders' }).waitFor();
    expect(lane.complaints().join(' ')).not.toBe('');
    await context.close();
  });

  it('keeps the page where a part of the frame does not come, and loads it with the page anew', async () => {
    const { page, context } = await lane.open({ as: 'aurora' });
    await page.route('**/assets/HeaderAlerts-*.js', (route) => route.abort());
    await page.goto('/carrier-manager');
    await page.getByRole('heading', { name: 'Carriers', exact: true }).waitFor();
    const anew = page.getByRole('button', { name: 'A part of this page could not be loaded. Reload the page.' });
    await anew.waitFor();
    expect(lane.complaints().join(' ')).toContain('HeaderAlerts');
    await page.unroute('**/assets/HeaderAlerts-*.js');
    await anew.click();
    await page.getByTestId('top-bell').waitFor();
    await page.getByRole('heading', { name: 'Carriers', exact: true }).waitFor();
    await context.close();
  });
});

describe('the palette', () => {
  it('finds a page, an order and a tracking number, by keyboard', async () => {
    const order = await lane.addOrder('aurora', orderTo('SHELL-PALETTE-77'));
    const tracking = await buyLabel(await lane.seller('aurora'), order.id);
    const { page, context } = await lane.open({ as: 'aurora' });
    await page.goto('/ecommerce/orders/import');
    await menu(page).waitFor();
    await openPalette(page);
    await page.keyboard.type('carr');
    await expect.poll(() => found(page).first().innerText()).toContain('Carriers');
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toBe('/carrier-manager');
    for (const text of ['SHELL-PALETTE-77', tracking]) {
      await page.goto('/carrier-manager');
      await menu(page).waitFor();
      await openPalette(page);
      await page.keyboard.type(text);
      await found(page).filter({ hasText: 'SHELL-PALETTE-77' }).waitFor();
      // Round the list and back to where it stood.
      const before = await page.locator('.palette-entry[aria-selected=true]').innerText();
      const entries = await found(page).count();
      for (let step = 0; step < entries; step += 1) await page.keyboard.press('ArrowDown');
      expect(await page.locator('.palette-entry[aria-selected=true]').innerText()).toBe(before);
      while (!(await page.locator('.palette-entry[aria-selected=true]').innerText()).includes('SHELL-PALETTE-77'))
        await page.keyboard.press('ArrowDown');
      // While the list is read anew there is nothing to choose for a moment; whoever sees it still open presses again.
      const enter = async () => {
        if ((await page.locator('.palette-entry').count()) > 0) await page.keyboard.press('Enter');
        return pathOf(page);
      };
      await expect.poll(enter, { message: text }).toBe(`/ecommerce/order/${order.id}`);
    }
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });

  it('finds a parcel by the end of its number for a seller and for support, who open it by acting for the customer', async () => {
    const order = await lane.addOrder(
      'aurora',
      orderTo('SHELL-SEARCH-9', { shipTo: { ...orderTo('').shipTo, name: 'Zoë Lacharité' } }),
    );
    const tracking = await buyLabel(await lane.seller('aurora'), order.id);
    const { page, context } = await lane.open({ as: 'aurora' });
    await page.goto('/carrier-manager');
    await menu(page).waitFor();
    const field = await openPalette(page);
    // Quickly, so that answers to shorter texts are still on their way: only what belongs to the whole text stands there.
    await field.pressSequentially('lacharite', { delay: 30 });
    await expect.poll(() => found(page).allInnerTexts()).toHaveLength(1);
    expect(await found(page).first().innerText()).toContain('SHELL-SEARCH-9');
    await field.fill('zzyzx nowhere');
    await page.getByText('Nothing found for “zzyzx nowhere”.').waitFor();
    await page.getByText(/Searched: orders, shipments, products, people,? and invoices\./).waitFor();
    await field.fill(tracking.slice(-9));
    await found(page).filter({ hasText: tracking }).waitFor();
    await context.close();

    const support = await lane.open({ as: 'support' });
    await support.page.goto('/dashboard');
    await menu(support.page).waitFor();
    const asked = await openPalette(support.page);
    await asked.fill(tracking.slice(-9));
    const hit = found(support.page).filter({ hasText: tracking });
    await hit.waitFor();
    expect(await hit.innerText()).not.toContain('Lacharité');
    await hit.click();
    await support.page.getByText('Choose whom to act as. The order opens then.').waitFor();
    await support.page
      .getByRole('button', { name: /^Act as / })
      .first()
      .click();
    const dialog = support.page.getByRole('dialog', { name: /^Act as / });
    await dialog.getByLabel('Reason').fill('Where is the parcel?');
    await dialog.getByRole('button', { name: 'Act as this person' }).click();
    await support.page.waitForURL(`**/ecommerce/order/${order.id}`);
    await support.page.getByRole('heading', { name: 'SHELL-SEARCH-9' }).first().waitFor();
    await support.context.close();
  });

  it('offers only what is permitted', async () => {
    const all = async (user: 'aurora' | 'packer' | 'corner' | 'maple'): Promise<readonly string[]> => {
      const { page, context } = await lane.open({ as: user });
      await page.goto('/');
      await menu(page).waitFor();
      await openPalette(page);
      await found(page).first().waitFor();
      const titles = await found(page).allInnerTexts();
      await context.close();
      return titles;
    };
    const [admin, packer, basic, franchise] = [
      await all('aurora'),
      await all('packer'),
      await all('corner'),
      await all('maple'),
    ];
    expect(admin).toEqual(
      expect.arrayContaining(['Orders', 'People', 'Roles and permissions', 'Audit log', 'New order']),
    );
    expect(packer).toContain('Orders');
    for (const title of ['People', 'Roles and permissions', 'Audit log', 'Settings', 'Carriers', 'Stores'])
      expect(packer, title).not.toContain(title);
    expect(franchise).not.toContain('Orders');
    expect(franchise).not.toContain('New order');
    // Scan and Ship belongs to the Advanced plan; Corner Records is on Basic.
    expect(basic.filter((title) => /scan/i.test(title))).toEqual([]);
  });
});

describe('shortcuts', () => {
  it('are listed under ? exactly as the screen registered them', async () => {
    const { page, context } = await lane.open({ as: 'aurora' });
    await page.goto('/ecommerce/orders');
    await page.getByRole('row').nth(1).waitFor();
    await page.locator('body').press('?');
    const sheet = page.getByTestId('shortcut-sheet');
    await sheet.waitFor();
    // Product-spec section 9: the backdrop comes within 150 ms, before the dialog.
    const backdrop = page.locator('.mantine-Modal-overlay');
    expect(await backdrop.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.15s');
    const listed = await sheet.locator('kbd').allInnerTexts();
    const moving = ['?', 'J', '↓', 'K', '↑', 'X', '↵', 'M', '☰', 'V', '/', 'F', 'Esc'];
    const acting = ['S', 'A', '␣', 'G', 'D', 'P', 'L', 'I', 'O', 'H', 'R', 'T', 'W', 'N', 'Q', 'E', 'U'];
    expect(listed.toSorted()).toEqual([...moving, ...acting].toSorted());
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    // Each of three of them does what it says, by the same registry.
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    // In a field letters are text.
    await page.keyboard.type('?');
    expect(await sheet.isVisible()).toBe(false);
    await page.goto('/carrier-manager');
    await page.getByRole('heading', { name: 'Carriers', exact: true }).waitFor();
    await page.locator('body').press('?');
    await sheet.waitFor();
    expect(await sheet.locator('kbd').allInnerTexts()).toEqual(['?']);
    await context.close();
  });
});

describe('the welcome', () => {
  it('hides by itself after 80 seconds, and can be hidden before', async () => {
    const { page, context } = await lane.open({ as: 'aurora' });
    await page.clock.install();
    await page.goto('/carrier-manager');
    const welcome = page.getByText('Welcome to Maple Ship, Priya.');
    await welcome.waitFor();
    await page.clock.runFor(70_000);
    expect(await welcome.isVisible()).toBe(true);
    await page.clock.runFor(10_500);
    await welcome.waitFor({ state: 'detached' });
    await context.close();

    const { page: other, context: second } = await lane.open({ as: 'aurora' });
    await other.goto('/carrier-manager');
    await other.getByRole('button', { name: 'Hide the welcome' }).click();
    await other.getByText('Welcome to Maple Ship, Priya.').waitFor({ state: 'detached' });
    await menu(other).getByRole('link', { name: 'Import' }).click();
    await other.getByRole('heading', { name: 'Import orders' }).waitFor();
    expect(await other.getByText('Welcome to Maple Ship, Priya.').count()).toBe(0);
    await second.close();
  });
});

describe('every public route', () => {
  const PUBLIC: readonly (readonly [path: string, title: string, indexed: boolean])[] = [
    ['/auth/login', 'Sign in', true],
    ['/otp/verify', 'Verify your account', false],
    ['/email-verification/nobody/nothing', 'Verify your account', false],
    ['/auth/register', 'Open an account', true],
    ['/auth/forget-password', 'Forgotten password', false],
    ['/auth/reset-password', 'New password', false],
    ['/auth/signin-signup', 'Sign in or open an account', true],
    ['/auth/lock-screen', 'Locked', false],
    ['/auth/logout', 'Signed out', false],
    ['/landing', 'Welcome', true],
    ['/maintenance', 'Maintenance', false],
    ['/error-404', 'Page not found', false],
    ['/error-500', 'Error on our side', false],
    ['/error-500-two', 'The service does not answer', false],
    ['/upcoming', 'Coming soon', false],
    ['/error', 'Error', false],
    ['/mail/outbox', 'Outbox', false],
  ];
  it('exists with its title and its head, in both franchises’ brands', async () => {
    for (const [host, brand] of [
      ['localhost', 'Maple Ship'],
      ['north.localhost', 'North Parcel'],
    ] as const) {
      const { page, context } = await lane.open({ host });
      for (const [path, title, indexed] of PUBLIC) {
        await page.goto(path);
        await expect.poll(() => page.title(), { message: path }).toBe(`${title} | ${brand}`);
        expect(pathOf(page), path).toBe(path);
        await page.locator('h1').first().waitFor();
        const head = await page.evaluate(() => ({
          titles: document.head.querySelectorAll('title').length,
          meta: Object.fromEntries(
            [...document.querySelectorAll<HTMLMetaElement>('meta[name], meta[property]')].map((meta) => [
              meta.name || (meta.getAttribute('property') ?? ''),
              meta.content,
            ]),
          ),
          canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
          alternates: [...document.querySelectorAll<HTMLLinkElement>('link[rel=alternate]')].map(
            (link) => link.hreflang,
          ),
        }));
        const address = lane.origin(host) + path;
        expect(head.titles, path).toBe(1);
        expect(head.meta['description'], path).toMatch(/.{10,}/);
        expect(head.meta['keywords'], path).toContain('shipping');
        expect(head.meta['robots'], path).toBe(indexed ? 'index, follow' : 'noindex, nofollow');
        expect(head.canonical, path).toBe(address);
        expect(head.alternates, path).toEqual(['en-CA', 'fr-CA']);
        expect(head.meta, path).toMatchObject({
          'og:title': `${title} | ${brand}`,
          'og:type': 'website',
          'og:url': address,
          'twitter:card': 'summary',
        });
      }
      await context.close();
    }
  });

  it('any other path leads to sign-in, and back to where somebody wanted to go', async () => {
    const { page, context } = await lane.open();
    await page.goto('/connect-marketplace/100002');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/user-manager');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/user-manager');
    await context.close();
  });

  it('pages inside are titled "{page} | {brand}" and are not for search engines', async () => {
    const { page, context } = await lane.open({ as: 'aurora' });
    for (const [path, title] of [
      ['/user-manager', 'People'],
      ['/user/role-and-permissions', 'Roles and permissions'],
      ['/account/audit', 'Audit log'],
      ['/ecommerce/orders/import', 'Import orders'],
      ['/carrier-manager', 'Carriers'],
      ['/account/settings', 'Profile'],
    ] as const) {
      await page.goto(path);
      await expect.poll(() => page.title(), { message: path }).toBe(`${title} | Maple Ship`);
      expect(await page.locator('meta[name=robots]').getAttribute('content'), path).toBe('noindex, nofollow');
      expect(await page.locator('meta[name=description]').getAttribute('content'), path).toMatch(/.{20,}/);
    }
    await context.close();
  });
});
