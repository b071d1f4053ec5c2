import { describe, expect, it } from 'vitest';
import { parsePeopleSearch } from './people-search.ts';

describe('filters of people in the address', () => {
  it('are what was chosen', () =>
    expect(parsePeopleSearch({ q: 'zoé', state: 'invited', role: 'abc', page: 3 })).toEqual({
      q: 'zoé',
      state: 'invited',
      role: 'abc',
      page: 3,
    }));
  it('keep a number that was searched for, which the router reads as one', () =>
    expect(parsePeopleSearch({ q: 1001 })).toEqual({ q: '1001' }));
  it('drop what means nothing', () =>
    expect(parsePeopleSearch({ q: '', state: 'gone', role: 7, page: 1, other: 'x' })).toEqual({}));
  it.each([0, -1, 1.5, 'two', '', null])('have no page %j', (page) => expect(parsePeopleSearch({ page })).toEqual({}));
});
