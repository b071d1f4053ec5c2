/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ID = 'se-28529731';
const PDF = new Uint8Array(Buffer.from('%PDF-1.4\n', 'latin1'));

export const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: {
    readonly status?: number;
    readonly body?: unknown;
    readonly query?: Record<string, string | number>;
    readonly type?: string;
  } = {},
): OwnExchange => ({
  request: {
    method,
    path,
    headers: { 'api-key': 'TEST_alphaShipStationKey0001' },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: more.status ?? 200, body: answer, headers: { 'content-type': more.type ?? 'application/json' } },
});

const cad = (minor: number) => ({ minor, currency: 'CAD' });
const amount = (value: number) => ({ currency: 'cad', amount: value });

const FROM = {
  name: 'Test Sender',
  company_name: 'Test Shop',
  phone: '416-555-0100',
  address_line1: '10 Sender Road',
  city_locality: 'Toronto',
  state_province: 'ON',
  postal_code: 'M5V 2T6',
  country_code: 'CA',
  address_residential_indicator: 'unknown',
};
const TO = {
  name: 'Test Receiver',
  address_line1: '20 Receiver Avenue',
  city_locality: 'Vancouver',
  state_province: 'BC',
  postal_code: 'V6B 1A1',
  country_code: 'CA',
  address_residential_indicator: 'yes',
};
const BOX = {
  package_code: 'package',
  weight: { value: 1250, unit: 'gram' },
  dimensions: { unit: 'centimeter', length: 30, width: 20, height: 10 },
};
const SHIPMENT = {
  ship_date: '2026-11-23T12:00:00Z',
  ship_from: FROM,
  ship_to: TO,
  is_return: false,
  confirmation: 'none',
  insurance_provider: 'none',
  advanced_options: { saturday_delivery: false },
  packages: [BOX],
};

const CARRIERS = {
  carriers: [
    {
      carrier_id: 'se-100001',
      carrier_code: 'ups',
      friendly_name: 'UPS',
      services: [{ service_code: 'ups_standard', name: 'UPS® Standard', domestic: true, international: true }],
    },
    { carrier_id: 'se-100009', carrier_code: 'dpd', friendly_name: 'DPD', connection_status: 'pending_approval' },
  ],
};
const carriers = exchange('GET', '/v1/carriers', CARRIERS);

const rateOf = (more: Readonly<Record<string, unknown>>) => ({
  rate_id: 'se-799373193',
  rate_type: 'shipment',
  carrier_id: 'se-100001',
  shipping_amount: amount(14.9),
  insurance_amount: amount(0),
  confirmation_amount: amount(3.5),
  other_amount: amount(0),
  delivery_days: 4,
  estimated_delivery_date: '2026-11-27T00:00:00Z',
  service_type: 'UPS® Standard',
  service_code: 'ups_standard',
  carrier_code: 'ups',
  validation_status: 'valid',
  ...more,
});

