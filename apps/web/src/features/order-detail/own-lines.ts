/** Lines of an order of one's own, as they are typed and as they are split off. */
import type { OrderItemDto } from '@scanship/contracts/orders/orders';
import { toDecimal } from '@scanship/domain/money/money';
import { fromGrams, type WeightUnit } from '@scanship/domain/values/measure';
import type { ItemDraft } from '../orders/model/item-drafts.ts';

type Line = Pick<
  OrderItemDto,
  'line' | 'title' | 'sku' | 'quantity' | 'unitPrice' | 'weightGrams' | 'hsCode' | 'originCountry'
>;

/** A draft's key is the number of its line. A line of which nothing is left is kept for its shipments alone. */
export const draftsOfLines = (items: readonly Line[], unit: WeightUnit): readonly ItemDraft[] =>
  items
    .filter(({ quantity }) => quantity > 0)
    .map((item) => ({
      key: item.line,
      title: item.title,
      sku: item.sku ?? '',
      quantity: String(item.quantity),
      price: toDecimal(item.unitPrice),
      // Two units of one gram would be written alike with fewer digits.
      weight: item.weightGrams === null ? '' : String(fromGrams(item.weightGrams, unit, 4)),
      hsCode: item.hsCode ?? '',
      origin: item.originCountry ?? '',
    }));

type Splittable = Pick<OrderItemDto, 'line' | 'quantity' | 'allocated' | 'cancelled'>;

/** Units that no label holds. */
export const openUnits = (item: Splittable): number => Math.max(0, item.quantity - item.cancelled - item.allocated);

export interface ReadSplit {
  readonly items: readonly { readonly line: number; readonly quantity: number }[];
  /** Lines whose quantity is no number between nothing and what is open. */
  readonly wrong: ReadonlySet<number>;
  /** Nothing would stay in the order. */
  readonly whole: boolean;
}

/** @param typed by line; empty: nothing of it */
export function readSplit(items: readonly Splittable[], typed: Readonly<Record<number, string>>): ReadSplit {
  const wrong = new Set<number>();
  const moved = items.flatMap((item) => {
    const text = (typed[item.line] ?? '').trim();
    if (text === '' || text === '0') return [];
    const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (quantity < 1 || quantity > openUnits(item)) {
      wrong.add(item.line);
      return [];
    }
    return [{ line: item.line, quantity }];
  });
  const wanted = items.reduce((n, item) => n + item.quantity - item.cancelled, 0);
  return { items: moved, wrong, whole: moved.reduce((n, { quantity }) => n + quantity, 0) >= wanted };
}
