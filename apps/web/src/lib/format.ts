/** Amounts, weights, sizes and times as people of a locale read them. Built formatters are kept: making one is slow. */
import type { WeightUnit, LengthUnit } from '@scanship/domain/values/measure';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { exponentOf, type Money } from '@scanship/domain/money/money';

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();
function keep<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const found = kept.get(key);
  if (found) return found as T;
  const made = make();
  kept.set(key, made);
  return made;
}

/** "$12.40" in en-CA, "12,40 $" in fr-CA; a foreign currency carries its name ("US$12.40"). */
export function formatMoney(amount: Money, locale: string): string {
  const digits = exponentOf(amount.currency);
  const format = keep(`money ${locale} ${amount.currency}`, () => {
    try {
      return new Intl.NumberFormat(locale, { style: 'currency', currency: amount.currency });
    } catch {
      // A code the browser does not know is still an amount.
      return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    }
  });
  return format.format(amount.minor / 10 ** digits);
}

export function formatNumber(value: number, locale: string, decimals?: number): string {
  return keep(
    `number ${locale} ${decimals ?? ''}`,
    () => new Intl.NumberFormat(locale, decimals === undefined ? {} : { maximumFractionDigits: decimals }),
  ).format(value);
}

/** "1.3712": an exchange rate with six digits that mean something. */
export const formatRate = (text: string, locale: string): string =>
  keep(`rate ${locale}`, () => new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })).format(Number(text));

/** "1.25 kg"; grams in the unit the customer works in. */
export function formatWeight(grams: number, unit: WeightUnit, locale: string): string {
  const decimals = unit === 'g' ? 0 : unit === 'oz' ? 1 : 2;
  return `${formatNumber(fromGrams(grams, unit, decimals), locale, decimals)}\u00a0${unit}`;
}

export const formatLength = (mm: number, unit: LengthUnit, locale: string): string =>
  `${formatNumber(fromMillimetres(mm, unit, 1), locale, 1)}\u00a0${unit}`;

export type DateStyle = 'day' | 'short' | 'full' | 'time';
const STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  full: { dateStyle: 'long', timeStyle: 'short' },
  time: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
};

/** An instant (ISO 8601) in the customer's time zone; an unreadable text is shown as it came. */
export function formatInstant(iso: string, style: DateStyle, locale: string, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return keep(`date ${locale} ${timeZone} ${style}`, () => {
    try {
      return new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
    } catch {
      return new Intl.DateTimeFormat(locale, STYLES[style]);
    }
  }).format(at);
}

const MINUTE_MS = 60_000;
/** "5 minutes ago", "3 hours ago", "2 days ago"; anything younger than a minute is "this minute". */
export function ageOf(iso: string, now: number, locale: string): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS));
  const format = keep(`age ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  if (minutes < 60) return format.format(-minutes, 'minute');
  return minutes < 24 * 60
    ? format.format(-Math.floor(minutes / 60), 'hour')
    : format.format(-Math.floor(minutes / 1440), 'day');
}

/** A calendar day (YYYY-MM-DD or the day of a longer text) without any shift of zone: "Mon, Nov 24", of another year "Nov 24, 2025". */
export function formatDay(day: string, locale: string, now = new Date()): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(day);
  if (!match) return day;
  const at = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  const own = at.getUTCFullYear() === now.getUTCFullYear();
  return keep(
    `day ${locale} ${own}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        ...(own ? { weekday: 'short' } : { year: 'numeric' }),
        month: 'short',
        day: 'numeric',
        timeZone: 'UTC',
      }),
  ).format(at);
}

/** YYYY-MM-DD of an instant in a time zone. */
export function dayInZone(at: Date, timeZone: string): string {
  const parts = keep(`iso ${timeZone}`, () => {
    const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
    try {
      return new Intl.DateTimeFormat('en-CA', { ...options, timeZone });
    } catch {
      return new Intl.DateTimeFormat('en-CA', options);
    }
  }).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Moves a calendar day by days. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Reads a typed number with a decimal point or comma; undefined when it is not a number of at least zero. */
export function parseDecimal(text: string): number | undefined {
  const t = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.');
  if (!/^\d{1,9}(\.\d{0,6})?$|^\.\d{1,6}$/.test(t)) return undefined;
  return Number(t);
}
