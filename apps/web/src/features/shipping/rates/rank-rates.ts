/** Sorting and filtering rates, and the marks that help to choose. Pure. */
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { compareNames } from '@scanship/domain/automation/automation-decision';

export const RATE_SORTS = ['price', 'date', 'carrier', 'punctuality', 'margin'] as const;
export type RateSort = (typeof RATE_SORTS)[number];
export interface Marks {
  readonly cheapest: string | undefined;
  readonly fastest: string | undefined;
  readonly bestValue: string | undefined;
}

/** Of so many shipments with a promised day so many kept it, by carrier. */
export type Punctuality = ReadonlyMap<string, { readonly promised: number; readonly onTime: number }>;
/** Fewer shipments than this tell nothing about a carrier. */
const ENOUGH_SHIPMENTS = 10;
/** Share of a carrier's shipments that kept their promised day, 0 to 1; undefined where too few had one. */
export function onTimeShare(known: Punctuality, rate: RateDto): number | undefined {
  const own = known.get(rate.carrier);
  return own && own.promised >= ENOUGH_SHIPMENTS ? own.onTime / own.promised : undefined;
}

/** What every one of the rates waits for: said once above them. */
export const missingOfAll = (rates: readonly RateDto[]): readonly string[] =>
  rates.length < 2
    ? []
    : (rates[0]?.missing ?? [])
        .map(({ message }) => message)
        .filter((message) => rates.every(({ missing }) => missing?.some((each) => each.message === message)));

/** The carrier misses nothing for its sale; what it does miss stands beside the price and can be added. */
export const canBeBought = ({ missing }: RateDto): boolean => !missing?.length;
/** Of the declaration as a whole; what a carrier wants of it names the item ("customs.items.0.hsCode"). */
const CUSTOMS_GAP = /^customs\.(description|hsCode|originCountry|unitGrams|unitValue)$/;
const isCustomsGap = ({ field }: { readonly field: string | null }): boolean => CUSTOMS_GAP.test(field ?? '');
/** What the carrier itself misses; gaps of the declaration are the same for all rates and are said once (`customsGapsOf`). */
export const missingAtCarrier = ({ missing }: RateDto): readonly string[] =>
  (missing ?? []).filter((each) => !isCustomsGap(each)).map(({ message }) => message);
/** What the declaration lacks: the prices are estimates. */
export const customsGapsOf = (rates: readonly RateDto[]): readonly string[] => [
  ...new Set(rates.flatMap(({ missing }) => (missing ?? []).filter(isCustomsGap).map(({ message }) => message))),
];

/** Who carries the parcel, whoever sells the label. */
export const carrierOf = (rate: RateDto): string => rate.carriedBy?.carrierName ?? rate.carrierName;

/** Minor units in the currency of the customer; a price nobody can convert comes after all others. */
export const cost = (rate: RateDto): number => rate.compare?.minor ?? Number.POSITIVE_INFINITY;
/** By price; two that cannot be compared are equal. */
const compareCost = (a: RateDto, b: RateDto): number => (cost(a) === cost(b) ? 0 : cost(a) - cost(b));
/** The margin in the currency of the customer; one that is not known comes after all others. */
function earned({ margin, price, compare }: RateDto): number {
  if (!margin || !compare || price.minor <= 0) return Number.MIN_SAFE_INTEGER;
  return margin.currency === compare.currency ? margin.minor : (margin.minor * compare.minor) / price.minor;
}
/** Days on the way; a service that promises nothing is later than any that does. */
const days = (rate: RateDto): number => rate.transitDays ?? Number.POSITIVE_INFINITY;
const arrival = (rate: RateDto): string => rate.deliverBy ?? '9999';

