import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillLayout } from './bill-kinds.ts';
import { money, toDecimal } from '../money/money.ts';
import { parseBillAmount, parseBillDate, parseBillWeight, parseDimensions } from './bill-cells.ts';
import type { BillTable } from './bill-line.ts';
import { suggestMapping } from './mapped.ts';
import { readBill, recogniseLayout } from './read-bill.ts';
import { UPS_COLUMNS } from './ups.ts';

const CAD = { currency: 'CAD' };
const table = (rows: readonly (readonly string[])[]): BillTable => ({ rows, rowNumbers: rows.map((_, n) => n + 1) });
const read = (layout: BillLayout, rows: readonly (readonly string[])[]) => {
  const reading = readBill(layout, table(rows), CAD);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value;
};

function upsRow(cells: Partial<Record<keyof typeof UPS_COLUMNS, string>>): string[] {
  const row = Array.from({ length: 250 }, () => '');
  const all = {
    version: '2.1',
    invoiceDate: '2026-11-21',
    invoiceNumber: '000000A1B2C3476',
    currency: 'CAD',
    tracking: '1Z999AA10123456784',
    categoryDetail: 'ISS',
    classification: 'FRT',
    chargeCode: '003',
    chargeLabel: 'Standard Commercial',
    netAmount: '12.34',
    ...cells,
  };
  for (const [column, text] of Object.entries(all)) row[UPS_COLUMNS[column as keyof typeof UPS_COLUMNS] - 1] = text;
  return row;
}

describe('amounts', () => {
  test.each([
    ['1,234.50', 123_450],
    ['12,50', 1_250],
    ['1.234,56', 123_456],
    ['(5.00)', -500],
    ['5.00-', -500],
    ['-$5.00', -500],
    ['$-5.00', -500],
    ['5.00 CR', -500],
    ['+3', 300],
    ['.75', 75],
    ['3.4500', 345],
    ['\u2212 1 234,50 $', -123_450],
    ['CAD 7.10', 710],
    ['0.00', 0],
  ])('%s is %d cents', (text, minor) => expect(parseBillAmount(text, 'CAD')?.minor).toBe(minor));
  test.each(['', 'free', '1.005', '--5', '(-5)', '1,23,4', '5.0.0', '١٢', '1e5', '12 34.5.6', '-', '()'])(
    '%j is none',
    (text) => expect(parseBillAmount(text, 'CAD')).toBeUndefined(),
  );
  test('every amount comes back in every notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (minor) => {
        const plain = toDecimal(money(Math.abs(minor), 'CAD'));
        const [whole = '', cents = ''] = plain.split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
        for (const text of [plain, `${grouped}.${cents}`, `${grouped.replaceAll(',', '.')},${cents}`, `$${plain}`])
          for (const signed of minor < 0 ? [`-${text}`, `(${text})`, `${text}-`] : [text])
            expect(parseBillAmount(signed, 'CAD')?.minor).toBe(minor === 0 ? 0 : minor);
      }),
    );
  });
  test.each([
    ['2026-11-20', 'mdy', '2026-11-20'],
    ['20261120', 'dmy', '2026-11-20'],
    ['11/20/2026', 'mdy', '2026-11-20'],
    ['20/11/26', 'dmy', '2026-11-20'],
    ['2026-11-20 08:30', 'ymd', '2026-11-20'],
    ['2026-02-30', 'ymd', undefined],
    ['13/13/2026', 'mdy', undefined],
  ] as const)('date %s (%s) is %s', (text, order, day) => expect(parseBillDate(text, order)).toBe(day));
  test('weights and sizes', () => {
    expect(parseBillWeight('3.5', 'lb')).toBe(1_588);
    expect(parseBillWeight('0.0', 'lb')).toBeUndefined();
    expect(parseBillWeight('heavy', 'lb')).toBe('bad');
    expect(parseDimensions('12.0x 9.0x 7.0', 'in')).toEqual({ lengthMm: 305, widthMm: 229, heightMm: 178 });
    expect(parseDimensions('x x', 'in')).toBeUndefined();
  });
});

