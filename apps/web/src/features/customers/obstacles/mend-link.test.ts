import { PLACES } from '@scanship/contracts/network/obstacles';
import { describe, expect, it } from 'vitest';
import { mendLink } from './mend-link.ts';

const customer = { id: 'c', name: 'C', franchiseId: 'f', franchiseName: 'F' };
const href = (
  by: 'customer' | 'franchise' | 'operator',
  place: (typeof PLACES)[number],
  kind: 'customer' | 'franchise' | 'support' | 'platform',
  id: string | null = null,
) => mendLink({ mend: { by, place, id } }, customer, kind)?.href;

describe('where a line is mended', () => {
  it('is a page of whoever mends it', () => {
    expect(href('customer', 'stores', 'customer', 's')).toBe('/ecommerce/store/s');
    expect(href('franchise', 'customerCredit', 'franchise')).toBe('/customer/c?tab=credit');
    expect(href('franchise', 'carriers', 'franchise', 'a')).toBe('/customer/carriers/a');
    expect(href('operator', 'carriers', 'platform', 'a')).toBe('/platform/carriers/a');
    expect(href('franchise', 'customer', 'platform')).toBe('/franchises/f');
  });
  it('is whom to act for, where the customer mends it', () => {
    for (const place of PLACES)
      for (const kind of ['franchise', 'support'] as const)
        expect(href('customer', place, kind)).toBe('/customer/c?tab=people');
  });
  it('is nowhere for who cannot: support and what the franchise decides, a borrower and a lent account', () => {
    expect(href('franchise', 'customerCredit', 'support')).toBeUndefined();
    expect(href('franchise', 'carriers', 'customer', 'a')).toBeUndefined();
    expect(href('operator', 'franchise', 'franchise')).toBeUndefined();
    expect(mendLink({ mend: null }, customer, 'franchise')).toBeUndefined();
  });
});
