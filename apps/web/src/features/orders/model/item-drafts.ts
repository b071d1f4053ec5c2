/** Lines of an order as they are typed, and as the server takes them. */
import type { ManualOrder } from '@scanship/contracts/orders/orders';
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { parseMoney } from '@scanship/domain/money/money';
import { parseDecimal } from '../../../lib/format.ts';

export interface ItemDraft {
  readonly key: number;
  readonly title: string;
  readonly sku: string;
  readonly quantity: string;
  readonly price: string;
  readonly weight: string;
  readonly hsCode: string;
  readonly origin: string;
}
export const emptyItem = (key: number): ItemDraft => ({
  key,
  title: '',
  sku: '',
  quantity: '1',
  price: '',
  weight: '',
  hsCode: '',
  origin: '',
});

export type ItemProblem = 'title' | 'quantity' | 'price' | 'weight' | 'hsCode' | 'origin';
export interface ReadItems {
  readonly items: ManualOrder['items'] | undefined;
  /** By place: "0.title". */
  readonly problems: Readonly<Record<string, ItemProblem>>;
}

export function readItems(drafts: readonly ItemDraft[], currency: string, unit: WeightUnit): ReadItems {
  const problems: Record<string, ItemProblem> = {};
  const items = drafts.map((d, i) => {
    const bad = (field: ItemProblem) => {
      problems[`${i}.${field}`] = field;
    };
    const quantity = /^\d{1,6}$/.test(d.quantity.trim()) ? Number(d.quantity) : 0;
    const price = d.price.trim() ? parseMoney(d.price, currency) : { minor: 0, currency };
    const weight = d.weight.trim() ? parseDecimal(d.weight) : null;
    const hsCode = d.hsCode.replaceAll(/[.\s]/g, '');
    const origin = d.origin.trim().toUpperCase();
    if (!d.title.trim()) bad('title');
    if (quantity < 1 || quantity > 100_000) bad('quantity');
    if (!price || price.minor < 0) bad('price');
    if (weight === undefined) bad('weight');
    if (hsCode && !/^\d{6,12}$/.test(hsCode)) bad('hsCode');
    if (origin && !/^[A-Z]{2}$/.test(origin)) bad('origin');
    return {
      title: d.title.trim(),
      sku: d.sku.trim() || null,
      quantity,
      unitPriceMinor: price?.minor ?? 0,
      weightGrams: weight ? toGrams(weight, unit) : null,
      hsCode: hsCode || null,
      originCountry: origin || null,
    };
  });
  return { items: Object.keys(problems).length === 0 ? items : undefined, problems };
}
