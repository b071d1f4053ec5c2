import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { describe, expect, it } from 'vitest';
import { mergeRows } from './merge-rows.ts';

const row = (id: string, version = 1): OrderRow => ({ id, version }) as OrderRow;
const rows = (ids: string): OrderRow[] => [...ids].map((id) => row(id));

describe('rows that change while they are shown', () => {
  it('stay where they are; new ones are counted and not put in', () => {
    const shown = rows('abc');
    const merged = mergeRows(shown, [...rows('xya'), row('b', 2), ...rows('cde')], true);
    expect(merged.rows.map((each) => `${each.id}${each.version}`)).toEqual(['a1', 'b2', 'c1']);
    expect(merged.fresh).toBe(2);
    expect([...merged.gone]).toEqual([]);
  });
  it('that left the list stay, and are named', () => {
    const merged = mergeRows(rows('abc'), rows('acde'), true);
    expect([...merged.gone]).toEqual(['b']);
    expect(merged.fresh).toBe(0);
    expect(mergeRows(rows('abc'), rows('xy'), true)).toMatchObject({ fresh: 2, gone: new Set(['a', 'b', 'c']) });
  });
  it('give the same array when nothing changed, so that nothing is drawn', () => {
    const shown = rows('abc');
    expect(mergeRows(shown, rows('xabc'), true).rows).toBe(shown);
  });
  it('other pages have no front', () => {
    expect(mergeRows(rows('abc'), rows('xabc'), false).fresh).toBe(0);
  });
  it('an empty list that fills up counts what came', () => {
    expect(mergeRows([], rows('ab'), true).fresh).toBe(2);
  });
});
