/** Order dates as files have them, read in the order of day, month and year that the person chose. */
import { fold } from '@scanship/domain/orders/order-search';
import { Temporal } from 'temporal-polyfill';
import type { Cell, DateOrder } from './cells.ts';

/** Month names and their usual abbreviations in English and French, without accents and full stops. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'janvier', 'janv'],
  ['february', 'feb', 'fevrier', 'fev', 'fevr'],
  ['march', 'mar', 'mars'],
  ['april', 'apr', 'avril', 'avr'],
  ['may', 'mai'],
  ['june', 'jun', 'juin'],
  ['july', 'jul', 'juillet', 'juil'],
  ['august', 'aug', 'aout'],
  ['september', 'sep', 'sept', 'septembre'],
  ['october', 'oct', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'decembre'],
];

const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  ymd: 'year-month-day',
  dmy: 'day/month/year',
  mdy: 'month/day/year',
};

/** "Wednesday, September 30th, 2026 at 11:59:59.123456 p.m. +05:00" and some; longer is no date. Characters. */
const LONGEST = 100;
const OLDEST = 1990;
const NEWEST = 2100;

/**
 * The moment of a date with or without time. A date alone is midnight in the customer's time zone; a time with an offset
 * or "Z" keeps it. A year in front is always year-month-day; month names need no order.
 * @param timeZone of the customer
 */
export function readDate(text: string, order: DateOrder, timeZone: string, now: Date): Cell<Date> {
  if (text.length > LONGEST) return readDate(`${text.slice(0, 40)}…`, order, timeZone, now);
  const split = splitTime(text);
  const date = readDay(split.date, order);
  if ('error' in date) return { error: `"${text}" ${date.error}` };
  const time = split.time === '' ? new Temporal.PlainTime() : readTime(split.time);
  if (!time) return { error: `"${split.time}" in "${text}" is not a time.` };
  const local = date.value.toPlainDateTime(time);
  const zone = split.offset === '' ? timeZone : split.offset;
  const moment = new Date(local.toZonedDateTime(zone).epochMilliseconds);
  const ahead = moment.getTime() - now.getTime() > 36 * 3_600_000;
  return { value: moment, ...(ahead ? { remark: `The order date "${text}" lies in the future.` } : {}) };
}

/** Date, time and offset ("+05:00", "UTC" as "+00:00") of a text. */
function splitTime(text: string): { date: string; time: string; offset: string } {
  const serial = /^(\d{5})(?:\.(\d+))?$/.exec(text);
  if (serial) return excelSerial(Number(text));
  // linear: at most 100 characters by "text.length > LONGEST" here
  const match =
    /^(.*?)(?:[T,\s]+(?:at |à )?(\d{1,2}\s?[:h]\s?\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]\.?\s?m\.?)?))?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/iu.exec(
      text,
    );
  // An offset without a time is part of the date ("2026-11-20" ends like one).
  if (!match || match[2] === undefined) return { date: text, time: '', offset: '' };
  const zone = (match[3] ?? '').toUpperCase();
  const offset = zone === '' ? '' : /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : '+00:00';
  return { date: match[1] ?? '', time: match[2], offset };
}

/** Days since 1899-12-30, as spreadsheets count; the fraction is the time of day. */
function excelSerial(serial: number): { date: string; time: string; offset: string } {
  const seconds = Math.round((serial % 1) * 86_400);
  const day = Temporal.PlainDate.from('1899-12-30').add({ days: Math.floor(serial) });
  const time = new Temporal.PlainTime().add({ seconds: Math.min(seconds, 86_399) });
  return { date: day.toString(), time: time.toString().slice(0, 8), offset: '' };
}

function readTime(text: string): Temporal.PlainTime | undefined {
  const match = /^(\d{1,2})\s?[:h]\s?(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap])?/i.exec(text);
  if (!match) return undefined;
  let hour = Number(match[1]);
  const half = match[4]?.toLowerCase();
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === 'p' ? 12 : 0);
  }
  try {
    return Temporal.PlainTime.from(
      { hour, minute: Number(match[2]), second: Number(match[3] ?? 0) },
      { overflow: 'reject' },
    );
  } catch {
    return undefined;
  }
}

function readDay(text: string, order: DateOrder): { value: Temporal.PlainDate } | { error: string } {
  const t = fold(text).replace(/^[a-z]{3,9}\.?,?\s+(?=\d|[a-z]{3})/, (word) =>
    monthOf(word.replace(/[.,\s]/g, '')) ? word : '',
  );
  const numbers = /^(\d{1,4})[-/.\s](\d{1,2})[-/.\s](\d{1,4})$/.exec(t);
  if (numbers) {
    const [a = 0, b = 0, c = 0] = numbers.slice(1).map(Number);
    const yearFirst = (numbers[1]?.length ?? 0) === 4;
    if (yearFirst) return day(a, b, c, 'is not a date that exists.');
    const wrong = `is not a date written ${ORDER_WORDS[order]}.`;
    if ((numbers[3]?.length ?? 0) === 3 || (numbers[1]?.length ?? 0) === 3) return { error: wrong };
    if (order === 'ymd') return (numbers[3]?.length ?? 0) === 4 ? { error: wrong } : day(century(a), b, c, wrong);
    return order === 'dmy' ? day(century(c), b, a, wrong) : day(century(c), a, b, wrong);
  }
  if (/^\d{8}$/.test(t))
    return day(Number(t.slice(0, 4)), Number(t.slice(4, 6)), Number(t.slice(6)), 'is not a date that exists.');
  const dayFirst = /^(\d{1,2})(?:er|st|nd|rd|th)?[\s./-]+([a-z]+)\.?[\s./,-]+(\d{2}|\d{4})$/.exec(t);
  const monthFirst = /^([a-z]+)\.?[\s./-]+(\d{1,2})(?:er|st|nd|rd|th)?[\s./,-]+(\d{2}|\d{4})$/.exec(t);
  const named = dayFirst
    ? ([dayFirst[3], dayFirst[2], dayFirst[1]] as const)
    : monthFirst
      ? ([monthFirst[3], monthFirst[1], monthFirst[2]] as const)
      : undefined;
  const month = named && monthOf(named[1] ?? '');
  if (!named || month === undefined) return { error: 'is not a date.' };
  return day(century(Number(named[0])), month, Number(named[2]), 'is not a date that exists.');
}

const monthOf = (word: string): number | undefined => {
  const index = MONTHS.findIndex((names) => names.includes(word));
  return index < 0 ? undefined : index + 1;
};

const century = (year: number): number => (year < 100 ? 2000 + year : year);

function day(
  year: number,
  month: number,
  dayOfMonth: number,
  wrong: string,
): { value: Temporal.PlainDate } | { error: string } {
  if (year < OLDEST || year > NEWEST) return { error: wrong };
  try {
    return { value: Temporal.PlainDate.from({ year, month, day: dayOfMonth }, { overflow: 'reject' }) };
  } catch {
    return { error: wrong };
  }
}

/** The order that a column of dates was written in, as far as its values tell; `fallback` when they do not. */
export function guessDateOrder(values: readonly string[], fallback: DateOrder): DateOrder {
  let numeric = false;
  for (const value of values) {
    const match = /^(\d{1,4})[-/.\s](\d{1,2})[-/.\s](\d{1,4})/.exec(value.trim());
    if (!match) continue;
    if (match[1]?.length === 4) return 'ymd';
    numeric = true;
    if (Number(match[1]) > 12) return 'dmy';
    if (Number(match[2]) > 12) return 'mdy';
  }
  return numeric ? fallback : 'ymd';
}
