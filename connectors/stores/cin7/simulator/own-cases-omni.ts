/** Our own request and answer for every operation of Omni, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { get, OMNI, send } from './own-exchanges.ts';

/** Basic, of "own-case-access" and of the demo user with its key. */
const basic = { authorization: 'Basic b3duLWNhc2UtYWNjZXNz' };
const own = {
  authorization: `Basic ${Buffer.from('PrairieGoodsCA:0f000000000000000000000000000d02').toString('base64')}`,
};

const line = (more: object = {}): object => ({
  id: 77,
  parentId: 0,
  productId: 5,
  productOptionId: 6,
  code: 'PRA-1',
  name: 'Prairie honey',
  option1: '1 kg',
  option2: '',
  qty: 3,
  qtyShipped: 1,
  unitPrice: 24.5,
  ...more,
});
const order = (more: object = {}): object => ({
  id: 4711,
  createdDate: '2026-03-01T10:00:00Z',
  modifiedDate: '2026-03-02T11:30:15Z',
  isApproved: true,
  reference: 'WEB-4711',
  firstName: 'Office',
  lastName: 'Buyer',
  email: 'buyer@mail.example',
  phone: '',
  mobile: '+12045550100',
  deliveryFirstName: 'Noah',
  deliveryLastName: 'Friesen',
  deliveryCompany: '',
  deliveryAddress1: '212 Osborne Street',
  deliveryAddress2: '',
  deliveryCity: 'Winnipeg',
  deliveryState: 'MB',
  deliveryPostalCode: 'R3L 1Z5',
  deliveryCountry: 'Canada',
  branchId: 3,
  trackingCode: '',
  internalComments: 'VIP',
  freightDescription: 'Express',
  total: 82.5,
  currencyCode: 'CAD',
  stage: 'Processing',
  deliveryInstructions: 'Ring twice.',
  dispatchedDate: null,
  isVoid: false,
  lineItems: [line(), line({ id: 78, parentId: 77, code: 'PART', name: 'Jar' })],
  ...more,
});
const read = {
  externalId: '4711',
  number: 'WEB-4711',
  placedAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-02T11:30:15.000Z',
  shipTo: {
    name: 'Noah Friesen',
    address1: '212 Osborne Street',
    city: 'Winnipeg',
    provinceCode: 'MB',
    zipcode: 'R3L 1Z5',
    countryCode: 'CA',
    phone: '+12045550100',
    email: 'buyer@mail.example',
  },
  buyerNote: 'Ring twice.',
  internalNote: 'VIP',
  gift: false,
  tags: [],
  total: { minor: 8_250, currency: 'CAD' },
  requestedService: { code: '', name: 'Express' },
  externalLocationId: '3',
  lines: [
    {
      externalLineId: '77',
      externalProductId: '6',
      sku: 'PRA-1',
      title: 'Prairie honey (1 kg)',
      quantity: 3,
      cancelled: 0,
      shipped: 1,
      unitPrice: { minor: 2_450, currency: 'CAD' },
      needsShipping: true,
    },
  ],
};

