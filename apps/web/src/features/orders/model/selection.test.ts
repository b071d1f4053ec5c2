import { orderSelection } from '@scanship/contracts/orders/order-selection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseAll,
  countOf,
  isChosen,
  NO_SELECTION,
  orderSelectionOf,
  pageState,
  type Selection,
  toggle,
  togglePage,
  toggleRange,
} from './selection.ts';

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
    expect(ids(toggleRange({ ...NO_SELECTION, ids: new Set(['x']), anchor: 'x' }, page, 'c'))).toBe('cx');
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

describe('all that match', () => {
  const all = chooseAll(1240, false);
  it('is sent as filters and what is taken out, without a list of ids', () => {
    const without = toggle(toggle(all, 'b'), 'd');
    expect(countOf(without)).toBe(1238);
    const body = orderSelectionOf(without, { countryCode: 'CA' }, 'shipBy');
    expect(body).toEqual({ filters: { countryCode: 'CA' }, sort: 'shipBy', excludeIds: ['b', 'd'] });
    const known = '0195d1a2-0000-7000-8000-000000000001';
    expect(orderSelection.safeParse(orderSelectionOf(toggle(all, known), {}, 'shipBy')).success).toBe(true);
    expect(orderSelectionOf(toggle(without, 'b'), {}, '-placedAt')).toEqual({
      filters: {},
      sort: '-placedAt',
      excludeIds: ['d'],
    });
    expect(orderSelectionOf(toggle(NO_SELECTION, 'b'), { countryCode: 'CA' }, '-placedAt')).toEqual({ ids: ['b'] });
  });
  it('pages, single orders and ranges go out and come back in', () => {
    expect(pageState(all, page)).toBe('all');
    expect(pageState(togglePage(all, page), page)).toBe('none');
    const some = toggleRange(toggle(all, 'b'), page, 'd');
    expect(page.filter((id) => isChosen(some, id))).toEqual(['a', 'e']);
    expect(pageState(some, page)).toBe('some');
    expect(pageState(togglePage(some, page), page)).toBe('all');
  });
  it('whatever is pressed, one order is chosen or not as it was last set', () => {
    const step = fc.record({ kind: fc.constantFrom('one', 'range', 'page'), id: fc.constantFrom(...page) });
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { maxLength: 20 }), (whole, steps) => {
        let selection: Selection = whole ? chooseAll(page.length, false) : NO_SELECTION;
        for (const { kind, id } of steps) {
          const before = isChosen(selection, id);
          const full = pageState(selection, page) === 'all';
          selection =
            kind === 'one'
              ? toggle(selection, id)
              : kind === 'range'
                ? toggleRange(selection, page, id)
                : togglePage(selection, page);
          expect(isChosen(selection, id)).toBe(kind === 'page' ? !full : !before);
          expect(countOf(selection)).toBe(page.filter((other) => isChosen(selection, other)).length);
        }
      }),
    );
  });
});
