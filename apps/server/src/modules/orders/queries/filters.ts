/** The filters of the order list, read once: what they mean, in the customer's time zone, or what is wrong with them. */
import type { DateRangeName, OrderFilters, OrderLack } from '@scanship/contracts/orders/order-list';
import { parseTab, type Sign, type Tab } from '@scanship/domain/orders/order';
import { skuKey } from '@scanship/domain/orders/order-items';
import { searchTerms, type SearchTerm } from '@scanship/domain/orders/order-search';
import { type SoughtAnywhere, soughtAnywhere } from '@scanship/domain/orders/search-anywhere';
import { ok } from '@scanship/domain/values/result';
import { platformOfId } from '@scanship/domain/stores/store-platforms';
import { Temporal } from 'temporal-polyfill';
import { isUuid } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { OrderSource } from '../commands/new-order.ts';

/** Years the default range goes back (product-spec section 4). */
const DEFAULT_YEARS = 4;

export interface DateRange {
  /** Inclusive; null = no limit. */
  readonly from: Date | null;
  /** Exclusive; null = no limit. */
  readonly to: Date | null;
}

/** Filters with empty ones left out. Names are the contract's, which `emptiedBy` answers. */
export interface ListFilters {
  readonly tab: Tab | 'all';
  readonly range: DateRange;
  /** A person chose the dates, so removing them is worth offering. */
  readonly datesChosen: boolean;
  readonly countryCode?: string;
  readonly provinceCode?: string;
  readonly skus?: readonly string[];
  readonly tags?: readonly string[];
  readonly orderSource?: readonly OrderSource[];
  readonly search?: readonly SearchTerm[] | SoughtAnywhere;
  readonly platforms?: readonly string[];
  readonly storeIds?: readonly string[];
  readonly warehouseIds?: readonly string[];
  readonly signs?: readonly Sign[];
  readonly lacks?: readonly OrderLack[];
  readonly importIds?: readonly string[];
  /** Ids of users; null: nobody. */
  readonly assignees?: readonly (string | null)[];
  readonly orderIds?: readonly string[];
}

const EVER: DateRange = { from: null, to: null };

/** Filters beside the tab and the dates. */
export const NARROWING = [
  'search',
  'countryCode',
  'provinceCode',
  'skus',
  'tags',
  'orderSource',
  'platforms',
  'storeIds',
  'warehouseIds',
  'signs',
  'lacks',
  'importIds',
  'assignees',
  'orderIds',
] as const satisfies readonly (keyof ListFilters)[];
export type Narrowing = (typeof NARROWING)[number];

interface ClosedRange {
  readonly from: Date;
  readonly to: Date;
}

/** Ranges of today, by time zone: worked out once a day instead of in every request. */
const rangeOfToday = new Map<string, ClosedRange>();

/** Midnight to midnight, four years back to today (decisions 22: today's whole day is included). */
export function defaultRange(now: Date, timeZone: string): ClosedRange {
  const known = rangeOfToday.get(timeZone);
  // The day is at least 23 hours long, and an hour of them may be worked out anew.
  if (known && now < known.to && known.to.getTime() - now.getTime() <= 22 * 3_600_000) return known;
  const range = workOutRange(now, timeZone);
  rangeOfToday.set(timeZone, range);
  return range;
}

function workOutRange(now: Date, timeZone: string): ClosedRange {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return {
    from: startOfDay(today.subtract({ years: DEFAULT_YEARS }), timeZone),
    to: startOfDay(today.add({ days: 1 }), timeZone),
  };
}

const startOfDay = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds);

/** "2026-02-30 10:00:00" is undefined; a time that the clocks skip is the moment after the gap. */
function readDateTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

const instant = (local: Temporal.PlainDateTime, timeZone: string): Date =>
  new Date(local.toZonedDateTime(timeZone).epochMilliseconds);

/** Days that a moving range holds, today included; as the list's contract has them. */
const DAYS: Readonly<Record<Exclude<DateRangeName, 'custom'>, number>> = {
  today: 1,
  byWeek: 7,
  byMonth: 30,
  byYear: 365,
};

/**
 * A range by name is worked out now. Dates: YYYY-MM-DD HH:mm:ss; a toDate at 00:00:00 includes its whole day, any other
 * its whole second.
 */
