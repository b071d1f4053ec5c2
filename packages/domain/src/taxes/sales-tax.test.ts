/** Taxes of what a level charges: by place, day, supply, registration and exemption. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, sum } from '../money/money.ts';
import { readTaxNumber, type TaxedSupply, taxesOn, taxLines, usSoftware } from './sales-tax.ts';

const CA = (provinceCode: string) => ({ countryCode: 'CA', provinceCode });
const US = (provinceCode: string) => ({ countryCode: 'US', provinceCode });
const codes = (seller: string, buyer: string, supply: TaxedSupply, day = '2026-11-01'): readonly string[] =>
  taxesOn({ sellerPlace: CA(seller), buyerPlace: CA(buyer), day, supply }).taxes.map((t) => `${t.code} ${t.ratePpm}`);

describe('where a supply is taxed', () => {
  it('a service and software: the buyer’s province, wherever the seller is', () => {
    expect(codes('QC', 'ON', 'service')).toEqual(['HST-ON 130000']);
    expect(codes('ON', 'QC', 'service')).toEqual(['GST-CA 50000', 'QST-QC 99750']);
    expect(codes('ON', 'AB', 'software')).toEqual(['GST-CA 50000']);
    expect(codes('ON', 'BC', 'software')).toEqual(['GST-CA 50000', 'PST-BC 70000']);
    expect(codes('ON', 'BC', 'service')).toEqual(['GST-CA 50000']);
    expect(codes('ON', 'SK', 'software')).toEqual(['GST-CA 50000', 'PST-SK 60000']);
  });

  it('a rate counts from its day on', () => {
    expect(codes('ON', 'MB', 'software', '2025-12-31')).toEqual(['GST-CA 50000']);
    expect(codes('ON', 'MB', 'software', '2026-01-01')).toEqual(['GST-CA 50000', 'PST-MB 70000']);
    expect(codes('ON', 'NS', 'service', '2025-03-31')).toEqual(['HST-NS 150000']);
    expect(codes('ON', 'NS', 'service', '2025-04-01')).toEqual(['HST-NS 140000']);
  });

  it('freight: where the parcel goes; QST only within Québec, never a PST', () => {
    expect(codes('ON', 'QC', 'freight')).toEqual(['GST-CA 50000']);
    expect(codes('QC', 'QC', 'freight')).toEqual(['GST-CA 50000', 'QST-QC 99750']);
    expect(codes('ON', 'BC', 'freight')).toEqual(['GST-CA 50000']);
    const abroad = taxesOn({ sellerPlace: CA('ON'), buyerPlace: US('NY'), day: '2026-11-01', supply: 'freight' });
    expect(abroad.taxes).toEqual([]);
  });

  it('abroad none is charged, and the reason is said', () => {
    const day = '2026-11-01';
    const answer = (sellerPlace: ReturnType<typeof CA>) =>
      taxesOn({ sellerPlace, buyerPlace: US('TX'), day, supply: 'software' });
    expect(answer(CA('ON'))).toEqual({ taxes: [], leftOut: [{ code: 'GST-CA', reason: 'export' }] });
    expect(answer(US('NY'))).toEqual({ taxes: [], leftOut: [{ code: 'US-TX', reason: 'us-not-collected' }] });
    expect([usSoftware('TX'), usSoftware('OH')]).toEqual(['taxed', 'unknown']);
  });
});

describe('who charges and who pays', () => {
  const question = { sellerPlace: CA('ON'), buyerPlace: CA('QC'), day: '2026-11-01', supply: 'service' } as const;

  it('a seller charges only what it is registered for, with its number', () => {
    const answer = taxesOn({
      ...question,
      registrations: [{ authority: 'GST-HST', number: '123456789 RT 0001' }],
    });
    expect(answer.taxes).toMatchObject([{ code: 'GST-CA', registration: '123456789 RT 0001' }]);
    expect(answer.leftOut).toEqual([{ code: 'QST-QC', reason: 'not-registered' }]);
    expect(taxesOn({ ...question, registrations: [] }).taxes).toEqual([]);
  });

  it('an exempt buyer pays none while its certificate holds', () => {
    const exemptions = [{ authority: 'QST', certificate: 'C-77', validTo: '2026-11-01' }] as const;
    expect(taxesOn({ ...question, exemptions }).leftOut).toEqual([
      { code: 'QST-QC', reason: 'exempt', certificate: 'C-77' },
    ]);
    expect(taxesOn({ ...question, day: '2026-11-02', exemptions }).leftOut).toEqual([]);
  });

  it('numbers are read as they are written on papers, and nothing else', () => {
    expect(readTaxNumber('GST-HST', '123456789rt0001')).toBe('123456789 RT 0001');
    expect(readTaxNumber('QST', '1234567890-TQ-0001')).toBe('1234567890 TQ 0001');
    expect(readTaxNumber('PST-BC', 'pst 1234 5678')).toBe('PST-1234-5678');
    expect(readTaxNumber('GST-HST', '12345678 RT 0001')).toBeUndefined();
    expect(readTaxNumber('QST', '123456789 RT 0001')).toBeUndefined();
  });
});

describe('tax lines', () => {
  const taxes = taxesOn({ sellerPlace: CA('QC'), buyerPlace: CA('QC'), day: '2026-11-01', supply: 'software' }).taxes;

  it('each is rounded once on the price before taxes', () => {
    // 9.975 % of 10.10 is 1.007475.
    expect(taxLines(money(1010, 'CAD'), taxes).map((line) => line.amount.minor)).toEqual([51, 101]);
    expect(taxLines(money(0, 'CAD'), taxes)).toEqual([]);
  });

  it('a credit takes back what was charged', () => {
    const total = (amount: number): number =>
      sum(
        taxLines(money(amount, 'CAD'), taxes).map((line) => line.amount),
        'CAD',
      ).minor;
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (minor) => {
        expect(total(-minor) + total(minor)).toBe(0);
        expect(Math.abs(total(minor) - minor * 0.14975)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
