import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedUp, FieldProblem, readList, readObject, type ObjectReader } from './json-reader.ts';

const item = (r: ObjectReader): { id: string; price: number; days: number | undefined } => ({
  id: r.id('id'),
  price: r.money('price', 'CAD').minor,
  days: r.maybe('days', (n) => r.integer(n, 0)),
});

describe('lists', () => {
  it('keeps good items beside bad ones and names the field', () => {
    const json = {
      data: { quotes: [{ id: 'a', price: '1.20' }, { id: 'b' }, 7, { id: 'c', price: 3, days: 'soon' }] },
    };
    expect(readList(json, 'data.quotes', item)).toEqual({
      items: [
        { id: 'a', price: 120, days: undefined },
        { id: 'c', price: 300, days: undefined },
      ],
      problems: [
        'data.quotes[1].price is missing.',
        'data.quotes[2] should be an object but is "7".',
        'data.quotes[3].days should be a number but is "soon".',
      ],
    });
  });
  it('says when the list itself is missing', () => {
    expect(() => readList({ data: {} }, 'data.quotes', item)).toThrow('data.quotes is missing.');
    expect(() => readList([], 'data', item)).toThrow(FieldProblem);
  });
  it('does not swallow a mistake of the reader itself', () => {
    expect(() =>
      readList({ a: [{}] }, 'a', () => {
        throw new TypeError('bug');
      }),
    ).toThrow(TypeError);
  });
});

describe('a total and what it is made of', () => {
  const amount = (minor: number, currency = 'CAD') => ({ minor, currency });
  const of = (total: number, ...parts: readonly number[]) =>
    addedUp(
      'price',
      parts.map((minor) => ({ kind: 'base', code: 'X', label: 'X', amount: amount(minor) })),
      amount(total),
    ).lines.map(({ kind, amount: { minor } }) => [kind, minor]);
  const base = (minor: number) => ['base', minor];

  it('what the lines leave open stands as a line, so that they are the total to the cent', () => {
    expect(of(1000, 1000)).toEqual([base(1000)]);
    expect(of(1000, 999)).toEqual([base(999), ['surcharge', 1]]);
    expect(of(1000)).toEqual([['surcharge', 1000]]);
    expect(of(999, 1200, -200)).toEqual([base(1200), base(-200), ['discount', -1]]);
    expect(of(0)).toEqual([]);
  });

  it('half of what is named is still a price; a cent less, nothing and less than nothing are none', () => {
    expect(of(500, 1000)).toEqual([base(1000), ['discount', -500]]);
    for (const [total, ...parts] of [[499, 1000], [0, 1], [-1, 1], [-1], [-2, -1]] as const)
      expect(() => of(total, ...parts)).toThrow('price do not add up to the total.');
    // A credit that is its lines is one.
    expect(of(-500, -500)).toEqual([base(-500)]);
  });

  it('yen have no cents, and currencies are never mixed', () => {
    const yen = [{ kind: 'base', code: 'X', label: 'X', amount: amount(101, 'JPY') }] as const;
    expect(addedUp('price', yen, amount(51, 'JPY')).lines.at(-1)?.amount).toEqual(amount(-50, 'JPY'));
    expect(() => addedUp('price', yen, amount(50, 'JPY'))).toThrow('do not add up');
    expect(() => addedUp('price', yen, amount(101))).toThrow('several currencies');
  });
});

const r = (value: unknown): ObjectReader => readObject({ f: value });

describe('fields', () => {
  it('money is exact or refused', () => {
    expect(r('12.3').money('f', 'CAD').minor).toBe(1230);
    expect(r(0.1).money('f', 'CAD').minor).toBe(10);
    expect(r('500').money('f', 'JPY').minor).toBe(500);
    for (const bad of ['12.345', 0.1 + 0.2, '1,200.00', '12.30 CAD', 'NaN', true, {}, [], '1e3'])
      expect(() => r(bad).money('f', 'CAD')).toThrow(FieldProblem);
  });
  it('money of any amount in cents comes back the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (minor) => {
        const sign = minor < 0 ? '-' : '';
        const text = `${sign}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;
        return r(text).money('f', 'USD').minor === minor;
      }),
    );
  });
  it('money that a platform worked out itself is rounded half away from zero', () => {
    expect([16.6296, 0.005, -0.005, 10, '7.994'].map((value) => r(value).rounded('f', 'CAD').minor)).toEqual([
      1_663, 1, -1, 1_000, 799,
    ]);
    expect(r(1_234.5).rounded('f', 'JPY')).toEqual({ minor: 1_235, currency: 'JPY' });
    for (const bad of [1e12, 'ten', '1,200.00', null, {}])
      expect(() => r(bad).rounded('f', 'CAD')).toThrow(FieldProblem);
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => r(cents / 100).rounded('f', 'USD').minor === cents),
    );
  });
  it('dates and times exist in the calendar', () => {
    expect(r('2028-02-29').date('f')).toBe('2028-02-29');
    for (const bad of ['2026-02-29', '2026-13-01', '20260101', 5]) expect(() => r(bad).date('f')).toThrow(FieldProblem);
    expect(r('2026-01-01T10:00:00-05:00').instant('f')).toBe('2026-01-01T10:00:00-05:00');
    expect(() => r('2026-01-01T10:00:00').instant('f')).toThrow(FieldProblem);
    expect(r('2026-01-01T10:00:00').instant('f', false)).toBe('2026-01-01T10:00:00');
    expect(() => r('2026-01-01T25:00:00Z').instant('f')).toThrow(FieldProblem);
  });
  it('damaged text is refused, not shown', () => {
    for (const bad of ['a\u0000b', 'a\uFFFDb', '\u001b[31m']) expect(() => r(bad).string('f')).toThrow(FieldProblem);
    expect(r(' Montréal ').string('f')).toBe('Montréal');
  });
  it('codes are translated or refused, and inherited names are no codes', () => {
    expect(r('D').choice('f', { D: 'delivered' })).toBe('delivered');
    expect(() => r('toString').choice('f', { D: 1 })).toThrow(FieldProblem);
    expect(readObject({}).has('constructor')).toBe(false);
  });
  it('base64 is checked', () => {
    expect([...r('AQID').base64('f')]).toEqual([1, 2, 3]);
    for (const bad of ['AQI', 'A!==', '', 5]) expect(() => r(bad).base64('f')).toThrow(FieldProblem);
  });
});
