import { describe, expect, it } from 'vitest';
import { clockOf, momentOf } from './local-clock.ts';

describe('the clock of a zone', () => {
  it('reads what it shows, in summer and in winter', () => {
    for (const zone of [
      'America/Toronto',
      'America/Vancouver',
      'America/St_Johns',
      'Europe/Paris',
      'Asia/Kolkata',
      'UTC',
    ])
      for (const iso of ['2026-01-15T17:30:00.000Z', '2026-07-15T03:05:00.000Z', '2026-12-31T23:59:00.000Z'])
        expect([zone, momentOf(clockOf(iso, zone), zone)]).toEqual([zone, iso]);
  });

  it('knows the nights in which clocks are changed', () => {
    // 2:30 is skipped on 8 March and comes twice on 1 November.
    expect(momentOf('2026-03-08T02:30', 'America/Toronto')).toBe('2026-03-08T07:30:00.000Z');
    expect(momentOf('2026-11-01T01:30', 'America/Toronto')).toBe('2026-11-01T05:30:00.000Z');
    expect(momentOf('2026-11-01T03:00', 'America/Toronto')).toBe('2026-11-01T08:00:00.000Z');
  });

  it('has nothing for an empty field', () => {
    expect(momentOf('', 'UTC')).toBeUndefined();
  });
});
