/** No silent failure (ux.md line 40): each says what happened, what to do and a reference, and takes nothing away. */
import { getOrder } from '@scanship/contracts/orders/orders';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, panelOf, pathOf, previewOf, ratesComplete } from '../support/screens.ts';

let lane: Lane;
let page: Page;

beforeAll(async () => {
  lane = await openLane();
  await lane.addOrder('boreal', orderTo('ERR-1'));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

async function openList(): Promise<void> {
  ({ page } = await lane.open({ as: 'boreal' }));
  await page.goto('/ecommerce/orders');
  await page.getByRole('button', { name: 'ERR-1', exact: true }).waitFor();
}

const toasts = () => page.locator('.toast').filter({ visible: true });

/** Answers the next calls of packing slips as told, in place of the server. */
const slipsFailWith = (how: (route: Route) => Promise<void>) => page.route('**/api/shipment/packing-slip', how);
const envelope = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ data: null, ...body }) });

async function askForSlips(): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'Select order ERR-1' });
  if (!(await box.isChecked())) await box.check();
  await page.getByRole('button', { name: 'Download Package Slip' }).click();
}

describe('one message for each failure', () => {
  beforeAll(openList);
  afterAll(() => page.context().close());

  it.each<[string, (route: Route) => Promise<void>, string]>([
    [
      '400 with the server’s own words',
      envelope(400, {
        code: 'bad_request',
        errorMessage: 'This paper size is not known.',
        advice: 'Choose letter or A4.',
        reference: 'req-400',
      }),
      'This paper size is not known. Choose letter or A4. (req-400)',
    ],
    ['400 without words', (route) => route.fulfill({ status: 400, body: '' }), 'Bad Request'],
    [
      '409',
      envelope(409, {
        code: 'stale_version',
        errorMessage: 'Somebody changed this meanwhile.',
        advice: 'Look at the new version and repeat your change.',
        reference: 'req-409',
      }),
      'Somebody changed this meanwhile. Look at the new version and repeat your change. (req-409)',
    ],
    [
      '500',
      envelope(500, {
        code: 'internal',
        errorMessage: 'Something went wrong on our side.',
        advice: 'Try again. If it stays, quote the reference to support.',
        reference: 'req-500',
      }),
      'Something went wrong on our side. Try again. If it stays, quote the reference to support. (req-500)',
    ],
    [
      'a proxy’s page with 502',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      'Request failed with status code 502',
    ],
    [
      'no network',
      (route) => route.abort('connectionrefused'),
      'Network Error Check the connection and try again; nothing you typed is lost.',
    ],
  ])('%s', async (_name, how, sentence) => {
    await slipsFailWith(how);
    await askForSlips();
    await toasts().first().waitFor();
    expect((await toasts().innerText()).replaceAll(/\s+/g, ' ').trim()).toBe(sentence);
    expect(await toasts().getAttribute('role')).toBe('alert');
    // The session and the choice are kept: none of these says anything about them.
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeTruthy();
    expect(await page.getByRole('checkbox', { name: 'Select order ERR-1' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await toasts().waitFor({ state: 'detached' });
    await page.unroute('**/api/shipment/packing-slip');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Package Slip' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('PackingSlip.pdf');
  });
});

it('the reading of a file is stopped by who chose it', async () => {
  ({ page } = await lane.open({ as: 'boreal' }));
  await page.route('**/api/orders/import', () => undefined);
  await page.goto('/ecommerce/orders/import');
  await page.getByTestId('file-input').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Order Number,Name\n1,Zoé\n'),
  });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Request Canceled.', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.context().close();
});

describe('in its place', () => {
  beforeEach(openList);
  afterEach(() => page.context().close());

  it('the same sentence is not said again within six seconds, and is afterwards', async () => {
    await page.clock.install();
    await slipsFailWith((route) => route.fulfill({ status: 400, body: '' }));
    await askForSlips();
    await toasts().first().waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.clock.runFor(1500);
    await expect.poll(() => toasts().count()).toBe(0);
    const again = async (): Promise<void> => {
      const answered = page.waitForResponse((r) => r.url().endsWith('/packing-slip'));
      await page.getByRole('button', { name: 'Download Package Slip' }).click();
      await answered;
    };
    await again();
    await page.clock.runFor(500);
    expect(await toasts().count()).toBe(0);
    await page.clock.runFor(5000);
    await again();
    await expect.poll(() => toasts().count()).toBe(1);
  });

  it('a list that cannot be had says so in its place, with a reference and a way to try again', async () => {
    const failing = envelope(500, {
      code: 'internal',
      errorMessage: 'Something went wrong on our side.',
      advice: 'Try again. If it stays, quote the reference to support.',
      reference: 'req-list',
    });
    await page.route('**/api/orders/all*', failing);
    await page.goto('/ecommerce/orders?tab=unfulfilled');
    const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong on our side.' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('req-list');
    await page.unroute('**/api/orders/all*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'ERR-1', exact: true }).waitFor();
  });

  it('a purchase without a clear answer says so with a reference, and pressing again buys one label', async () => {
    const order = await lane.addOrder('boreal', orderTo('ERR-BUY'));
    await page.setViewportSize({ width: 1500, height: 860 });
    await page.goto(`/ecommerce/orders?order=${order.id}`);
    await ratesComplete(page);
    const failing = { code: 'internal', errorMessage: 'Something went wrong on our side.', reference: 'req-buy' };
    // The server does it; its answer is lost and a 500 arrives in its place.
    await page.route('**/api/shipment/create', async (route) => {
      await route.fetch();
      await envelope(500, failing)(route);
    });
    await buyButton(page).click();
    const alert = panelOf(page).getByRole('alert').filter({ hasText: 'Something went wrong on our side.' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('req-buy');
    await panelOf(page).getByText('never buys twice').waitFor();
    await page.unroute('**/api/shipment/create');
    await panelOf(page).getByRole('button', { name: 'Check again' }).click();
    await previewOf(page).waitFor();
    const { shipments } = await (await lane.seller('boreal')).must(getOrder, { params: { id: order.id } });
    expect(shipments.flatMap((shipment) => shipment.parcels).length).toBe(1);
  });

  it('a change somebody else was faster with is refused, and nothing of it is lost', async () => {
    const order = await lane.addOrder('boreal', orderTo('ERR-2'));
    const { page: other, context } = await lane.open({ as: 'boreal' });
    for (const on of [page, other]) {
      await on.goto(`/ecommerce/order/${order.id}`);
      await panelOf(on).getByRole('button', { name: 'Edit address' }).click();
      await on
        .getByRole('dialog')
        .getByLabel('Address', { exact: true })
        .fill(on === page ? '90 Harbour St' : '92 Harbour St');
    }
    await other.getByRole('button', { name: 'Save address' }).click();
    await other.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save address' }).click();
    await page.getByText('Somebody changed this meanwhile.').first().waitFor();
    expect(await panelOf(page).getByRole('region', { name: 'Ship to' }).innerText()).not.toContain('90 Harbour St');
    await expect.poll(() => page.locator('body').innerText()).toContain('92 Harbour St');
    await context.close();
  });

  it('so is one of an address that was read again beside the open dialog; both are shown, and the second press decides', async () => {
    const order = await lane.addOrder('boreal', orderTo('ERR-3'));
    const { page: other, context } = await lane.open({ as: 'boreal' });
    for (const on of [page, other]) {
      await on.goto(`/ecommerce/order/${order.id}`);
      await panelOf(on).getByRole('button', { name: 'Edit address' }).click();
    }
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address', { exact: true }).fill('90 Harbour St');
    await other.getByRole('dialog').getByLabel('Address', { exact: true }).fill('94 Harbour St');
    await other.getByRole('button', { name: 'Save address' }).click();
    await other.getByRole('dialog').waitFor({ state: 'hidden' });
    // Whoever comes back to a tab a minute later has its page read again, behind the dialog too.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => page.locator('body').innerText()).toContain('94 Harbour St');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await dialog.getByText('Somebody changed this order meanwhile.').waitFor();
    expect(await dialog.innerText()).toContain('94 Harbour St');
    await dialog.getByRole('button', { name: 'Save address' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => panelOf(page).getByRole('region', { name: 'Ship to' }).innerText())
      .toContain('90 Harbour St');
    await context.close();
  });
});

describe('the end of a session', () => {
  beforeEach(openList);
  afterEach(() => page.context().close());

  it('"Session expired" signs out and comes back to the same address afterwards', async () => {
    await page.goto('/ecommerce/orders?tab=unfulfilled&size=50');
    await page.getByRole('button', { name: 'ERR-1', exact: true }).waitFor();
    await slipsFailWith(
      envelope(401, {
        code: 'session_expired',
        errorMessage: 'Session expired',
        advice: 'Sign in again; what you typed is kept.',
        reference: 'req-401',
      }),
    );
    await askForSlips();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await toasts().innerText()).toContain('Session expired');
    expect(
      await page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('refresh_token')]),
    ).toEqual([null, null]);
    await page.unroute('**/api/shipment/packing-slip');
    await page.getByLabel('User name or e-mail').fill('boreal');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'ERR-1', exact: true }).waitFor();
    expect(pathOf(page)).toBe('/ecommerce/orders?tab=unfulfilled&size=50');
  });

  it('a real one, ended elsewhere, does the same with nothing pressed', async () => {
    await page
      .getByRole('navigation', { name: 'Order status' })
      .getByRole('link', { name: /^Fulfilled/ })
      .click();
    await page.waitForURL(/tab=fulfilled/);
    // Signed out by the server's own book, not by this browser; the page hears of it.
    await page.evaluate(() => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      // Not waited for: the page may be gone before its answer.
      void fetch('/api/user/logout', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('auth_token')}`,
          'x-xsrf-token': decodeURIComponent(xsrf),
          'x-drawn-for': localStorage.getItem('principal') ?? '',
        },
      });
    });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await toasts().innerText()).toMatch(/Session expired|Unauthorized access/);
    expect(new URL(page.url()).searchParams.get('redirect')).toContain('tab=fulfilled');
  });

  it('ten tabs whose access token has expired stay signed in, with one refresh', async () => {
    // The server has moved on to another access token: the one in storage is answered as expired.
    await page.evaluate(async () => {
      const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const answer = await fetch('/api/user/refresh', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('refresh_token')}`,
          'x-xsrf-token': decodeURIComponent(xsrf),
        },
      });
      const { data } = (await answer.json()) as { data: { refreshToken: string } };
      localStorage.setItem('refresh_token', data.refreshToken);
    });
    const context = page.context();
    let refreshes = 0;
    let expired = 0;
    context.on('response', (response) => {
      if (response.url().endsWith('/api/user/refresh')) refreshes += 1;
      if (response.status() === 401) expired += 1;
    });
    const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
    await Promise.all(tabs.map((tab) => tab.goto('/ecommerce/orders')));
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'ERR-1', exact: true }).waitFor()));
    expect(expired).toBeGreaterThan(0);
    expect(refreshes).toBe(1);
  });
});

