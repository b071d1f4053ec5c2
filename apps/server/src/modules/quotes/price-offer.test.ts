import { describe, expect, it } from 'vitest';
import { money } from '@scanship/domain/money/money';
import { pricedPurchase, saleOf } from './price-offer.ts';

const line = (minor: number) => ({
  kind: 'base' as const,
  code: 'freight',
  label: 'Shipping',
  amount: money(minor, 'CAD'),
});
const offer = { lines: [line(1000)], total: money(1000, 'CAD') };
const purchase = { carrier: 'rate-sheet', service: 'next-day', day: '2026-11-20' };
const rule = { id: 'r1', position: 1, scope: {}, percentBp: 1000, fixedMinor: 50 };

const level = (tenantId: string, buyerId: string, rules = [rule]) => ({ tenantId, buyerId, rules });

describe('the sales of an offer', () => {
  it('are one for an own account: the carrier sells at its price', () => {
    const sale = saleOf(offer, 'a', [], purchase);
    expect(sale.price).toEqual(money(1000, 'CAD'));
    expect(sale.chain.map((l) => [l.fromTenantId, l.toTenantId, l.price.minor])).toEqual([[null, 'a', 1000]]);
  });
  it('are two for a lent one, and what the shipper sees tells nothing of the cost', () => {
    const sale = saleOf(offer, 'seller', [level('franchise', 'seller')], purchase);
    expect(sale.chain.map((l) => [l.fromTenantId, l.toTenantId, l.price.minor])).toEqual([
      [null, 'franchise', 1000],
      ['franchise', 'seller', 1150],
    ]);
    expect(sale.chain[1]?.markupVersions).toEqual(['r1']);
    expect(sale.chain[1]?.lines.map((l) => l.amount.minor)).toEqual([1150]);
    expect(JSON.stringify(sale.chain[1])).not.toContain('1000');
  });
  it('go through every level of one the platform lends: each adds to the price of the one above', () => {
    const own = { ...rule, id: 'r2', percentBp: 2000, fixedMinor: 0 };
    const sale = saleOf(
      offer,
      'seller',
      [level('platform', 'franchise'), level('franchise', 'seller', [own])],
      purchase,
    );
    expect(sale.chain.map((l) => [l.fromTenantId, l.toTenantId, l.price.minor, l.markupVersions])).toEqual([
      [null, 'platform', 1000, []],
      ['platform', 'franchise', 1150, ['r1']],
      ['franchise', 'seller', 1380, ['r2']],
    ]);
    expect(sale.price).toEqual(money(1380, 'CAD'));
  });
  it('are lent at cost while there is no plan', () => {
    expect(saleOf(offer, 's', [level('f', 's', [])], purchase).price.minor).toBe(1000);
  });
});

describe('what decides which rules are for an offer', () => {
  const shipment = {
    from: { name: 'a', address1: '', city: '', provinceCode: 'ON', zipcode: '', countryCode: 'CA' },
    to: { name: 'b', address1: '', city: '', provinceCode: 'ny', zipcode: '', countryCode: 'US' },
    parcels: [
      { number: 1, weightGrams: 400 },
      { number: 2, weightGrams: 250 },
    ],
    shipDate: '2026-11-22',
  };
  it('is the destination by country and province, the day of shipping, and the weight that is charged for', () => {
    const priced = { service: '03', lines: [], total: { minor: 1130, currency: 'CAD' } };
    expect(pricedPurchase('ups', { ...priced, billableGrams: 900 }, shipment)).toEqual({
      carrier: 'ups',
      service: '03',
      zones: ['international', 'US', 'US-NY'],
      billableGrams: 900,
      day: '2026-11-22',
    });
    expect(pricedPurchase('ups', priced, shipment).billableGrams).toBe(650);
    expect(pricedPurchase('ups', { ...priced, retail: { minor: 2000, currency: 'CAD' } }, shipment).listMinor).toBe(
      2000,
    );
  });
});
