import { expect, it } from 'vitest';
import type { ExportFiling } from './shipment.ts';
import {
  exportReport,
  exportStatement,
  FILING_EXAMPLES,
  filingNumber,
  FILINGS_OF,
  statedFiling,
} from './export-report.ts';

const place = (countryCode: string) => ({ countryCode });
const told = (
  way: string,
  currency: string,
  ...goods: readonly (readonly [code: string | undefined, minor: number])[]
) => {
  const [from = '', to = ''] = way.split('-');
  const report = exportReport({
    from: place(from),
    to: place(to),
    customs: {
      currency,
      items: goods.map(([hsCode, minor]) => ({
        quantity: 2,
        unitValue: { minor: minor / 2, currency },
        hsCode,
      })),
    },
  });
  return 'section' in report ? `${report.kind} ${report.section}` : report.kind;
};

it('from the United States: 2,500 dollars under each number, none to Canada', () => {
  expect(told('US-DE', 'USD', ['610910', 250_000])).toBe('exempt 30.37(a)');
  expect(told('US-DE', 'USD', ['610910', 250_002])).toBe('needed');
  expect(told('US-CA', 'USD', ['610910', 900_000])).toBe('exempt 30.36');
  expect(told('US-DE', 'USD', ['6109.10', 200_000], ['620520', 200_000])).toBe('exempt 30.37(a)');
  // However a number is written, however long it is; and without one the goods may go under any.
  expect(told('US-DE', 'USD', ['6109.10', 200_000], ['610910', 200_000])).toBe('needed');
  expect(told('US-DE', 'USD', ['610910', 200_000], ['6109100012', 200_000])).toBe('needed');
  expect(told('US-DE', 'USD', ['610910', 200_000], [undefined, 200_000])).toBe('needed');
  expect(told('US-DE', 'EUR', ['610910', 100])).toBe('unknown');
});

it('from Canada: 2,000 dollars together, not to the United States; elsewhere no such rule is kept here', () => {
  expect([told('CA-FR', 'CAD', ['610910', 199_998]), told('CA-FR', 'CAD', ['1', 100_000], ['2', 100_000])]).toEqual([
    'exempt',
    'needed',
  ]);
  expect([told('CA-US', 'CAD', ['610910', 900_000]), told('CA-PR', 'USD', ['610910', 900_000])]).toEqual([
    'none',
    'none',
  ]);
  expect([told('CA-FR', 'USD', ['610910', 100]), told('DE-US', 'EUR', ['610910', 900_000])]).toEqual([
    'unknown',
    'none',
  ]);
});

it('numbers are read as people write them, and what is none of that country is none', () => {
  const us = (kind: ExportFiling['kind'], number: string) => filingNumber('US', { kind, number });
  const ca = (kind: ExportFiling['kind'], number: string) => filingNumber('CA', { kind, number });
  expect(['X20260824123456', 'AES X20260824123456', 'aes itn: x20260824123456'].map((n) => us('itn', n))).toEqual([
    'X20260824123456',
    'X20260824123456',
    undefined,
  ]);
  expect(us('itn', 'X20261324123456')).toBeUndefined();
  expect(['30.37(a)', 'NO EEI 30.37 (A)', 'NOEEI 30.36', '30.37(y)(1)', '37(a)'].map((n) => us('exempt', n))).toEqual([
    '30.37(a)',
    '30.37(a)',
    '30.36',
    '30.37(y)(1)',
    undefined,
  ]);
  expect(us('proof-of-report', 'AB12342026082417')).toBeUndefined();
  // From CERS with a day, by EDI with a month; 15 to 25 characters.
  expect(
    ['AB1234202608241', 'ab1234 20260824 99999999999', 'RC123420070512345'].map((n) => ca('proof-of-report', n)),
  ).toEqual(['AB1234202608241', 'AB12342026082499999999999', 'RC123420070512345']);
  expect(['AB123420260824', '12X543SC123420070500546', 'X20260824123456'].map((n) => ca('proof-of-report', n))).toEqual(
    [undefined, undefined, undefined],
  );
  expect([ca('exempt', 'NDR 08'), ca('exempt', '16'), ca('exempt', '17'), ca('summary-report', 'SR1234567')]).toEqual([
    '8',
    '16',
    undefined,
    'SR1234567',
  ]);
  for (const country of ['US', 'CA'] as const)
    for (const kind of FILINGS_OF[country])
      expect(filingNumber(country, { kind, number: FILING_EXAMPLES[country][kind] ?? '' })).toBeDefined();
});

it('a carrier is told what the exporter says, else what the rule says', () => {
  const goods = (currency: string, minor: number, exportFiling?: ExportFiling) => ({
    currency,
    items: [{ quantity: 1, unitValue: { minor, currency }, hsCode: '610910' }],
    exportFiling,
  });
  const us = (minor: number, filing?: ExportFiling, currency = 'USD') => ({
    from: place('US'),
    to: place('DE'),
    customs: goods(currency, minor, filing),
  });
  const itn: ExportFiling = { kind: 'itn', number: 'AES X20260824123456' };
  expect([us(100), us(250_001), us(100, undefined, 'EUR')].map((s) => exportStatement(s).kind)).toEqual([
    'exempt',
    'due',
    'unknown',
  ]);
  expect(exportStatement(us(250_001, itn))).toMatchObject({ kind: 'filed', number: 'X20260824123456' });
  expect(exportStatement({ ...us(250_001, itn), from: place('CA') }).kind).toBe('malformed');
  expect(exportStatement({ ...us(250_001, itn), from: place('DE') }).kind).toBe('none');
  expect(statedFiling(us(100))).toBeUndefined();
  expect(statedFiling(us(250_001, itn))).toBe('AES X20260824123456');
  expect(statedFiling(us(900_000, { kind: 'exempt', number: '30.37(h)' }, 'EUR'))).toBe('NO EEI 30.37(h)');
  const ca = (filing: ExportFiling) => ({ ...us(300_000, filing, 'CAD'), from: place('CA') });
  expect(statedFiling(ca({ kind: 'proof-of-report', number: 'AB12342026082417' }))).toBe('CERS AB12342026082417');
  expect(statedFiling(ca({ kind: 'exempt', number: '08' }))).toBe('NDR 8');
});
