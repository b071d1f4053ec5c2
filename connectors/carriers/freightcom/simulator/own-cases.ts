/** Our own request and answer for every operation, written by hand from the samples (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ID = 'uQeh1XwbVIbIyP9mEPtVM2puAFZYmAYA';
const REFERENCE = 'S000000000000001';
const PDF = new Uint8Array(Buffer.from('%PDF-1.4\n', 'latin1'));

const exchange = (method: string, path: string, status: number, answer: unknown, body?: unknown): OwnExchange => ({
  request: {
    method,
    path,
    headers: { authorization: 'freightcom-alpha-key-0001' },
    ...(body === undefined ? {} : { body }),
  },
  answer: { status, body: answer, headers: { 'content-type': 'application/json' } },
});
const file = (address: string): OwnExchange => ({
  request: { method: 'GET', path: address },
  answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: PDF },
});

const SENDER = {
  name: 'Test Shop',
  address: {
    address_line_1: '10 Sender Road',
    city: 'Toronto',
    region: 'ON',
    country: 'CA',
    postal_code: 'M5V 2T6',
  },
  residential: false,
  contact_name: 'Test Sender',
  receives_email_updates: false,
};
const WINDOW = { ready_at: { hour: 9, minute: 0 }, ready_until: { hour: 17, minute: 0 } };
const RECEIVER = {
  name: 'Test Receiver',
  address: {
    address_line_1: '20 Receiver Avenue',
    city: 'Vancouver',
    region: 'BC',
    country: 'CA',
    postal_code: 'V6B 1A1',
  },
  residential: true,
  contact_name: 'Test Receiver',
  receives_email_updates: false,
  ...WINDOW,
  signature_requirement: 'not-required',
};
const US_ADDRESS = {
  address_line_1: '1 Test Street',
  city: 'Buffalo',
  region: 'NY',
  country: 'US',
  postal_code: '14201',
};
/** To another country both ends have an address for mail. */
const SENDER_ABROAD = { ...SENDER, email_addresses: ['sender@mail.example'] };
const ABROAD = {
  name: 'US Receiver',
  address: US_ADDRESS,
  residential: false,
  contact_name: 'US Receiver',
  email_addresses: ['receiver@mail.example'],
  receives_email_updates: false,
  ...WINDOW,
  signature_requirement: 'not-required',
};
const details = (destination: unknown, description: string, origin: unknown = SENDER): unknown => ({
  origin,
  destination,
  expected_ship_date: { year: 2026, month: 11, day: 23 },
  packaging_type: 'package',
  packaging_properties: {
    packages: [
      {
        measurements: { weight: { unit: 'kg', value: 1.25 }, cuboid: { unit: 'cm', l: 30, w: 20, h: 10 } },
        description,
      },
    ],
    includes_return_label: false,
    has_dangerous_goods: false,
  },
  reference_codes: ['ORDER-1'],
});

