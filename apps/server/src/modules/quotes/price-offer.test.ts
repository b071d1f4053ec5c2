import { describe, expect, it } from 'vitest';
import { money } from '@scanship/domain/money';
import { saleOf } from './price-offer.ts';

const line = (minor: number) => ({
  kind: 'base' as const,
  code: 'freight',
  label: 'Shipping',
  amount: money(minor, 'CAD'),
});
const offer = { lines: [line(1000)], total: money(1000, 'CAD') };
const purchase = { carrier: 'rate-sheet', service: 'next-day', day: '2026-11-20' };
const rule = { id: 'r1', position: 1, scope: {}, percentBp: 1000, fixedMinor: 50 };

describe('the sales of an offer', () => {
  it('are one for an own account: the carrier sells at its price', () => {
    const sale = saleOf(offer, { ownerTenantId: 'a', shipperTenantId: 'a' }, [rule], purchase);
    expect(sale.price).toEqual(money(1000, 'CAD'));
    expect(sale.chain.map((l) => [l.fromTenantId, l.toTenantId, l.price.minor])).toEqual([[null, 'a', 1000]]);
  });
  it('are two for a lent one, and what the shipper sees tells nothing of the cost', () => {
    const sale = saleOf(offer, { ownerTenantId: 'franchise', shipperTenantId: 'seller' }, [rule], purchase);
    expect(sale.chain.map((l) => [l.fromTenantId, l.toTenantId, l.price.minor])).toEqual([
      [null, 'franchise', 1000],
      ['franchise', 'seller', 1150],
    ]);
    expect(sale.chain[1]?.markupVersions).toEqual(['r1']);
    expect(sale.chain[1]?.lines.map((l) => l.amount.minor)).toEqual([1150]);
    expect(JSON.stringify(sale.chain[1])).not.toContain('1000');
  });
  it('are lent at cost while there is no plan', () => {
    expect(saleOf(offer, { ownerTenantId: 'f', shipperTenantId: 's' }, [], purchase).price.minor).toBe(1000);
  });
});
