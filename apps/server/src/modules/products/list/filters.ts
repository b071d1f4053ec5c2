/** The filters of a request, checked and ready for SQL. */
import type { ProductFilters, ProductGap } from '@scanship/contracts/products/products';
import { ok } from '@scanship/domain/values/result';
import { Temporal } from 'temporal-polyfill';
import { isUuid } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { type Sought, soughtOf } from '../search-keys.ts';

export interface ListFilters {
  readonly shelf: 'active' | 'archived';
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly search?: Sought | undefined;
  readonly storeIds?: readonly string[] | undefined;
  readonly missing?: readonly ProductGap[] | undefined;
}

const wrong = (field: string, message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field, message }] });

function readDay(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

const instant = (local: Temporal.PlainDateTime, timeZone: string): Date =>
  new Date(local.toZonedDateTime(timeZone).epochMilliseconds);
const isMidnight = (local: Temporal.PlainDateTime): boolean =>
  Temporal.PlainTime.compare(local.toPlainTime(), new Temporal.PlainTime()) === 0;
const some = <T>(list: readonly T[] | null | undefined): readonly T[] | undefined =>
  list && list.length > 0 ? [...new Set(list)] : undefined;

/** Dates are days and times of the customer's zone; a toDate at 00:00:00 includes its whole day (decisions 22). */
export function readFilters(body: ProductFilters, timeZone: string): Outcome<ListFilters> {
  const from = body.fromDate ? readDay(body.fromDate) : null;
  const to = body.toDate ? readDay(body.toDate) : null;
  if (from === undefined) return wrong('fromDate', `${body.fromDate} is not a date and time.`);
  if (to === undefined) return wrong('toDate', `${body.toDate} is not a date and time.`);
  const end = to && (isMidnight(to) ? to.add({ days: 1 }) : to.add({ seconds: 1 }));
  if (from && end && Temporal.PlainDateTime.compare(from, end) >= 0)
    return wrong('toDate', 'The last date is before the first one.');
  const storeIds = some(body.storeIds);
  const strange = storeIds?.find((id) => !isUuid(id));
  if (strange !== undefined) return wrong('storeIds', `"${strange}" is not one of your stores.`);
  return ok({
    shelf: body.archived ? 'archived' : 'active',
    from: from ? instant(from, timeZone) : undefined,
    to: end ? instant(end, timeZone) : undefined,
    search: body.search ? soughtOf(body.search.value) : undefined,
    storeIds,
    missing: some(body.missing),
  });
}