describe('before anything can be shown', () => {
  it('maintenance, in neutral words, which tries again by itself and leads back', async () => {
    const { page: fresh, context } = await lane.open();
    await fresh.clock.install();
    await fresh.route('**/api/master/ui-init*', (route) => route.abort('connectionrefused'));
    await fresh.goto('/');
    await fresh.getByRole('heading', { name: 'We will be right back' }).waitFor();
    expect(await fresh.title()).toBe('Shipping Label Management System');
    expect(await fresh.locator('body').innerText()).not.toContain('Maple');
    // Waited for to its end: taking the barrier away under a running request would let it through.
    const failed = fresh.waitForEvent('requestfailed', (request) => request.url().includes('/api/master/ui-init'));
    await fresh.clock.runFor(11_000);
    await failed;
    await fresh.unroute('**/api/master/ui-init*');
    await fresh.getByRole('button', { name: 'Try again now' }).click();
    await fresh.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('a signed-in person whose profile cannot be had keeps the session and may try again', async () => {
    await openList();
    await page.route('**/api/profile/me', (route) => route.abort('connectionrefused'));
    await page.goto('/ecommerce/orders');
    const alert = page.getByRole('alert').filter({ hasText: 'Network Error' });
    await alert.waitFor();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeTruthy();
    await page.unroute('**/api/profile/me');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'ERR-1', exact: true }).waitFor();
    // The router notes on the console what it shows on the page.
    for (const complaint of lane.complaints()) expect(complaint).toContain('TransportError: Network Error');
  });

  it('an address nobody knows leads to the first page, one without the right to the same', async () => {
    for (const path of ['/no/such/page', '/customer/carriers']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard');
    }
    await page.goto('/ecommerce/order/01a1fe95-0000-7000-8000-000000000000');
    await page.getByRole('alert').getByText('This was not found.').waitFor();
  });
});
