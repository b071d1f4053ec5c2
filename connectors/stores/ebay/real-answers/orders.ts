/** Orders of six sellers: costs of all units in one sum, a reference before the street, buyers without a name after a while. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readOrder } from '../src/order-reader.ts';

interface Sold {
  readonly created: string;
  readonly total: readonly [value: string, currency: string];
  readonly shipTo: object;
  readonly service: string;
  readonly carrier?: string;
  readonly fulfilled?: boolean;
  readonly lines: readonly {
    readonly title: string;
    readonly sku?: string;
    readonly cost: string;
    readonly quantity: number;
    readonly shipBy?: string;
    readonly more?: object;
  }[];
}

function read(one: Sold): readonly string[] {
  const [value, currency] = one.total;
  const state = one.fulfilled === true ? 'FULFILLED' : 'NOT_STARTED';
  const order = readOrder(
    readObject({
      orderId: '08-06107-09621',
      creationDate: one.created,
      lastModifiedDate: one.created,
      orderFulfillmentStatus: state,
      orderPaymentStatus: 'PAID',
      buyer: { username: 'test-buyer' },
      pricingSummary: { total: { value, currency } },
      cancelStatus: { cancelState: 'NONE_REQUESTED', cancelRequests: [] },
      fulfillmentStartInstructions: [
        {
          fulfillmentInstructionsType: 'SHIP_TO',
          ebaySupportedFulfillment: false,
          shippingStep: {
            shipTo: one.shipTo,
            ...(one.carrier !== undefined && { shippingCarrierCode: one.carrier }),
            shippingServiceCode: one.service,
          },
        },
      ],
      lineItems: one.lines.map((line, index) => ({
        lineItemId: `1003127064120${index}`,
        legacyItemId: '313124572816',
        ...(line.sku !== undefined && { sku: line.sku }),
        title: line.title,
        lineItemCost: { value: line.cost, currency },
        quantity: line.quantity,
        soldFormat: 'FIXED_PRICE',
        lineItemFulfillmentStatus: state,
        lineItemFulfillmentInstructions: {
          guaranteedDelivery: false,
          ...(line.shipBy !== undefined && { shipByDate: line.shipBy }),
        },
        ...line.more,
      })),
    }),
    new Map(),
  );
  const { shipTo: to } = order;
  return [
    `${toDecimal(order.total)} ${order.total.currency} | ${order.requestedService?.code} | ${order.shipBy ?? ''}`,
    [to.name, to.address1, to.address2, to.city, to.provinceCode, to.zipcode, to.countryCode, to.phone].join(' / '),
    ...order.lines.map((line) =>
      [line.title, line.sku, `${line.quantity} x ${toDecimal(line.unitPrice)}`, `shipped ${line.shipped}`].join(' | '),
    ),
  ];
}

const of = (name: string, recorded: string, found: string, one: Sold, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: `https://github.com (${found})`,
  recorded,
  ...(found.endsWith('a page of answers') && { partOf: found }),
  read: () => read(one),
  means,
});

const contactAddress = {
  addressLine1: '1 Test St',
  city: 'Birmingham',
  stateOrProvince: 'AL',
  postalCode: '35209-6247',
  countryCode: 'US',
};

export const answers: readonly RealAnswer[] = [
  of(
    'the cost of a line is that of all its nineteen units',
    '2026-06-19',
    'notes of a seller of used tablets',
    {
      created: '2026-06-19T14:15:22.000Z',
      total: ['4085.0', 'USD'],
      shipTo: {
        fullName: 'Test Buyer',
        contactAddress: { ...contactAddress, addressLine2: 'Ste N' },
        primaryPhone: { phoneNumber: '5550100000' },
      },
      carrier: 'UPS',
      service: 'UPSGround',
      lines: [
        {
          title: 'Tablet 64GB',
          sku: 'UO-1781808648556',
          cost: '4085.0',
          quantity: 19,
          shipBy: '2026-06-23T04:59:59.000Z',
        },
      ],
    },
    [
      '4085.00 USD | UPSGround | 2026-06-23T04:59:59.000Z',
      'Test Buyer / 1 Test St / Ste N / Birmingham / AL / 35209-6247 / US / 5550100000',
      'Tablet 64GB | UO-1781808648556 | 19 x 215.00 | shipped 0',
    ],
  ),
  of(
    'tax that eBay itself pays is in the total; a title begins with a space',
    '2020-11-22',
    'a record shop, an order kept in a script',
    {
      created: '2020-11-22T03:16:26.000Z',
      total: ['41.8', 'USD'],
      shipTo: { fullName: 'Test Buyer', contactAddress, primaryPhone: { phoneNumber: '5550100001' } },
      carrier: 'USPS',
      service: 'USPSMedia',
      lines: [
        {
          title: ' Behind The Walls LP',
          sku: '791689',
          cost: '35.0',
          quantity: 1,
          shipBy: '2020-11-24T07:59:59.000Z',
          more: { taxes: [{ amount: { value: '2.8', currency: 'USD' } }], total: { value: '41.8', currency: 'USD' } },
        },
      ],
    },
    [
      '41.80 USD | USPSMedia | 2020-11-24T07:59:59.000Z',
      'Test Buyer / 1 Test St /  / Birmingham / AL / 35209-6247 / US / 5550100001',
      'Behind The Walls LP | 791689 | 1 x 35.00 | shipped 0',
    ],
  ),
  of(
    'in Australia eBay’s reference stands where the street belongs',
    '2025-03-19',
    'a script of a seller of sports goods',
    {
      created: '2025-03-19T09:07:33.000Z',
      total: ['251.58', 'AUD'],
      shipTo: {
        fullName: 'Test Buyer',
        contactAddress: {
          addressLine1: 'ebay:xgslkk7',
          addressLine2: '3 Test Bvd',
          city: 'Moe',
          stateOrProvince: 'VIC',
          postalCode: '3825',
          countryCode: 'AU',
        },
        primaryPhone: { phoneNumber: '0400000000' },
      },
      service: 'AU_StandardDelivery',
      lines: [
        { title: 'Barbell holder', sku: 'CSWT-BBH900', cost: '249.0', quantity: 1, shipBy: '2025-03-20T12:59:59.000Z' },
      ],
    },
    [
      '251.58 AUD | AU_StandardDelivery | 2025-03-20T12:59:59.000Z',
      'Test Buyer / 3 Test Bvd / ebay:xgslkk7 / Moe / VIC / 3825 / AU / 0400000000',
      'Barbell holder | CSWT-BBH900 | 1 x 249.00 | shipped 0',
    ],
  ),
  of(
    'after some months neither name, street nor phone is told; a whole province where a code belongs',
    '2025-01-11',
    'notes of a seller of car parts in Japan',
    {
      created: '2024-04-05T07:52:12.000Z',
      total: ['87.88', 'USD'],
      shipTo: {
        contactAddress: { city: 'Ceiba', stateOrProvince: 'Puerto Rico', postalCode: '00735', countryCode: 'PR' },
      },
      service: 'ExpeditedShippingFromOutsideUS',
      fulfilled: true,
      lines: [
        { title: 'Window seal', sku: '36162-RDV-J01', cost: '87.88', quantity: 1, shipBy: '2024-04-12T14:59:59.000Z' },
      ],
    },
    [
      '87.88 USD | ExpeditedShippingFromOutsideUS | 2024-04-12T14:59:59.000Z',
      ' /  /  / Ceiba / Puerto Rico / 00735 / PR / ',
      'Window seal | 36162-RDV-J01 | 1 x 87.88 | shipped 1',
    ],
  ),
  of(
    'a phone that is empty, no SKU and no day to ship by',
    '2023-08-02',
    'a synchronising service, an answer of the test system with its names hidden',
    {
      created: '2023-08-02T08:26:18.000Z',
      total: ['116.26', 'EUR'],
      shipTo: {
        fullName: 'Test Buyer',
        contactAddress: {
          addressLine1: 'Calle 7',
          city: 'A',
          stateOrProvince: 'Madrid',
          postalCode: '28009',
          countryCode: 'ES',
        },
        primaryPhone: {},
      },
      carrier: 'Hermes',
      service: 'DE_HermesPaketInternational',
      lines: [
        { title: 'OSS: Regular', cost: '100.0', quantity: 1, more: { purchaseMarketplaceId: 'EBAY_AT', taxes: [] } },
      ],
    },
    [
      '116.26 EUR | DE_HermesPaketInternational | ',
      'Test Buyer / Calle 7 /  / A / Madrid / 28009 / ES / ',
      'OSS: Regular |  | 1 x 100.00 | shipped 0',
    ],
  ),
  of(
    'variations of one listing have one title; a discount on the delivery; no province',
    '2026-09-23',
    'a shop of building materials, a page of answers',
    {
      created: '2026-09-23T08:06:35.000Z',
      total: ['256.51', 'EUR'],
      shipTo: {
        fullName: 'Test Bau & Energie GmbH',
        contactAddress: { addressLine1: 'Testweg 3', city: 'Nittenau', postalCode: '93149', countryCode: 'DE' },
        primaryPhone: { phoneNumber: '09400000000' },
      },
      carrier: 'DPD',
      service: 'DE_DPDClassic',
      fulfilled: true,
      lines: [
        {
          title: 'Montageplatten 70x70mm',
          sku: '15620.Kt',
          cost: '122.2',
          quantity: 4,
          shipBy: '2026-09-24T21:59:59.000Z',
          more: {
            legacyVariationId: '675811813156',
            variationAspects: [{ name: 'Höhe', value: '15mm (50 Stück)' }],
            discountedLineItemCost: { value: '116.12', currency: 'EUR' },
          },
        },
        {
          title: 'Montageplatten 70x70mm',
          sku: '15619.Kt',
          cost: '142.6',
          quantity: 4,
          shipBy: '2026-09-24T21:59:59.000Z',
          more: {
            legacyVariationId: '675811813155',
            variationAspects: [{ name: 'Höhe', value: '10mm (125 Stück)' }],
            discountedLineItemCost: { value: '135.44', currency: 'EUR' },
          },
        },
      ],
    },
    [
      '256.51 EUR | DE_DPDClassic | 2026-09-24T21:59:59.000Z',
      'Test Bau & Energie GmbH / Testweg 3 /  / Nittenau /  / 93149 / DE / 09400000000',
      'Montageplatten 70x70mm (Höhe: 15mm (50 Stück)) | 15620.Kt | 4 x 30.55 | shipped 4',
      'Montageplatten 70x70mm (Höhe: 10mm (125 Stück)) | 15619.Kt | 4 x 35.65 | shipped 4',
    ],
  ),
  of(
    'one variation, a phone with the country before it',
    '2026-09-23',
    'a shop of building materials, a page of answers',
    {
      created: '2026-09-23T09:59:05.000Z',
      total: ['75.28', 'EUR'],
      shipTo: {
        fullName: 'Test Buyer',
        contactAddress: { addressLine1: 'Am Test 3', city: 'Arnsberg', postalCode: '59821', countryCode: 'DE' },
        primaryPhone: { phoneNumber: '4915700000000' },
      },
      carrier: 'DPD',
      service: 'DE_DPDClassic',
      lines: [
        {
          title: 'Schleifraspel',
          sku: '122626.St',
          cost: '70.33',
          quantity: 1,
          shipBy: '2026-09-24T21:59:59.000Z',
          more: { variationAspects: [{ name: 'Länge', value: '1600 mm' }] },
        },
      ],
    },
    [
      '75.28 EUR | DE_DPDClassic | 2026-09-24T21:59:59.000Z',
      'Test Buyer / Am Test 3 /  / Arnsberg /  / 59821 / DE / 4915700000000',
      'Schleifraspel (Länge: 1600 mm) | 122626.St | 1 x 70.33 | shipped 0',
    ],
  ),
  of(
    'an SKU with spaces and a slash; tax beside the total, as eBay collects it',
    '2026-06-18',
    'notes of a seller of used tablets',
    {
      created: '2026-06-18T13:27:24.000Z',
      total: ['120.0', 'USD'],
      shipTo: { fullName: 'Test Buyer', contactAddress, primaryPhone: { phoneNumber: '5550100002' } },
      carrier: 'UPS',
      service: 'UPSGround',
      lines: [
        {
          title: 'Tape drive',
          sku: 'WB 9321-72/73 10.25',
          cost: '120.0',
          quantity: 1,
          shipBy: '2026-06-23T04:59:59.000Z',
          more: {
            taxes: [],
            ebayCollectAndRemitTaxes: [
              { taxType: 'STATE_SALES_TAX', amount: { value: '5.98', currency: 'USD' }, collectionMethod: 'NET' },
            ],
          },
        },
      ],
    },
    [
      '120.00 USD | UPSGround | 2026-06-23T04:59:59.000Z',
      'Test Buyer / 1 Test St /  / Birmingham / AL / 35209-6247 / US / 5550100002',
      'Tape drive | WB 9321-72/73 10.25 | 1 x 120.00 | shipped 0',
    ],
  ),
  of(
    'two lines of one dollar each, the suite in capitals',
    '2026-06-29',
    'notes of a seller of used tablets, a trial order of two lines',
    {
      created: '2026-06-29T22:24:02.000Z',
      total: ['2.0', 'USD'],
      shipTo: {
        fullName: 'Test Buyer',
        contactAddress: {
          addressLine1: '12315 Test Dr',
          addressLine2: 'STE 160',
          city: 'Stafford',
          stateOrProvince: 'TX',
          postalCode: '77477-2408',
          countryCode: 'US',
        },
        primaryPhone: { phoneNumber: '7135550100' },
      },
      carrier: 'UPS',
      service: 'UPSGround',
      lines: [
        {
          title: 'test 0 Switch 8 Port',
          sku: 'AA-1782771735006',
          cost: '1.0',
          quantity: 1,
          shipBy: '2026-07-01T06:59:59.000Z',
        },
        {
          title: 'test 2Solid State Drive',
          sku: 'AA-1782771017152',
          cost: '1.0',
          quantity: 1,
          shipBy: '2026-07-01T06:59:59.000Z',
        },
      ],
    },
    [
      '2.00 USD | UPSGround | 2026-07-01T06:59:59.000Z',
      'Test Buyer / 12315 Test Dr / STE 160 / Stafford / TX / 77477-2408 / US / 7135550100',
      'test 0 Switch 8 Port | AA-1782771735006 | 1 x 1.00 | shipped 0',
      'test 2Solid State Drive | AA-1782771017152 | 1 x 1.00 | shipped 0',
    ],
  ),
  of(
    'two listings of one product under two numbers, to be shipped two hours earlier than at the other account',
    '2026-06-29',
    'notes of a seller of used tablets, a second trial order of two lines',
    {
      created: '2026-06-29T22:20:45.000Z',
      total: ['2.0', 'USD'],
      shipTo: {
        fullName: 'Test Buyer',
        contactAddress: {
          addressLine1: '12315 Test Dr',
          addressLine2: 'STE 160',
          city: 'Stafford',
          stateOrProvince: 'TX',
          postalCode: '77477-2408',
          countryCode: 'US',
        },
        primaryPhone: { phoneNumber: '7135550100' },
      },
      carrier: 'UPS',
      service: 'UPSGround',
      lines: [
        {
          title: 'test 1Switch 8 Port',
          sku: 'AA-1782771142607',
          cost: '1.0',
          quantity: 1,
          shipBy: '2026-07-01T04:59:59.000Z',
        },
        {
          title: 'test 2Switch 8 Port',
          sku: 'AA-1782771147718',
          cost: '1.0',
          quantity: 1,
          shipBy: '2026-07-01T04:59:59.000Z',
        },
      ],
    },
    [
      '2.00 USD | UPSGround | 2026-07-01T04:59:59.000Z',
      'Test Buyer / 12315 Test Dr / STE 160 / Stafford / TX / 77477-2408 / US / 7135550100',
      'test 1Switch 8 Port | AA-1782771142607 | 1 x 1.00 | shipped 0',
      'test 2Switch 8 Port | AA-1782771147718 | 1 x 1.00 | shipped 0',
    ],
  ),
];
