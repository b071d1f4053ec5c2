/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ID = 'shp_40b6f049f00348b18de3804a26f7fd62';
const RATE = 'rate_5d76435160da498fb8976b64f9f69b06';
const ACCOUNT = 'ca_9685a1198a75477885a3cdca37559bac';
const NUMBER = '9434600208303109842228';
const LINK = 'https://easypost-files.s3.us-west-2.amazonaws.com/files/postage_label/20250509/label.pdf';
const PDF = new Uint8Array(Buffer.from('%PDF-1.4\n', 'latin1'));
const BASIC = `Basic ${Buffer.from('EZTKalphaEasyPostKey0001:').toString('base64')}`;

export const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly query?: Record<string, string | number> } = {},
): OwnExchange => ({
  request: {
    method,
    path,
    headers: { authorization: BASIC },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: 200, body: answer, headers: { 'content-type': 'application/json' } },
});

export const usd = (minor: number) => ({ minor, currency: 'USD' });
const FROM = {
  name: 'US Sender',
  company: 'Test Shop',
  street1: '65 Sender Square',
  city: 'Buffalo',
  state: 'NY',
  zip: '14202',
  country: 'US',
  phone: '716-555-0100',
};
const TO = {
  name: 'US Receiver',
  street1: '20 Receiver Street',
  city: 'Boise',
  state: 'ID',
  zip: '83702',
  country: 'US',
};
const PARCEL = { length: 11.9, width: 7.9, height: 4, weight: 44.1 };
const options = (more: Readonly<Record<string, unknown>> = {}) => ({
  label_format: 'PDF',
  label_size: '4x6',
  label_date: '2026-11-23T12:00:00Z',
  print_custom_1: 'ORDER-1',
  ...more,
});
const rateOf = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: RATE,
  service: 'GroundAdvantage',
  carrier: 'USPS',
  rate: '8.20',
  currency: 'USD',
  retail_rate: '13.85',
  retail_currency: 'USD',
  delivery_days: 3,
  delivery_date: null,
  carrier_account_id: ACCOUNT,
  ...more,
});
const bought = {
  reference: 'S000000000000001',
  carrierShipmentId: ID,
  trackingNumbers: [NUMBER],
  kept: { shipmentId: ID },
};
const purchase = {
  reference: 'S000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf',
} as const;
const label = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: ID,
  tracking_code: NUMBER,
  selected_rate: rateOf(),
  postage_label: { label_file_type: 'application/pdf', label_url: LINK, label_pdf_url: null },
  tracker: { public_url: 'https://track.easypost.com/djE6' },
  refund_status: null,
  scan_form: null,
  ...more,
});

const rateCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices of every carrier account, and what one of them says',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange(
        'POST',
        '/v2/shipments',
        {
          id: ID,
          rates: [rateOf()],
          messages: [{ carrier: 'UPS', type: 'rate_error', message: 'Invalid access license' }],
        },
        {
          body: {
            shipment: { is_return: false, from_address: FROM, to_address: TO, parcel: PARCEL, options: options() },
          },
        },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'USPS.GroundAdvantage',
          serviceName: 'Ground Advantage',
          lines: [{ kind: 'base', code: 'rate', label: 'Shipping', amount: usd(820) }],
          total: usd(820),
          retail: usd(1385),
          transitDays: 3,
          token: { account: ACCOUNT },
          carriedBy: {
            carrier: 'usps',
            carrierName: 'USPS',
            service: 'USPS_GROUND_ADVANTAGE',
            serviceName: 'Ground Advantage',
          },
        },
      ],
      problems: [{ message: 'UPS: Invalid access license.' }],
    },
  },
];

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'a shipment abroad with its goods by line, at the account that was quoted',
    operation: 'ship',
    step: 'draft',
    input: { ...purchase, shipment: abroad, service: 'USPS.GroundAdvantage', rateToken: { account: ACCOUNT } },
    exchanges: [
      exchange(
        'POST',
        '/v2/shipments',
        {
          id: ID,
          rates: [rateOf({ id: 'rate_00000000', rate: '7.00', carrier_account_id: 'ca_00000000' }), rateOf()],
        },
        {
          body: {
            shipment: {
              reference: 'S000000000000001',
              is_return: false,
              from_address: {
                name: 'Test Sender',
                company: 'Test Shop',
                street1: '10 Sender Road',
                city: 'Toronto',
                state: 'ON',
                zip: 'M5V 2T6',
                country: 'CA',
              },
              to_address: {
                name: 'US Receiver',
                street1: '1 Test Street',
                city: 'Buffalo',
                state: 'NY',
                zip: '14201',
                country: 'US',
              },
              parcel: PARCEL,
              customs_info: {
                contents_type: 'merchandise',
                customs_certify: true,
                customs_signer: 'Test Sender',
                non_delivery_option: 'return',
                restriction_type: 'none',
                customs_items: [
                  {
                    description: 'Cotton shirt',
                    quantity: 2,
                    value: '50.00',
                    currency: 'CAD',
                    weight: 21.2,
                    hs_tariff_number: '610910',
                    origin_country: 'CA',
                  },
                ],
              },
              options: options({ incoterm: 'DAP' }),
            },
          },
        },
      ),
    ],
    expect: { kind: 'done', keep: { shipmentId: ID, rateId: RATE } },
  },
  {
    name: 'a rate bought',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: domestic, service: 'USPS.GroundAdvantage' },
    kept: { shipmentId: ID, rateId: RATE },
    exchanges: [exchange('POST', `/v2/shipments/${ID}/buy`, label(), { body: { rate: { id: RATE } } })],
    expect: { kind: 'done', result: { carrierShipmentId: ID } },
  },
  {
    name: 'number, price and link of a label',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'USPS.GroundAdvantage' },
    kept: { shipmentId: ID, rateId: RATE },
    exchanges: [exchange('GET', `/v2/shipments/${ID}`, label())],
    expect: {
      kind: 'done',
      keep: { link: LINK },
      result: {
        parcels: [{ number: 1, trackingNumber: NUMBER, trackingUrl: 'https://track.easypost.com/djE6' }],
        charged: { lines: [{ kind: 'base', code: 'rate', label: 'Shipping', amount: usd(820) }], total: usd(820) },
      },
    },
  },
  {
    name: 'its file, without the key',
    operation: 'ship',
    step: 'file',
    input: { ...purchase, shipment: domestic, service: 'USPS.GroundAdvantage' },
    kept: { shipmentId: ID, rateId: RATE, link: LINK },
    exchanges: [
      {
        request: { method: 'GET', path: LINK },
        answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: PDF },
      },
    ],
    expect: {
      kind: 'done',
      result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 }] },
    },
  },
];

