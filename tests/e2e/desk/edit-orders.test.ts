/** Weight, customs facts, hold, ship date and service of three orders at once: typed, looked at, done, taken back; in both languages. */
import { holdOrders } from '@scanship/contracts/orders/order-commands';
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
    holdUntil: 'Hold until',
    shipDate: 'Ship date',
    service: 'Requested service',
    day: 'Choose a day after today.',
    held: 'On hold until',
    release: 'Release',
    weight: 'Unit weight',
    hsCode: 'HS code',
    box: 'Box',
    look: 'Preview',
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
    holdUntil: 'En attente jusqu’au',
    shipDate: 'Date d’expédition',
    service: 'Service demandé',
    day: 'Choisissez un jour après aujourd’hui.',
    held: 'En attente jusqu’au',
    release: 'Libérer',
    weight: 'Poids unitaire',
    hsCode: 'Code SH',
    box: 'Boîte',
    look: 'Aperçu',
    will: '3 commandes changeront.',
    change: 'Modifier 3 commandes',
    done: '3 commandes modifiées.',
    undo: 'Annuler',
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

/** Hold, its day, ship date and requested service of each order. */
async function planOf(locale: string): Promise<readonly (readonly (string | null)[])[]> {
  const seller = await lane.seller('aurora');
  const orders = await Promise.all((ids.get(locale) ?? []).map((id) => seller.must(getOrder, { params: { id } })));
  return orders.map(({ hold, holdUntil, shipDate, requestedService }) => [hold, holdUntil, shipDate, requestedService]);
}

/** A day in the seller's zone. */
const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Toronto' });

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

  it('holds until a day and sets ship date and service, looked at first and taken back', async () => {
    const before = await planOf(locale);
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await chooseThree(page, locale);
    await page.locator('.bulk').getByRole('button', { name: words.more, exact: true }).click();
    await page.getByRole('menuitem', { name: words.action }).click();
    const dialog = page.getByRole('dialog', { name: words.action });
    const [today, soon, later] = [0, 3, 5].map(dayIn);
    await dialog.getByLabel(words.holdUntil, { exact: true }).fill(today ?? '');
    await dialog.getByRole('button', { name: words.look }).click();
    await dialog.getByText(words.day).waitFor();
    await dialog.getByLabel(words.holdUntil, { exact: true }).fill(soon ?? '');
    await dialog.getByLabel(words.shipDate, { exact: true }).fill(later ?? '');
    await dialog.getByLabel(words.service, { exact: true }).fill('Express');
    await dialog.getByRole('button', { name: words.look }).click();
    const preview = dialog.getByTestId('edit-preview');
    await preview.getByText(words.will).waitFor();
    await preview.getByText('→ Express').first().waitFor();
    expect(await planOf(locale)).toEqual(before);
    await dialog.getByRole('button', { name: words.change }).click();
    const outcome = page.getByTestId('outcome');
    await outcome.getByText(words.done).waitFor();
    expect(await planOf(locale)).toEqual(Array.from({ length: 3 }, () => ['manual', soon, later, 'Express']));
    const first = page.locator(`tbody tr[data-order="EDIT-${locale.slice(0, 2)}-1"]`);
    await first.getByText(words.held).first().waitFor();
    await outcome.getByRole('button', { name: words.undo }).click();
    await outcome.getByText(words.back).waitFor();
    expect(await planOf(locale)).toEqual(before);
    await expect.poll(() => first.getByText(words.held).count()).toBe(0);
    await page.close();
  });

  it('a held order says until when on its page and is released there', async () => {
    const [id = ''] = ids.get(locale) ?? [];
    const seller = await lane.seller('aurora');
    await seller.must(holdOrders, { body: { ids: [id], held: true, reason: 'Stock', until: dayIn(3) } });
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await page.goto(`/ecommerce/order/${id}`);
    const notice = page.getByRole('status').filter({ hasText: 'Stock' });
    await notice.getByText(words.held).waitFor();
    await notice.getByRole('button', { name: words.release }).click();
    await expect.poll(() => notice.count()).toBe(0);
    expect((await planOf(locale))[0]?.slice(0, 2)).toEqual([null, null]);
    await page.close();
  });
});
