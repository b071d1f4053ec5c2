/** The scale beside the weight of a parcel, with a device of WebHID that says what the test tells it. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { orderTo } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { buyButton, openFields, panelOf } from '../support/screens.ts';

let lane: Lane;
let page: Page;
beforeAll(async () => {
  lane = await openLane();
  let context: BrowserContext;
  ({ page, context } = await lane.open({ as: 'boreal', width: 1500, height: 1000 }));
  await plugIn(context);
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/**
 * A scale on USB: reports come twenty times a second while it is open, and are the bytes in `data-scale` of the document. It
 * is known to the site only after it was asked for as the browser wants it: from a press, by the usage page of scales.
 */
async function plugIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const listeners = new Set<(report: { data: DataView }) => void>();
    const told = () => document.documentElement.dataset;
    let sending: number | undefined;
    const scale = {
      opened: false,
      collections: [{ usagePage: 0x8d }],
      open: async () => {
        scale.opened = true;
        sending = window.setInterval(() => {
          const data = new DataView(Uint8Array.from((told().scale ?? '').split(',').map(Number)).buffer);
          for (const listener of listeners) listener({ data });
        }, 50);
      },
      close: async () => {
        scale.opened = false;
        window.clearInterval(sending);
      },
      addEventListener: (_: string, listener: (report: { data: DataView }) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (report: { data: DataView }) => void) => listeners.delete(listener),
    };
    Object.defineProperty(navigator, 'hid', {
      value: {
        getDevices: async () => (told().scaleAsked ? [scale] : []),
        requestDevice: async (options: { filters: { usagePage: number }[] }) => {
          if (!navigator.userActivation.isActive) throw new DOMException('No user gesture', 'SecurityError');
          if (options.filters[0]?.usagePage !== 0x8d) return [];
          told().scaleAsked = `${told().scaleAsked ?? ''}x`;
          return [scale];
        },
      },
    });
  });
}
/** Status (3 in motion, 4 stable), then grams as a scale sends them. */
const says = (status: number, grams: number): Promise<void> =>
  page.evaluate(
    (bytes) => {
      document.documentElement.dataset.scale = bytes;
    },
    [status, 2, 0, grams & 0xff, grams >> 8].join(','),
  );
const timesAsked = (): Promise<number> =>
  page.evaluate(() => (document.documentElement.dataset.scaleAsked ?? '').length);

it('a stable weight is taken, one in motion changes nothing, and one that is far off warns and blocks nothing', async () => {
  const order = await lane.addOrder(
    'boreal',
    orderTo('SCALE-1', {
      items: [{ sku: 'LAMP', title: 'Head lamp', quantity: 1, unitPriceMinor: 6200, weightGrams: 1200 }],
    }),
  );
  await page.goto(`/ecommerce/order/${order.id}`);
  const panel = panelOf(page);
  await openFields(panel);
  const weight = panel.getByLabel('Weight', { exact: true });
  // Sizes of one's own are those of no box with a weight.
  for (const side of ['Length', 'Width', 'Height']) await panel.getByLabel(side, { exact: true }).fill('20');
  await expect.poll(() => weight.inputValue()).toBe('1.2');

  await says(4, 1234);
  const button = panel.getByRole('button', { name: 'Read the scale' });
  await button.click();
  await expect.poll(() => weight.inputValue()).toBe('1.234');
  await panel.getByText('Weighed on the scale.').waitFor();

  await says(3, 5000);
  await page.keyboard.press('c');
  await panel.getByRole('alert').filter({ hasText: 'The scale is not stable.' }).waitFor();
  expect(await weight.inputValue()).toBe('1.234');

  await page.keyboard.press('?');
  const sheet = page.getByTestId('shortcut-sheet');
  await sheet.getByText('Read the scale').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });

  await says(4, 2000);
  await weight.press('c');
  await expect.poll(() => weight.inputValue()).toBe('2');
  const warning = panel.getByRole('alert').filter({ hasText: 'The scale says' });
  await warning.waitFor();
  expect((await warning.innerText()).replaceAll('\u00a0', ' ')).toBe(
    'The scale says 2 kg, but the items and the box should weigh 1.2 kg. Check that the right items are in the parcel.',
  );
  await buyButton(page).waitFor();
  expect(await timesAsked()).toBe(1);
});
