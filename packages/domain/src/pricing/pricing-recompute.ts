/**
 * A price worked out again from what was kept with it: the lines the seller was quoted, the facts that decided which rules
 * were for it, and the rules that were applied. Any past invoice comes out to the cent, and the same facts tell what the
 * price would have been under other rules.
 */
import type { Json } from '../values/json.ts';
import { splitPrice } from '../money/ledger.ts';
import { type Money, money } from '../money/money.ts';
import { type Book, type MarkupRule, priceChain, type PricedPurchase } from './pricing.ts';
import type { PriceLine } from '../shipping/shipment.ts';

/** One purchase as its seller keeps it. */
export interface KeptSale {
  readonly currency: string;
  readonly purchase: PricedPurchase;
  /** The list price that was known; 0: the carrier named none; undefined: it was not kept then. */
  readonly listMinor?: number | undefined;
  /** What the whole shipment was quoted to the seller at. */
  readonly costLines: readonly PriceLine[];
  /** Share of the shipment that this purchase is, from 1, and the weights its price is shared by. */
  readonly piece: number;
  readonly weights: readonly number[];
}

export interface Recomputed {
  readonly price: Money;
  readonly lines: readonly PriceLine[];
  /** Rules that were applied, in order. */
  readonly ruleIds: readonly string[];
}

/** The price of one purchase under rules whose amounts are in its currency. Pure; the seller's own book alone. */
export function priceUnder(sale: KeptSale, rules: readonly MarkupRule[]): Recomputed {
  const [book] = priceChain(sale.costLines, sale.currency, sale.purchase, [{ tenant: '', rules }]);
  if (!book) throw new RangeError('a chain of one level has one book');
  return { ...shareOf(book, sale), ruleIds: book.ruleIds };
}

function shareOf(book: Book, { piece, weights }: KeptSale): { price: Money; lines: readonly PriceLine[] } {
  if (weights.length <= 1) return { price: book.price, lines: book.priceLines };
  const part = splitPrice(book.price, book.priceLines, weights)[piece - 1];
  if (!part) throw new RangeError(`a shipment of ${weights.length} pieces has no piece ${piece}`);
  return part;
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const whole = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

/**
 * The price that was made, from the rules that made it. An applied rule is its id, or its id with the amounts it had in the
 * price's currency (`fixed`, `floor`, `cap`, minor units) where they were converted.
 * @param ruleOf a stored rule; rules are never changed or removed
 * @returns undefined when a rule is not known
 */
export function recompute(
  sale: KeptSale,
  applied: readonly Json[],
  ruleOf: (id: string) => MarkupRule | undefined,
): Recomputed | undefined {
  const rules: MarkupRule[] = [];
  for (const [index, one] of applied.entries()) {
    const id = isObject(one) ? one['id'] : one;
    const rule = typeof id === 'string' ? ruleOf(id) : undefined;
    if (!rule) return undefined;
    rules.push({
      ...rule,
      position: index,
      ...(isObject(one) && {
        fixedMinor: whole(one['fixed']) ?? 0,
        floorMinor: whole(one['floor']),
        capMinor: whole(one['cap']),
      }),
    });
  }
  return priceUnder(sale, rules);
}

/** Amount of the lines before taxes. */
export const beforeTaxes = (lines: readonly PriceLine[], currency: string): Money =>
  money(
    lines.reduce((total, line) => (line.kind === 'tax' ? total : total + line.amount.minor), 0),
    currency,
  );
