/** Our own request and answer for every operation, written by hand from the contract (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ORDER = 'UNI031455E90';
const NUMBER = 'UR07300000000005351';
const BATCH = 'URB0717000000000837';
const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
const PDF = Buffer.from('%PDF-1.4 own').toString('base64');

const call = (
  method: string,
  path: string,
  data: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'query'> = {},
  envelope: object = {},
): OwnExchange => ({
  request: { method, path: `/client${path}`, ...more, headers: { authorization: 'Bearer uniuni-alpha-token' } },
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { message: 'Success', code: 0, data, ...envelope },
  },
});

const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const HOME = {
  address: {
    address1: '20 Receiver Avenue',
    city: 'Vancouver',
    province: 'BC',
    postalCode: 'V6B 1A1',
    country: 'CA',
  },
  dimensions: { length: 30, width: 20, height: 10, dimensionUnit: 'CM' },
  weight: { value: 1250, weightUnit: 'G' },
};
const RATES = { postageType: 'NEXT DAY', postageFee: 4.88, tax: 0.63, total: 5.51, currency: 'CAD' };
const LINES = [
  { kind: 'base', code: 'postageFee', label: 'Postage', amount: cad(488) },
  { kind: 'tax', code: 'tax', label: 'Tax', amount: cad(63) },
];
const KEPT = {
  orderNumber: ORDER,
  trackingId: NUMBER,
  currency: 'CAD',
  total: 551,
  lines: [
    { kind: 'base', code: 'postageFee', label: 'Postage', minor: 488 },
    { kind: 'tax', code: 'tax', label: 'Tax', minor: 63 },
  ],
};
const draft = (rates: object): unknown => ({ orderNumber: ORDER, trackingId: NUMBER, status: 'DRAFT', rates });
const purchase = { reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: ORDER, trackingNumbers: [NUMBER], kept: {} };

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: UUID,
  from: {
    name: 'Test Sender',
    address1: '10 Sender Road',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5V 2T6',
    countryCode: 'CA',
  },
  date: '2026-11-23',
  shipments: [
    { ...bought, service: 'next-day', destination: 'CA' },
    { ...bought, reference: 'S2', carrierShipmentId: 'UNI0114576F0', service: 'next-day', destination: 'CA' },
  ],
};

const batchCases: OwnCase[] = [
  {
    name: 'what is in another batch stays there',
    operation: 'endOfDay',
    step: 'look',
    input: closing,
    exchanges: [
      call(
        'GET',
        '/batch',
        {
          batches: [{ batchNumber: BATCH, batchName: null, createdAt: '2026-11-22T17:31:27.157Z' }],
          pagination: { page: 1, pageSize: 500, count: 1 },
        },
        { query: { page: 1, pageSize: 500 } },
      ),
      call('GET', `/batch/${BATCH}`, { batchNumber: BATCH, shipmentCount: 1, shipments: ['UNI0114576F0'] }),
    ],
    expect: { kind: 'done', keep: { orders: [ORDER] } },
  },
  {
    name: 'a batch named by our reference',
    operation: 'endOfDay',
    step: 'create',
    input: closing,
    kept: { orders: [ORDER] },
    exchanges: [
      call(
        'POST',
        '/batch/create',
        { batchNumber: BATCH, batchName: 'E000000000000001', shipmentCount: 1 },
        { body: { batchName: 'E000000000000001', shipments: [ORDER] } },
      ),
    ],
    expect: { kind: 'done', keep: { batchNumber: BATCH } },
  },
  {
    name: 'its label, and what is not in it',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { orders: [ORDER], batchNumber: BATCH },
    exchanges: [call('GET', `/label/${BATCH}`, { headers: {}, body: PDF }, { query: { labelType: 'batching' } })],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: [BATCH],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:12' }],
        leftOut: [{ reference: 'S2', message: 'UniUni has this shipment in another batch.' }],
      },
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices at home; one does not add up, one is not known',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      call(
        'POST',
        '/shipments/quote',
        {
          rates: [
            { ...RATES, carrierName: 'UniUni', estimated: true, minDeliveryDays: 1, maxDeliveryDays: 2 },
            { ...RATES, postageType: 'STANDARD', total: 2 },
            { ...RATES, postageType: 'OTHER' },
          ],
          carrierName: 'UniUni',
          estimated: true,
          disclaimer: '',
        },
        { body: { ...HOME, postageType: 'STANDARD' } },
      ),
    ],
    expect: {
      offers: [{ service: 'next-day', serviceName: 'UniUni Next Day', lines: LINES, total: cad(551), transitDays: 2 }],
      problems: [
        { message: 'data.rates[1].total do not add up to the total.' },
        { message: 'OTHER is a kind of postage that is not known here.' },
      ],
    },
  },
  {
    name: 'a draft abroad with its goods',
    operation: 'ship',
    step: 'draft',
    input: { ...purchase, shipment: abroad, service: 'usps-ground-advantage' },
    exchanges: [
      call('POST', '/shipments/create', draft({ ...RATES, postageType: 'USPS Ground Advantage' }), {
        body: {
          recipient: { name: 'US Receiver', email: 'receiver@example.com', signature: false },
          ...HOME,
          address: {
            address1: '1 Test Street',
            city: 'Buffalo',
            province: 'NY',
            postalCode: '14201',
            country: 'US',
          },
          postageType: 'USPS Ground Advantage',
          shipmentLineItems: [
            {
              description: 'Cotton shirt',
              quantity: 2,
              unit_value: 25,
              currency: 'CAD',
              hs_code: '610910',
              country_of_origin: 'CA',
            },
          ],
          orderNumber: REFERENCE,
        },
      }),
    ],
    expect: { kind: 'done', keep: KEPT },
  },
  {
    name: 'a purchase from the wallet',
    operation: 'ship',
    step: 'purchase',
    input: { ...purchase, shipment: domestic, service: 'next-day' },
    kept: KEPT,
    exchanges: [
      call('POST', `/shipments/${ORDER}/purchase`, {
        trackingId: NUMBER,
        orderNumber: ORDER,
        insuranceCreated: false,
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        carrierShipmentId: ORDER,
        parcels: [{ number: 1, trackingNumber: NUMBER }],
        charged: { lines: LINES, total: cad(551) },
      },
    },
  },
  {
    name: 'a label as PDF',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic, service: 'next-day' },
    kept: KEPT,
    exchanges: [call('GET', `/label/${ORDER}`, { headers: {}, body: PDF }, { query: { labelType: 'shipping' } })],
    expect: {
      kind: 'done',
      result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:12', parcelNumber: 1 }] },
    },
  },
  {
    name: 'a refund asked for',
    operation: 'cancel',
    step: 'refund',
    input: bought,
    exchanges: [call('POST', `/shipments/${ORDER}/refund`, null)],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'events by milliseconds; a number UniUni does not know',
    operation: 'track',
    input: { trackingNumbers: [NUMBER, 'UR07300000000009999'] },
    exchanges: [
      call(
        'GET',
        '/tracking',
        {
          trackingId: NUMBER,
          status: 'RECEIVED',
          orderNumber: ORDER,
          events: [
            { statusCode: 'RECEIVED', timestamp: 1_750_878_222_724, location: { name: '423 Four Valley Dr' } },
            { status: 'DELIVERED', statusCode: 203, timestamp: 1_750_978_222_724, description: 'Left at the door' },
          ],
        },
        { query: { trackingId: NUMBER } },
      ),
      call('GET', '/tracking', null, { query: { trackingId: 'UR07300000000009999' } }, { code: 1031 }),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2025-06-25T19:03:42.724Z',
            status: 'accepted',
            code: 'RECEIVED',
            text: 'Received',
            place: '423 Four Valley Dr',
          },
          {
            occurredAt: '2025-06-26T22:50:22.724Z',
            status: 'delivered',
            code: 'DELIVERED',
            text: 'Left at the door',
          },
        ],
        problems: [],
      },
      {
        trackingNumber: 'UR07300000000009999',
        events: [],
        problems: ['UniUni does not know UR07300000000009999.'],
      },
    ],
  },
  {
    name: 'shipments since a day, a draft and one of the day before among them',
    operation: 'listLabels',
    input: { since: new Date('2025-07-24T12:00:00Z'), cursor: '2' },
    exchanges: [
      call(
        'GET',
        '/shipments',
        {
          shipments: [
            {
              orderNumber: ORDER,
              trackingId: NUMBER,
              address: HOME.address,
              status: 'PENDING',
              createdAt: '2025-07-24T23:32:09.834Z',
              rates: RATES,
            },
            { orderNumber: 'UNI031455E91', status: 'DRAFT' },
            {
              orderNumber: 'UNI031455E92',
              trackingId: NUMBER,
              status: 'PENDING',
              createdAt: '2025-07-23T23:32:09.834Z',
              rates: RATES,
            },
          ],
          pagination: { page: 2, pageSize: 500, count: 1001 },
        },
        { query: { page: 2, pageSize: 500, fromDate: '2025-07-23' } },
      ),
    ],
    expect: {
      labels: [
        {
          carrierShipmentId: ORDER,
          trackingNumbers: [NUMBER],
          madeAt: '2025-07-24T23:32:09.834Z',
          state: 'live',
          service: 'NEXT DAY',
          cost: cad(551),
          to: { city: 'Vancouver', provinceCode: 'BC', zipcode: 'V6B 1A1', countryCode: 'CA' },
        },
      ],
      next: '3',
      problems: [],
    },
  },
  {
    name: 'a connection',
    operation: 'testConnection',
    exchanges: [
      call(
        'GET',
        '/shipments',
        { shipments: [], pagination: { page: 1, pageSize: 1, count: 0 } },
        { query: { page: 1, pageSize: 1 } },
      ),
    ],
    expect: { message: 'Connected to UniUni.' },
  },
  ...batchCases,
];
