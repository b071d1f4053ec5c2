/** Sorting rates, and the three marks that help to choose. */
import type { RateDto } from '@scanship/contracts/quotes';

export const RATE_SORTS = ['price', 'date', 'carrier'] as const;
export type RateSort = (typeof RATE_SORTS)[number];
export interface Marks {
  readonly cheapest: string | undefined;
  readonly fastest: string | undefined;
  readonly bestValue: string | undefined;
}

/** Minor units in the currency in which rates can be compared. */
const cost = (rate: RateDto): number => rate.comparePrice?.minor ?? rate.price.minor;
/** Days on the way; a service that promises nothing is later than any that does. */
const days = (rate: RateDto): number => rate.transitDays ?? Number.POSITIVE_INFINITY;
const arrival = (rate: RateDto): string => rate.deliverBy ?? '9999';

export function sortRates(rates: readonly RateDto[], by: RateSort): RateDto[] {
  const name = (r: RateDto) => `${r.carrierName} ${r.serviceName}`;
  const order: Readonly<Record<RateSort, (a: RateDto, b: RateDto) => number>> = {
    price: (a, b) => cost(a) - cost(b) || compareDays(a, b),
    date: (a, b) => compareDays(a, b) || arrival(a).localeCompare(arrival(b)) || cost(a) - cost(b),
    carrier: (a, b) => name(a).localeCompare(name(b)) || cost(a) - cost(b),
  };
  return rates.toSorted(order[by]);
}
const compareDays = (a: RateDto, b: RateDto): number => (days(a) === days(b) ? 0 : days(a) - days(b));

/**
 * Cheapest and fastest by their words (ties by the other). Best value has the lowest sum of how much dearer it is than the
 * cheapest and how much slower than the fastest, both as shares; it is marked only where it is neither of the two.
 */
export function markRates(rates: readonly RateDto[]): Marks {
  const cheapest = sortRates(rates, 'price')[0];
  const promised = rates.filter((r) => r.transitDays !== null);
  const fastest = sortRates(promised, 'date')[0];
  if (rates.length < 2 || !cheapest) return { cheapest: undefined, fastest: undefined, bestValue: undefined };
  const score = (r: RateDto) =>
    fastest ? cost(r) / Math.max(1, cost(cheapest)) - 1 + (days(r) / Math.max(1, days(fastest)) - 1) / 2 : 0;
  const best = promised.toSorted((a, b) => score(a) - score(b))[0];
  const own = best && best.id !== cheapest.id && best.id !== fastest?.id ? best.id : undefined;
  return { cheapest: cheapest.id, fastest: fastest?.id, bestValue: own };
}