const afterwards = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'a refund asked for',
    operation: 'cancel',
    step: 'refund',
    input: bought,
    exchanges: [exchange('POST', `/v2/shipments/${ID}/refund`, label({ refund_status: 'submitted' }))],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'a refund that came',
    operation: 'refund',
    input: bought,
    exchanges: [exchange('GET', `/v2/shipments/${ID}`, label({ refund_status: 'refunded' }))],
    expect: { state: 'received' },
  },
  {
    name: 'the tracker of a number',
    operation: 'track',
    input: { trackingNumbers: ['EZ1000000001'] },
    exchanges: [
      exchange(
        'GET',
        '/v2/trackers',
        {
          trackers: [
            {
              tracking_code: 'EZ1000000001',
              est_delivery_date: '2026-11-26T17:00:00Z',
              tracking_details: [
                {
                  message: 'Departed',
                  status: 'in_transit',
                  datetime: '2026-11-24T08:00:00Z',
                  tracking_location: { city: 'HOUSTON', state: 'TX', country: null, zip: '77063' },
                },
              ],
            },
          ],
          has_more: false,
        },
        { query: { tracking_code: 'EZ1000000001', page_size: 5 } },
      ),
    ],
    expect: [
      {
        trackingNumber: 'EZ1000000001',
        events: [
          {
            occurredAt: '2026-11-24T08:00:00Z',
            status: 'in-transit',
            code: 'in_transit',
            text: 'Departed',
            place: 'HOUSTON, TX',
          },
        ],
        estimatedDelivery: '2026-11-26T17:00:00Z',
        problems: [],
      },
    ],
  },
  {
    name: 'a SCAN form of one shipment',
    operation: 'endOfDay',
    step: 'close',
    input: {
      reference: 'E000000000000001',
      uuid: '6f1c2f1e-0000-4000-8000-000000000002',
      from: domestic.from,
      date: '2026-11-23',
      shipments: [
        {
          reference: 'S000000000000001',
          carrierShipmentId: ID,
          service: 'USPS.GroundAdvantage',
          trackingNumbers: [NUMBER],
          destination: 'US',
          kept: {},
        },
      ],
    },
    kept: { ids: [ID] },
    exchanges: [
      exchange(
        'POST',
        '/v2/scan_forms',
        { id: 'sf_244b6b0b', status: 'created' },
        { body: { scan_form: { shipments: [{ id: ID }] } } },
      ),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'an address that is not found',
    operation: 'checkAddress',
    input: domestic.to,
    exchanges: [
      exchange(
        'POST',
        '/v2/addresses',
        {
          verifications: {
            delivery: { success: false, errors: [{ code: 'E.ADDRESS.NOT_FOUND', message: 'Address not found' }] },
          },
        },
        { body: { address: TO, verify: true } },
      ),
    ],
    expect: { verdict: 'unknown', level: 'street', suggestions: [], messages: ['Address not found.'] },
  },
  {
    name: 'shipments bought since, before the last of the page before',
    operation: 'listLabels',
    input: { since: new Date('2025-05-09T00:00:00Z'), cursor: 'shp_9e48909e1fa747acb2a359b4fd838f70' },
    exchanges: [
      exchange(
        'GET',
        '/v2/shipments',
        {
          shipments: [
            {
              id: ID,
              created_at: '2025-05-09T20:40:05Z',
              reference: 'S000000000000001',
              tracking_code: NUMBER,
              to_address: { city: 'Boise', state: 'ID', zip: '83702', country: 'US', name: 'US Receiver' },
              postage_label: { id: 'pl_21079a9a' },
              selected_rate: {
                id: 'rate_744c59a2',
                carrier: 'USPS',
                service: 'GroundAdvantage',
                rate: '8.20',
                currency: 'USD',
              },
              refund_status: 'submitted',
            },
            { id: 'shp_1a48909e1fa747acb2a359b4fd838f70', postage_label: null },
          ],
          has_more: true,
        },
        {
          query: {
            purchased: 'true',
            start_datetime: '2025-05-09T00:00:00.000Z',
            page_size: 100,
            before_id: 'shp_9e48909e1fa747acb2a359b4fd838f70',
          },
        },
      ),
    ],
    expect: {
      labels: [
        {
          carrierShipmentId: ID,
          trackingNumbers: [NUMBER],
          reference: 'S000000000000001',
          madeAt: '2025-05-09T20:40:05.000Z',
          state: 'voided',
          service: 'USPS GroundAdvantage',
          cost: { minor: 820, currency: 'USD' },
          to: { city: 'Boise', provinceCode: 'ID', zipcode: '83702', countryCode: 'US' },
          kept: { shipmentId: ID },
        },
      ],
      next: 'shp_1a48909e1fa747acb2a359b4fd838f70',
      problems: [],
    },
  },
  {
    name: 'a test key that works',
    operation: 'testConnection',
    exchanges: [exchange('GET', '/v2/shipments', { shipments: [], has_more: false }, { query: { page_size: 1 } })],
    expect: { message: 'EasyPost accepts the API key, which is a test key.' },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): readonly OwnCase[] => [
  ...rateCases(domestic),
  ...shipCases(domestic, abroad),
  ...afterwards(domestic),
];
