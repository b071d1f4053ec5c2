import { IMPORT_FIELDS, importMapping } from '@scanship/contracts/orders/order-import';
import { readTable } from '@scanship/documents/tables/table-reader';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMapping, IMPORT_LIMITS, parseFile } from './read-import.ts';
import { headerKey, headerRowKey, PROBLEM_HEADERS } from '../../../platform/table-cells/headers.ts';
import { recallMapping, rememberMapping, suggestMapping } from './suggest-mapping.ts';
import { headerNames } from './header-names.ts';
import { templateCsv } from './template.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
const DEFAULTS = { currency: 'CAD', countryCode: 'CA', weightUnit: 'g', dateOrder: 'mdy' } as const;

const csv = (text: string) => readTable(new TextEncoder().encode(text), 'orders.csv', IMPORT_LIMITS);
async function parse(text: string, defaults: object = {}) {
  const table = await csv(text);
  const mapping = suggestMapping(table.headers, table.rows, { ...DEFAULTS, ...defaults });
  const file = parseFile(table, { mapping, timeZone: 'America/Toronto', now: NOW });
  return { ...file, mapping, headers: table.headers };
}
const mapped = (mapping: { columns: object }, headers: readonly string[]) =>
  Object.fromEntries(Object.entries(mapping.columns).map(([field, index]) => [field, headers[index as number]]));

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
      const { orders } = parseFile(table, { mapping, timeZone: 'America/Toronto', now: NOW });
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

  test.each(['Prov', 'PROV.', 'Prov/State', 'St', 'Ship To Prov'])('a province under the name "%s"', async (header) => {
    const { mapping, headers, orders } = await parse(
      [`Order,Name,Address,City,${header},Postal Code,Country`, '7,Zoé Roy,12 King St W,Toronto,ON,M5V 2T6,CA'].join(
        '\n',
      ),
    );
    expect(mapped(mapping, headers)).toMatchObject({ provinceCode: header });
    expect(orders[0]?.shipTo.provinceCode).toBe('ON');
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
