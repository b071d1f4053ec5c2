import { describe, expect, it } from 'vitest';
import {
  addDays,
  ageOf,
  dayInZone,
  formatDay,
  formatInstant,
  formatMoney,
  formatWeight,
  parseDecimal,
} from './format.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('formatters', () => {
  it('amounts by locale and by the decimals of the currency', () => {
    expect(plain(formatMoney({ minor: 124050, currency: 'CAD' }, 'en-CA'))).toBe('$1,240.50');
    expect(plain(formatMoney({ minor: 124050, currency: 'CAD' }, 'fr-CA'))).toBe('1 240,50 $');
    expect(plain(formatMoney({ minor: 500, currency: 'USD' }, 'en-CA'))).toBe('US$5.00');
    expect(plain(formatMoney({ minor: 500, currency: 'JPY' }, 'en-CA'))).toContain('500');
  });
  it('weights in the unit of the customer', () => {
    expect(plain(formatWeight(1250, 'kg', 'fr-CA'))).toBe('1,25 kg');
    expect(plain(formatWeight(454, 'lb', 'en-CA'))).toBe('1 lb');
    expect(plain(formatWeight(1250, 'g', 'en-CA'))).toBe('1,250 g');
  });
  it('instants in the zone of the customer, days in no zone at all', () => {
    expect(formatInstant('2026-11-21T03:30:00Z', 'day', 'en-CA', 'America/Toronto')).toBe('Nov 20, 2026');
    expect(formatInstant('not a date', 'day', 'en-CA', 'America/Toronto')).toBe('not a date');
    const now = new Date('2026-06-01T00:00:00Z');
    expect(formatDay('2026-11-24', 'en-CA', now)).toBe('Tue, Nov 24');
    expect(formatDay('2025-11-01', 'en-CA', now)).toBe('Nov 1, 2025');
    expect(formatDay('2025-11-01', 'fr-CA', now)).toBe('1 nov. 2025');
    expect(dayInZone(new Date('2026-11-21T03:30:00Z'), 'America/Vancouver')).toBe('2026-11-20');
    expect(dayInZone(new Date('2026-11-21T03:30:00Z'), 'No/Such')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  });
  it('typed numbers with a point or a comma', () => {
    expect(parseDecimal('1,5')).toBe(1.5);
    expect(parseDecimal(' 12.25 ')).toBe(12.25);
    for (const bad of ['', 'abc', '-1', '1.2.3', '1e5']) expect(parseDecimal(bad)).toBeUndefined();
  });
});

describe('ageOf', () => {
  it('says how long ago in the largest unit that fits, and never the future', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const age = (iso: string, locale = 'en-CA') => ageOf(iso, now, locale);
    expect(age('2026-11-21T11:59:31Z')).toBe('this minute');
    expect(age('2026-11-21T12:05:00Z')).toBe('this minute');
    expect(age('2026-11-21T11:01:00Z')).toBe('59 minutes ago');
    expect(age('2026-11-21T09:30:00Z')).toBe('2 hours ago');
    expect(age('2026-11-19T11:00:00Z')).toBe('2 days ago');
    expect(age('2026-11-21T09:30:00Z', 'fr-CA')).toBe('il y a 2 heures');
  });
});
