/**
 * Whether mark-up rules can bring a price below its cost by what they say, without any label having been sold: a purchase is
 * looked for that they price so. Every way the rules' conditions can meet is tried once, at costs a label has; a list price is tried
 * as low as the cost, and a little below it, since it is the carrier's and the cost holds the mark-ups of the levels above.
 */
import { money } from '../money/money.ts';
import { beforeTaxes } from './pricing-recompute.ts';
import { type MarkupRule, priceChain, type PricedPurchase, ruleApplies } from './pricing.ts';

/** A purchase that would be sold for less than it costs. Minor units, before taxes. */
export interface PricedBelowCost {
  readonly purchase: PricedPurchase;
  readonly costMinor: number;
  readonly priceMinor: number;
  /** Ids of the rules that make the price. */
  readonly ruleIds: readonly string[];
}

/** What labels cost, a middling one first, because it says most to a person. */
export const COSTS_TRIED = [1000, 500, 200, 100, 2000, 5000, 10_000, 20_000, 50_000, 100_000] as const;
/** List prices tried, in percent of the cost. */
const LISTS_TRIED = [100, 90] as const;
/** More combinations of conditions than anybody's rules have; what is beyond is not tried. */
const MOST_TRIED = 20_000;
/** A name no rule has. */
const OTHER = '?';

type Facts = Omit<PricedPurchase, 'day'> & { readonly day: string };
interface Class {
  /** A bit for each rule that may still hold. */
  readonly rules: bigint;
  readonly facts: Partial<Facts>;
}

const takesAway = (rule: MarkupRule): boolean =>
  rule.percentBp < 0 ||
  rule.offListBp !== undefined ||
  rule.fixedMinor < 0 ||
  (rule.capMinor !== undefined && rule.capMinor < 0);

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

function zonesOf(rules: readonly MarkupRule[]): readonly (readonly string[])[] {
  const named = distinct(rules.flatMap((rule) => rule.scope.zones ?? []));
  const places = named.flatMap((zone): readonly (readonly string[])[] => {
    if (zone === 'domestic' || zone === 'international') return [];
    const [country = zone] = zone.split('-');
    return [zone === country ? [country] : [country, zone]];
  });
  return ['domestic', 'international'].flatMap((side) => [[side, OTHER], ...places.map((place) => [side, ...place])]);
}

/** Each edge of a condition, and what lies beside it. */
const gramsOf = (rules: readonly MarkupRule[]): readonly number[] =>
  distinct([
    1000,
    ...rules.flatMap(({ scope: { minGrams, maxGrams } }) => [
      ...(minGrams === undefined ? [] : [minGrams, minGrams - 1]),
      ...(maxGrams === undefined ? [] : [maxGrams, maxGrams + 1]),
    ]),
  ]).filter((grams) => grams >= 0);

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const daysOf = (rules: readonly MarkupRule[], today: string): readonly string[] =>
  distinct([
    today,
    ...rules.flatMap(({ validFrom, validTo }) => [
      ...(validFrom === undefined ? [] : [validFrom]),
      ...(validTo === undefined ? [] : [dayAfter(validTo)]),
    ]),
  ]).filter((day) => day >= today);

const PARTS = ['service', 'zones', 'grams', 'list', 'day'] as const;

/** Looks at one condition alone: rules without it hold anyway. */
const only = (rule: MarkupRule, part: (typeof PARTS)[number]): MarkupRule => {
  const { carriers, services, zones, minGrams, maxGrams } = rule.scope;
  const { validFrom: _from, validTo: _to, offListBp, ...plain } = rule;
  switch (part) {
    case 'service':
      return { ...plain, scope: { carriers, services } };
    case 'zones':
      return { ...plain, scope: { zones } };
    case 'grams':
      return { ...plain, scope: { minGrams, maxGrams } };
    case 'list':
      return { ...plain, scope: {}, offListBp };
    case 'day':
      return { ...plain, scope: {}, validFrom: rule.validFrom, validTo: rule.validTo };
  }
};

/**
 * The first purchase found that the rules would price below its cost; undefined when there is none.
 * @param rules of one level, ids unique
 * @param today YYYY-MM-DD; days before are over
 */
export function priceBelowCost(
  rules: readonly MarkupRule[],
  currency: string,
  today: string,
): PricedBelowCost | undefined {
  if (!rules.some(takesAway)) return undefined;
  const bits = (holds: (rule: MarkupRule) => boolean): bigint =>
    rules.reduce((all, rule, index) => (holds(rule) ? all | (1n << BigInt(index)) : all), 0n);
  const lessening = bits(takesAway);
  const anything: Facts = { carrier: OTHER, service: OTHER, zones: [OTHER], billableGrams: 1000, day: today };
  const carriers = distinct([OTHER, ...rules.flatMap((rule) => rule.scope.carriers ?? [])]);
  const services = distinct([OTHER, ...rules.flatMap((rule) => rule.scope.services ?? [])]);
  const parts = {
    service: carriers.flatMap((carrier) => services.map((service): Partial<Facts> => ({ carrier, service }))),
    zones: zonesOf(rules).map((zones): Partial<Facts> => ({ zones })),
    grams: gramsOf(rules).map((billableGrams): Partial<Facts> => ({ billableGrams })),
    list: [{}, { listMinor: 0 }],
    day: daysOf(rules, today).map((day): Partial<Facts> => ({ day })),
  };
  let classes: readonly Class[] = [{ rules: bits(() => true), facts: {} }];
  for (const part of PARTS) {
    const next = new Map<bigint, Class>();
    for (const facts of parts[part]) {
      const holding = bits((rule) => ruleApplies(only(rule, part), { ...anything, ...facts }));
      for (const one of classes) {
        const both = one.rules & holding;
        // Without a rule that takes away no price falls below its cost.
        if ((both & lessening) === 0n || next.has(both) || next.size >= MOST_TRIED) continue;
        next.set(both, { rules: both, facts: { ...one.facts, ...facts } });
      }
    }
    classes = [...next.values()];
  }
  for (const { facts } of classes)
    for (const percent of facts.listMinor === undefined ? [undefined] : LISTS_TRIED)
      for (const costMinor of COSTS_TRIED) {
        const listMinor = percent === undefined ? undefined : (costMinor * percent) / 100;
        const found = sold(rules, currency, { ...anything, ...facts, listMinor }, costMinor);
        if (found.priceMinor < costMinor) return found;
      }
  return undefined;
}

function sold(
  rules: readonly MarkupRule[],
  currency: string,
  purchase: PricedPurchase,
  costMinor: number,
): PricedBelowCost {
  const lines = [{ kind: 'base' as const, code: 'freight', label: '', amount: money(costMinor, currency) }];
  const [book] = priceChain(lines, currency, purchase, [{ tenant: '', rules }]);
  if (!book) throw new RangeError('a chain of one level has one book');
  return { purchase, costMinor, priceMinor: beforeTaxes(book.priceLines, currency).minor, ruleIds: book.ruleIds };
}
