import { defaultStringifySearch } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse-search.ts';

describe('the address after "?"', () => {
  it('keeps long tracking numbers digit by digit, however they got there', () => {
    expect(parseSearch('?q=9999999261763213')).toEqual({ q: '9999999261763213' });
    expect(parseSearch('?q=007&page=3&archived=true')).toEqual({ q: '007', page: 3, archived: true });
    for (const q of ['9999999261763213', '1001', '1e3', 'null', 'MUG', '"quoted"'])
      expect(parseSearch(defaultStringifySearch({ q }))).toEqual({ q });
  });
});