describe('UPS Billing Data', () => {
  test('is read without a header row and with one', () => {
    const rows = [
      upsRow({
        enteredWeight: '2.0',
        enteredUnit: 'L',
        billedWeight: '5.0',
        billedUnit: 'L',
        billedWeightType: '02',
        dimensions: '12.0x 9.0x 7.0',
      }),
      upsRow({ classification: 'FSC', chargeCode: 'FSC', chargeLabel: 'Fuel Surcharge', netAmount: '1.85' }),
      upsRow({ categoryDetail: 'ADC', chargeLabel: 'Address Correction Standard', netAmount: '15.50' }),
      upsRow({ categoryDetail: 'VOID', chargeLabel: 'Void', netAmount: '-12.34' }),
      upsRow({ classification: 'INF', netAmount: '0.00' }),
    ];
    const header = upsRow({});
    for (const [name, index] of [
      ['Version', 1],
      ['Invoice Date', 5],
      ['Invoice Number', 6],
      ['Invoice Currency Code', 10],
      ['Tracking Number', 21],
      ['Entered Weight', 27],
      ['Entered Weight Unit of Measure', 28],
      ['Billed Weight', 29],
      ['Billed Weight Unit of Measure', 30],
      ['Billed Weight Type', 32],
      ['Package Dimensions', 33],
      ['Charge Category Detail Code', 36],
      ['Charge Classification Code', 44],
      ['Charge Description Code', 45],
      ['Charge Description', 46],
      ['Net Amount', 53],
    ] as const)
      header[index - 1] = name;
    const plain = read('ups', rows);
    expect(plain.lines.map((line) => [line.charge.kind, line.amount.minor])).toEqual([
      ['freight', 1_234],
      ['fuel', 185],
      ['address_correction', 1_550],
      ['void_credit', -1_234],
    ]);
    expect(plain.lines[0]).toMatchObject({
      billedGrams: 2_268,
      declaredGrams: 907,
      weightBasis: 'dimensional',
      invoiceDate: '2026-11-21',
    });
    expect(plain.informational).toBe(1);
    const headed = read('ups', [header, ...rows]);
    expect(headed.lines.map((line) => line.key)).toEqual(plain.lines.map((line) => line.key));
  });
  test('a row that cannot be read is said and loses none of its neighbours', () => {
    const reading = read('ups', [
      upsRow({}),
      upsRow({ netAmount: '12.3.4' }),
      upsRow({ invoiceNumber: '' }),
      upsRow({ chargeLabel: 'Other' }),
    ]);
    expect(reading.lines).toHaveLength(2);
    expect(reading.faults).toEqual([
      { row: 2, column: 'net amount (53)', message: '"12.3.4" is not an amount in CAD.' },
      { row: 3, column: 'invoice number (6)', message: 'The invoice number is missing.' },
    ]);
  });
});

describe('FedEx Billing Online', () => {
  const header = [
    'Bill to Account Number',
    'Invoice Date',
    'Invoice Number',
    'Express or Ground Tracking ID',
    'Transportation Charge Amount',
    'Net Charge Amount',
    'Service Type',
    'Shipment Date',
    'Actual Weight Amount',
    'Actual Weight Units',
    'Rated Weight Amount',
    'Rated Weight Units',
    'Dim Length',
    'Dim Width',
    'Dim Height',
    'Dim Unit',
    'Recipient Zip Code',
    'Original Customer Reference',
    'Tracking ID Charge Description',
    'Tracking ID Charge Amount',
    'Tracking ID Charge Description',
    'Tracking ID Charge Amount',
  ];
  const row = (net: string, more: readonly string[] = ['Fuel Surcharge', '1.50', 'Residential Delivery', '4.00']) => [
    '123456789',
    '20261121',
    '8-123-45678',
    '794612345678',
    '10.00',
    net,
    'FedEx Ground',
    '20261118',
    '2.0',
    'L',
    '9.0',
    'L',
    '20',
    '20',
    '12',
    'I',
    'M5V 2T6',
    'REF-1',
    ...more,
  ];
  test('charges of a row sum to its net amount', () => {
    const { lines, faults } = read('fedex', [header, row('15.50'), row('20.00')]);
    expect(faults).toEqual([]);
    expect(lines.map((line) => [line.charge.kind, line.amount.minor])).toEqual([
      ['freight', 1_000],
      ['fuel', 150],
      ['residential', 400],
      ['freight', 1_000],
      ['fuel', 150],
      ['residential', 400],
      ['other', 450],
    ]);
    expect(lines[0]).toMatchObject({
      weightBasis: 'dimensional',
      billedGrams: 4_082,
      references: ['REF-1'],
      shipDate: '2026-11-18',
    });
  });
});

