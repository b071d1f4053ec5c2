import { IMPORT_FIELDS, type ImportField } from '@scanship/contracts/orders/order-import';
import { readTable } from '@scanship/documents/tables/table-reader';
import { writeCsv } from '@scanship/documents/tables/table-writer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupRows, type ImportTable, parseOrder } from './parse-orders.ts';
import { parseOrders } from './file-tasks.ts';
import { judge } from './judge-import.ts';
import { IMPORT_LIMITS, parseFile } from './read-import.ts';
import { suggestMapping } from './suggest-mapping.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
const DEFAULTS = { currency: 'CAD', countryCode: 'CA', weightUnit: 'g', dateOrder: 'mdy' } as const;

const csv = (text: string) => readTable(new TextEncoder().encode(text), 'orders.csv', IMPORT_LIMITS);
async function parse(text: string, defaults: object = {}) {
  const table = await csv(text);
  const mapping = suggestMapping(table.headers, table.rows, { ...DEFAULTS, ...defaults });
  const file = parseFile(table, { mapping, timeZone: 'America/Toronto', now: NOW });
  return { ...file, mapping, headers: table.headers };
}
const HEADERS = 'Order number,Name,Address 1,City,Province,Postal code,Country,SKU,Item,Qty,Price,Weight (g)';
const GOOD = '1001,Avery Martin,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,350';

const problemsOf = async (...rows: readonly string[]) => {
  const { orders, strayProblems } = await parse([HEADERS, ...rows].join('\n'));
  return {
    orders,
    list: [...orders.flatMap((order) => order.problems), ...strayProblems].map((each) => [
      each.row,
      each.column,
      each.severity,
      each.message,
    ]),
  };
};

describe('problems', () => {
  test('a good row has none', async () => {
    const { orders, list } = await problemsOf(GOOD);
    expect(list).toEqual([]);
    expect(orders[0]).toMatchObject({ ready: true, number: '1001', shipTo: { provinceCode: 'ON' } });
  });

  test.each([
    [
      '1001,,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,350',
      'Name',
      'error',
      'A name or a company is needed.',
    ],
    ['1001,Avery,,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,350', 'Address 1', 'error', 'Address line 1 is needed.'],
    [
      '1001,Avery,88 Queen St W,Toronto,ON,M5H 2M5,Atlantis,MUG,Mug,2,12.50,350',
      'Country',
      'error',
      '"Atlantis" is not a country; use its name or a code such as CA or US.',
    ],
    [
      '1001,Avery,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,two,12.50,350',
      'Qty',
      'error',
      '"two" is not a quantity.',
    ],
    [
      '1001,Avery,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,cheap,350',
      'Price',
      'error',
      '"cheap" is not an amount in CAD.',
    ],
    [
      '1001,Avery,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,5 stone',
      'Weight (g)',
      'error',
      '"stone" in "5 stone" is not a unit of weight; use g, kg, lb or oz.',
    ],
    [
      '1E+05,Avery,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,350',
      'Order number',
      'error',
      'The spreadsheet wrote the order number as 1E+05; its digits are lost. Format the column as text.',
    ],
    [
      ',Avery,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,350',
      'Order number',
      'error',
      'The order number is missing.',
    ],
    [
      '1001,Avery,88 Queen St W,Toronto,ON,V5H 2M5,Canada,MUG,Mug,2,12.50,350',
      'Postal code',
      'warning',
      'Postal code V5H 2M5 lies in BC, not in ON. The order is created and no label can be bought until this is corrected.',
    ],
    [
      '1001,Avery,350 5th Ave,Agawam,MA,1001,US,MUG,Mug,2,12.50,350',
      'Postal code',
      'warning',
      'The ZIP code 1001 was completed to 01001.',
    ],
  ])('%s', async (row, column, severity, message) => {
    const { orders, list } = await problemsOf(row);
    expect(list).toEqual([[2, column, severity, message]]);
    for (const order of orders) expect(order.ready).toBe(severity === 'warning');
  });

  test('two addresses under one number name both rows; a repeated or blank one is fine', async () => {
    const other = GOOD.replace('Toronto', 'Ottawa');
    const blank = '1001,,,,,,,PLATE,Plate,1,5.00,100';
    const { orders, list } = await problemsOf(GOOD, blank, GOOD, other);
    expect(list).toEqual([
      [
        5,
        'City',
        'error',
        'Row 2 gives "Toronto" for the same order, this row "Ottawa". One order has one address and currency.',
      ],
    ]);
    expect(orders).toHaveLength(1);
    const fine = await problemsOf(GOOD, blank, GOOD.replace('Avery Martin', 'AVERY  MARTIN'));
    expect(fine.list).toEqual([]);
    expect(fine.orders[0]?.lines).toHaveLength(3);
  });

  test('a quantity of 0 leaves the line out; an order of nothing else is blocked', async () => {
    const none = GOOD.replace(',2,', ',0,');
    expect((await problemsOf(GOOD, none)).orders[0]).toMatchObject({ ready: true, lines: [{ quantity: 2 }] });
    expect((await problemsOf(none)).orders[0]).toMatchObject({ ready: false, lines: [] });
  });

  test('numbers are one order whatever their case and hash', async () => {
    const { orders } = await problemsOf(GOOD.replace('1001', '#ab-1'), GOOD.replace('1001', 'AB-1'));
    expect(orders.map((order) => [order.number, order.rows])).toEqual([['ab-1', [2, 3]]]);
  });

  test('texts that are too long are told, and titles are cut at a whole character', async () => {
    const { list } = await problemsOf(GOOD.replace('Avery Martin', 'A'.repeat(101)));
    expect(list[0]).toEqual([2, 'Name', 'error', 'This has 101 characters; 100 is the most.']);
    const { orders } = await problemsOf(GOOD.replace('Mug,2', `${'🎁'.repeat(201)},2`));
    expect(Array.from(orders[0]?.lines[0]?.title ?? '')).toHaveLength(200);
  });
});

