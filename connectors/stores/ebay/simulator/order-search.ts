/** What `getOrders` allows and answers. */
import { refusal } from './refusals.ts';
import type { SimOrder } from './model.ts';
import { orderState } from './views.ts';

const TWO_YEARS_MS = 2 * 366 * 86_400_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A whole number from 0; `code` refuses anything else. */
export function countOf(text: string | null, usual: number, most: number, least: number, code: number): number {
  if (text === null) return usual;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw refusal(400, code, `Invalid ${code === 31_100 ? 'limit' : 'offset'}: ${text}`);
  return value;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf(name: string, value: string, now: Date): Range {
  const match = /^\[([^\]]*?)\.\.([^\]]*)\]$/.exec(value);
  if (!match) throw refusal(400, 30_800, `Invalid filter value ${value} for filter ${name}`);
  const [, from = '', to = ''] = match;
  if (from === '') throw refusal(400, 30_820, 'Start date is missing');
  for (const one of [from, to])
    if (one !== '' && (!INSTANT.test(one) || Number.isNaN(Date.parse(one))))
      throw refusal(400, 30_810, 'Invalid date format');
  const range = { from: Date.parse(from), to: to === '' ? now.getTime() : Date.parse(to) };
  if (range.from > now.getTime() || range.to > now.getTime())
    throw refusal(400, 30_850, "Start and end dates can't be in the future");
  if (range.from > range.to) throw refusal(400, 30_840, 'Start date should be before end date');
  if (range.to - range.from > TWO_YEARS_MS)
    throw refusal(400, 30_830, "Time range between start date and end date must be within '2' years.");
  return range;
}

/** The two pairs that eBay takes; any other value is refused. */
const STATE_PAIRS = ['{NOT_STARTED|IN_PROGRESS}', '{FULFILLED|IN_PROGRESS}'];

/** The orders a filter lets through, newest first. @throws SimRefusal with eBay's numbers */
export function search(orders: readonly SimOrder[], filter: string | null, now: Date): SimOrder[] {
  const newest = orders.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1));
  if (filter === null) return newest.filter((o) => Date.parse(o.createdAt) >= now.getTime() - 90 * 86_400_000);
  let found = newest;
  for (const [, name = '', value = ''] of filter.matchAll(/([a-z]+):(\[[^\]]*\]|\{[^}]*\}|[^,]*)/g)) {
    if (name === 'lastmodifieddate' || name === 'creationdate') {
      const range = rangeOf(name, value, now);
      const at = (o: SimOrder): number => Date.parse(name === 'creationdate' ? o.createdAt : o.updatedAt);
      found = found.filter((o) => at(o) >= range.from && at(o) <= range.to);
    } else if (name === 'orderfulfillmentstatus') {
      if (!STATE_PAIRS.includes(value)) throw refusal(400, 30_800, `Invalid filter value ${value} for filter ${name}`);
      const states = value.slice(1, -1).split('|');
      found = found.filter((o) => states.includes(orderState(o)));
    } else throw refusal(400, 30_700, `Invalid filter name: ${name}`);
  }
  return found;
}
