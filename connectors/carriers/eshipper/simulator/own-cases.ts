/** Our own request and answer for every operation, written by hand from the samples (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ID = '8000000010948';
const REFERENCE = 'S000000000000001';
const NUMBER = '329041222335';
const PDF = Buffer.from('%PDF-1.4\n', 'latin1').toString('base64');

const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly query?: Record<string, string> } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/api/v2${path}`,
    headers: { authorization: 'Bearer the-token-of-today' },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: 200, body: answer, headers: { 'content-type': 'application/json' } },
});
const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/api/v2/authenticate',
    body: { principal: 'alpha_sandbox', credential: 'alpha-pass-word-1' },
  },
  answer: {
    status: 200,
    body: { token: 'the-token-of-today', expires_in: 900 },
    headers: { 'content-type': 'application/json' },
  },
};

const SENDER = {
  attention: 'Test Sender',
  company: 'Test Shop',
  address1: '10 Sender Road',
  city: 'Toronto',
  province: 'ON',
  country: 'CA',
  zip: 'M5V2T6',
  residential: false,
};
const sent = (to: unknown, description: string, more: Readonly<Record<string, unknown>> = {}): unknown => ({
  scheduledShipDate: '2026-11-23 12:00',
  from: SENDER,
  to,
  packagingUnit: 'Imperial',
  packages: {
    type: 'Package',
    packages: [
      {
        length: 12,
        width: 8,
        height: 4,
        dimensionUnit: 'IN',
        weight: 3,
        weightUnit: 'LB',
        description,
      },
    ],
  },
  ...more,
});
const RECEIVER = {
  attention: 'Test Receiver',
  company: 'Test Receiver',
  address1: '20 Receiver Avenue',
  city: 'Vancouver',
  province: 'BC',
  country: 'CA',
  zip: 'V6B1A1',
  residential: true,
};
const US = {
  attention: 'US Receiver',
  company: 'US Receiver',
  address1: '1 Test Street',
  city: 'Buffalo',
  province: 'NY',
  country: 'US',
  zip: '14201',
};
const quote = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  carrierName: 'Purolator',
  serviceId: 5_000_010,
  serviceName: 'Purolator Ground',
  transitDays: '1',
  baseCharge: 29.82,
  fuelSurcharge: 3.58,
  surcharges: null,
  totalCharge: 37.75,
  taxes: [{ name: 'HST', amount: 4.34 }],
  totalChargedAmount: 37.75,
  currency: 'CAD',
  ...more,
});
const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const PRICE = {
  lines: [
    { kind: 'base', code: 'baseCharge', label: 'Transportation', amount: cad(2982) },
    { kind: 'fuel', code: 'fuelSurcharge', label: 'Fuel surcharge', amount: cad(358) },
    { kind: 'tax', code: 'hst', label: 'HST', amount: cad(434) },
    { kind: 'adjustment', code: 'rounding', label: 'Rounding', amount: cad(1) },
  ],
  total: cad(3775),
};
const purchase = { reference: REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000001', labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: {} };

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices, one a cent beside its sum, one that is not half of it; a carrier says why not',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      signIn,
      exchange(
        'POST',
        '/quote',
        {
          uuid: '1c18cf1d',
          quotes: [quote(), quote({ serviceId: 5_000_001, totalChargedAmount: 17.75 })],
          warnings: ['PYK: More than 1 package is not supported by the carrier'],
        },
        { body: sent(RECEIVER, 'Merchandise', { reference1: 'ORDER-1' }) },
      ),
    ],
    expect: {
      offers: [
        {
          service: '5000010',
          serviceName: 'Purolator Ground',
          ...PRICE,
          transitDays: 1,
          carriedBy: {
            carrier: 'purolator',
            carrierName: 'Purolator',
            service: 'PurolatorGround',
            serviceName: 'Ground',
          },
        },
      ],
      problems: [
        { message: 'quotes[1].totalChargedAmount do not add up to the total.' },
        { message: 'PYK: More than 1 package is not supported by the carrier' },
      ],
    },
  },
  {
    name: 'a purchase abroad with its customs information',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: abroad, service: '604' },
    exchanges: [
      signIn,
      exchange(
        'PUT',
        '/ship',
        { order: { id: ID, message: '' } },
        {
          body: sent({ ...US, residential: false }, 'Cotton shirt', {
            reference1: REFERENCE,
            reference2: 'ORDER-1',
            serviceId: 604,
            customsInformation: {
              contact: { contactCompany: 'Test Shop', contactName: 'Test Sender' },
              items: {
                item: [
                  {
                    hsnCode: '610910',
                    description: 'Cotton shirt',
                    originCountry: 'CA',
                    quantity: 2,
                    unitPrice: 25,
                  },
                ],
                currency: 'CAD',
              },
              dutiesTaxes: { dutiable: true, billTo: 'receiver' },
              billingAddress: US,
            },
          }),
        },
      ),
    ],
    expect: { kind: 'done', keep: { orderId: ID }, result: { carrierShipmentId: ID } },
  },
  {
    name: 'its papers: number, label, what it costs',
    operation: 'ship',
    step: 'papers',
    input: { ...purchase, shipment: domestic, service: '13' },
    kept: { orderId: ID },
    exchanges: [
      signIn,
      exchange('GET', `/ship/${ID}`, {
        order: { id: ID, message: '' },
        trackingNumber: NUMBER,
        trackingUrl: `https://www.purolator.com/en/shipping/tracker?pin=${NUMBER}`,
        labelData: { label: [{ type: 'pdf', data: PDF }] },
        customsInvoice: null,
        quote: quote(),
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        parcels: [
          {
            number: 1,
            trackingNumber: NUMBER,
            trackingUrl: `https://www.purolator.com/en/shipping/tracker?pin=${NUMBER}`,
          },
        ],
        files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 }],
        charged: PRICE,
      },
    },
  },
  {
    name: 'a label that is not there yet',
    operation: 'ship',
    step: 'papers',
    input: { ...purchase, shipment: domestic, service: '13' },
    kept: { orderId: ID },
    exchanges: [signIn, exchange('GET', `/ship/${ID}`, { order: { id: ID }, trackingNumber: null, labelData: null })],
    expect: { kind: 'wait', retryAfterMs: 1000 },
  },
  {
    name: 'an order cancelled',
    operation: 'cancel',
    step: 'cancel',
    input: bought,
    exchanges: [
      signIn,
      exchange(
        'DELETE',
        '/ship/cancel',
        { order: [{ trackingId: NUMBER, orderId: ID, message: 'Order cancelled' }] },
        { body: { order: { orderId: ID } } },
      ),
    ],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'events with the place they happened at',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      signIn,
      exchange(
        'GET',
        '/track/events',
        [
          {
            trackingNumber: NUMBER,
            expectedDeliveryDate: '2024-07-16 10:20:44',
            event: [
              {
                dateTime: 'string',
                description: 'Arrived at sort facility',
                location: 'Brampton, ON, CA',
                originalEvent: { name: 'in_transit', eventDate: '2024-07-15 08:20:44' },
              },
              { description: 'No time', location: 'Brampton, ON, CA', originalEvent: { name: 'in_transit' } },
            ],
          },
        ],
        {
          query: {
            includePublished: 'true',
            pageable: '{"page":0,"size":25,"sort":[]}',
            trackingNumbers: NUMBER,
          },
        },
      ),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2024-07-15T08:20:44',
            status: 'in-transit',
            code: 'in_transit',
            text: 'Arrived at sort facility',
            place: 'Brampton, ON, CA',
          },
        ],
        estimatedDelivery: '2024-07-16',
        problems: ['shipments[0].event[1].dateTime is missing.'],
      },
    ],
  },
  {
    name: 'user name and password are good',
    operation: 'testConnection',
    exchanges: [signIn],
    expect: { message: 'Connected to eShipper as alpha_sandbox.' },
  },
];
