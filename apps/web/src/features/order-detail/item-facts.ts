/**
 * Facts of an order's lines while they are typed. Each field remembers what stood there when typing began, so that a change
 * by somebody else is seen and nothing typed is lost. Pure.
 */
import type { ITEM_FACTS, OrderDetail, OrderItemDto, putOrderItems } from '@scanship/contracts/orders/orders';
import type { BodyOf } from '@scanship/contracts/call';
import { fromGrams, toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { parseDecimal } from '../../lib/format.ts';

export type Fact = (typeof ITEM_FACTS)[number];
export const FACTS = [
  'weightGrams',
  'hsCode',
  'originCountry',
  'customsDescription',
  'unitValueMinor',
] as const satisfies readonly Fact[];

/** By "line.fact". */
export type FactDrafts = Readonly<Record<string, { readonly typed: string; readonly base: string }>>;
export const placeOf = (line: number, fact: Fact): string => `${line}.${fact}`;

/** A fact as it stands in the order, the way it is typed: weight in the person's unit, value as a decimal. */
export function factText(item: OrderItemDto, fact: Fact, unit: WeightUnit): string {
  switch (fact) {
    case 'weightGrams':
      return item.weightGrams === null ? '' : String(fromGrams(item.weightGrams, unit, unit === 'g' ? 0 : 3));
    case 'unitValueMinor':
      return toDecimal(item.unitValue);
    default:
      return item[fact] ?? '';
  }
}

const itemAt = (order: Pick<OrderDetail, 'items'>, line: number) => order.items.find((item) => item.line === line);

/** Typing a field; what is typed back to where it began is no draft any more. */
export function typeFact(
  drafts: FactDrafts,
  item: OrderItemDto,
  fact: Fact,
  typed: string,
  unit: WeightUnit,
): FactDrafts {
  const place = placeOf(item.line, fact);
  const base = drafts[place]?.base ?? factText(item, fact, unit);
  const { [place]: _, ...others } = drafts;
  return typed === base ? others : { ...others, [place]: { typed, base } };
}

/** Fields that somebody else changed since typing began, to something else than what is typed. */
export function conflictsOf(
  drafts: FactDrafts,
  order: Pick<OrderDetail, 'items'>,
  unit: WeightUnit,
): readonly string[] {
  return Object.entries(drafts).flatMap(([place, { typed, base }]) => {
    const [line, fact] = partsOf(place);
    const item = itemAt(order, line);
    if (!item) return [];
    const now = factText(item, fact, unit);
    return now !== base && now !== typed ? [place] : [];
  });
}

export function partsOf(place: string): readonly [number, Fact] {
  const [line = '', fact = ''] = place.split('.');
  return [Number(line), FACTS.find((each) => each === fact) ?? 'weightGrams'];
}

/** The person keeps what they typed over what somebody else saved. */
export function keepMine(
  drafts: FactDrafts,
  order: Pick<OrderDetail, 'items'>,
  place: string,
  unit: WeightUnit,
): FactDrafts {
  const [line, fact] = partsOf(place);
  const item = itemAt(order, line);
  const draft = drafts[place];
  return item && draft ? { ...drafts, [place]: { ...draft, base: factText(item, fact, unit) } } : drafts;
}
export function takeTheirs(drafts: FactDrafts, place: string): FactDrafts {
  const { [place]: _, ...others } = drafts;
  return others;
}

type Items = BodyOf<typeof putOrderItems>['items'];
export interface ReadFacts {
  readonly items: Items | undefined;
  /** Places whose text is not what the field takes. */
  readonly wrong: readonly string[];
}

/** What is sent: only typed fields; an emptied one goes back to what was imported. Lines that are gone are left out. */
export function readFacts(drafts: FactDrafts, order: Pick<OrderDetail, 'items'>, unit: WeightUnit): ReadFacts {
  const wrong: string[] = [];
  const byLine = new Map<number, Items[number]>();
  for (const [place, { typed }] of Object.entries(drafts)) {
    const [line, fact] = partsOf(place);
    const item = itemAt(order, line);
    if (!item) continue;
    const value = readFact(item, fact, typed.trim(), unit);
    if (value === undefined) wrong.push(place);
    else byLine.set(line, { ...(byLine.get(line) ?? { line }), [fact]: value });
  }
  return { items: wrong.length > 0 || byLine.size === 0 ? undefined : [...byLine.values()], wrong };
}

/** Null for an emptied field, undefined for text the field does not take. */
function readFact(item: OrderItemDto, fact: Fact, text: string, unit: WeightUnit): string | number | null | undefined {
  if (text === '') return null;
  switch (fact) {
    case 'weightGrams': {
      const weight = parseDecimal(text);
      const grams = weight ? toGrams(weight, unit) : 0;
      return grams >= 1 && grams <= 10_000_000 ? grams : undefined;
    }
    case 'hsCode': {
      const digits = text.replaceAll(/[\s.-]/g, '');
      return /^\d{6,12}$/.test(digits) ? digits : undefined;
    }
    case 'originCountry':
      return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined;
    case 'customsDescription':
      return text.length <= 200 ? text : undefined;
    case 'unitValueMinor': {
      const amount = parseMoney(text, item.unitValue.currency);
      return amount && amount.minor >= 0 ? amount.minor : undefined;
    }
  }
}

/** What the browser kept, as drafts; anything else is none. */
export function draftsOf(value: unknown): FactDrafts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value as Record<string, unknown>).flatMap(([place, draft]) => {
    if (!/^\d+\.\w+$/.test(place) || typeof draft !== 'object' || draft === null) return [];
    const { typed, base } = draft as { typed?: unknown; base?: unknown };
    return typeof typed === 'string' && typeof base === 'string' ? [[place, { typed, base }] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
