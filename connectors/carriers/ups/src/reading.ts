/**
 * UPS's own shapes: versions before v2403 send an object where there is one element and a list where there are more, and even
 * later versions do so in places; dates are YYYYMMDD, amounts objects of currency and text.
 */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Items of a list or the one object, each on its own: what cannot be read becomes a message. Absent is none. */
export function eachOf<T>(o: ObjectReader, name: string, read: (item: ObjectReader) => T): T[] {
  const value = o.raw(name);
  if (!isObject(value)) return o.list(name, read, { optional: true });
  try {
    return [read(readObject(value, o.at(name), o.problems))];
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    o.problems.push(error.message);
    return [];
  }
}

/** The same, all or nothing. Absent is none. @throws FieldProblem for the first item that cannot be read */
export function everyOf<T>(o: ObjectReader, name: string, read: (item: ObjectReader) => T): T[] {
  if (!o.has(name)) return [];
  const value = o.raw(name);
  return isObject(value) ? [read(readObject(value, o.at(name), o.problems))] : o.strictList(name, read);
}

/** A field that is an object, or a list of one (NegotiatedRateCharges.BaseServiceCharge). Undefined when absent. */
export function single<T>(o: ObjectReader, name: string, read: (item: ObjectReader) => T): T | undefined {
  const items = everyOf(o, name, read);
  if (items.length > 1) throw new FieldProblem(o.at(name), `should be one but are ${items.length}`);
  return items[0];
}

export const currencyAmount = (o: ObjectReader): Money => o.money('MonetaryValue', o.currency('CurrencyCode'));

/** A day written YYYYMMDD, as YYYY-MM-DD. @throws FieldProblem when it is no day of the calendar */
export function compactDay(o: ObjectReader, name: string): string {
  const text = o.string(name, /^\d{8}$/);
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    throw new FieldProblem(o.at(name), 'should be a day of the calendar');
  return day;
}
