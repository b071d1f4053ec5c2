/** An order of one's own: its items changed, and some of them split off; in both languages. */
import { getOrder } from '@scanship/contracts/orders/orders';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';

const WORDS = {
  'en-CA': {
    actions: 'Actions',
    change: 'Change items',
    quantity: 'Quantity',
    save: 'Save items',
    split: 'Split order',
    confirm: 'Split the order',
    leave: 'Leave at least one unit in this order.',
  },
  'fr-CA': {
    actions: 'Actions',
    change: 'Changer les articles',
    quantity: 'Quantité',
    save: 'Enregistrer les articles',
    split: 'Scinder la commande',
    confirm: 'Scinder la commande',
    leave: 'Laissez au moins une unité dans cette commande.',
  },
} as const;

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each(['en-CA', 'fr-CA'] as const)('items of an own order, %s', (locale) => {
  const words = WORDS[locale];

  it('are changed, and split off into an order with the number and "-1"', async () => {
    const number = `OWN-${locale.slice(0, 2)}`;
    const { id } = await lane.addOrder('aurora', orderTo(number));
    const seller = await lane.seller('aurora');
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await page.goto(`/ecommerce/order/${id}`);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: words.actions, exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      return page.getByRole('dialog').filter({ hasText: number });
    };
    const lines = await choose(words.change);
    await lines.getByLabel(words.quantity, { exact: true }).first().fill('4');
    await lines.getByRole('button', { name: words.save }).click();
    await expect.poll(async () => (await seller.must(getOrder, { params: { id } })).items[0]?.quantity).toBe(4);
    await lines.waitFor({ state: 'detached' });

    const parts = await choose(words.split);
    const first = parts.getByRole('textbox').first();
    await first.fill('4');
    const { items } = await seller.must(getOrder, { params: { id } });
    if (items.length === 1) await parts.getByText(words.leave).waitFor();
    await first.fill('3');
    await parts.getByRole('button', { name: words.confirm }).click();
    await page.getByRole('heading', { name: `${number}-1` }).waitFor();
    expect((await seller.must(getOrder, { params: { id } })).items[0]?.quantity).toBe(1);
    await page.close();
  });
});
