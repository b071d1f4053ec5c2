import { describe, expect, it } from 'vitest';
import { NO_SELECTION, pageState, toggle, togglePage, toggleRange } from './selection.ts';

const page = ['a', 'b', 'c', 'd', 'e'];
const ids = (s: { ids: ReadonlySet<string> }) => [...s.ids].toSorted().join('');

describe('selection', () => {
  it('toggles one and remembers it as the anchor', () => {
    const one = toggle(NO_SELECTION, 'b');
    expect(ids(one)).toBe('b');
    expect(ids(toggle(one, 'b'))).toBe('');
    expect(ids(NO_SELECTION)).toBe('');
  });
  it('Shift sets the whole range, in either direction, to what the end becomes', () => {
    const range = toggleRange(toggle(NO_SELECTION, 'd'), page, 'b');
    expect(ids(range)).toBe('bcd');
    expect(ids(toggleRange(range, page, 'd'))).toBe('');
  });
  it('Shift without an anchor on this page toggles only the one', () => {
    expect(ids(toggleRange({ ids: new Set(['x']), anchor: 'x' }, page, 'c'))).toBe('cx');
  });
  it('the header box takes the page and leaves other pages alone', () => {
    const other = toggle(NO_SELECTION, 'z');
    const all = togglePage(other, page);
    expect(ids(all)).toBe('abcdez');
    expect(pageState(all, page)).toBe('all');
    expect(ids(togglePage(all, page))).toBe('z');
    expect(pageState(toggle(other, 'a'), page)).toBe('some');
    expect(pageState(other, page)).toBe('none');
  });
});
