import { expect, it } from 'vitest';
import { exportReport } from './export-report.ts';

const place = (countryCode: string) => ({
  name: 'A',
  address1: '1',
  city: 'B',
  provinceCode: '',
  zipcode: '',
  countryCode,
});
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
      purpose: 'Sale',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency,
      items: goods.map(([hsCode, minor]) => ({
        description: 'Shirt',
        quantity: 2,
        unitGrams: 200,
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
