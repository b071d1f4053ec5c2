import { IMPORT_FIELDS, importMapping, type ImportField } from '@scanship/contracts/order-import';
import { readTable } from '@scanship/documents/table-reader';
import { writeCsv } from '@scanship/documents/table-writer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupRows, type ImportTable, parseOrder } from './parse-orders.ts';
import { checkMapping, IMPORT_LIMITS, judge, parseFile } from './read-import.ts';
import {
  headerKey,
  headerRowKey,
  PROBLEM_HEADERS,
  recallMapping,
  rememberMapping,
  suggestMapping,
} from './suggest-mapping.ts';
import { headerNames } from './header-names.ts';
import { templateCsv } from './template.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
const DEFAULTS = { currency: 'CAD', countryCode: 'CA', weightUnit: 'g', dateOrder: 'mdy' } as const;

const csv = (text: string) => readTable(new TextEncoder().encode(text), 'orders.csv', IMPORT_LIMITS);
async function parse(text: string, defaults: object = {}) {
  const table = await csv(text);
  const mapping = suggestMapping(table.headers, table.rows, { ...DEFAULTS, ...defaults });
  const file = await parseFile(table, { mapping, timeZone: 'America/Toronto', now: NOW });
  return { ...file, mapping, headers: table.headers };
}
const mapped = (mapping: { columns: object }, headers: readonly string[]) =>
  Object.fromEntries(Object.entries(mapping.columns).map(([field, index]) => [field, headers[index as number]]));

const HEADERS = 'Order number,Name,Address 1,City,Province,Postal code,Country,SKU,Item,Qty,Price,Weight (g)';
const GOOD = '1001,Avery Martin,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG,Mug,2,12.50,350';

