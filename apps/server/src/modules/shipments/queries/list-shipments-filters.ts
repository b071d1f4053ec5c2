/** The filters of the labels page, read once: what they mean in the customer's time zone, or what is wrong with them. */
import type { ShipmentFilters, ShipmentSearchKey } from '@scanship/contracts/shipping/shipment-list';
import { searchTerms, type SearchTerm } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { Temporal } from 'temporal-polyfill';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { trackingKey } from '../purchase-handler.ts';

export interface ListFilters {
  /** Inclusive; null: no limit. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
  readonly carriers?: readonly string[];
  readonly services?: readonly string[];
  readonly states?: readonly string[];
  readonly trackingStatuses?: readonly string[];
  readonly storeIds?: readonly string[];
  /** A text without letters or digits finds nothing. */
  readonly search?: { readonly tracking: string } | { readonly orders: readonly SearchTerm[] };
}

const wrong = (field: string, message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field, message }] });

const some = <T>(list: readonly T[] | null | undefined): readonly T[] | undefined =>
  list && list.length > 0 ? [...new Set(list)] : undefined;

function readDateTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

const instant = (local: Temporal.PlainDateTime, timeZone: string): Date =>
  new Date(local.toZonedDateTime(timeZone).epochMilliseconds);

/** A last moment at 00:00:00 includes its whole day, any other its whole second (decisions 22). */
const endOf = (to: Temporal.PlainDateTime): Temporal.PlainDateTime =>
  Temporal.PlainTime.compare(to.toPlainTime(), new Temporal.PlainTime()) === 0
    ? to.add({ days: 1 })
    : to.add({ seconds: 1 });

function searched(search: ShipmentFilters['search']): ListFilters['search'] {
  if (!search || search.value.trim() === '') return undefined;
  const key: ShipmentSearchKey = search.key ?? 'trackingNumber';
  return key === 'trackingNumber'
    ? { tracking: trackingKey(search.value) }
    : { orders: searchTerms(key, search.value) };
}

export function readFilters(given: ShipmentFilters, timeZone: string): Outcome<ListFilters> {
  const from = given.fromDate ? readDateTime(given.fromDate) : null;
  const to = given.toDate ? readDateTime(given.toDate) : null;
  if (from === undefined) return wrong('fromDate', `${given.fromDate} is not a date and time.`);
  if (to === undefined) return wrong('toDate', `${given.toDate} is not a date and time.`);
  const end = to && endOf(to);
  if (from && end && Temporal.PlainDateTime.compare(from, end) >= 0)
    return wrong('toDate', 'The last date is before the first one.');
  const narrowing = {
    carriers: some(given.carriers),
    services: some(given.services),
    states: some(given.states),
    trackingStatuses: some(given.trackingStatuses),
    storeIds: some(given.storeIds),
    search: searched(given.search),
  };
  return ok({
    from: from && instant(from, timeZone),
    to: end && instant(end, timeZone),
    ...Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== undefined)),
  });
}
