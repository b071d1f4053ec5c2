/** Sorting rates, and the three marks that help to choose. */
import type { RateDto } from '@scanship/contracts/shipping/quotes';

export const RATE_SORTS = ['price', 'date', 'carrier'] as const;
export type RateSort = (typeof RATE_SORTS)[number];
export interface Marks {
  readonly cheapest: string | undefined;
  readonly fastest: string | undefined;
  readonly bestValue: string | undefined;
}

/** The carrier misses nothing for its sale; what it does miss stands beside the price and can be added. */
export const canBeBought = ({ missing }: RateDto): boolean => !missing?.length;

/** Minor units in the currency of the customer; a price nobody can convert comes after all others. */
const cost = (rate: RateDto): number => rate.compare?.minor ?? Number.POSITIVE_INFINITY;
/** By price; two that cannot be compared stay as they are. */
const compareCost = (a: RateDto, b: RateDto): number => (cost(a) === cost(b) ? 0 : cost(a) - cost(b));
/** Days on the way; a service that promises nothing is later than any that does. */
const days = (rate: RateDto): number => rate.transitDays ?? Number.POSITIVE_INFINITY;
const arrival = (rate: RateDto): string => rate.deliverBy ?? '9999';

export function sortRates(rates: readonly RateDto[], by: RateSort): RateDto[] {
  const name = (r: RateDto) => `${r.carrierName} ${r.serviceName}`;
  const order: Readonly<Record<RateSort, (a: RateDto, b: RateDto) => number>> = {
    price: (a, b) => compareCost(a, b) || compareDays(a, b),
    date: (a, b) => compareDays(a, b) || arrival(a).localeCompare(arrival(b)) || compareCost(a, b),
    carrier: (a, b) => name(a).localeCompare(name(b)) || compareCost(a, b),
  };
  return rates.toSorted(order[by]);
}
const compareDays = (a: RateDto, b: RateDto): number => (days(a) === days(b) ? 0 : days(a) - days(b));

/**
 * Cheapest and fastest by their words (ties by the other). Best value has the lowest sum of how much dearer it is than the
 * cheapest and how much slower than the fastest, both as shares; it is marked only where it is neither of the two. What
 * cannot be compared has no mark for its price, and what cannot be bought as it stands has none at all.
 */
export function markRates(all: readonly RateDto[]): Marks {
  const rates = all.filter(canBeBought);
  const comparable = rates.filter((r) => r.compare !== null);
  const cheapest = sortRates(comparable, 'price')[0];
  const promised = rates.filter((r) => r.transitDays !== null);
  const fastest = sortRates(promised, 'date')[0];
  if (rates.length < 2) return { cheapest: undefined, fastest: undefined, bestValue: undefined };
  // The only price that can be told is not the cheapest of several.
  if (!cheapest || comparable.length < 2) return { cheapest: undefined, fastest: fastest?.id, bestValue: undefined };
  const score = (r: RateDto) =>
    fastest ? cost(r) / Math.max(1, cost(cheapest)) - 1 + (days(r) / Math.max(1, days(fastest)) - 1) / 2 : 0;
  const best = promised.filter((r) => r.compare !== null).toSorted((a, b) => score(a) - score(b))[0];
  const own = best && best.id !== cheapest.id && best.id !== fastest?.id ? best.id : undefined;
  return { cheapest: cheapest.id, fastest: fastest?.id, bestValue: own };
}
