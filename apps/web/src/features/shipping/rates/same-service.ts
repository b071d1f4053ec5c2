/** The same service offered more than once: by two accounts of its carrier, or directly and through an aggregator. Pure. */
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { sortRates } from './rank-rates.ts';

export interface SameService {
  /** The cheapest. */
  readonly first: RateDto;
  /** The same service elsewhere, the cheaper first. */
  readonly also: readonly RateDto[];
}

/** What two offers of the same service have in common; undefined for an offer that is the same as no other. */
function nameOf(rate: RateDto): string | undefined {
  // Services of a rate sheet are named by whoever wrote it, and a test label is no label.
  if (rate.carrier === 'rate-sheet') return undefined;
  const own = rate.carriedBy ?? rate;
  return own.service === null
    ? undefined
    : JSON.stringify([own.carrier, own.service, rate.test, rate.saturdayDelivery]);
}

/** Groups stand where the first of their offers stood. */
export function groupSame(sorted: readonly RateDto[]): SameService[] {
  const groups = new Map<string, RateDto[]>();
  for (const rate of sorted) {
    const key = nameOf(rate) ?? rate.id;
    groups.set(key, [...(groups.get(key) ?? []), rate]);
  }
  return [...groups.values()].flatMap((rates) => {
    const [first, ...also] = sortRates(rates, 'price');
    return first ? [{ first, also }] : [];
  });
}
