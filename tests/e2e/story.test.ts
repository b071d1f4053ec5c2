/** The main job as a stranger does it: from the sign-in page of a brand to a printed label, and back again. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { printedPages } from '../support/label-codes.ts';
import { type Lane, openLane } from '../support/lane.ts';
import {
  fillParcel,
  openPanel,
  panelOf,
  pathOf,
  previewOf,
  ratesComplete,
  ratesOf,
  savePreview,
  trackingOf,
} from '../support/screens.ts';

/** Accents, two lines of one order, an order abroad, a row without a country and one with a bad quantity. */
const ORDERS_CSV = `\uFEFFNo de commande,Client,Street,Town,Prov,Postal,Country,SKU,Product,Qty,Price,Weight kg
Z-100,Zoé Gagnon,1200 Rue Sherbrooke O,Montréal,QC,H3G 1H9,CA,MUG-BLUE,Tasse émaillée,2,18.50,0.38
Z-100,Zoé Gagnon,1200 Rue Sherbrooke O,Montréal,QC,H3G 1H9,CA,TEA-EG,Thé Earl Grey,1,12.00,0.14
Z-101,François Côté,88 Harbour St,Toronto,ON,M5J 0C3,CA,BOOK-17,Guide des oiseaux,3,24.00,0.62
Z-102,Björn Ångström,410 22 St E,Saskatoon,SK,S7K 5T6,CA,TENT-2P,Two-person tent,1,389.00,2.45
Z-103,Nora Ünal,5 Elm St,Halifax,NS,B3J 1A1,CA,MUG-BLUE,Tasse émaillée,many,18.50,0.38
`;

let lane: Lane;
let page: Page;

beforeAll(async () => {
  lane = await openLane();
  ({ page } = await lane.open({ width: 1500 }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe('a stranger with the address and a sign-in', () => {
  it('sees nothing of any brand before this one has answered', async () => {
    const { page: early, context } = await lane.open();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await early.route('**/api/master/ui-init*', async (route) => {
      await held;
      await route.continue();
    });
    await early.goto('/auth/login');
    await early.getByRole('status').first().waitFor();
    const seen = await early.evaluate(() => ({
      title: document.title,
      text: document.body.innerText.trim(),
      pictures: document.images.length,
      colours: [...document.querySelectorAll('*')].flatMap((e) => {
        const style = getComputedStyle(e);
        return [style.backgroundColor, style.color, style.borderTopColor];
      }),
    }));
    expect(seen.title).toBe('Shipping Label Management System');
    expect(seen.text).toBe('');
    expect(seen.pictures).toBe(0);
    // Neither the built-in colour nor the tenant's: both are #24618f here.
    expect(seen.colours).not.toContain('rgb(36, 97, 143)');
    answer();
    await early.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await early.title()).toBe('Sign in | Maple Ship');
    await context.close();
  });

  it('meets the brand of this host on the sign-in page', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toBe('Sign in | Maple Ship');
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    expect(await button.evaluate((e) => getComputedStyle(e).backgroundColor)).toBe('rgb(36, 97, 143)');
    expect(await page.getByRole('img', { name: 'Maple Ship' }).count()).toBeGreaterThan(0);
  });

  it('is told what is wrong, then signs in', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Enter your user name or e-mail.').waitFor();
    await page.getByLabel('User name or e-mail').fill('corner');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('User name or password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    // The first page of a customer's people; from there the menu leads to the orders.
    await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    expect(await page.title()).toBe('Orders | Maple Ship');
  });

  it('brings orders in from a file, and sees every problem by its row first', async () => {
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { name: 'Import orders' }).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'commandes-été.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS_CSV) });

    // The columns' names are of no known shop: what was guessed may be changed, what is needed is asked for.
    await page.getByRole('columnheader', { name: 'Column of the file' }).waitFor();
    const meaning = (column: string) => page.getByLabel(`Meaning of ${column}`, { exact: true });
    await meaning('No de commande').selectOption('orderNumber');
    await meaning('Client').selectOption('name');
    await meaning('Street').selectOption('address1');
    await meaning('Town').selectOption('city');
    await meaning('Prov').selectOption('provinceCode');
    await meaning('Postal').selectOption('zipcode');
    await meaning('Country').selectOption('countryCode');
    await meaning('SKU').selectOption('sku');
    await meaning('Product').selectOption('title');
    await meaning('Qty').selectOption('quantity');
    await meaning('Price').selectOption('unitPrice');
    await meaning('Weight kg').selectOption('weight');
    await page.getByRole('button', { name: 'Check the file' }).click();

    const result = page.getByRole('list', { name: 'Result of the check' });
    await result.waitFor();
    expect((await result.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      '3 orders are ready 1 order has errors 0 orders exist already',
    );
    const table = (column: string) =>
      page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: column, exact: true }) });
    const problems = page.getByTestId('problem-groups').getByRole('listitem');
    expect(await problems.count()).toBe(1);
    expect(await problems.locator('summary').innerText()).toMatch(/^Error\s+1 row · Qty\s[\s\S]*(many|whole number)/);
    await problems.locator('summary').click();
    await problems.getByText('Rows: 6', { exact: true }).waitFor();
    const preview = table('Recipient').getByRole('row').filter({ hasText: 'Z-100' });
    expect(await preview.innerText()).toContain('Zoé Gagnon');
    expect(await preview.getByRole('cell').nth(2).innerText()).toBe('3');
    await page.getByRole('button', { name: 'Create only the 3 ready orders' }).click();
    await page.getByRole('heading', { name: '3 orders were created' }).waitFor();
    await page.getByText('1 order was left out.').waitFor();
  });

  it('finds them in the list as it opens by itself', async () => {
    await page.goto('/ecommerce/orders');
    await page.getByRole('grid', { name: 'Orders' }).waitFor();
    const rows = page.getByRole('grid', { name: 'Orders' }).locator('tbody').getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Z-103', exact: true }).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Order status' }).innerText()).toMatch(/Unfulfilled\s*3/);
  });
});

