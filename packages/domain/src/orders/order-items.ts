/** What the lines of an order add up to: the short text of the list, its weight and its value. */
import { money, type Money } from '../money/money.ts';

export interface SummedItem {
  readonly sku?: string | null | undefined;
  readonly title: string;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly weightGrams?: number | null | undefined;
}

/** The longest summary the list keeps; more is shown in the detail. */
export const SUMMARY_LENGTH = 120;

/**
 * "2 × Blue mug, Plate +3": the lines by name, one unit without a number, and how many lines did not fit.
 * Lines whose every unit is cancelled are left out.
 */
export function itemSummary(items: readonly Pick<SummedItem, 'sku' | 'title' | 'quantity'>[]): string {
  const parts = items
    .filter((item) => item.quantity > 0)
    .map((item) => {
      const name = (item.title.trim() || item.sku?.trim()) ?? '';
      return item.quantity === 1 ? name : `${item.quantity} × ${name}`;
    });
  let text = '';
  for (const [index, part] of parts.entries()) {
    const left = parts.length - index - 1;
    const next = text === '' ? part : `${text}, ${part}`;
    const tail = left > 0 ? ` +${left}` : '';
    if (next.length + tail.length > SUMMARY_LENGTH) {
      if (text !== '') return `${text} +${left + 1}`;
      return `${shorten(part, SUMMARY_LENGTH - tail.length)}${tail}`;
    }
    text = next;
  }
  return text;
}

/** Cuts at a whole character (never within a surrogate pair) and marks the cut. */
function shorten(text: string, length: number): string {
  let cut = text.slice(0, length - 1);
  if (/[\uD800-\uDBFF]$/.test(cut)) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/**
 * Weight of all units in grams, or null when a line has no weight: a sum that leaves a line out would buy a label that
 * is too light. A weight of 0 counts as none.
 */
export function orderWeight(items: readonly Pick<SummedItem, 'quantity' | 'weightGrams'>[]): number | null {
  let total = 0;
  for (const item of items) {
    if (item.quantity === 0) continue;
    if (!item.weightGrams) return null;
    total += item.quantity * item.weightGrams;
  }
  return total === 0 || total > 2_147_483_647 ? null : total;
}

/** Value of all units. @throws RangeError when it is not a safe integer of minor units. */
export const orderTotal = (items: readonly Pick<SummedItem, 'quantity' | 'unitMinor'>[], currency: string): Money =>
  money(Number(items.reduce((sum, item) => sum + BigInt(item.quantity) * BigInt(item.unitMinor), 0n)), currency);

export const totalUnits = (items: readonly Pick<SummedItem, 'quantity'>[]): number =>
  items.reduce((n, item) => n + item.quantity, 0);

/** Different things in an order: by SKU where there is one, else by title. */
export const distinctItems = (items: readonly Pick<SummedItem, 'sku' | 'title'>[]): number =>
  new Set(items.map((item) => (item.sku?.trim() ? `s:${skuKey(item.sku)}` : `t:${item.title.trim().toLowerCase()}`)))
    .size;

/** A SKU as it is compared: Unicode-normalised, trimmed, lower case. Empty when there is none. */
export const skuKey = (sku: string | null | undefined): string => (sku ?? '').normalize('NFKC').trim().toLowerCase();