describe('Canada Post, Purolator and mapped files', () => {
  test('Canada Post', () => {
    const { lines } = read('canada-post', [
      [
        'Invoice_Num',
        'Invoice_Date',
        'Product_Id',
        'Service_Desc',
        'Base_Charge',
        'Automation_Discount_Value',
        'Fuel_Surcharge_Amount',
        'GST_Amount',
        'Total_Charges',
        'Weight_per_piece',
      ],
      [
        '9876543',
        '2026-11-20',
        '1234567890123456',
        'Expedited Parcel',
        '12.00',
        '0.36',
        '2.10',
        '0.69',
        '14.43',
        '1.250',
      ],
    ]);
    expect(lines.map((line) => [line.charge.kind, line.amount.minor])).toEqual([
      ['freight', 1_200],
      ['discount', -36],
      ['fuel', 210],
      ['tax', 69],
    ]);
    expect(lines[0]?.billedGrams).toBe(1_250);
  });
  test('Purolator, with a charge it does not break down', () => {
    const { lines } = read('purolator', [
      [
        'Invoice Number',
        'Invoice Date',
        'Piece PIN',
        'Service',
        'Service Charge',
        'Fuel Surcharge',
        'HST',
        'Total Charges',
        'Billed Weight',
      ],
      ['550256777', '2026/11/20', '335808498505', 'Purolator Ground', '14.00', '3.10', '2.80', '21.50', '4'],
    ]);
    expect(lines.map((line) => [line.charge.kind, line.amount.minor])).toEqual([
      ['freight', 1_400],
      ['fuel', 310],
      ['tax', 280],
      ['other', 160],
    ]);
  });
  test('mapped by a person', () => {
    const rows = [
      ['Facture', 'No de suivi', 'Description', 'Montant', 'Tax', 'Weight'],
      ['F-1', 'AB00000000017', 'Base', '10,00', '1,30', '2'],
      ['F-1', 'AB00000000017', 'Supplément résidentiel', '(3,00)', '', ''],
    ];
    const mapping = suggestMapping({ rows });
    expect(mapping.columns).toEqual({
      invoiceNumber: 0,
      trackingNumber: 1,
      chargeLabel: 2,
      amount: 3,
      tax: 4,
      billedWeight: 5,
    });
    const reading = readBill('mapped', table(rows), { ...CAD, mapping });
    expect(reading.ok && reading.value.lines.map((line) => [line.charge.kind, line.amount.minor])).toEqual([
      ['freight', 1_000],
      ['tax', 130],
      ['residential', -300],
    ]);
    expect(readBill('mapped', table(rows), { ...CAD, mapping: { ...mapping, columns: { amount: 3 } } })).toEqual({
      ok: false,
      problem: 'Choose the column that holds the invoice number.',
    });
  });
  test('a file of another layout is refused in a sentence', () => {
    const other = table([
      ['Order', 'Name'],
      ['1', 'Anna'],
    ]);
    for (const layout of ['ups', 'fedex', 'canada-post', 'purolator'] as const) {
      const refused = readBill(layout, other, CAD);
      expect(refused.ok ? '' : refused.problem).toMatch(/^This is not .{40,}\.$/s);
    }
    expect(recogniseLayout(other)).toBeUndefined();
    expect(recogniseLayout(table([upsRow({})]))).toBe('ups');
  });
});

test('damaged files: nothing throws, and an untouched row keeps its line', () => {
  const rows = Array.from({ length: 12 }, (_, n) => upsRow({ tracking: `1Z999AA1${String(n).padStart(10, '0')}` }));
  const whole = read('ups', rows).lines.map((line) => line.key);
  const damage = fc.record({
    row: fc.nat({ max: 11 }),
    column: fc.nat({ max: 249 }),
    how: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\u0000', '9'.repeat(40), '=1+1', '-', 'NaN', '1e9', '((('),
    ),
    cut: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(damage, { maxLength: 4 }),
      fc.constantFrom<BillLayout>('ups', 'fedex', 'canada-post', 'purolator'),
      (damages, layout) => {
        const copy = rows.map((row) => [...row]);
        for (const { row, column, how, cut } of damages) {
          const target = copy[row] ?? [];
          target[column] = how;
          if (cut) target.length = column;
        }
        const reading = readBill(layout, table(copy), CAD);
        if (!reading.ok || layout !== 'ups') return;
        const touched = new Set(damages.map((each) => each.row));
        const kept = new Set(reading.value.lines.map((line) => line.key));
        for (const [index, key] of whole.entries()) if (!touched.has(index)) expect(kept.has(key)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