describe('mapping from headers', () => {
  test.each(['en', 'fr'] as const)(
    'the %s template maps itself, and both orders are ready without a remark',
    async (language) => {
      const table = await readTable(templateCsv(language), 'template.csv', IMPORT_LIMITS);
      const mapping = suggestMapping(table.headers, table.rows, { ...DEFAULTS, weightUnit: 'kg' });
      expect(importMapping.parse(mapping)).toEqual(mapping);
      const expected = IMPORT_FIELDS.filter((field) => field !== 'lastName' && field !== 'lineTotal');
      expect(Object.keys(mapping.columns).toSorted()).toEqual([...expected].toSorted());
      expect(mapping.defaults.weightUnit).toBe('g');
      const { orders } = await parseFile(table, { mapping, timeZone: 'America/Toronto', now: NOW });
      expect(orders.map((order) => [order.number, order.lines.length, order.problems])).toEqual([
        ['1001', 1, []],
        ['1002', 2, []],
      ]);
      expect(orders[1]).toMatchObject({
        currency: 'USD',
        rows: [3, 4],
        shipTo: { countryCode: 'US' },
        lines: [{ weightGrams: 180 }, { unitMinor: 1250 }],
      });
    },
  );

  test('Shopify: "Name" is the order, the recipient is "Shipping Name"; later rows of an order are blank', async () => {
    const { mapping, headers, orders } = await parse(
      [
        'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Street,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Tags',
        `#1001,a@example.com,paid,2026-11-20 10:15:00 -0500,unfulfilled,CAD,37.50,5,0,42.5,Standard,2026-11-20 10:15:00 -0500,2,Mug,12.50,MUG,Bill Payer,1 Other St,Avery Martin,88 Queen St W,88 Queen St W,,,Toronto,'M5H 2M5,ON,CA,'+14165550182,Ring,"gift, vip"`,
        '#1001,a@example.com,,,,,,,,,,2026-11-20 10:15:00 -0500,1,Plate,12.50,PLATE,,,,,,,,,,,,,,',
      ].join('\n'),
    );
    expect(mapped(mapping, headers)).toMatchObject({
      orderNumber: 'Name',
      name: 'Shipping Name',
      address1: 'Shipping Address1',
      title: 'Lineitem name',
      placedAt: 'Created at',
      email: 'Email',
    });
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      number: '1001',
      rows: [2, 3],
      ready: true,
      problems: [],
      tags: ['gift', 'vip'],
      placedAt: new Date('2026-11-20T15:15:00Z'),
      shipTo: { name: 'Avery Martin', zipcode: 'M5H 2M5', phone: '+14165550182' },
      lines: [
        { sku: 'MUG', quantity: 2 },
        { sku: 'PLATE', quantity: 1, unitMinor: 1250 },
      ],
    });
  });

  test('Amazon: item-price is the price of the whole line', async () => {
    const { mapping, headers, orders } = await parse(
      [
        [
          'order-id',
          'order-item-id',
          'purchase-date',
          'buyer-email',
          'sku',
          'product-name',
          'quantity-purchased',
          'currency',
          'item-price',
          'ship-service-level',
          'recipient-name',
          'ship-address-1',
          'ship-address-2',
          'ship-city',
          'ship-state',
          'ship-postal-code',
          'ship-country',
          'ship-phone-number',
        ].join('\t'),
        [
          '701-1',
          '1',
          '2026-11-20T15:15:00+00:00',
          'x@marketplace.example',
          'MUG',
          'Mug',
          '2',
          'CAD',
          '25.00',
          'Standard',
          'Avery Martin',
          '88 Queen St W',
          '',
          'Toronto',
          'Ontario',
          'm5h2m5',
          'CA',
          '4165550182',
        ].join('\t'),
      ].join('\n'),
    );
    expect(mapped(mapping, headers)).toMatchObject({
      orderNumber: 'order-id',
      lineTotal: 'item-price',
      name: 'recipient-name',
    });
    expect(mapping.columns.unitPrice).toBeUndefined();
    expect(orders[0]).toMatchObject({ ready: true, problems: [], lines: [{ quantity: 2, unitMinor: 1250 }] });
  });

  test('ShipStation, WooCommerce and Etsy exports are recognised', async () => {
    const shipStation = suggestMapping(
      [
        'Order - Number',
        'Date - Order Date',
        'Ship To - Name',
        'Ship To - Company',
        'Ship To - Address 1',
        'Ship To - City',
        'Ship To - State',
        'Ship To - Postal Code',
        'Ship To - Country',
        'Item - SKU',
        'Item - Name',
        'Item - Qty',
        'Item - Price',
        'Weight (oz)',
      ],
      [],
      DEFAULTS,
    );
    expect(Object.keys(shipStation.columns)).toEqual(
      expect.arrayContaining([
        'orderNumber',
        'placedAt',
        'name',
        'companyName',
        'address1',
        'city',
        'provinceCode',
        'zipcode',
        'countryCode',
        'sku',
        'title',
        'quantity',
        'unitPrice',
        'weight',
      ]),
    );
    expect(shipStation.defaults.weightUnit).toBe('oz');
    const wooHeaders = [
      'Order Number',
      'Order Status',
      'Order Date',
      'Customer Note',
      'First Name (Billing)',
      'Last Name (Billing)',
      'Email (Billing)',
      'Phone (Billing)',
      'First Name (Shipping)',
      'Last Name (Shipping)',
      'Address 1&2 (Shipping)',
      'City (Shipping)',
      'State Code (Shipping)',
      'Postcode (Shipping)',
      'Country Code (Shipping)',
      'Shipping Method Title',
      'SKU',
      'Item Name',
      'Quantity (- Refund)',
      'Item Cost',
    ];
    expect(mapped(suggestMapping(wooHeaders, [], DEFAULTS), wooHeaders)).toMatchObject({
      name: 'First Name (Shipping)',
      lastName: 'Last Name (Shipping)',
      address1: 'Address 1&2 (Shipping)',
      provinceCode: 'State Code (Shipping)',
      quantity: 'Quantity (- Refund)',
      unitPrice: 'Item Cost',
      email: 'Email (Billing)',
    });
    const etsyHeaders = [
      'Sale Date',
      'Item Name',
      'Buyer',
      'Quantity',
      'Price',
      'Coupon Code',
      'Item Total',
      'Currency',
      'Transaction ID',
      'Listing ID',
      'Date Paid',
      'Ship Name',
      'Ship Address1',
      'Ship Address2',
      'Ship City',
      'Ship State',
      'Ship Zipcode',
      'Ship Country',
      'Order ID',
      'SKU',
    ];
    const etsy = suggestMapping(etsyHeaders, [['11/10/26']], { ...DEFAULTS, dateOrder: 'dmy' });
    expect(mapped(etsy, etsyHeaders)).toMatchObject({
      orderNumber: 'Order ID',
      name: 'Ship Name',
      zipcode: 'Ship Zipcode',
      placedAt: 'Sale Date',
      unitPrice: 'Price',
    });
    expect(etsy.defaults.dateOrder).toBe('mdy');
  });

  test('no column is used twice, and the table of names is in the form that headers are compared in', () => {
    for (const field of IMPORT_FIELDS) for (const name of headerNames(field)) expect(headerKey(name)).toBe(name);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...IMPORT_FIELDS.flatMap((field) => headerNames(field))), { maxLength: 40 }),
        (headers) => {
          const used = Object.values(suggestMapping(headers, [], DEFAULTS).columns);
          expect(new Set(used).size).toBe(used.length);
          for (const index of used) expect(index).toBeLessThan(headers.length);
        },
      ),
    );
  });

  test('a remembered mapping finds its columns behind those of a problem file', () => {
    const headers = ['A', 'B', 'C'];
    const mapping = {
      columns: { orderNumber: 2, name: 0 },
      defaults: { currency: 'CAD', countryCode: null, weightUnit: 'g' as const, dateOrder: 'ymd' as const },
    };
    const later = [...PROBLEM_HEADERS, ...headers];
    expect(headerRowKey(later)).toBe(headerRowKey(headers));
    expect(recallMapping(rememberMapping(mapping, headers), later).columns).toEqual({ orderNumber: 4, name: 2 });
    expect(headerRowKey(['B', 'A', 'C'])).not.toBe(headerRowKey(headers));
  });

  test('a mapping that leaves out what is needed, or names a column that is not there, is refused by field', () => {
    const outcome = checkMapping(
      { columns: { orderNumber: 0, name: 9 }, defaults: { currency: 'CAD', weightUnit: 'g', dateOrder: 'ymd' } },
      ['Order'],
    );
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'validation' } });
    if (!outcome.ok)
      expect(outcome.problem.errors?.map((each) => each.field)).toEqual([
        'columns.name',
        'columns.address1',
        'columns.city',
        'columns.countryCode',
      ]);
  });
});

describe('problems', () => {
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
    const table = await csv(`${HEADERS}\n${GOOD}\n${GOOD.replace('1001', '1002')}`);
    const suggested = suggestMapping(table.headers, table.rows, DEFAULTS);
    const read = () => parseFile(table, { mapping: suggested, timeZone: 'America/Toronto', now: NOW });
    const first = judge(await read(), new Set(), suggested);
    expect(judge(await read(), new Set(), suggested).fingerprint).toBe(first.fingerprint);
    const changed = judge(await read(), new Set(['1002']), suggested);
    expect(changed.fingerprint).not.toBe(first.fingerprint);
    expect(changed.counts).toEqual({ ready: 1, blocked: 0, duplicate: 1 });
  });
});
