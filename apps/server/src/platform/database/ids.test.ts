import { assert, date, property } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { newCarrierReference } from './carrier-reference.ts';
import { idAt, isUuid, newId } from './ids.ts';

describe('newId', () => {
  test('is a UUIDv7 of the moment', () => {
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const moment = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(Date.now() + 50);
  });

  test('ids of one process rise, also within a millisecond and when the clock is set back', () => {
    const now = Date.now();
    let asked = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (asked++ % 7 === 0 ? now - 5_000 : now));
    const ids = Array.from({ length: 20_000 }, () => newId());
    clock.mockRestore();
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('idAt carries any moment since 1970', () => {
    assert(
      property(date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (moment) => {
        const id = idAt(moment);
        expect(isUuid(id)).toBe(true);
        expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(moment.getTime());
      }),
    );
  });
});

test('isUuid refuses what only looks like one', () => {
  expect(isUuid(newId().toUpperCase())).toBe(true);
  for (const text of ['', newId().slice(1), `${newId()} `, `{${newId()}}`, newId().replaceAll('-', ''), "x' OR true"])
    expect(isUuid(text)).toBe(false);
});

test('a carrier reference is 16 characters that can be read out, and none comes twice', () => {
  const many = Array.from({ length: 20_000 }, newCarrierReference);
  for (const reference of many) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  expect(new Set(many).size).toBe(many.length);
  // Every symbol is used: nothing is cut off.
  expect(new Set(many.join('')).size).toBe(32);
});
