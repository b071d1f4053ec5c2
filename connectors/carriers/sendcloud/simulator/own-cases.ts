/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

export const ID = '4df31240-daef-40bf-81fc-7a83184073e6';
export const NUMBER = '3SYZXG8498635';
export const PARCEL = 383707309;
const PDF = new Uint8Array(Buffer.from('%PDF-1.4\n', 'latin1'));
const BASIC = `Basic ${Buffer.from('alphaSendcloudPublic01:alphaSendcloudSecret01').toString('base64')}`;
export const REFERENCE = 'S000000000000001';

export const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: {
    readonly body?: unknown;
    readonly query?: Record<string, string | number>;
    readonly status?: number;
    readonly type?: string;
  } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/api/v3${path}`,
    headers: { authorization: BASIC },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: more.status ?? 200, body: answer, headers: { 'content-type': more.type ?? 'application/json' } },
});

const eur = (minor: number) => ({ minor, currency: 'EUR' });
const EURO = (value: string) => ({ value, currency: 'EUR' });

const FROM = {
  name: 'Test Sender',
  company_name: 'Test Shop',
  address_line_1: 'Zenderstraat 10',
  postal_code: '5611 EM',
  city: 'Eindhoven',
  country_code: 'NL',
  phone_number: '+31401234567',
};
export const TO = {
  name: 'Test Receiver',
  address_line_1: 'Ontvangerstraat 20',
  postal_code: '1012 AB',
  city: 'Amsterdam',
  country_code: 'NL',
};
const DIMENSIONS = { length: '300', width: '200', height: '100', unit: 'mm' };
const WEIGHT = { value: '1250', unit: 'g' };
const QUESTION = {
  from_address: {
    country_code: 'NL',
    postal_code: '5611 EM',
    city: 'Eindhoven',
    address_line_1: 'Zenderstraat 10',
  },
  to_address: {
    country_code: 'NL',
    postal_code: '1012 AB',
    city: 'Amsterdam',
    address_line_1: 'Ontvangerstraat 20',
  },
  parcels: [{ weight: WEIGHT, dimensions: DIMENSIONS }],
  calculate_quotes: true,
};

const optionOf = (more: Readonly<Record<string, unknown>> = {}, lastMile = 'home_delivery') => ({
  code: 'postnl:standard',
  name: 'PostNL Standard',
  carrier: { code: 'postnl', name: 'PostNL' },
  product: { code: 'postnl:standard', name: 'PostNL Standard' },
  functionalities: {
    signature: false,
    returns: false,
    labelless: false,
    last_mile: lastMile,
    age_check: null,
    incoterm: null,
    weekend_delivery: null,
  },
  contract: { id: 60, client_id: '', carrier_code: 'postnl', name: 'PostNL Test' },
  requirements: { fields: [], export_documents: false, is_service_point_required: false },
  quotes: [
    {
      price: {
        breakdown: [
          { type: 'price_without_insurance', label: 'Label', price: EURO('6.25') },
          { type: 'fuel', label: 'Fuel surcharge', price: EURO('0.63') },
          { type: 'insurance_price', label: 'Shipment protection (incl. taxes)', price: EURO('0.00') },
        ],
        total: EURO('6.88'),
      },
      lead_time: 24,
    },
  ],
  ...more,
});

const LINES = [
  { kind: 'base', code: 'price_without_insurance', label: 'Label', amount: eur(625) },
  { kind: 'fuel', code: 'fuel', label: 'Fuel surcharge', amount: eur(63) },
];

const shipment = (code = 'READY_TO_SEND', documents: readonly unknown[] = [{ type: 'label', size: 'a6' }]) => ({
  data: {
    id: ID,
    external_reference_id: REFERENCE,
    errors: [],
    parcels: [
      {
        id: PARCEL,
        status: { code, message: code },
        documents,
        tracking_number: NUMBER,
        tracking_url: 'https://tracking.eu-central-1-0.sendcloud.sc/forward?code=3SYZXG8498635',
      },
    ],
  },
});

const purchase = {
  reference: REFERENCE,
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf',
} as const;
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: { shipmentId: ID } };

const rateCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices of the options that go to somebody’s door; service points are another product',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange(
        'POST',
        '/shipping-options',
        {
          data: [
            optionOf(),
            optionOf({ code: 'postnl:standard/service_point' }, 'service_point'),
            optionOf({
              code: 'ups:standard',
              name: 'UPS Standard',
              carrier: { code: 'ups', name: 'UPS' },
              quotes: null,
            }),
          ],
        },
        { body: QUESTION },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'postnl:standard',
          serviceName: 'Standard',
          lines: LINES,
          total: eur(688),
          transitDays: 1,
          token: { contract: 60 },
          carriedBy: { carrier: 'postnl', carrierName: 'PostNL', serviceName: 'Standard' },
        },
      ],
      problems: [
        {
          service: 'ups:standard',
          message: 'The account has no price for it; enter the prices of the contract at Sendcloud.',
        },
      ],
    },
  },
];

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'the option is asked for again, with today’s price',
    operation: 'ship',
    step: 'option',
    input: { ...purchase, shipment: domestic, service: 'postnl:standard' },
    exchanges: [
      exchange(
        'POST',
        '/shipping-options',
        { data: [optionOf()] },
        { body: { ...QUESTION, shipping_option_code: 'postnl:standard' } },
      ),
    ],
    expect: { kind: 'done', keep: { contract: 60 }, result: { charged: { lines: LINES, total: eur(688) } } },
  },
  {
    name: 'a shipment abroad with its goods by unit',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: abroad, service: 'ups:standard' },
    kept: { contract: 61 },
    exchanges: [
      exchange('POST', '/shipments/announce', shipment(), {
        status: 201,
        body: {
          label_details: { mime_type: 'application/pdf' },
          from_address: FROM,
          to_address: {
            name: 'US Receiver',
            address_line_1: '1 Test Street',
            postal_code: '14201',
            city: 'Buffalo',
            state_province_code: 'US-NY',
            country_code: 'US',
            phone_number: '716-555-0100',
          },
          ship_with: {
            type: 'shipping_option_code',
            properties: { shipping_option_code: 'ups:standard', contract_id: 61 },
          },
          order_number: 'ORDER-1',
          external_reference_id: REFERENCE,
          delivery_dates: { handover_at: '2026-11-23T12:00:00Z' },
          parcels: [
            {
              weight: WEIGHT,
              dimensions: DIMENSIONS,
              label_notes: ['ORDER-1'],
              parcel_items: [
                {
                  description: 'Cotton shirt',
                  quantity: 2,
                  weight: { value: 300, unit: 'g' },
                  price: EURO('25.00'),
                  hs_code: '610910',
                  origin_country: 'NL',
                },
              ],
            },
          ],
          customs_information: {
            invoice_number: 'ORDER-1',
            export_reason: 'commercial_goods',
            export_type: 'commercial_b2c',
          },
        },
      }),
    ],
    expect: { kind: 'done', keep: { shipmentId: ID }, result: { carrierShipmentId: ID } },
  },
  {
    name: 'the reference was used before: the shipment that has it',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: domestic, service: 'postnl:standard' },
    kept: { contract: 60 },
    exchanges: [
      exchange('POST', '/shipments/announce', shipment(), {
        status: 409,
        body: {
          label_details: { mime_type: 'application/pdf' },
          from_address: FROM,
          to_address: TO,
          ship_with: {
            type: 'shipping_option_code',
            properties: { shipping_option_code: 'postnl:standard', contract_id: 60 },
          },
          order_number: 'ORDER-1',
          external_reference_id: REFERENCE,
          delivery_dates: { handover_at: '2026-11-23T12:00:00Z' },
          parcels: [{ weight: WEIGHT, dimensions: DIMENSIONS, label_notes: ['ORDER-1'] }],
        },
      }),
    ],
    expect: { kind: 'done', keep: { shipmentId: ID }, result: { carrierShipmentId: ID } },
  },
  {
    name: 'number and papers of a shipment',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'postnl:standard' },
    kept: { contract: 60, shipmentId: ID },
    exchanges: [
      exchange('GET', `/shipments/${ID}`, shipment('READY_TO_SEND', [{ type: 'label' }, { type: 'cn23', size: 'a4' }])),
    ],
    expect: {
      kind: 'done',
      keep: { parcelId: PARCEL, customs: true },
      result: {
        parcels: [
          {
            number: 1,
            trackingNumber: NUMBER,
            trackingUrl: 'https://tracking.eu-central-1-0.sendcloud.sc/forward?code=3SYZXG8498635',
          },
        ],
      },
    },
  },
  {
    name: 'its label and its customs papers',
    operation: 'ship',
    step: 'file',
    input: { ...purchase, shipment: domestic, service: 'postnl:standard' },
    kept: { contract: 60, shipmentId: ID, parcelId: PARCEL, customs: true },
    exchanges: [
      exchange('GET', `/parcels/${PARCEL}/documents/label`, PDF, { type: 'application/pdf' }),
      exchange('GET', `/parcels/${PARCEL}/documents/customs-declaration`, PDF, { type: 'application/pdf' }),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [
          { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 },
          { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 },
        ],
      },
    },
  },
];

const afterwards = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'a cancellation that is queued',
    operation: 'cancel',
    step: 'cancel',
    input: bought,
    exchanges: [
      exchange(
        'POST',
        `/shipments/${ID}/cancel`,
        { data: { status: 'queued', message: 'Shipment cancellation has been queued' } },
        { status: 202 },
      ),
    ],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'a cancellation that came through',
    operation: 'refund',
    input: bought,
    exchanges: [exchange('GET', `/shipments/${ID}`, shipment('CANCELLED'))],
    expect: { state: 'received' },
  },
  {
    name: 'the events of a number',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      exchange('GET', `/parcels/tracking/${NUMBER}`, {
        details: { expected_delivery_date: '2026-11-25' },
        events: [
          {
            event_at: '2026-11-24T00:00:00Z',
            event_type: 'carrier',
            status_code: 'accepted',
            status_description: 'Parcel has been accepted by the carrier.',
            status_type: 'success',
            sub_status_code: 'none',
          },
        ],
      }),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        estimatedDelivery: '2026-11-25',
        events: [
          {
            occurredAt: '2026-11-24T00:00:00Z',
            status: 'accepted',
            code: 'accepted',
            text: 'Parcel has been accepted by the carrier.',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'carriers that are enabled',
    operation: 'testConnection',
    exchanges: [
      exchange(
        'GET',
        '/contracts',
        { data: [{ id: 60, carrier: { code: 'postnl', name: 'PostNL' }, client_id: '', state: 'active' }] },
        { query: { is_active: 'true', page_size: 100 } },
      ),
    ],
    expect: { message: 'Sendcloud accepts the keys and has postnl enabled.' },
  },
  {
    name: 'options from a place, without prices',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [
      exchange(
        'POST',
        '/shipping-options',
        { data: [optionOf({ quotes: null }), optionOf({ code: 'postnl:standard/return', quotes: null }, 'locker')] },
        { body: { from_address: QUESTION.from_address, calculate_quotes: false } },
      ),
    ],
    expect: [{ code: 'postnl:standard', name: 'PostNL Standard', scope: 'both', carrier: 'postnl' }],
  },
  {
    name: 'a house number that comes apart from its street',
    operation: 'checkAddress',
    input: { ...domestic.to, address1: 'Ontvangerstrat 20' },
    exchanges: [
      exchange(
        'GET',
        '/contracts',
        { data: [{ id: 60, carrier_code: 'postnl' }] },
        { query: { is_active: 'true', page_size: 100 } },
      ),
      exchange(
        'POST',
        '/addresses/validate',
        {
          input_address_is_valid: false,
          results: [
            {
              address: {
                address_line_1: 'Ontvangerstraat',
                house_number: '20',
                postal_code: '1012AB',
                city: 'Amsterdam',
                country_code: 'NL',
              },
              recommended: true,
              analysis: { validation_result: { is_valid: true, reasons: [] }, changed_attributes: ['address_line_1'] },
            },
          ],
        },
        {
          body: {
            address: {
              address_line_1: 'Ontvangerstrat 20',
              postal_code: '1012 AB',
              city: 'Amsterdam',
              country_code: 'NL',
            },
            carrier_code: 'postnl',
            validation_methods: ['here'],
          },
        },
      ),
    ],
    expect: { level: 'street', suggestions: [domestic.to], messages: [], verdict: 'corrected' },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): readonly OwnCase[] => [
  ...rateCases(domestic),
  ...shipCases(domestic, abroad),
  ...afterwards(domestic),
];