const NOTHING_KNOWN: Punctuality = new Map();
/** Equal ones always in the same order, whichever carrier answered first. */
export function sortRates(rates: readonly RateDto[], by: RateSort, known: Punctuality = NOTHING_KNOWN): RateDto[] {
  const name = (r: RateDto) => `${carrierOf(r)} ${r.serviceName}`;
  const share = (r: RateDto) => onTimeShare(known, r) ?? -1;
  const order: Readonly<Record<RateSort, (a: RateDto, b: RateDto) => number>> = {
    price: (a, b) => compareCost(a, b) || compareDays(a, b),
    date: (a, b) => compareDays(a, b) || arrival(a).localeCompare(arrival(b)) || compareCost(a, b),
    carrier: (a, b) => name(a).localeCompare(name(b)) || compareCost(a, b),
    punctuality: (a, b) => share(b) - share(a) || compareCost(a, b),
    margin: (a, b) => earned(b) - earned(a) || compareCost(a, b),
  };
  return rates.toSorted((a, b) => order[by](a, b) || compareNames(a, b));
}
const compareDays = (a: RateDto, b: RateDto): number => (days(a) === days(b) ? 0 : days(a) - days(b));

const DAY_MS = 86_400_000;
/**
 * The day a parcel arrives, YYYY-MM-DD: as promised, else so many working days (Monday to Friday) after its hand-over.
 * Undefined where the carrier says neither.
 */
export function arrivalDay(rate: RateDto, shipDate: string | undefined): string | undefined {
  if (rate.deliverBy) return rate.deliverBy.slice(0, 10);
  if (rate.transitDays === null || !shipDate) return undefined;
  let at = Date.parse(shipDate);
  for (let left = rate.transitDays; left > 0; ) {
    at += DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}

export interface RateFilter {
  /** Arrives on this day or before, YYYY-MM-DD; empty: whenever. */
  readonly by: string;
  /** Name of the carrier that carries it; empty: any. */
  readonly carrier: string;
  readonly tracked: boolean;
  readonly signature: boolean;
}
export const NO_FILTER: RateFilter = { by: '', carrier: '', tracked: false, signature: false };
export const isFiltered = (filter: RateFilter): boolean =>
  filter.by !== '' || filter.carrier !== '' || filter.tracked || filter.signature;

/** Those that keep to the filter; what is not known of a rate keeps to nothing. */
export const filterRates = (
  rates: readonly RateDto[],
  filter: RateFilter,
  shipDate: string | undefined,
): readonly RateDto[] =>
  rates.filter((rate) => {
    const day = filter.by === '' ? '' : arrivalDay(rate, shipDate);
    return (
      (filter.by === '' || (day !== undefined && day <= filter.by)) &&
      (filter.carrier === '' || carrierOf(rate) === filter.carrier) &&
      (!filter.tracked || rate.tracked === true) &&
      (!filter.signature || rate.signature === true)
    );
  });

/**
 * Cheapest and fastest by their words (ties by the other). Best value has the lowest sum of how much dearer it is than the
 * cheapest and how much slower than the fastest, both as shares; it is marked only where it is neither of the two. What
 * cannot be compared has no mark for its price, and what cannot be bought as it stands has none at all. Where only the customs
 * details keep all of them from being bought, they are marked all the same.
 */
export function markRates(all: readonly RateDto[]): Marks {
  const rates = all.filter((rate) => missingAtCarrier(rate).length === 0);
  const comparable = rates.filter((r) => r.compare !== null);
  const cheapest = sortRates(comparable, 'price')[0];
  const promised = rates.filter((r) => r.transitDays !== null);
  const fastest = sortRates(promised, 'date')[0];
  if (rates.length < 2) return { cheapest: undefined, fastest: undefined, bestValue: undefined };
  // The only price that can be told is not the cheapest of several.
  if (!cheapest || comparable.length < 2) return { cheapest: undefined, fastest: fastest?.id, bestValue: undefined };
  const score = (r: RateDto) =>
    fastest ? cost(r) / Math.max(1, cost(cheapest)) - 1 + (days(r) / Math.max(1, days(fastest)) - 1) / 2 : 0;
  const [best] = sortRates(
    promised.filter((r) => r.compare !== null),
    'price',
  ).toSorted((a, b) => score(a) - score(b));
  const own = best && best.id !== cheapest.id && best.id !== fastest?.id ? best.id : undefined;
  return { cheapest: cheapest.id, fastest: fastest?.id, bestValue: own };
}
