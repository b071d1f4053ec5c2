/** Our own request and answer for everything, written from what is saved of Extensiv Order Manager's API. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';

const TOKEN = 'ownCaseTokenOfACompany';
const headers = { authorization: 'Bearer own-case-access', accept: 'application/json' };

const get = (
  path: string,
  body: unknown,
  more: { readonly query?: NonNullable<OwnExchange['request']['query']>; readonly token?: string } = {},
): OwnExchange => ({
  request: {
    method: 'GET',
    path,
    ...(more.query && { query: more.query }),
    headers: more.token === undefined ? headers : { ...headers, authorization: `Bearer ${more.token}` },
  },
  answer: { status: 200, body },
});

const money = (amount: number): object => ({ amount, currency: 'USD' });
const order = (more: object = {}): object => ({
  orderId: 900_123,
  orderNumber: 'SO-123',
  orderDate: '2026-03-02T07:22:09Z',
  modifiedDate: '2026-03-02T08:00:00',
  orderStatus: 'AWAITING_SHIPMENT',
  shipName: 'Ann Lee',
  shipCompany: null,
  shipEmail: 'ann@mail.example',
  shipPhone: '518 555 0100',
  shipAddress1: '1 Elm',
  shipAddress2: 'Floor 2',
  shipAddress3: 'Desk 3',
  shipCity: 'Albany',
  shipState: 'NY',
  shipZipCode: '12207',
  shipCountry: 'US',
  gift: true,
  notesFromBuyer: 'Back door',
  internalNotes: 'Fragile',
  requestedShippingService: 'Expedited',
  shipByDate: '2026-03-04T00:00:00+00:00',
  fulfillmentSource: { warehouseId: 4_101, name: 'Toronto' },
  orderTotal: money(35.5),
  currency: 'USD',
  orderItems: [
    {
      orderItemId: 1,
      listingName: 'Shirt',
      listingSku: 'SHIRT-M',
      product: { productId: 70_001, masterSku: 'SHIRT', weight: 9 },
      quantityOrdered: 2,
      unitPrice: money(12.75),
    },
    { orderItemId: 2, listingName: 'Soap', quantityOrdered: 1, unitPrice: money(10) },
  ],
  ...more,
});
const lines = (more: object = {}): object[] => [
  {
    externalLineId: '1',
    externalProductId: '70001',
    sku: 'SHIRT-M',
    title: 'Shirt',
    quantity: 2,
    cancelled: 0,
    shipped: 0,
    unitPrice: { minor: 1275, currency: 'USD' },
    needsShipping: true,
  },
  {
    externalLineId: '2',
    title: 'Soap',
    quantity: 1,
    cancelled: 0,
    shipped: 0,
    unitPrice: { minor: 1000, currency: 'USD' },
    needsShipping: true,
    ...more,
  },
];
const read = (more: object = {}): object => ({
  externalId: '900123',
  number: 'SO-123',
  placedAt: '2026-03-02T07:22:09Z',
  updatedAt: '2026-03-02T08:00:00Z',
  shipTo: {
    name: 'Ann Lee',
    address1: '1 Elm',
    address2: 'Floor 2, Desk 3',
    city: 'Albany',
    provinceCode: 'NY',
    zipcode: '12207',
    countryCode: 'US',
    phone: '518 555 0100',
    email: 'ann@mail.example',
  },
  buyerNote: 'Back door',
  internalNote: 'Fragile',
  gift: true,
  tags: [],
  total: { minor: 3550, currency: 'USD' },
  requestedService: { code: '', name: 'Expedited' },
  shipBy: '2026-03-04T00:00:00+00:00',
  externalLocationId: '4101',
  lines: lines(),
  ...more,
});

const address = { address1: '1 Elm', address2: null, city: 'Albany', state: 'NY', zipCode: '12207', country: 'US' };
const readAddress = {
  name: 'Maple',
  address1: '1 Elm',
  city: 'Albany',
  provinceCode: 'NY',
  zipcode: '12207',
  countryCode: 'US',
  phone: '518 555 0100',
};
const company = { name: 'Maple', address, contactPhone: '518 555 0100' };
const warehouses = [
  { ...company, warehouseId: 4_120, active: false },
  { ...company, warehouseId: 4_101, active: true },
];
const some = { limit: 10, page: 1 };
const alone = { orderId: '900123', limit: 10, page: 1 };
const shipmentsOf = (items: readonly object[]): OwnExchange =>
  get('/v1/shipments', items, { query: { trackingNumber: '1Z 999 AA1', limit: 100, page: 1 } });

const report = {
  externalOrderId: '900123',
  lines: [
    { externalLineId: '1', quantity: 2 },
    { externalLineId: '2', quantity: 1 },
  ],
  parcels: [{ trackingNumber: '1Z 999 AA1' }],
  carrier: { slug: 'fedex', name: 'FedEx' },
  notifyBuyer: true,
  reference: 'r:1',
};
const entered = { shipmentId: 77, orderId: 900_123, trackingNumber: '1z999aa1' };

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'the lowest warehouse tells whose token it is, an order in which money it sells',
    operation: 'connect',
    credentials: { token: ` ${TOKEN}` },
    exchanges: [
      get('/v1/companyinfo', company, { token: TOKEN }),
      get('/v1/warehouses', warehouses, { token: TOKEN }),
      get('/v1.1/orders', [order({ currency: null }), order({ currency: 'CAD' })], { query: some, token: TOKEN }),
    ],
    expect: {
      externalAccount: 'company-4101',
      name: 'Maple',
      credentials: { accessToken: TOKEN },
      settings: {},
      address: readAddress,
      currency: 'CAD',
      problems: [],
    },
  },
  {
    name: 'the test names the company',
    operation: 'testConnection',
    exchanges: [get('/v1/companyinfo', company), get('/v1/warehouses', warehouses)],
    expect: { accountName: 'Maple', message: 'Extensiv accepts the API token of Maple.' },
  },
  {
    name: 'warehouses are where it ships from',
    operation: 'locations',
    exchanges: [get('/v1/warehouses', warehouses)],
    expect: [
      { externalId: '4120', name: 'Maple', address: readAddress, active: false },
      { externalId: '4101', name: 'Maple', address: readAddress, active: true },
    ],
  },
  {
    name: 'orders in every state, without what is older than was asked for',
    operation: 'orders',
    input: { since: new Date('2026-03-02T07:00:00.500Z') },
    now: '2026-03-02T09:00:00Z',
    exchanges: [
      get(
        '/v1.1/orders',
        [
          order({ orderId: 900_124, modifiedDate: '2026-03-02T06:59:59Z' }),
          order(),
          order({ orderId: 900_125, orderStatus: 'AWAITING_PAYMENT' }),
          order({ orderId: 900_126, orderStatus: 'CANCELLED' }),
          order({ orderId: 900_127, orderStatus: 'SHIPPED' }),
          order({ orderId: 900_128, modifiedDate: '2026-03-02T07:00:00Z' }),
        ],
        { query: { modifiedDateFrom: '2026-03-02T06:59:59Z', limit: 100, page: 1 } },
      ),
    ],
    expect: {
      items: [
        read(),
        read({
          externalId: '900125',
          hold: { code: 'payment-pending', reason: 'The order is not paid at Extensiv.' },
        }),
        read({
          externalId: '900126',
          cancelledAt: '2026-03-02T08:00:00Z',
          lines: lines({ cancelled: 1 }).map((line) => ({ ...line, cancelled: 'sku' in line ? 2 : 1 })),
        }),
        read({
          externalId: '900127',
          lines: lines().map((line) => ({ ...line, shipped: 'sku' in line ? 2 : 1 })),
        }),
        read({ externalId: '900128', updatedAt: '2026-03-02T07:00:00Z' }),
      ],
      problems: [],
    },
  },
  {
    name: 'what changed meanwhile, without what the page before told',
    operation: 'orders',
    input: {
      cursor: {
        since: '2026-03-02T08:00:00.000Z',
        at: 2,
        begun: '2026-03-02T08:00:00.000Z',
        again: true,
        seen: ['oFf56ddv1R'],
        told: [],
      },
    },
    exchanges: [
      get('/v1.1/orders', [order(), order({ orderId: 900_130 })], {
        query: { modifiedDateFrom: '2026-03-02T07:59:59Z', limit: 100, page: 2 },
      }),
    ],
    expect: { items: [read({ externalId: '900130' })], problems: [] },
  },
  {
    name: 'orders by their ids, each once, unknown ones left out',
    operation: 'ordersById',
    externalIds: ['900123', 'SO-1', '900123', '5'],
    exchanges: [
      get('/v1.1/orders', [order()], { query: alone }),
      get('/v1.1/orders', [], { query: { ...alone, orderId: '5' } }),
    ],
    expect: { items: [read()], problems: [] },
  },
  {
    name: 'products with weight in pounds and ounces, and customs data',
    operation: 'products',
    input: { since: new Date('2026-03-01T00:00:00Z') },
    exchanges: [
      get(
        '/v1.1/products',
        [
          {
            productId: 70_002,
            masterSku: 'SOAP-3',
            name: 'Soap',
            upc: '012345678905',
            pounds: 1,
            ounces: 2.5,
            weight: 18.5,
            length: 7,
            customsDeclaration: { country: 'CA', harmonizationCode: '340111' },
            modifiedDate: '2026-03-02T08:00:00Z',
          },
          { productId: 70_003, name: 'Older', modifiedDate: '2026-02-02T08:00:00Z' },
        ],
        { query: { modifiedDateFrom: '2026-02-28T23:59:59Z', limit: 100, page: 1 } },
      ),
    ],
    expect: {
      items: [
        {
          externalId: '70002',
          sku: 'SOAP-3',
          title: 'Soap',
          barcode: '012345678905',
          unitGrams: 524,
          hsCode: '340111',
          originCountry: 'CA',
          updatedAt: '2026-03-02T08:00:00Z',
        },
      ],
      problems: [],
    },
  },
  {
    name: 'an order that waits for its shipment, and the carrier as Extensiv spells it',
    operation: 'fulfil',
    step: 'plan',
    input: report,
    exchanges: [
      get('/v1.1/orders', [order()], { query: alone }),
      shipmentsOf([]),
      get('/v1/shipment/carriers', [
        { shippingCarrierId: 1, name: 'UPS' },
        { shippingCarrierId: 2, name: 'FEDEX' },
      ]),
    ],
    expect: { kind: 'done', keep: { carrier: 'FEDEX' } },
  },
  {
    name: 'a report that is there is not made again',
    operation: 'fulfil',
    step: 'plan',
    input: report,
    exchanges: [get('/v1.1/orders', [order({ orderStatus: 'SHIPPED' })], { query: alone }), shipmentsOf([entered])],
    expect: { kind: 'done', keep: { there: true }, result: { fulfilmentIds: ['77'] } },
  },
  {
    name: 'an external shipment of the order with its number',
    operation: 'fulfil',
    step: 'create',
    input: report,
    kept: { carrier: 'FEDEX' },
    exchanges: [
      {
        request: {
          method: 'PUT',
          path: '/v1.1/shipment/external',
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
          body: {
            notifyCustomer: true,
            updateChannel: true,
            shipments: [
              {
                orderId: 900_123,
                trackingNumber: '1Z 999 AA1',
                shipMethod: { shippingCarrier: 'FEDEX' },
                shipDate: '2026-01-01T00:00:00Z',
              },
            ],
          },
        },
        answer: { status: 200, body: [{ status: 'X', processingMessage: 'Queued', shipment: null }] },
      },
    ],
    expect: { kind: 'done', keep: { said: 'Queued' } },
  },
  {
    name: 'the shipment that was entered',
    operation: 'fulfil',
    step: 'confirm',
    input: report,
    kept: { said: 'Queued' },
    exchanges: [
      shipmentsOf([
        { ...entered, shipmentId: 76, orderId: 900_122 },
        { ...entered, shipmentId: 75, trackingNumber: null },
        entered,
      ]),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['77'] } },
  },
];
