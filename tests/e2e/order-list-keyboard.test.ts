/** Shipping an order from the sign-in to the printed label without a mouse: every step is a key, and the focus is never lost. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, orderTo } from '../support/demo.ts';
import { tabTo } from '../support/keyboard.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, fillParcel, panelOf, previewOf, ratesComplete, ratesOf, SMALL_BOX } from '../support/screens.ts';

let lane: Lane;
let page: Page;

beforeAll(async () => {
  lane = await openLane();
  for (const number of ['KEY-1', 'KEY-2', 'KEY-3']) await lane.addOrder('aurora', orderTo(number));
  ({ page } = await lane.open({ host: 'localhost' }));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** What has the focus: the order of a row, a name, or a tag. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute('data-order') ?? at?.getAttribute('aria-label') ?? at?.tagName ?? 'nothing';
  });
const notLost = async (): Promise<void> => expect.poll(focused).not.toMatch(/^(BODY|HTML|nothing)$/);

describe('without a mouse', () => {
  it('signs in and opens the orders by the palette', async () => {
    await page.goto('/');
    const user = page.getByLabel('User name or e-mail');
    await tabTo(page, user);
    await page.keyboard.type('aurora');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await page.getByRole('grid', { name: 'Orders' }).waitFor();
  });

  it('finds the order, looks at it, and chooses it', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('KEY-2');
    await expect.poll(() => page.locator('tbody tr[data-order]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('KEY-2');
    await page.keyboard.press(' ');
    const look = page.getByTestId('order-preview');
    await look.getByRole('heading', { name: 'KEY-2' }).waitFor();
    await look.getByText('Enamel mug').waitFor();
    await expect.poll(focused).toBe('KEY-2');
    await page.keyboard.press(' ');
    await look.waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.getByText('1 order selected').waitFor();
    await expect.poll(focused).toBe('KEY-2');
  });

  it('opens the menu of the row by its key; Escape closes the top layer only', async () => {
    await page.keyboard.press('m');
    const menu = page.getByRole('menu', { name: 'Actions for order KEY-2' });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByText('1 order selected').waitFor();
    await notLost();
  });

  it('every key that a menu names is in the help sheet under the same name', async () => {
    await page.locator('tbody tr[data-order="KEY-2"]').press('m');
    const menu = page.getByRole('menu', { name: 'Actions for order KEY-2' });
    await menu.waitFor();
    const named = await menu.getByRole('menuitem').evaluateAll((items) =>
      items.flatMap((item) => {
        const key = item.querySelector('kbd')?.textContent;
        const name = item.querySelector('.mantine-Menu-itemLabel')?.firstChild?.textContent;
        return key && name ? [`${name}: ${key}`] : [];
      }),
    );
    expect(named.length).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    const sheet = page.getByTestId('shortcut-sheet');
    await sheet.waitFor();
    const listed = await sheet
      .locator('.row.between')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            `${row.firstElementChild?.textContent}: ${[...row.querySelectorAll('kbd')].map((k) => k.textContent).join('')}`,
        ),
      );
    expect(listed).toEqual(expect.arrayContaining(named));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await notLost();
  });

  it('rates, buys and prints', async () => {
    await page.locator('tbody tr[data-order="KEY-2"]').press('s');
    const panel = panelOf(page);
    await panel.getByRole('heading', { name: 'KEY-2' }).waitFor();
    await tabTo(page, panel.getByRole('button', { name: 'Edit parcel and options' }));
    await page.keyboard.press('Enter');
    for (const [label, text] of [
      ['Length', SMALL_BOX.length],
      ['Width', SMALL_BOX.width],
      ['Height', SMALL_BOX.height],
    ] as const) {
      await tabTo(page, panel.getByLabel(label, { exact: true }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    }
    await ratesOf(page).first().waitFor();
    await panel
      .getByText(/still answering…|Asking the carriers…/)
      .first()
      .waitFor({ state: 'detached' });
    const rate = ratesOf(page).first().getByRole('radio');
    await tabTo(page, rate, 'Tab');
    await page.keyboard.press(' ');
    await tabTo(page, panel.getByRole('button', { name: 'Buy label' }));
    await page.keyboard.press('Enter');
    await previewOf(page).waitFor();
    await notLost();
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
    await panel.getByTestId('shipment').first().locator('.tracking').first().waitFor();
    await notLost();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('KEY-2');
    await page.keyboard.press('p');
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
    await notLost();
  });
});

describe('keys act on the order that is open and marked', () => {
  const chosen = () => page.getByText(/orders? selected/);

  it('S ships the first; once its purchase took it out of the list E archives it alone, and N goes on below it', async () => {
    ({ page } = await lane.open({ as: 'aurora', width: 1480, height: 900 }));
    await page.goto('/ecommerce/orders?tab=unfulfilled&q=KEY-');
    const rows = page.locator('tbody tr[data-order]');
    await rows.first().waitFor();
    const numbers = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order')));
    expect(await numbers()).toEqual(['KEY-3', 'KEY-1']);
    // No row is marked: there is nothing to archive.
    await page.keyboard.press('e');
    await page.keyboard.press('s');
    const panel = panelOf(page);
    await panel.getByRole('heading', { name: 'KEY-3' }).waitFor();
    await fillParcel(panel);
    await ratesComplete(page);
    await ratesOf(page).first().getByRole('radio').check();
    await buyButton(page).click();
    await previewOf(page).waitFor();
    await page.keyboard.press('Escape');
    await previewOf(page).waitFor({ state: 'hidden' });
    await expect.poll(numbers).toEqual(['KEY-1']);
    await page.keyboard.press('e');
    await page.getByTestId('outcome').getByText('1 order archived.').waitFor();
    expect(await numbers()).toEqual(['KEY-1']);
    await page.getByTestId('outcome').getByRole('button', { name: 'Undo' }).click();
    await page.getByTestId('outcome').getByText('1 order restored.').waitFor();
    await page.keyboard.press('n');
    await panel.getByRole('heading', { name: 'KEY-1' }).waitFor();
    await expect.poll(focused).toBe('KEY-1');
  });

  it('what is typed while a dialog loads does nothing', async () => {
    let release = (): void => undefined;
    const typed = new Promise<void>((resolve) => (release = resolve));
    await page.route(/ActionHost-.*\.js/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.reload();
    await panelOf(page).getByRole('heading', { name: 'KEY-1' }).waitFor();
    await page.locator('tbody tr[data-order="KEY-1"]').getByRole('checkbox').focus();
    await page.keyboard.press('t');
    // A blank would press the box that has the focus.
    await page.keyboard.type('vi e');
    release();
    const dialog = page.getByRole('dialog', { name: 'Tag' });
    await dialog.getByText('Order KEY-1').waitFor();
    expect(await chosen().count()).toBe(0);
    // By key: the list of tags hangs over the button.
    await dialog.getByRole('button', { name: 'Leave unchanged' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('v');
    await chosen().waitFor();
  });

  it('nor does it go into the field that had the focus', async () => {
    let release = (): void => undefined;
    const typed = new Promise<void>((resolve) => (release = resolve));
    await page.route(/CommandPalette-.*\.js/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.reload();
    await panelOf(page).getByRole('heading', { name: 'KEY-1' }).waitFor();
    await page.keyboard.press('/');
    const search = page.locator('input:focus');
    const before = await search.inputValue();
    const field = await search.elementHandle();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lost');
    release();
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    expect(await field?.inputValue()).toBe(before);
    await page.keyboard.press('Escape');
  });
});
