/** A customs declaration proposed from the lines of an order, and what is missing in it. */
import { money } from '../money/money.ts';
import type { Customs, CustomsItem } from '../shipping/shipment.ts';

export interface DeclarableItem {
  readonly line: number;
  readonly sku?: string | null | undefined;
  readonly title: string;
  /** Units to declare; lines with none are left out. */
  readonly quantity: number;
  readonly unitMinor: number;
  readonly weightGrams?: number | null | undefined;
  readonly hsCode?: string | null | undefined;
  readonly originCountry?: string | null | undefined;
}

export interface CustomsGap {
  /** Line of the order, null for the declaration as a whole. */
  readonly line: number | null;
  readonly field: 'description' | 'hsCode' | 'originCountry' | 'unitGrams' | 'unitValue' | 'items';
  readonly message: string;
}

/** More lines than carriers take on one declaration. */
export const MAX_CUSTOMS_ITEMS = 200;
const HS_CODE = /^\d{6,12}$/;

/** Whether a shipment between two countries needs a declaration. */
export const crossesBorder = (from: string | null | undefined, to: string | null | undefined): boolean =>
  Boolean(from) && Boolean(to) && from !== to;

/** Digits of an HS code as people write it ("6912.00.50"), or undefined when it is none. */
export function hsDigits(text: string | null | undefined): string | undefined {
  const digits = (text ?? '').replace(/[\s.-]+/g, '');
  return HS_CODE.test(digits) ? digits : undefined;
}

/**
 * The declaration as far as the order knows it: a sale, delivered at place, duties paid by the receiver. The gaps are
 * what a person has to fill in before a carrier or customs would accept it; an HS code is asked for because most
 * destinations require one on commercial goods.
 * @returns `customs` null when there is nothing to declare or too much for one declaration.
 */
export function proposeCustoms(order: {
  readonly number: string;
  readonly currency: string;
  readonly items: readonly DeclarableItem[];
  readonly signer?: string | null | undefined;
}): { readonly customs: Customs | null; readonly gaps: readonly CustomsGap[] } {
  const declared = order.items.filter((item) => item.quantity > 0);
  if (declared.length === 0)
    return { customs: null, gaps: [{ line: null, field: 'items', message: 'There is nothing left to declare.' }] };
  const gaps = declared.flatMap(gapsOf);
  const items = merged(declared, order.currency);
  if (items.length > MAX_CUSTOMS_ITEMS)
    return {
      customs: null,
      gaps: [
        {
          line: null,
          field: 'items',
          message: `This order has ${items.length} different items; one customs declaration holds ${MAX_CUSTOMS_ITEMS}. Ship it in several parts.`,
        },
      ],
    };
  return {
    customs: {
      purpose: 'Sale',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency: order.currency,
      items,
      invoiceNumber: Array.from(order.number).slice(0, 40).join(''),
      ...(order.signer ? { signer: order.signer } : {}),
    },
    gaps,
  };
}

function gapsOf(item: DeclarableItem): CustomsGap[] {
  const name = item.title.trim() || item.sku?.trim() || `line ${item.line}`;
  const gap = (field: CustomsGap['field'], message: string): CustomsGap => ({ line: item.line, field, message });
  return [
    ...(item.title.trim() === '' ? [gap('description', `Say what "${name}" is.`)] : []),
    ...(hsDigits(item.hsCode) === undefined ? [gap('hsCode', `"${name}" has no HS code.`)] : []),
    ...(item.originCountry ? [] : [gap('originCountry', `"${name}" has no country of origin.`)]),
    ...(item.weightGrams ? [] : [gap('unitGrams', `"${name}" has no weight.`)]),
    ...(item.unitMinor > 0 ? [] : [gap('unitValue', `"${name}" has no value.`)]),
  ];
}

/** Lines that say the same about the same thing become one. */
function merged(items: readonly DeclarableItem[], currency: string): CustomsItem[] {
  const byKey = new Map<string, CustomsItem>();
  for (const item of items) {
    const next: CustomsItem = {
      description: Array.from(item.title.trim() || item.sku?.trim() || `Item ${item.line}`)
        .slice(0, 200)
        .join(''),
      quantity: item.quantity,
      unitValue: money(item.unitMinor, currency),
      unitGrams: item.weightGrams ?? 0,
      hsCode: hsDigits(item.hsCode),
      originCountry: item.originCountry ?? undefined,
      sku: item.sku?.trim() || undefined,
      lines: [item.line],
    };
    const key = JSON.stringify([
      next.description,
      next.unitValue.minor,
      next.unitGrams,
      next.hsCode,
      next.originCountry,
      next.sku,
    ]);
    const same = byKey.get(key);
    byKey.set(
      key,
      same ? { ...same, quantity: same.quantity + next.quantity, lines: [...(same.lines ?? []), item.line] } : next,
    );
  }
  return [...byKey.values()];
}
