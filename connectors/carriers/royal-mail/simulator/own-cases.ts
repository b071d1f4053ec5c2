/** Our own request and answer for every operation, written by hand from the contract (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ORDER = '1012';
const NUMBER = 'TT123456785GB';
const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
const PDF = '%PDF-1.4 own';
const KEY = 'aaaaaaaa-0000-4000-8000-royalmailalpha';

const call = (
  method: string,
  path: string,
  body: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'query'> = {},
  status = 200,
): OwnExchange => ({
  request: { method, path, ...more, headers: { authorization: `Bearer ${KEY}` } },
  answer: { status, headers: { 'content-type': 'application/json' }, body },
});

const tracking = (path: string, body: unknown, status = 200): OwnExchange => ({
  request: {
    method: 'GET',
    path: `/mailpieces/v2/${path}`,
    headers: {
      'x-ibm-client-id': 'alpha-tracking-client-id',
      'x-ibm-client-secret': 'alpha-tracking-client-secret',
      'x-accept-rmg-terms': 'yes',
    },
  },
  answer: { status, headers: { 'content-type': 'application/json' }, body },
});

const made = { orderIdentifier: 1012, orderReference: REFERENCE, createdOn: '2026-01-01T00:00:00.1234567Z' };
const purchase = { reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: ORDER, trackingNumbers: [NUMBER], kept: {} };
const url = (number: string): string => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`;

const HOME = {
  orderReference: REFERENCE,
  recipient: {
    address: {
      fullName: 'Test Receiver',
      postcode: 'LS1 1AA',
      addressLine1: '20 Receiver Avenue',
      city: 'Leeds',
      countryCode: 'GB',
    },
    emailAddress: 'receiver@example.com',
  },
  packages: [
    {
      weightInGrams: 1250,
      packageFormatIdentifier: 'parcel',
      dimensions: { heightInMms: 100, widthInMms: 200, depthInMms: 300 },
    },
  ],
  orderDate: '2026-01-01T00:00:00.000Z',
  plannedDespatchDate: '2026-11-23T00:00:00Z',
  subtotal: 0,
  shippingCostCharged: 0,
  total: 0,
  currencyCode: 'GBP',
  postageDetails: { sendNotificationsTo: 'recipient', serviceCode: 'TPN24', receiveEmailNotification: true },
  tags: [{ key: 'Reference', value: 'ORDER-1' }],
  label: { includeLabelInResponse: true, includeReturnsLabel: false },
};

const ABROAD = {
  ...HOME,
  recipient: {
    address: {
      fullName: 'US Receiver',
      companyName: 'US Shop',
      county: 'NY',
      postcode: '14201',
      addressLine1: '1 Test Street',
      city: 'Buffalo',
      countryCode: 'US',
    },
    emailAddress: 'us@example.com',
  },
  packages: [
    {
      ...HOME.packages[0],
      contents: [
        {
          name: 'Cotton shirt',
          quantity: 2,
          unitValue: 25.5,
          unitWeightInGrams: 300,
          customsDescription: 'Cotton shirt',
          customsCode: '6109100010',
          originCountryCode: 'GB',
          customsDeclarationCategory: 'saleOfGoods',
        },
      ],
    },
  ],
  subtotal: 51,
  total: 51,
  postageDetails: {
    sendNotificationsTo: 'recipient',
    serviceCode: 'MPR',
    commercialInvoiceNumber: 'INV-1',
    receiveEmailNotification: true,
  },
  label: { includeLabelInResponse: true, includeCN: true, includeReturnsLabel: false },
};

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: UUID,
  from: {
    name: 'Test Sender',
    address1: '1 Stand-in Street',
    city: 'London',
    provinceCode: '',
    zipcode: 'EC1A 1BB',
    countryCode: 'GB',
  },
  date: '2026-11-23',
  shipments: [
    { ...bought, service: 'TPN24', destination: 'GB' },
    { ...bought, reference: 'S2', carrierShipmentId: '1013', service: 'TPN24', destination: 'GB' },
  ],
};

const manifestCases: OwnCase[] = [
  {
    name: 'what is on a manifest already is not asked for again',
    operation: 'endOfDay',
    step: 'look',
    input: closing,
    exchanges: [
      call('GET', '/orders/1012;1013', [
        { ...made, trackingNumber: NUMBER },
        { ...made, orderIdentifier: 1013, orderReference: 'S2', manifestedOn: '2026-01-01T01:00:00Z' },
      ]),
    ],
    expect: { kind: 'done', keep: { open: [ORDER] } },
  },
  {
    name: 'a manifest of all there is',
    operation: 'endOfDay',
    step: 'create',
    input: closing,
    kept: { open: [ORDER] },
    exchanges: [call('POST', '/manifests', { manifestNumber: 1001 }, { body: {} }, 202)],
    expect: { kind: 'done', keep: { manifestNumber: '1001' } },
  },
  {
    name: 'its paper is waited for',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { open: [ORDER], manifestNumber: '1001' },
    exchanges: [call('GET', '/manifests/1001', { manifestNumber: 1001, status: 'In Progress' })],
    expect: { kind: 'wait', retryAfterMs: 3000, keep: { asked: 1 } },
  },
  {
    name: 'its paper, and what is not on it',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { open: [ORDER], manifestNumber: '1001' },
    exchanges: [
      call('GET', '/manifests/1001', {
        manifestNumber: 1001,
        status: 'Completed',
        documentPdf: Buffer.from(PDF).toString('base64'),
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['1001'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:12' }],
        leftOut: [{ reference: 'S2', message: 'Royal Mail has this order on another manifest, or no more.' }],
      },
    },
  },
];

const trackCases: OwnCase[] = [
  {
    name: 'events by code, else by their words; a number Royal Mail does not know',
    operation: 'track',
    input: { trackingNumbers: [NUMBER, 'TT999999999GB'] },
    exchanges: [
      tracking(`${NUMBER}/events`, {
        mailPieces: {
          mailPieceId: NUMBER,
          estimatedDelivery: { date: '2026-02-20', startOfEstimatedWindow: '08:00:00+00:00' },
          events: [
            {
              eventCode: 'EVKSP',
              eventName: 'Delivered and Signed',
              eventDateTime: '2026-02-20T10:04:00+00:00',
              locationName: 'Leeds DO',
            },
            { eventCode: 'EVXXX', eventName: 'Returned to sender', eventDateTime: '2026-02-19T10:04:00+00:00' },
            { eventCode: 'EVNMI', eventName: 'Forwarded - Mis-sort', eventDateTime: 'yesterday' },
          ],
        },
      }),
      tracking(
        'TT999999999GB/events',
        {
          httpCode: '404',
          httpMessage: 'Not Found',
          errors: [{ errorCode: 'E1142', errorDescription: 'Barcode reference TT999999999GB isn’t recognised' }],
        },
        404,
      ),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-02-20T10:04:00+00:00',
            status: 'delivered',
            code: 'EVKSP',
            text: 'Delivered and Signed',
            place: 'Leeds DO',
          },
          {
            occurredAt: '2026-02-19T10:04:00+00:00',
            status: 'returned',
            code: 'EVXXX',
            text: 'Returned to sender',
          },
        ],
        estimatedDelivery: '2026-02-20',
        problems: ['mailPieces.events[2].eventDateTime should be in its usual form but is "yesterday".'],
      },
      {
        trackingNumber: 'TT999999999GB',
        events: [],
        problems: ['Royal Mail: Barcode reference TT999999999GB isn’t recognised.'],
      },
    ],
  },
  {
    name: 'without the keys of the Tracking API, what Click & Drop knows',
    operation: 'track',
    credentials: { key: KEY },
    input: { trackingNumbers: [NUMBER], shipmentIds: { [NUMBER]: ORDER } },
    exchanges: [
      call('GET', `/orders/${ORDER}`, [
        { ...made, printedOn: '2026-01-01T00:00:01Z', shippedOn: '2026-01-01T18:30:00', trackingNumber: NUMBER },
      ]),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-01-01T00:00:01Z',
            status: 'label-created',
            code: 'printedOn',
            text: 'Label made in Click & Drop',
          },
          {
            occurredAt: '2026-01-01T18:30:00Z',
            status: 'label-created',
            code: 'shippedOn',
            text: 'Marked as despatched in Click & Drop',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'who signed, with a drawing that is not kept',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: NUMBER,
      destination: { countryCode: 'GB', zipcode: 'LS1 1AA' },
      shipDate: '2026-11-23',
    },
    exchanges: [
      tracking(`${NUMBER}/signature`, {
        mailPieces: {
          mailPieceId: NUMBER,
          signature: {
            recipientName: 'Simon',
            signatureDateTime: '2017-03-30T16:15:00+01:00',
            imageFormat: 'image/svg+xml',
            image: '<svg></svg>',
          },
        },
      }),
    ],
    expect: { signedBy: 'Simon', deliveredAt: '2017-03-30T16:15:00+01:00', files: [] },
  },
];

export const ownCases = (
  domestic: ShipmentRequest,
  crossBorder: ShipmentRequest,
  dutyPaid: ShipmentRequest,
): OwnCase[] => [
  {
    name: 'prices abroad from the list: no duties paid, no signature asked for',
    operation: 'rate',
    input: { shipment: crossBorder, services: ['OTA'] },
    exchanges: [],
    expect: {
      offers: [
        {
          service: 'OTA',
          serviceName: 'Intl Tracked (£50)',
          lines: [
            {
              kind: 'base',
              code: 'freight',
              label: 'Intl Tracked (£50) to Abroad, 1.25 kg',
              amount: { minor: 1655, currency: 'GBP' },
            },
          ],
          total: { minor: 1655, currency: 'GBP' },
          billableGrams: 1250,
          zone: 'Abroad',
        },
      ],
      problems: [],
    },
  },
  {
    name: 'an order at home with its label',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: 'TPN24' },
    exchanges: [
      call(
        'POST',
        '/orders',
        {
          successCount: 1,
          errorsCount: 0,
          createdOrders: [{ ...made, packages: [{ packageNumber: 1, trackingNumber: NUMBER }], labelErrors: [] }],
          failedOrders: [],
        },
        { body: { items: [HOME] } },
      ),
    ],
    expect: {
      kind: 'done',
      keep: { orderId: ORDER, trackingNumber: NUMBER },
      result: {
        carrierShipmentId: ORDER,
        parcels: [{ number: 1, trackingNumber: NUMBER, trackingUrl: url(NUMBER) }],
      },
    },
  },
  {
    name: 'an order abroad, duties paid, whose label was refused',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: dutyPaid, service: 'MPR' },
    exchanges: [
      call(
        'POST',
        '/orders',
        {
          successCount: 1,
          errorsCount: 0,
          createdOrders: [{ ...made, labelErrors: [{ code: '7', message: 'Service not available to country' }] }],
          failedOrders: [],
        },
        { body: { items: [ABROAD] } },
      ),
    ],
    expect: { kind: 'done', keep: { orderId: ORDER, refusal: 'Royal Mail: Service not available to country.' } },
  },
  {
    name: 'a label as PDF',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic, service: 'TPN24' },
    kept: { orderId: ORDER, trackingNumber: NUMBER },
    exchanges: [
      {
        ...call('GET', `/orders/${ORDER}/label`, PDF, {
          query: { documentType: 'postageLabel', includeReturnsLabel: 'false' },
        }),
        answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: PDF },
      },
    ],
    expect: {
      kind: 'done',
      result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:12', parcelNumber: 1 }] },
    },
  },
  {
    name: 'an order deleted',
    operation: 'cancel',
    step: 'delete',
    input: bought,
    exchanges: [
      call('DELETE', `/orders/${ORDER}`, {
        deletedOrders: [{ orderIdentifier: 1012, orderReference: REFERENCE }],
        errors: [],
      }),
    ],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  {
    name: 'orders with a number since, by the token of the page before',
    operation: 'listLabels',
    input: { since: new Date('2025-12-31T00:00:00Z'), cursor: 'page-2' },
    exchanges: [
      call(
        'GET',
        '/orders',
        {
          orders: [
            { ...made, trackingNumber: NUMBER },
            { ...made, orderIdentifier: 1013 },
          ],
          continuationToken: 'page-3',
        },
        { query: { pageSize: 100, startDateTime: '2025-12-31T00:00:00.000Z', continuationToken: 'page-2' } },
      ),
    ],
    expect: {
      labels: [
        {
          carrierShipmentId: ORDER,
          trackingNumbers: [NUMBER],
          reference: REFERENCE,
          madeAt: '2026-01-01T00:00:00.123Z',
          state: 'live',
          kept: { orderId: ORDER, trackingNumber: NUMBER },
        },
      ],
      next: 'page-3',
      problems: [],
    },
  },
  {
    name: 'a connection to both interfaces',
    operation: 'testConnection',
    exchanges: [
      call('GET', '/orders', { orders: [] }, { query: { pageSize: 1 } }),
      tracking('AA000000005GB/events', { errors: [{ errorCode: 'E1142', errorDescription: 'Unknown' }] }, 404),
    ],
    expect: { message: 'Connected to Royal Mail and its Tracking API.' },
  },
  ...trackCases,
  ...manifestCases,
];