describe('rates and the label', () => {
  afterAll(async () => {
    for (const slug of ['testline-express', 'testline-ground']) await lane.simulators.clearFaults(slug);
  });

  it('arrive carrier by carrier: a slow one holds nobody up, a failing one says why and can be asked again', async () => {
    await lane.simulators.setFaults('testline-express', [{ kind: 'latency', route: 'rates', ms: 6000 }]);
    await lane.simulators.setFaults('testline-ground', [{ kind: 'drop-before-effect', route: 'rates' }]);
    const panel = await openPanel(page, 'Z-101');
    await fillParcel(panel);
    // At one and the same moment the quick one's price stands there and the slow one is still answering.
    await page.waitForFunction(() => {
      const rates = [...document.querySelectorAll('[data-testid="rate"]')].map((rate) => rate.textContent ?? '');
      return (
        rates.some((text) => text.includes('TestLine Post')) &&
        !rates.some((text) => text.includes('TestLine Express')) &&
        document.body.innerText.includes('TestLine Express (TEST) is still answering…')
      );
    });
    // The courier of the franchise needs nobody outside.
    await ratesOf(page).filter({ hasText: 'Maple' }).first().waitFor();

    const retry = panel.getByRole('button', { name: 'Ask TestLine Ground (TEST) again' });
    await retry.waitFor();
    const notice = panel.locator('.notice', { hasText: 'TestLine Ground (TEST)' });
    expect(await notice.innerText()).toMatch(/TestLine Ground \(TEST\)\s+\S+ .+\./);
    await ratesOf(page).filter({ hasText: 'TestLine Express' }).first().waitFor();
    await lane.simulators.clearFaults('testline-express');
    await lane.simulators.clearFaults('testline-ground');
    await retry.click();
    await ratesOf(page).filter({ hasText: 'TestLine Ground' }).first().waitFor();
    expect(await retry.count()).toBe(0);
    // Asking one again leaves the others where they were.
    expect(await ratesOf(page).filter({ hasText: 'TestLine Post' }).count()).toBeGreaterThan(0);
  });

  it('are sorted by price with the cheapest marked and chosen', async () => {
    await ratesComplete(page);
    const prices = await ratesOf(page).locator('.rate-price .strong').allInnerTexts();
    const others = panelOf(page).getByRole('rowgroup', { name: 'Other rates' }).getByTestId('rate');
    const numbers = (await others.locator('.rate-price .strong').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, '')),
    );
    expect(numbers.length).toBeGreaterThan(4);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const first = ratesOf(page).first();
    expect(await first.getByText('Cheapest').count()).toBe(1);
    expect(await first.getByRole('radio').isChecked()).toBe(true);
    expect(await panelOf(page).getByTestId('buy-total').innerText()).toBe(prices[0]);
  });

  it('one press buys the label, and the preview holds the very bytes to print', async () => {
    await panelOf(page).getByRole('button', { name: 'Buy label' }).click();
    const preview = previewOf(page);
    await preview.waitFor();
    expect(await preview.getByRole('heading').first().innerText()).toBe('Shipping Label Preview');
    const label = await savePreview(page);
    const pages = await printedPages(label.bytes);
    expect(pages.map((p) => p.size)).toEqual([[4, 6]]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    expect(pages[0]?.codes).toContain(await trackingOf(page));
    await panelOf(page).getByText('Fulfilled', { exact: true }).first().waitFor();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Order status' }).innerText())
      .toMatch(/\nFulfilled\s*1/);
  });

  it('prints the same bytes again without buying', async () => {
    const tracking = await trackingOf(page);
    await panelOf(page)
      .getByRole('button', { name: /^(Print|Reprint) label$/ })
      .click();
    await previewOf(page).waitFor();
    const again = await savePreview(page);
    expect((await printedPages(again.bytes))[0]?.codes).toContain(tracking);
    await previewOf(page).getByRole('button', { name: 'Close', exact: true }).click();
    await previewOf(page).waitFor({ state: 'hidden' });
    expect(await panelOf(page).getByTestId('shipment').count()).toBe(1);
    // The focus is back where the press was.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toMatch(/^(Print|Reprint) label$/);
  });

  it('shows the label in the viewer of the browser, where it has one', async () => {
    const { page: plain, context } = await lane.open({ as: 'corner', width: 1500, viewer: true });
    await plain.goto(pathOf(page));
    await panelOf(plain)
      .getByRole('button', { name: /^(Print|Reprint) label$/ })
      .click();
    await previewOf(plain).waitFor();
    // The browser from npm has none: it is the only one that may draw the pages here.
    const hasViewer = await plain.evaluate(() => navigator.pdfViewerEnabled);
    await previewOf(plain)
      .locator(hasViewer ? 'iframe[data-testid="pdf-frame"]' : 'canvas')
      .first()
      .waitFor();
    if (hasViewer) expect(await previewOf(plain).locator('iframe.print-frame').getAttribute('src')).toMatch(/^blob:/);
    await context.close();
  });

  it('draws the label itself where the browser shows no PDF files', async () => {
    const { page: plain, context } = await lane.open({ as: 'corner', width: 1500 });
    await context.addInitScript('Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => false })');
    await plain.goto(pathOf(page));
    await panelOf(plain)
      .getByRole('button', { name: /^(Print|Reprint) label$/ })
      .click();
    const drawn = previewOf(plain).locator('canvas').first();
    await drawn.waitFor();
    // 4 to 6, and with ink on it.
    const ink = (): Promise<number> =>
      drawn.evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const data = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return data.filter((value, at) => at % 4 === 0 && value < 100).length;
      });
    await expect.poll(ink).toBeGreaterThan(5000);
    const { width, height } = (await drawn.boundingBox()) ?? { width: 1, height: 0 };
    expect(height / width).toBeCloseTo(1.5, 2);
    await context.close();
  });

  it('is cancelled, and the order can be shipped again', async () => {
    await panelOf(page).getByRole('button', { name: 'Cancel label' }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this label?' })
      .getByRole('button', { name: 'Cancel the label' })
      .click();
    await panelOf(page).getByText('Unfulfilled', { exact: true }).first().waitFor();
    await panelOf(page).getByText('1 cancelled label').waitFor();
    expect(await page.getByRole('navigation', { name: 'Order status' }).innerText()).toMatch(/Unfulfilled\s*3/);
  });
});

describe('the other franchise', () => {
  it('shows its own brand on its own host', async () => {
    const { page: other, context } = await lane.open({ host: 'north.localhost' });
    await other.goto('/');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await other.title()).toBe('Sign in | North Parcel');
    const button = other.getByRole('button', { name: 'Sign in', exact: true });
    expect(await button.evaluate((e) => getComputedStyle(e).backgroundColor)).toBe('rgb(122, 46, 110)');
    expect(await other.getByText('Maple').count()).toBe(0);
    await context.close();
  });

  it('has people who cannot sign in here', async () => {
    const { page: here, context } = await lane.open();
    await here.goto('/auth/login');
    await here.getByLabel('User name or e-mail').fill('nordic');
    await here.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await here.keyboard.press('Enter');
    await here.getByRole('alert').getByText('User name or password is wrong.').waitFor();
    expect(await here.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    await context.close();
  });
});