describe('nasty files', () => {
  test.each([
    [
      'semicolons, decimal commas, French',
      `Numéro de commande;Nom;Adresse;Ville;Province;Code postal;Pays;Article;Quantité;Prix unitaire;Poids (kg)\r\n1001;Camille;350 rue Saint-Paul E;Montréal;Québec;h2y1h2;Canada;Tasse;2;12,50;0,35\r\n`,
    ],
    [
      'quotes, line breaks and a byte order mark',
      `\ufeff"Order number","Name","Address 1",City,Province,"Postal code",Country,Item,Qty,Price,Weight (kg)\n"1001","Camille ""C"" T.","350 rue Saint-Paul E\nBureau 2",Montréal,QC,H2Y 1H2,CA,Tasse,2,12.50,0.35\n\n`,
    ],
  ])('%s', async (_name, text) => {
    const { orders } = await parse(text);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      ready: true,
      shipTo: { city: 'Montréal', countryCode: 'CA' },
      lines: [{ quantity: 2, unitMinor: 1250, weightGrams: 350 }],
    });
  });

  test('formulas stay text and come back from a problem file as they were', async () => {
    const row = [
      '1001',
      '=HYPERLINK("http://x")',
      '@SUM(A1)',
      'Toronto',
      'ON',
      'M5H 2M5',
      'Canada',
      '+1+2',
      '-Mug',
      '1',
      '1',
      '1',
    ];
    const bytes = writeCsv(HEADERS.split(','), [row]);
    expect(new TextDecoder().decode(bytes)).toContain(`"'=HYPERLINK(""http://x"")"`);
    const { orders } = await parse(new TextDecoder().decode(bytes));
    expect(orders[0]).toMatchObject({
      shipTo: { name: '=HYPERLINK("http://x")', address1: '@SUM(A1)' },
      lines: [{ sku: '+1+2', title: '-Mug' }],
    });
  });
});

describe('properties', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('1001', 'A-1', 'Canada', 'US', 'ON', '2', '12.50', '', '2026-01-01'),
  );
  const fields = [...IMPORT_FIELDS];
  const mapping = {
    columns: Object.fromEntries(fields.map((field, index) => [field, index])) as Record<ImportField, number>,
    defaults: { currency: 'CAD', countryCode: 'CA', weightUnit: 'kg' as const, dateOrder: 'dmy' as const },
  };
  const settings = { mapping, timeZone: 'America/Toronto', now: NOW };

  test('whatever is in the cells, each row stands in exactly one order or is a stray, and ready orders are complete', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: fields.length, maxLength: fields.length }), { maxLength: 8 }),
        (rows) => {
          const table: ImportTable = { headers: fields, rows, rowNumbers: rows.map((_, index) => index + 2) };
          const { groups, problems } = groupRows(table, mapping);
          const seen = [
            ...groups.flatMap((group) => group.rows.map((row) => row.number)),
            ...problems.map((each) => each.row),
          ];
          expect(seen.toSorted((a, b) => a - b)).toEqual(table.rowNumbers);
          for (const group of groups) {
            const order = parseOrder(group, fields, settings);
            for (const each of order.problems) expect(order.rows).toContain(each.row);
            expect(order.ready).toBe(!order.problems.some((each) => each.severity === 'error'));
            if (!order.ready) continue;
            expect(order.lines.length).toBeGreaterThan(0);
            expect(order.shipTo.address1).not.toBe('');
            for (const line of order.lines) expect(line.quantity).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the order of the rows of different orders does not change the orders', () => {
    const number = fc.constantFrom('A', 'B', 'C');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 10 }),
        (lines) => {
          const table = (sorted: boolean): ImportTable => {
            const rows = (sorted ? lines.toSorted(([a], [b]) => a.localeCompare(b)) : lines).map(([key, quantity]) => [
              key,
              String(quantity),
            ]);
            return { headers: ['Order', 'Qty'], rows, rowNumbers: rows.map((_, index) => index + 2) };
          };
          const small = { columns: { orderNumber: 0, quantity: 1 }, defaults: mapping.defaults };
          const quantities = (sorted: boolean) =>
            groupRows(table(sorted), small)
              .groups.map((group) => [group.key, group.rows.map((row) => row.cells.quantity)] as const)
              .toSorted(([a], [b]) => a.localeCompare(b));
          expect(quantities(false)).toEqual(quantities(true));
        },
      ),
    );
  });

  test('a fingerprint changes when an order becomes a duplicate and not when it is read again', async () => {
    const bytes = new TextEncoder().encode(`${HEADERS}\n${GOOD}\n${GOOD.replace('1001', '1002')}`);
    const { headers, rows } = await readTable(bytes, 'orders.csv', IMPORT_LIMITS);
    const mapping = suggestMapping(headers, rows, DEFAULTS);
    const judged = async (used: readonly string[]) => {
      const settings = { mapping, timeZone: 'America/Toronto', now: NOW, withOrders: false };
      const parsed = await parseOrders({ bytes, fileName: 'orders.csv', ...settings });
      if (!parsed.ok) throw new Error(parsed.problem.code);
      return judge(parsed.value, async (keys) => new Set(keys.filter((key) => used.includes(key))));
    };
    const first = await judged([]);
    expect((await judged([])).fingerprint).toBe(first.fingerprint);
    const changed = await judged(['1002']);
    expect(changed.fingerprint).not.toBe(first.fingerprint);
    expect(changed.counts).toEqual({ ready: 1, blocked: 0, duplicate: 1 });
  });
});
