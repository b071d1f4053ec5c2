/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

export const ID = 'ESCA10006001';
export const COURIER = '01563646-58c1-4607-8fe0-cae3e33c0001';
export const NUMBER = '1Z12345E0292024000';
export const REFERENCE = 'S000000000000001';
const PDF = Buffer.from('%PDF-1.4\n', 'latin1').toString('base64');
const PAPERS = { format: 'PDF', label: '4x6', commercial_invoice: 'A4', packing_slip: 'none' };

export const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly query?: Record<string, string | number>; readonly status?: number } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/2024-09${path}`,
    headers: { authorization: 'Bearer sand_alphaEasyshipToken0001' },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: more.status ?? 200, body: answer, headers: { 'content-type': 'application/json' } },
});

const cad = (minor: number) => ({ minor, currency: 'CAD' });
const FROM = {
  line_1: '10 Sender Road',
  city: 'Toronto',
  state: 'ON',
  postal_code: 'M5V 2T6',
  country_alpha2: 'CA',
  contact_name: 'Test Sender',
  company_name: 'Test Shop',
};
export const TO = {
  line_1: '20 Receiver Avenue',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V6B 1A1',
  country_alpha2: 'CA',
  contact_name: 'Test Receiver',
};
const ABROAD = {
  line_1: '1 Test Street',
  city: 'Buffalo',
  state: 'NY',
  postal_code: '14201',
  country_alpha2: 'US',
  contact_name: 'US Receiver',
};
const NO_BATTERY = { contains_battery_pi966: false, contains_battery_pi967: false };
const SHIRTS = {
  description: 'Cotton shirt',
  hs_code: '610910',
  quantity: 2,
  actual_weight: 0.3,
  origin_country_alpha2: 'CA',
  declared_currency: 'CAD',
  declared_customs_value: 25,
  ...NO_BATTERY,
};
const parcel = (item: unknown) => ({
  total_actual_weight: 1.25,
  box: { length: 30, width: 20, height: 10 },
  items: [item],
});
const UNITS = { weight: 'kg', dimensions: 'cm' };
const DOMESTIC_QUESTION = {
  origin_address: FROM,
  destination_address: TO,
  incoterms: 'DDU',
  insurance: { is_insured: false },
  set_as_residential: true,
  parcels: [
    parcel({
      description: 'Order ORDER-1',
      category: 'fashion',
      quantity: 1,
      actual_weight: 1.25,
      declared_currency: 'CAD',
      declared_customs_value: 1,
      ...NO_BATTERY,
    }),
  ],
  courier_settings: { apply_shipping_rules: false, show_courier_logo_url: false },
  shipping_settings: { units: UNITS },
};

const rateOf = (more: Readonly<Record<string, unknown>> = {}) => ({
  courier_service: { id: COURIER, name: 'UPS® Standard', courier_id: COURIER, umbrella_name: 'UPS' },
  min_delivery_time: 2,
  max_delivery_time: 4,
  currency: 'CAD',
  shipment_charge: 14.4,
  fuel_surcharge: 1.73,
  residential_full_fee: 4,
  residential_discounted_fee: 2.5,
  shipment_charge_total: 18.63,
  insurance_fee: 0,
  sales_tax: 0.93,
  provincial_sales_tax: 0,
  import_duty_charge: null,
  import_tax_charge: null,
  total_charge: 19.56,
  incoterms: 'DDU',
  ...more,
});
const LINES = [
  { kind: 'base', code: 'shipment_charge', label: 'Shipping', amount: cad(1690) },
  { kind: 'fuel', code: 'fuel_surcharge', label: 'Fuel surcharge', amount: cad(173) },
  { kind: 'tax', code: 'sales_tax', label: 'Sales tax', amount: cad(93) },
];

const shipment = (more: Readonly<Record<string, unknown>> = {}) => ({
  shipment: {
    easyship_shipment_id: ID,
    courier_service: { id: COURIER, name: 'UPS® Standard', courier_id: COURIER, umbrella_name: 'UPS' },
    shipment_state: 'created',
    label_state: 'generated',
    last_failure_http_response_messages: [],
    trackings: [{ tracking_number: NUMBER, leg_number: 1, handler: 'easyship', tracking_state: 'active' }],
    tracking_page_url: 'https://www.trackmyshipment.co/shipment-tracking/ESCA10006001',
    shipping_documents: [
      { category: 'label', format: 'pdf', page_size: '4x6', base64_encoded_strings: [PDF], url: null },
      { category: 'commercial_invoice', format: 'pdf', page_size: 'A4', base64_encoded_strings: [PDF], url: null },
      { category: 'packing_slip', format: 'pdf', page_size: '4x6', base64_encoded_strings: [], url: null },
    ],
    rates: [rateOf()],
    ...more,
  },
  meta: { request_id: '01563646-58c1-4607-8fe0-cae3e92c4477' },
});

const purchase = {
  reference: REFERENCE,
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf',
  service: 'ups.standard',
} as const;
const kept = { courierService: COURIER, shipmentId: ID };
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [NUMBER], kept };

const rateCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'a price of the transport, its fuel and its tax',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [exchange('POST', '/rates', { rates: [rateOf()] }, { body: DOMESTIC_QUESTION })],
    expect: {
      offers: [
        {
          service: 'ups.standard',
          serviceName: 'Standard',
          lines: LINES,
          total: cad(1956),
          transitDays: 4,
          token: { courierService: COURIER },
          carriedBy: { carrier: 'ups', carrierName: 'UPS', service: '11', serviceName: 'Standard' },
        },
      ],
      problems: [],
    },
  },
];

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'the number of a service that was not quoted',
    operation: 'ship',
    step: 'service',
    input: { ...purchase, shipment: domestic },
    exchanges: [exchange('POST', '/rates', { rates: [rateOf()] }, { body: DOMESTIC_QUESTION })],
    expect: { kind: 'done', keep: { courierService: COURIER } },
  },
  {
    name: 'a shipment abroad without its label',
    operation: 'ship',
    step: 'draft',
    input: { ...purchase, shipment: abroad },
    kept: { courierService: COURIER },
    exchanges: [
      exchange('POST', '/shipments', shipment({ label_state: 'not_created' }), {
        status: 201,
        body: {
          origin_address: FROM,
          destination_address: ABROAD,
          incoterms: 'DDU',
          insurance: { is_insured: false },
          parcels: [parcel(SHIRTS)],
          regulatory_identifiers: {},
          buyer_regulatory_identifiers: {},
          order_data: { platform_order_number: REFERENCE, seller_notes: 'ORDER-1' },
          courier_settings: { courier_service_id: COURIER, allow_fallback: false, apply_shipping_rules: false },
          shipping_settings: { units: UNITS, buy_label: false },
        },
      }),
    ],
    expect: { kind: 'done', keep: { shipmentId: ID } },
  },
  {
    name: 'its label bought',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: domestic },
    kept,
    exchanges: [
      exchange('POST', `/shipments/${ID}/label`, shipment({ label_state: 'pending' }), {
        status: 201,
        body: {
          courier_service_id: COURIER,
          printing_options: { format: 'pdf', label: '4x6', commercial_invoice: 'A4', packing_slip: 'none' },
        },
      }),
    ],
    expect: { kind: 'done', result: { carrierShipmentId: ID } },
  },
  {
    name: 'number, papers and price of a label',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic },
    kept,
    exchanges: [exchange('GET', `/shipments/${ID}`, shipment(), { query: PAPERS })],
    expect: {
      kind: 'done',
      result: {
        parcels: [
          {
            number: 1,
            trackingNumber: NUMBER,
            trackingUrl: 'https://www.trackmyshipment.co/shipment-tracking/ESCA10006001',
          },
        ],
        files: [
          { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 },
          { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 },
        ],
        charged: { total: cad(1956), lines: LINES },
      },
    },
  },
];

const afterwards = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'a shipment cancelled',
    operation: 'cancel',
    step: 'cancel',
    input: bought,
    exchanges: [
      exchange('POST', `/shipments/${ID}/cancel`, { success: { message: 'Shipment successfully cancelled' } }),
    ],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'a refund that was settled',
    operation: 'refund',
    input: bought,
    exchanges: [
      exchange(
        'GET',
        `/shipments/${ID}/transaction_records`,
        {
          transaction_records: [
            { adjustment_type: 'Refund after Cancellation', amount: -20, settled_at: '2026-11-30T00:00:00Z' },
          ],
        },
        { query: { per_page: 100 } },
      ),
    ],
    expect: { state: 'received' },
  },
  {
    name: 'the checkpoints of a shipment',
    operation: 'track',
    input: { trackingNumbers: [NUMBER], shipmentIds: { [NUMBER]: ID } },
    exchanges: [
      exchange(
        'GET',
        '/shipments/trackings',
        {
          shipments: [
            {
              easyship_shipment_id: ID,
              eta_date: null,
              checkpoints: [
                {
                  order_number: 102,
                  handler: 'Usps',
                  message: 'Arrived at Regional Facility',
                  location: 'Vancouver, BC',
                  city: 'Vancouver',
                  state: 'BC',
                  checkpoint_time: '2026-11-25T12:00:00.000Z',
                  primary_status: 'In Transit to Customer',
                },
              ],
            },
          ],
        },
        { query: { easyship_shipment_id: ID, include_checkpoints: 'true' } },
      ),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-11-25T12:00:00.000Z',
            status: 'in-transit',
            code: 'In Transit to Customer',
            text: 'Arrived at Regional Facility',
            place: 'Vancouver, BC',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'whose token it is',
    operation: 'testConnection',
    exchanges: [exchange('GET', '/account', { account: { name: 'Test Shop', easyship_company_id: 'CCA000001' } })],
    expect: {
      message: 'Easyship accepts the access token of Test Shop in the sandbox.',
      accountName: 'Test Shop',
    },
  },
  {
    name: 'courier services of a country, page by page',
    operation: 'discoverServices',
    input: domestic.from,
    exchanges: [
      exchange(
        'GET',
        '/courier_services',
        {
          courier_services: [
            {
              name: 'UPS® Standard',
              umbrella_name: 'UPS',
              domestic: true,
              international: true,
              accepts: { outbounds: true },
            },
          ],
          meta: { pagination: { page: 1, next: 2 } },
        },
        { query: { country_alpha2: 'CA', page: 1, per_page: 100 } },
      ),
      exchange(
        'GET',
        '/courier_services',
        {
          courier_services: [
            {
              name: 'USPS - Returns',
              umbrella_name: 'USPS',
              domestic: true,
              international: false,
              accepts: { outbounds: false },
            },
          ],
          meta: { pagination: { page: 2, next: null } },
        },
        { query: { country_alpha2: 'CA', page: 2, per_page: 100 } },
      ),
    ],
    expect: [{ code: 'ups.standard', name: 'UPS Standard', scope: 'both', carrier: 'ups' }],
  },
  {
    name: 'an address verified to its building',
    operation: 'checkAddress',
    input: domestic.to,
    exchanges: [
      exchange(
        'POST',
        '/addresses/validations',
        {
          address: {
            validation: {
              status: 'verified',
              detail: 'premise',
              comparison: { pre: 'premise', post: 'premise', changes: 'minor' },
              address: {
                line_1: '20 RECEIVER AVENUE',
                line_2: null,
                city: 'VANCOUVER',
                state: 'BC',
                postal_code: 'V6B 1A1',
                country_alpha2: 'CA',
              },
            },
          },
        },
        {
          body: {
            line_1: '20 Receiver Avenue',
            city: 'Vancouver',
            state: 'BC',
            postal_code: 'V6B 1A1',
            country_alpha2: 'CA',
          },
        },
      ),
    ],
    expect: {
      level: 'street',
      verdict: 'confirmed',
      messages: [],
      suggestions: [{ ...domestic.to, address1: '20 RECEIVER AVENUE', city: 'VANCOUVER' }],
    },
  },
  {
    name: 'duties of goods by their HS codes, with the price of the transport',
    operation: 'landedCost',
    input: { shipment: abroad, service: 'ups.standard' },
    exchanges: [
      exchange(
        'POST',
        '/rates',
        { rates: [rateOf()] },
        {
          body: {
            origin_address: FROM,
            destination_address: ABROAD,
            incoterms: 'DDU',
            insurance: { is_insured: false },
            parcels: [parcel(SHIRTS)],
            courier_settings: { apply_shipping_rules: false, show_courier_logo_url: false },
            shipping_settings: { units: UNITS, output_currency: 'CAD' },
          },
        },
      ),
      exchange(
        'POST',
        '/taxes_and_duties',
        { tax_and_duty: { tax: 20.21, duty: 100.21, currency: 'CAD' } },
        {
          body: {
            origin_country_alpha2: 'CA',
            destination_country_alpha2: 'US',
            currency: 'CAD',
            insurance_fee: 0,
            shipment_charge: 18.63,
            items: [{ hs_code: '61091000', duty_origin_country_alpha2: 'CA', customs_value: 50 }],
          },
        },
      ),
    ],
    expect: {
      lines: [
        { kind: 'duty', code: 'duty', label: 'Import duty', amount: cad(10021) },
        { kind: 'tax', code: 'tax', label: 'Import tax', amount: cad(2021) },
      ],
      total: cad(12042),
      problems: [],
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): readonly OwnCase[] => [
  ...rateCases(domestic),
  ...shipCases(domestic, abroad),
  ...afterwards(domestic, abroad),
];
