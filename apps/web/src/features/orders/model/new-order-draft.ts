/** An order entered by hand while it is typed, as the browser keeps it. */
import type { AddressDto } from '@scanship/contracts/common';
import { fromGrams, toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { parseDecimal } from '../../../lib/format.ts';
import type { ItemDraft } from './item-drafts.ts';

export const NEW_ORDER_DRAFT = 'new-order';

export interface NewOrderDraft {
  readonly number: string;
  readonly currency: string;
  readonly shipTo: AddressDto;
  readonly items: readonly ItemDraft[];
  /** Unit the weights are typed in. */
  readonly weightUnit: WeightUnit;
  readonly service: string;
  readonly note: string;
  readonly tags: readonly string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const UNITS: readonly WeightUnit[] = ['g', 'kg', 'lb', 'oz'];

/** What was kept, in the unit the person uses now; undefined where it is no draft of an order. */
export function readNewOrder(value: unknown, unit: WeightUnit): NewOrderDraft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Partial<Record<keyof NewOrderDraft, unknown>>;
  const { shipTo, items, tags } = kept;
  if (typeof shipTo !== 'object' || shipTo === null || !('countryCode' in shipTo) || !Array.isArray(items))
    return undefined;
  const from = UNITS.find((each) => each === kept.weightUnit) ?? unit;
  return {
    number: text(kept.number),
    currency: text(kept.currency),
    shipTo: shipTo as AddressDto,
    items: items.map((item: Partial<Record<keyof ItemDraft, unknown>>, index) => ({
      key: index + 1,
      title: text(item.title),
      sku: text(item.sku),
      quantity: text(item.quantity),
      price: text(item.price),
      weight: inUnit(text(item.weight), from, unit),
      hsCode: text(item.hsCode),
      origin: text(item.origin),
    })),
    weightUnit: unit,
    service: text(kept.service),
    note: text(kept.note),
    tags: Array.isArray(tags) ? tags.filter((each) => typeof each === 'string') : [],
  };
}

function inUnit(weight: string, from: WeightUnit, to: WeightUnit): string {
  const typed = from === to ? undefined : parseDecimal(weight);
  return typed === undefined ? weight : String(fromGrams(toGrams(typed, from), to, to === 'g' ? 0 : 3));
}