const REFERENCE = 'S000000000000001';
const purchase = { reference: REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000001', labelFormat: 'pdf' } as const;
const bought = {
  reference: REFERENCE,
  carrierShipmentId: ID,
  trackingNumbers: ['1Z9999999999999999'],
  kept: { labelId: ID },
};
const LINK = `https://api.shipengine.com/v1/downloads/10/abc/label-28529731.pdf`;
const label = (more: Readonly<Record<string, unknown>>) => ({
  label_id: ID,
  status: 'completed',
  external_shipment_id: REFERENCE,
  shipment_cost: amount(14.9),
  insurance_cost: amount(1),
  tracking_number: '1Z9999999999999999',
  label_download: { href: LINK, pdf: LINK },
  ...more,
});

const LISTED = {
  labels: [
    {
      carrierShipmentId: ID,
      trackingNumbers: ['1Z9999999999999999'],
      reference: REFERENCE,
      madeAt: '2026-11-23T09:00:00.000Z',
      state: 'voided',
      service: 'ups_standard',
      cost: cad(1590),
      kept: { labelId: ID },
    },
  ],
  next: '3',
  problems: [],
};

const rateCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'carrier accounts, then prices of all; one that is refused says why',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      carriers,
      exchange(
        'POST',
        '/v1/rates',
        {
          rate_response: {
            rates: [rateOf({})],
            invalid_rates: [
              {
                ...rateOf({ service_code: 'ups_ground', service_type: 'UPS® Ground' }),
                error_messages: ['UPS Ground is not available from Canada.'],
              },
            ],
            errors: [],
          },
        },
        {
          body: {
            shipment: { validate_address: 'no_validation', ...SHIPMENT },
            rate_options: { carrier_ids: ['se-100001'] },
          },
        },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'ups.ups_standard',
          serviceName: 'UPS Standard',
          lines: [
            { kind: 'base', code: 'shipping_amount', label: 'Shipping', amount: cad(1490) },
            { kind: 'option', code: 'confirmation_amount', label: 'Delivery confirmation', amount: cad(350) },
          ],
          total: cad(1840),
          transitDays: 4,
          deliverBy: '2026-11-27',
          token: { rateId: 'se-799373193', carrierId: 'se-100001' },
          carriedBy: { carrier: 'ups', carrierName: 'UPS', service: '11', serviceName: 'Standard' },
        },
      ],
      problems: [{ service: 'ups.ups_ground', message: 'UPS Ground is not available from Canada.' }],
    },
  },
];

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'the account that sells a service, where no price was asked before',
    operation: 'ship',
    step: 'account',
    input: { ...purchase, shipment: domestic, service: 'ups.ups_standard' },
    exchanges: [carriers],
    expect: { kind: 'done', keep: { carrierId: 'se-100001' } },
  },
  {
    name: 'a label across the border with its goods',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: abroad, service: 'ups.ups_standard' },
    kept: { carrierId: 'se-100001' },
    exchanges: [
      exchange('POST', '/v1/labels', label({ status: 'processing' }), {
        body: {
          shipment: {
            carrier_id: 'se-100001',
            service_code: 'ups_standard',
            external_shipment_id: REFERENCE,
            ...SHIPMENT,
            ship_to: {
              name: 'US Receiver',
              address_line1: '1 Test Street',
              city_locality: 'Buffalo',
              state_province: 'NY',
              postal_code: '14201',
              country_code: 'US',
              address_residential_indicator: 'unknown',
            },
            advanced_options: { saturday_delivery: false, delivered_duty_paid: false },
            customs: { contents: 'merchandise', non_delivery: 'return_to_sender', terms_of_trade_code: 'dap' },
            packages: [
              {
                ...BOX,
                label_messages: { reference1: 'ORDER-1', reference2: REFERENCE, reference3: null },
                products: [
                  {
                    description: 'Cotton shirt',
                    quantity: 2,
                    value: { currency: 'cad', amount: 25 },
                    weight: { value: 300, unit: 'gram' },
                    harmonized_tariff_code: '610910',
                    country_of_origin: 'CA',
                  },
                ],
              },
            ],
          },
          is_return_label: false,
          validate_address: 'no_validation',
          label_download_type: 'url',
          label_format: 'pdf',
          label_layout: '4x6',
          display_scheme: 'label',
        },
      }),
    ],
    expect: { kind: 'done', keep: { labelId: ID }, result: { carrierShipmentId: ID } },
  },
  {
    name: 'a label that is being made',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'ups.ups_standard' },
    kept: { labelId: ID },
    exchanges: [exchange('GET', `/v1/labels/${ID}`, { label_id: ID, status: 'processing' })],
    expect: { kind: 'wait', retryAfterMs: 1000 },
  },
  {
    name: 'a label that is made, with what it costs',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'ups.ups_standard' },
    kept: { labelId: ID },
    exchanges: [exchange('GET', `/v1/labels/${ID}`, label({ tracking_url: 'https://www.ups.com/track?n=1Z' }))],
    expect: {
      kind: 'done',
      keep: { link: LINK },
      result: {
        parcels: [{ number: 1, trackingNumber: '1Z9999999999999999', trackingUrl: 'https://www.ups.com/track?n=1Z' }],
        charged: {
          lines: [
            { kind: 'base', code: 'shipment_cost', label: 'Shipping', amount: cad(1490) },
            { kind: 'option', code: 'insurance_cost', label: 'Insurance', amount: cad(100) },
          ],
          total: cad(1590),
        },
      },
    },
  },
  {
    name: 'its file',
    operation: 'ship',
    step: 'file',
    input: { ...purchase, shipment: domestic, service: 'ups.ups_standard' },
    kept: { labelId: ID, link: LINK },
    exchanges: [exchange('GET', LINK, PDF, { type: 'application/pdf' })],
    expect: {
      kind: 'done',
      result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 }] },
    },
  },
];