function readRange(
  given: Pick<OrderFilters, 'fromDate' | 'toDate' | 'dateRange'>,
  now: Date,
  timeZone: string,
): Outcome<DateRange & { readonly chosen: boolean }> {
  if (given.dateRange && given.dateRange !== 'custom') {
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
    return ok({
      from: startOfDay(today.subtract({ days: DAYS[given.dateRange] - 1 }), timeZone),
      to: startOfDay(today.add({ days: 1 }), timeZone),
      chosen: true,
    });
  }
  if (!given.fromDate && !given.toDate) return ok({ ...defaultRange(now, timeZone), chosen: false });
  const from = given.fromDate ? readDateTime(given.fromDate) : null;
  const to = given.toDate ? readDateTime(given.toDate) : null;
  if (from === undefined) return wrong('fromDate', `${given.fromDate} is not a date and time.`);
  if (to === undefined) return wrong('toDate', `${given.toDate} is not a date and time.`);
  const end = to && (isMidnight(to) ? to.add({ days: 1 }) : to.add({ seconds: 1 }));
  if (from && to && end && Temporal.PlainDateTime.compare(from, end) >= 0)
    return wrong('toDate', 'The last date is before the first one.');
  return ok({ from: from && instant(from, timeZone), to: end && instant(end, timeZone), chosen: true });
}

const isMidnight = (local: Temporal.PlainDateTime): boolean =>
  Temporal.PlainTime.compare(local.toPlainTime(), new Temporal.PlainTime()) === 0;

const wrong = (field: string, message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field, message }] });

const some = <T>(list: readonly T[] | null | undefined): readonly T[] | undefined =>
  list && list.length > 0 ? [...new Set(list)] : undefined;

/**
 * Reads the filters of a request. `defaultFilter` true means nothing but the default range (decisions 25): every other
 * filter, the tab included, is left aside.
 * @param userId who `me` is
 */
export function readFilters(body: OrderFilters, now: Date, timeZone: string, userId?: string): Outcome<ListFilters> {
  if (body.defaultFilter) return ok({ tab: 'all', range: defaultRange(now, timeZone), datesChosen: false });
  const tab = parseTab(body.fulfillmentStatus ?? '');
  if (tab === undefined)
    return wrong(
      'fulfillmentStatus',
      `"${body.fulfillmentStatus}" is not a tab; use unfulfilled, manual-fulfilled, fulfilled, cancelled, archived or nothing.`,
    );
  const range = readRange(body, now, timeZone);
  if (!range.ok) return range;
  for (const field of ['storeIds', 'warehouseIds'] as const) {
    const bad = body[field]?.find((id) => !isUuid(id));
    if (bad !== undefined)
      return wrong(field, `"${bad}" is no ${field === 'storeIds' ? 'store' : 'ship-from address'} of yours.`);
  }
  const assignees = body.assignees?.map((who) => (who === 'me' ? (userId ?? who) : who === 'nobody' ? null : who));
  const nobody = assignees?.find((who) => who !== null && !isUuid(who));
  if (nobody !== undefined)
    return wrong('assignees', `"${nobody}" is not one of your people; use an id, me or nobody.`);
  const unknown = body.platformIds?.find((id) => platformOfId(id) === undefined);
  if (unknown !== undefined) return wrong('platformIds', `${unknown} is no store platform.`);

  const narrowing = {
    countryCode: body.countryCode?.trim().toUpperCase() || undefined,
    provinceCode: body.provinceCode?.trim().toUpperCase() || undefined,
    skus: some(body.skus?.map(skuKey).filter((sku) => sku !== '')),
    tags: some(body.tags?.map((tag) => tag.trim()).filter((tag) => tag !== '')),
    orderSource: some(body.orderSource),
    search: searched(body.search),
    platforms: some(body.platformIds?.flatMap((id) => platformOfId(id)?.code ?? [])),
    storeIds: some(body.storeIds),
    warehouseIds: some(body.warehouseIds),
    signs: some(body.signs),
    lacks: some(body.lacks),
    importIds: some(body.importIds),
    assignees: some(assignees),
    orderIds: some(body.orderIds),
  };
  return ok({
    tab,
    range:
      (narrowing.orderIds ?? narrowing.importIds) && !range.value.chosen
        ? EVER
        : { from: range.value.from, to: range.value.to },
    datesChosen: range.value.chosen,
    ...Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== undefined)),
  });
}

/** Undefined when nothing is looked for; a text without a letter or digit finds nothing, and says so by no terms. */
function searched(search: OrderFilters['search']): ListFilters['search'] | undefined {
  if (!search || search.value.trim() === '') return undefined;
  const key = search.key ?? 'orderNumber';
  return key === 'anything' ? soughtAnywhere(search.value) : searchTerms(key, search.value);
}

/** Whether the counters alone can say how many orders there are. */
export const countersSuffice = (filters: ListFilters): boolean =>
  NARROWING.every((name) => name === 'storeIds' || filters[name] === undefined);