const push: FulfilInput = {
  externalOrderId: '4711',
  lines: [{ externalLineId: '77', quantity: 2 }],
  parcels: [{ trackingNumber: '7023 2100 3948 5710' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: false,
  reference: 'P000000000000002',
};
const one = (answer: object): OwnExchange => get(`${OMNI}/SalesOrders/4711`, answer, {}, basic);
const kept = { there: false, closes: true, trackingCode: 'OLD1, 7023210039485710' };

export const omniOwnCases: readonly StoreOwnCase[] = [
  {
    name: 'keys of Omni: name, currency and the choice about dispatching as they were typed in',
    operation: 'connect',
    credentials: {
      system: 'Omni',
      user: 'PrairieGoodsCA',
      key: '0f000000000000000000000000000d02',
      shopName: 'Prairie Goods',
      currency: 'CAD',
      closeOrders: 'Yes',
    },
    exchanges: [get(`${OMNI}/SalesOrders`, [{ id: 4711 }], { rows: 1, fields: 'id' }, own)],
    expect: {
      // SHA-256 of the user name, 20 digits.
      externalAccount: 'omni-2d5d8a338011336cb76c',
      name: 'Prairie Goods',
      credentials: {
        accessToken: 'PrairieGoodsCA:0f000000000000000000000000000d02',
        key: '0f000000000000000000000000000d02',
      },
      settings: { name: 'Prairie Goods', currency: 'CAD', timeZone: null, closeOrders: true },
      currency: 'CAD',
      problems: [],
    },
  },
  {
    name: 'the key still opens the account',
    operation: 'testConnection',
    exchanges: [get(`${OMNI}/SalesOrders`, [], { rows: 1, fields: 'id' }, basic)],
    expect: { accountName: 'Prairie Goods', message: 'Cin7 Omni lets us in to Prairie Goods.' },
  },
  {
    name: 'orders since a moment, without the components of kits; a void one and one without a currency',
    operation: 'orders',
    input: { since: new Date('2026-03-02T11:30:15Z') },
    exchanges: [
      get(
        `${OMNI}/SalesOrders`,
        [
          order(),
          order({ id: 4712, isVoid: true, cancellationDate: '2026-03-02T11:30:00Z', lineItems: [line()] }),
          order({ id: 4713, currencyCode: null }),
        ],
        { where: "modifiedDate>='2026-03-02T11:30:15Z'", order: 'modifiedDate ASC', page: 1, rows: 100 },
        basic,
      ),
    ],
    expect: {
      items: [
        read,
        {
          ...read,
          externalId: '4712',
          cancelledAt: '2026-03-02T11:30:00.000Z',
          lines: [{ ...read.lines[0], cancelled: 3, shipped: 0 }],
        },
      ],
      problems: [{ externalId: '4713', message: 'orders[2].currencyCode is missing.' }],
    },
  },
  {
    name: 'named orders; one waits for its payment, one is not there',
    operation: 'ordersById',
    externalIds: ['4711', '9', 'WEB-4711'],
    exchanges: [
      one(order({ stage: 'Awaiting Payment' })),
      {
        request: { method: 'GET', path: `${OMNI}/SalesOrders/9` },
        answer: { status: 404, body: { message: 'Not found' } },
      },
    ],
    expect: {
      items: [{ ...read, hold: { code: 'payment-pending', reason: 'The order is not paid at Cin7 Omni.' } }],
      problems: [],
    },
  },
  {
    name: 'products by their options, without weights, whose unit nobody tells',
    operation: 'products',
    input: {},
    exchanges: [
      get(
        `${OMNI}/Products`,
        [
          {
            id: 5,
            name: 'Prairie honey',
            modifiedDate: '2026-02-01T09:00:00Z',
            weight: 1.2,
            productOptions: [
              { id: 6, productOptionCode: 'PRA-1', option1: '1 kg', optionWeight: 1.2, retailPrice: 24.5 },
              { id: 7, code: 'PRA-2', barcode: '0012345678905', option1: '2 kg', retailPrice: 45 },
            ],
          },
        ],
        { order: 'id ASC', page: 1, rows: 100 },
        basic,
      ),
    ],
    expect: {
      items: [
        {
          externalId: '6',
          sku: 'PRA-1',
          title: 'Prairie honey (1 kg)',
          price: { minor: 2_450, currency: 'USD' },
          updatedAt: '2026-02-01T09:00:00.000Z',
        },
        {
          externalId: '7',
          sku: 'PRA-2',
          title: 'Prairie honey (2 kg)',
          barcode: '0012345678905',
          price: { minor: 4_500, currency: 'USD' },
          updatedAt: '2026-02-01T09:00:00.000Z',
        },
      ],
      problems: [],
    },
  },
  {
    name: 'a report of all that is left is to dispatch the order; earlier numbers stay',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [one(order({ trackingCode: 'OLD1' }))],
    expect: { kind: 'done', keep: kept },
  },
  {
    name: 'a report of a part notes its number and dispatches nothing',
    operation: 'fulfil',
    step: 'plan',
    input: { ...push, lines: [{ externalLineId: '77', quantity: 1 }] },
    exchanges: [one(order())],
    expect: { kind: 'done', keep: { there: false, closes: false, trackingCode: '7023210039485710' } },
  },
  {
    name: 'carrier, numbers and dispatch date in one call',
    operation: 'fulfil',
    step: 'create',
    input: push,
    now: '2026-03-03T15:04:05Z',
    kept,
    exchanges: [
      send(
        'PUT',
        `${OMNI}/SalesOrders`,
        [
          {
            id: 4711,
            trackingCode: 'OLD1, 7023210039485710',
            logisticsCarrier: 'Canada Post',
            dispatchedDate: '2026-03-03T15:04:05Z',
          },
        ],
        [{ index: 0, success: true, id: 4711, code: 'WEB-4711', errors: [] }],
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['4711'] } },
  },
  {
    name: 'nothing is there to say goodbye to',
    operation: 'disconnect',
    exchanges: [],
    expect: null,
  },
];