const afterwards = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'a void that is approved',
    operation: 'cancel',
    step: 'void',
    input: bought,
    exchanges: [exchange('PUT', `/v1/labels/${ID}/void`, { approved: true, message: 'Request for refund submitted.' })],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'a refund the carrier refused',
    operation: 'refund',
    input: bought,
    exchanges: [
      exchange('GET', `/v1/labels/${ID}`, label({ status: 'voided', refund_details: { refund_status: 'rejected' } })),
    ],
    expect: { state: 'refused' },
  },
  {
    name: 'labels made since, one that could not be made among them',
    operation: 'listLabels',
    input: { since: new Date('2026-11-22T00:00:00Z'), cursor: '2' },
    exchanges: [
      exchange(
        'GET',
        '/v1/labels',
        {
          labels: [
            label({ status: 'voided', voided: true, created_at: '2026-11-23T09:00:00Z', service_code: 'ups_standard' }),
            label({ label_id: 'se-28529732', status: 'error' }),
          ],
          total: 300,
          page: 2,
          pages: 3,
        },
        {
          query: {
            created_at_start: '2026-11-22T00:00:00.000Z',
            sort_by: 'created_at',
            sort_dir: 'asc',
            page: 2,
            page_size: 100,
          },
        },
      ),
    ],
    expect: LISTED,
  },
  {
    name: 'a number among the labels, then its events',
    operation: 'track',
    input: { trackingNumbers: ['1Z9999999999999999'] },
    exchanges: [
      exchange(
        'GET',
        '/v1/labels',
        { labels: [{ label_id: ID, tracking_number: '1Z9999999999999999' }], total: 1, page: 1, pages: 1 },
        { query: { tracking_number: '1Z9999999999999999' } },
      ),
      exchange('GET', `/v1/labels/${ID}/track`, {
        tracking_number: '1Z9999999999999999',
        status_code: 'IT',
        events: [
          {
            occurred_at: '2026-11-24T08:00:00Z',
            description: 'Out for delivery',
            city_locality: 'Vancouver',
            state_province: 'BC',
            country_code: 'CA',
            event_code: 'OD',
            status_code: 'IT',
            status_detail_code: 'OUT_FOR_DELIVERY',
            status_description: 'In Transit',
          },
        ],
      }),
    ],
    expect: [
      {
        trackingNumber: '1Z9999999999999999',
        events: [
          {
            occurredAt: '2026-11-24T08:00:00Z',
            status: 'out-for-delivery',
            code: 'IT',
            text: 'Out for delivery',
            place: 'Vancouver, BC, CA',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'a manifest of one label',
    operation: 'endOfDay',
    step: 'close',
    input: {
      reference: 'E000000000000001',
      uuid: '6f1c2f1e-0000-4000-8000-000000000002',
      from: domestic.from,
      date: '2026-11-23',
      shipments: [
        {
          reference: REFERENCE,
          carrierShipmentId: ID,
          service: 'ups.ups_standard',
          trackingNumbers: ['1Z9999999999999999'],
          destination: 'CA',
          kept: {},
        },
      ],
    },
    exchanges: [exchange('POST', '/v1/manifests', { manifests: [] }, { body: { label_ids: [ID] } })],
    expect: { kind: 'done' },
  },
  {
    name: 'an address that is spelt otherwise',
    operation: 'checkAddress',
    input: domestic.to,
    exchanges: [
      exchange(
        'POST',
        '/v1/addresses/validate',
        [
          {
            status: 'verified',
            matched_address: {
              address_line1: '20 RECEIVER AVE',
              city_locality: 'VANCOUVER',
              state_province: 'BC',
              postal_code: 'V6B 1A1',
              country_code: 'CA',
              address_residential_indicator: 'no',
            },
            messages: [],
          },
        ],
        {
          body: [
            {
              name: 'Test Receiver',
              address_line1: '20 Receiver Avenue',
              city_locality: 'Vancouver',
              state_province: 'BC',
              postal_code: 'V6B 1A1',
              country_code: 'CA',
            },
          ],
        },
      ),
    ],
    expect: {
      verdict: 'corrected',
      level: 'street',
      suggestions: [
        { ...domestic.to, address1: '20 RECEIVER AVE', city: 'VANCOUVER', provinceCode: 'BC', residential: false },
      ],
      residential: false,
      messages: [],
    },
  },
  {
    name: 'services of the accounts that can be used',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [carriers],
    expect: [{ code: 'ups.ups_standard', name: 'UPS® Standard', scope: 'both', carrier: 'ups' }],
  },
  {
    name: 'a key and what is behind it',
    operation: 'testConnection',
    exchanges: [carriers],
    expect: { message: 'ShipStation API accepts the API key and has UPS connected.' },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): readonly OwnCase[] => [
  ...rateCases(domestic),
  ...shipCases(domestic, abroad),
  ...afterwards(domestic),
];
