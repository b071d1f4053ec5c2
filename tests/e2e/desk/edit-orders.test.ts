/** Weight, customs facts, hold, ship date and service of three orders at once: typed, looked at, done, taken back; in both languages. */
import { getOrder } from '@scanship/contracts/orders/orders';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';

const WORDS = {
  'en-CA': {
    search: 'Search',
    more: 'More',
    action: 'Edit details',
    weight: 'Weight of one',
    hsCode: 'HS code',
    box: 'Box',
    look: 'Look first',
    will: '3 orders will change.',
    change: 'Change 3 orders',
    done: '3 orders changed.',
    undo: 'Undo',
    back: '3 orders are as they were before.',
    wrong: '6 to 12 digits.',
  },
  'fr-CA': {
    search: 'Rechercher',
    more: 'Plus',
    action: 'Modifier les détails',
    weight: 'Poids unitaire',
    hsCode: 'Code SH',
    box: 'Boîte',
    look: 'Voir l’effet',
    will: '3 commandes changeront.',
    change: 'Modifier 3 commandes',
    done: '3 commandes modifiées.',
    undo: 'Rétablir',
    back: '3 commandes sont comme avant.',
    wrong: 'De 6 à 12 chiffres.',
  },
} as const;

let lane: Lane;
const ids = new Map<string, string[]>();

beforeAll(async () => {
  lane = await openLane();
  for (const locale of ['en-CA', 'fr-CA'])
    for (const at of [1, 2, 3]) {
      const { id } = await lane.addOrder('aurora', orderTo(`EDIT-${locale.slice(0, 2)}-${at}`));
      ids.set(locale, [...(ids.get(locale) ?? []), id]);
    }
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** Weight and HS code of the first line of each order. */
async function factsOf(locale: string): Promise<readonly (readonly [number | null, string | null])[]> {
  const seller = await lane.seller('aurora');
  const orders = await Promise.all((ids.get(locale) ?? []).map((id) => seller.must(getOrder, { params: { id } })));
  return orders.map(({ items }) => [items[0]?.weightGrams ?? null, items[0]?.hsCode ?? null] as const);
}

async function chooseThree(page: Page, locale: keyof typeof WORDS): Promise<void> {
  const names = [1, 2, 3].map((at) => `EDIT-${locale.slice(0, 2)}-${at}`);
  const [first = ''] = names;
  await page.goto('/ecommerce/orders');
  await page.locator(`tbody tr[data-order="${first}"]`).waitFor();
  for (const name of names) {
    const row = page.locator(`tbody tr[data-order="${name}"]`);
    await row.getByRole('checkbox').check();
  }
}

describe.each(['en-CA', 'fr-CA'] as const)('an edit of three orders, %s', (locale) => {
  const words = WORDS[locale];

  it('is looked at, done and taken back', async () => {
    const before = await factsOf(locale);
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await chooseThree(page, locale);
    await page.locator('.bulk').getByRole('button', { name: words.more, exact: true }).click();
    await page.getByRole('menuitem', { name: words.action }).click();
    const dialog = page.getByRole('dialog', { name: words.action });
    await dialog.getByLabel(words.weight, { exact: true }).fill('1.25');
    await dialog.getByLabel(words.hsCode, { exact: true }).fill('12');
    await dialog.getByRole('button', { name: words.look }).click();
    await dialog.getByText(words.wrong).waitFor();
    await dialog.getByLabel(words.hsCode, { exact: true }).fill('7323.93');
    await dialog.getByRole('button', { name: words.look }).click();
    const preview = dialog.getByTestId('edit-preview');
    await preview.getByText(words.will).waitFor();
    await preview
      .getByText(/0[.,]38.kg → 1[.,]25.kg/)
      .first()
      .waitFor();
    await preview.getByText('→ 732393').first().waitFor();
    expect(await factsOf(locale)).toEqual(before);
    await dialog.getByRole('button', { name: words.change }).click();
    const outcome = page.getByTestId('outcome');
    await outcome.getByText(words.done).waitFor();
    expect(await factsOf(locale)).toEqual(Array.from({ length: 3 }, () => [1250, '732393']));
    await outcome.getByRole('button', { name: words.undo }).click();
    await outcome.getByText(words.back).waitFor();
    expect(await factsOf(locale)).toEqual(before);
    await page.close();
  });
});
