import { describe, expect, it } from 'vitest';
import { orderTokens, trackingTokens } from './order-search.ts';
import { soughtAnywhere } from './search-anywhere.ts';

/** Whether the text as one thing finds an order with these keys. */
const finds = (text: string, order: { phone?: string; number?: string; tracking?: string }): boolean => {
  const keys = [
    ...orderTokens({ number: order.number ?? 'x', name: '', phone: order.phone, skus: [] }),
    ...trackingTokens([order.tracking ?? '']),
  ];
  return soughtAnywhere(text).whole.some(({ field, token, match }) =>
    keys.some((key) => key.field === field && (match === 'prefix' ? key.token.startsWith(token) : key.token === token)),
  );
};

describe('one text for everything', () => {
  it('finds a telephone in any form, by its last seven digits and more', () => {
    for (const phone of ['+1 (418) 555-0123', '418.555.0123', '14185550123 ext. 12'])
      for (const typed of ['418 555 0123', '+1-418-555-0123', '14185550123', '555-0123', '(418) 555 0123'])
        expect([phone, typed, finds(typed, { phone })]).toEqual([phone, typed, true]);
    expect(finds('06 12 34 56 78', { phone: '+33 6 12 34 56 78' })).toBe(true);
    expect(finds('+33 612345678', { phone: '06.12.34.56.78' })).toBe(true);
    expect(finds('550123', { phone: '418 555 0123' })).toBe(false);
    expect(finds('514 555 0123', { phone: '418 555 0123' })).toBe(false);
  });
  it('finds an order by its number with or without its sign, a parcel by either end of its tracking number', () => {
    for (const typed of ['#1001', '1001', '# 1001']) expect(finds(typed, { number: '#1001' })).toBe(true);
    for (const typed of ['1Z 999 AA1', '6784', '123-456784', '1z999aa10123456784'])
      expect([typed, finds(typed, { tracking: '1Z999AA10123456784' })]).toEqual([typed, true]);
    expect(finds('784', { tracking: '1Z999AA10123456784' })).toBe(false);
  });
  it('takes names apart and leaves out of the search what is too short to find anything', () => {
    expect(soughtAnywhere('Éloïse T. québec')).toMatchObject({ words: ['eloise', 'quebec'], shortWords: ['t'] });
    expect(soughtAnywhere(' ... ')).toEqual({ whole: [], words: [], shortWords: [] });
  });
});