const cad = (value: string): unknown => ({ value, currency: 'CAD' });
const rateOf = (
  service: string,
  carrier: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): unknown => ({
  service_id: service,
  valid_until: { year: 2026, month: 11, day: 30 },
  total: cad('5334'),
  base: cad('3368'),
  surcharges: [
    { type: 'fuel', amount: cad('1001') },
    { type: 'carbon-surcharge', amount: cad('51') },
    { type: 'residential-delivery', amount: cad('218') },
  ],
  taxes: [{ type: 'tax-hst-ns', amount: cad('696') }],
  transit_time_days: 2,
  transit_time_not_available: false,
  carrier_name: carrier,
  service_name: name,
  ...more,
});
const minor = (value: number): { minor: number; currency: string } => ({ minor: value, currency: 'CAD' });
const PRICE = {
  lines: [
    { kind: 'base', code: 'base', label: 'Transportation', amount: minor(3368) },
    { kind: 'fuel', code: 'fuel', label: 'Fuel', amount: minor(1001) },
    { kind: 'surcharge', code: 'carbon-surcharge', label: 'Carbon surcharge', amount: minor(51) },
    { kind: 'surcharge', code: 'residential-delivery', label: 'Residential delivery', amount: minor(218) },
    { kind: 'tax', code: 'tax-hst-ns', label: 'HST NS', amount: minor(696) },
  ],
  total: minor(5334),
};
const shipmentOf = (more: Readonly<Record<string, unknown>>): unknown => ({
  shipment: { id: ID, unique_id: REFERENCE, state: 'waiting-for-scheduling', ...more },
});
const S3 = 'https://s3.us-east-2.amazonaws.com/ssd-test-external/labels/x';
const LABELS = [
  { size: 'letter', format: 'pdf', url: `${S3}-letter.pdf`, padded: false },
  { size: 'a6', format: 'zpl', url: `${S3}-a6.zpl`, padded: false },
  { size: 'a6', format: 'pdf', url: `${S3}-a6-w-padding.pdf`, padded: true },
  { size: 'a6', format: 'pdf', url: `${S3}-a6.pdf`, padded: false },
];
const purchase = { reference: REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000001', labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: ['1Z999'], kept: {} };

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'terms are taken before a card',
    operation: 'ship',
    step: 'payment',
    input: { ...purchase, shipment: domestic, service: 'canpar.ground' },
    exchanges: [
      exchange('GET', '/finance/payment-methods', 200, [
        { id: 'PayCard', type: 'credit-card' },
        { id: 'PayTerms', type: 'net-terms' },
      ]),
    ],
    expect: { kind: 'done', keep: { paymentMethod: 'PayTerms' } },
  },
  {
    name: 'a booking abroad with its invoice, under our own reference',
    operation: 'ship',
    step: 'book',
    input: { ...purchase, shipment: abroad, service: 'ups.standard' },
    kept: { paymentMethod: 'PayTerms' },
    exchanges: [
      exchange(
        'POST',
        '/shipment',
        202,
        { id: ID, previously_created: false },
        {
          unique_id: REFERENCE,
          payment_method_id: 'PayTerms',
          service_id: 'ups.standard',
          details: details(ABROAD, 'Cotton shirt', SENDER_ABROAD),
          customs_invoice: {
            source: 'details',
            broker: { use_carrier: true },
            details: {
              tax_recipient: {
                type: 'receiver',
                name: 'US Receiver',
                address: US_ADDRESS,
                reason_for_export: 'commercially-sold-goods',
              },
              products: [
                {
                  product_name: 'Cotton shirt',
                  description: 'Cotton shirt',
                  weight: { unit: 'kg', value: 0.3 },
                  hs_code: '610910',
                  country_of_origin: 'CA',
                  num_units: 2,
                  unit_price: cad('2500'),
                },
              ],
            },
          },
        },
      ),
    ],
    expect: { kind: 'done', keep: { shipmentId: ID }, result: { carrierShipmentId: ID } },
  },
  {
    name: 'a booking that is not done yet has nothing to read',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'ups.standard' },
    kept: { shipmentId: ID },
    exchanges: [exchange('GET', `/shipment/${ID}`, 202, '')],
    expect: { kind: 'wait', retryAfterMs: 500 },
  },
  {
    name: 'a booking that is done, with what it costs',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'canpar.ground' },
    kept: { shipmentId: ID },
    exchanges: [
      exchange(
        'GET',
        `/shipment/${ID}`,
        200,
        shipmentOf({
          primary_tracking_number: '1Z999AA10123456784',
          tracking_url: 'https://www.ups.com/WebTracking?trackingNumber=1Z999AA10123456784',
          labels: LABELS,
          rate: rateOf('canpar.ground', 'Canpar', 'Ground'),
        }),
      ),
    ],
    expect: {
      kind: 'done',
      result: {
        parcels: [
          {
            number: 1,
            trackingNumber: '1Z999AA10123456784',
            trackingUrl: 'https://www.ups.com/WebTracking?trackingNumber=1Z999AA10123456784',
          },
        ],
        charged: PRICE,
      },
    },
  },
  {
    name: 'the label of A6 without a margin, and the invoice',
    operation: 'ship',
    step: 'files',
    input: { ...purchase, shipment: abroad, service: 'ups.standard' },
    kept: { shipmentId: ID },
    exchanges: [
      exchange('GET', `/shipment/${ID}`, 200, shipmentOf({ labels: LABELS, customs_invoice_url: `${S3}-invoice.pdf` })),
      file(`${S3}-a6.pdf`),
      file(`${S3}-invoice.pdf`),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [
          { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 },
          { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:9' },
        ],
      },
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices that are polled for; one does not add up, one has no time',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange('POST', '/rate', 202, { request_id: 'RateRequest0001' }, { details: details(RECEIVER, 'Merchandise') }),
      exchange('GET', '/rate/RateRequest0001', 200, { status: { done: false, total: 3, complete: 0 }, rates: [] }),
      exchange('GET', '/rate/RateRequest0001', 200, {
        status: { done: true, total: 3, complete: 3 },
        rates: [
          rateOf('canpar.ground', 'Canpar', 'Ground'),
          rateOf('purolatorcourier.ground', 'Purolator', 'Ground', { total: cad('1333') }),
          rateOf('house-courier.best', 'House Courier', 'Best', { transit_time_not_available: true }),
        ],
      }),
    ],
    expect: {
      offers: [
        {
          service: 'canpar.ground',
          serviceName: 'Canpar Ground',
          ...PRICE,
          transitDays: 2,
          expiresAt: '2026-11-30T23:59:59.000Z',
          carriedBy: { carrier: 'canpar', carrierName: 'Canpar', service: '1', serviceName: 'Ground' },
        },
        {
          service: 'house-courier.best',
          serviceName: 'House Courier Best',
          ...PRICE,
          expiresAt: '2026-11-30T23:59:59.000Z',
          carriedBy: { carrier: 'house-courier', carrierName: 'House Courier', serviceName: 'Best' },
        },
      ],
      problems: [{ message: 'rates[1].total do not add up to the total.' }],
    },
  },
  ...shipCases(domestic, abroad),
  {
    name: 'a shipment deleted',
    operation: 'cancel',
    step: 'cancel',
    input: bought,
    exchanges: [exchange('DELETE', `/shipment/${ID}`, 200, {})],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'events of a shipment, one of which has no time',
    operation: 'track',
    input: { trackingNumbers: ['1Z999', 'OTHER'], shipmentIds: { '1Z999': ID } },
    exchanges: [
      exchange('GET', `/shipment/${ID}/tracking-events`, 200, {
        events: [
          {
            type: 'label-created',
            when: '2025-02-12T15:04:05Z',
            where: { city: 'Boisbriand', region: 'QC', country: 'CA' },
            message: 'Label created',
          },
          {
            type: 'in-transit',
            when: 'yesterday',
            where: { city: 'Kingston', region: 'ON', country: 'CA' },
            message: 'Departed',
          },
        ],
      }),
    ],
    expect: [
      {
        trackingNumber: '1Z999',
        events: [
          {
            occurredAt: '2025-02-12T15:04:05Z',
            status: 'label-created',
            code: 'label-created',
            text: 'Label created',
            place: 'Boisbriand, QC, CA',
          },
        ],
        problems: ['events[1].when should be in its usual form but is "yesterday".'],
      },
      {
        trackingNumber: 'OTHER',
        events: [],
        problems: ['Freightcom can be asked only about shipments that were bought with it; OTHER was not.'],
      },
    ],
  },
  {
    name: 'the key is good, and there is a way to pay',
    operation: 'testConnection',
    exchanges: [exchange('GET', '/finance/payment-methods', 200, [{ id: 'PayTerms', type: 'net-terms' }])],
    expect: { message: 'Connected to Freightcom; a payment method for labels was found.' },
  },
  {
    name: 'services of the account; what is not known here keeps its name',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [
      exchange('GET', '/services', 200, [
        { id: 'canpar.ground', carrier_name: 'Canpar', service_name: 'Ground' },
        { id: 'house-courier.best', carrier_name: 'House Courier', service_name: 'Best' },
      ]),
    ],
    expect: [
      { code: 'canpar.ground', name: 'Canpar Ground', scope: 'domestic', carrier: 'canpar' },
      { code: 'house-courier.best', name: 'House Courier Best', scope: 'both', carrier: 'house-courier' },
    ],
  },
];
