/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const PATH = '/api/v1/clients/900001';
const ID = '8ERNJ8SCQ9';
const PNG = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));

const exchange = (
  method: string,
  path: string,
  status: number,
  answer: unknown,
  more: {
    readonly body?: unknown;
    readonly query?: Record<string, string | number>;
    readonly headers?: Record<string, string>;
  } = {},
): OwnExchange => ({
  request: {
    method,
    path: `${PATH}${path}`,
    headers: { authorization: 'alpha-access-token-1' },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status, body: answer, headers: { 'content-type': 'application/json', ...more.headers } },
});

const sent = (more: Readonly<Record<string, unknown>>): unknown => ({
  address_2: '',
  phone: '',
  email: '',
  package_contents: 'merchandise',
  order_id: '',
  order_store: '',
  package_type: 'parcel',
  weight_unit: 'g',
  weight: 1250,
  size_unit: 'cm',
  size_x: 30,
  size_y: 20,
  size_z: 10,
  insurance_requested: false,
  signature_requested: false,
  duties_paid_requested: false,
  postage_type: 'unknown',
  cheapest_postage_type_requested: 'no',
  tracking_number: '',
  ship_date: '2026-11-23',
  ...more,
});
const DOMESTIC = {
  name: 'Test Receiver',
  address_1: '20 Receiver Avenue',
  city: 'Vancouver',
  province_code: 'BC',
  postal_code: 'V6B 1A1',
  country_code: 'CA',
  description: 'Merchandise',
  value: '1.00',
  value_currency: 'cad',
};
const ABROAD = {
  name: 'US Receiver',
  address_1: '1 Test Street',
  city: 'Buffalo',
  province_code: 'NY',
  postal_code: '14201',
  country_code: 'US',
  description: 'Cotton shirt',
  value: '50.00',
  value_currency: 'cad',
  line_items: [
    {
      quantity: 2,
      description: 'Cotton shirt',
      value_amount: '25.00',
      currency_code: 'cad',
      hs_tariff_code: '610910',
      origin_country: 'CA',
    },
  ],
};
const rateOf = (type: string, payment: string): Record<string, unknown> => ({
  postage_type: type,
  postage_description: 'Tracked',
  delivery_time_description: '2-9 business days',
  federal_tax: '0.40',
  federal_tax_label: 'GST',
  provincial_tax: null,
  provincial_tax_label: null,
  postage_fee: '7.95',
  insurance_fee: '0.35',
  delivery_fee: null,
  payment_amount: payment,
});
const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const charged = {
  lines: [
    { kind: 'base', code: 'postage_fee', label: 'Postage', amount: cad(795) },
    { kind: 'option', code: 'insurance_fee', label: 'Insurance', amount: cad(35) },
    { kind: 'tax', code: 'federal_tax', label: 'GST', amount: cad(40) },
  ],
  total: cad(870),
};
const REFERENCE = 'S000000000000001';
const purchase = { reference: REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000001', labelFormat: 'pdf' } as const;
const kept = { shipmentId: ID };
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [ID], kept };
const LABEL = 'https://chitchats.com/labels/shipments/8ernj8scq9.png?signature=x';
const link = (address: string): OwnExchange => ({
  request: { method: 'GET', path: address },
  answer: { status: 200, headers: { 'content-type': 'image/png' }, body: PNG },
});

const shipCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'a draft abroad with its line items',
    operation: 'ship',
    step: 'draft',
    input: { ...purchase, shipment: abroad, service: 'chit_chats_us_edge' },
    exchanges: [
      exchange(
        'POST',
        '/shipments',
        201,
        { shipment: { id: ID, status: 'pending' } },
        { body: sent({ ...ABROAD, order_id: REFERENCE }) },
      ),
    ],
    expect: { kind: 'done', keep: kept },
  },
  {
    name: 'postage asked for',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: domestic, service: 'chit_chats_canada_tracked' },
    kept,
    exchanges: [
      exchange(
        'PATCH',
        `/shipments/${ID}/buy`,
        200,
        { shipment: { id: ID, status: 'postage_requested' } },
        {
          body: { postage_type: 'chit_chats_canada_tracked' },
        },
      ),
    ],
    expect: { kind: 'done', result: { carrierShipmentId: ID } },
  },
  {
    name: 'postage that is not there yet',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'chit_chats_canada_tracked' },
    kept,
    exchanges: [exchange('GET', `/shipments/${ID}`, 200, { shipment: { id: ID, status: 'postage_requested' } })],
    expect: { kind: 'wait', retryAfterMs: 500 },
  },
  {
    name: 'postage that is there, with what it costs',
    operation: 'ship',
    step: 'confirm',
    input: { ...purchase, shipment: domestic, service: 'chit_chats_canada_tracked' },
    kept,
    exchanges: [
      exchange('GET', `/shipments/${ID}`, 200, {
        shipment: {
          id: ID,
          status: 'ready',
          tracking_url: 'https://chitchats.com/tracking/8ernj8scq9',
          rates: [rateOf('usps_first', '8.70'), rateOf('chit_chats_canada_tracked', '8.70')],
        },
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        parcels: [{ number: 1, trackingNumber: ID, trackingUrl: 'https://chitchats.com/tracking/8ernj8scq9' }],
        charged,
      },
    },
  },
  {
    name: 'a label behind a link',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic, service: 'chit_chats_canada_tracked' },
    kept,
    exchanges: [
      exchange('GET', `/shipments/${ID}`, 200, { shipment: { id: ID, status: 'ready', postage_label_png_url: LABEL } }),
      link(LABEL),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [
          {
            kind: 'bytes',
            document: 'label',
            format: 'png',
            bytes: 'bytes:8',
            parcelNumber: 1,
            picture: { turn: 0, dotsPerInch: 203 },
          },
        ],
      },
    },
  },
  {
    name: 'a refund asked for',
    operation: 'cancel',
    step: 'refund',
    input: bought,
    exchanges: [exchange('PATCH', `/shipments/${ID}/refund`, 200, {})],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
];

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000002',
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
    { ...bought, service: 'chit_chats_us_edge', destination: 'US' },
    {
      ...bought,
      reference: 'S000000000000002',
      carrierShipmentId: 'R94DT3F7DK',
      service: 'chit_chats_us_edge',
      destination: 'US',
    },
  ],
};
const BATCH_LABEL = 'https://chitchats.com/labels/client_batches/7.png?signature=x';

const batchCases: OwnCase[] = [
  {
    name: 'only what is ready and in no batch goes into a new one',
    operation: 'endOfDay',
    step: 'look',
    input: closing,
    exchanges: [
      exchange(
        'GET',
        '/shipments',
        200,
        [
          { id: ID, batch_id: null },
          { id: 'R94DT3F7DK', batch_id: 2 },
        ],
        {
          query: { status: 'ready', limit: 1000, page: 1 },
        },
      ),
    ],
    expect: { kind: 'done', keep: { ids: [ID] } },
  },
  {
    name: 'an empty batch, known by its address',
    operation: 'endOfDay',
    step: 'batch',
    input: closing,
    exchanges: [
      exchange('POST', '/batches', 201, '', {
        body: {},
        headers: { location: 'https://chitchats.com/api/v1/clients/900001/batches/7' },
      }),
    ],
    expect: { kind: 'done', keep: { batchId: '7' } },
  },
  {
    name: 'shipments put into it',
    operation: 'endOfDay',
    step: 'add',
    input: closing,
    kept: { ids: [ID], batchId: '7' },
    exchanges: [exchange('PATCH', '/shipments/add_to_batch', 200, '', { body: { batch_id: 7, shipment_ids: [ID] } })],
    expect: { kind: 'done' },
  },
  {
    name: 'its label, and what is not in it',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { ids: [ID], batchId: '7' },
    exchanges: [
      exchange('GET', '/batches/7', 200, { id: 7, status: 'pending', label_png_url: BATCH_LABEL }),
      link(BATCH_LABEL),
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['7'],
        files: [
          {
            kind: 'bytes',
            document: 'manifest',
            format: 'png',
            bytes: 'bytes:8',
            picture: { turn: 0, dotsPerInch: 203 },
          },
        ],
        leftOut: [
          {
            reference: 'S000000000000002',
            message: 'Chit Chats has this shipment in another batch, or it is not ready.',
          },
        ],
      },
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices of a draft, which is taken back; one does not add up, one is not known',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange(
        'POST',
        '/shipments',
        201,
        {
          shipment: {
            id: ID,
            rates: [
              rateOf('chit_chats_canada_tracked', '8.70'),
              rateOf('chit_chats_select', '3.99'),
              rateOf('new_postage', '8.70'),
            ],
          },
        },
        { body: sent(DOMESTIC) },
      ),
      exchange('DELETE', `/shipments/${ID}`, 204, ''),
    ],
    expect: {
      offers: [{ service: 'chit_chats_canada_tracked', serviceName: 'Tracked', ...charged, transitDays: 9 }],
      problems: [
        { message: 'shipment.rates[1].payment_amount do not add up to the total.' },
        { message: 'new_postage is a kind of postage that is not known here.' },
      ],
    },
  },
  ...shipCases(domestic, abroad),
  {
    name: 'events, one of which cannot be read',
    operation: 'track',
    input: { trackingNumbers: [ID] },
    exchanges: [
      exchange('GET', `/shipments/${ID}`, 200, {
        shipment: {
          id: ID,
          tracking_events: [
            {
              type: 'tracking_event',
              title: 'Delivered, In/At Mailbox',
              location_description: 'Buffalo, NY',
              created_at: '2026-11-27T09:53:32.991-05:00',
            },
            {
              type: 'receive_shipment',
              title: 'Received by Chit Chats',
              location_description: null,
              created_at: '2026-11-23T09:53:32.991-08:00',
            },
            { type: 'create_shipment', title: 'Shipment created', created_at: 'yesterday' },
          ],
        },
      }),
    ],
    expect: [
      {
        trackingNumber: ID,
        events: [
          {
            occurredAt: '2026-11-27T09:53:32.991-05:00',
            status: 'delivered',
            code: 'tracking_event',
            text: 'Delivered, In/At Mailbox',
            place: 'Buffalo, NY',
          },
          {
            occurredAt: '2026-11-23T09:53:32.991-08:00',
            status: 'accepted',
            code: 'receive_shipment',
            text: 'Received by Chit Chats',
          },
        ],
        problems: ['shipment.tracking_events[2].created_at should be in its usual form but is "yesterday".'],
      },
    ],
  },
  ...batchCases,
  {
    name: 'shipments with postage since, a draft among them',
    operation: 'listLabels',
    input: { since: new Date('2017-11-14T12:00:00Z') },
    exchanges: [
      exchange(
        'GET',
        '/shipments',
        200,
        [
          {
            id: ID,
            status: 'received',
            order_id: REFERENCE,
            to_city: 'ROCHESTER',
            to_province_code: 'NY',
            to_postal_code: '14623',
            to_country_code: 'US',
            postage_type: 'usps_priority',
            purchase_amount: '22.39',
            created_at: '2017-11-14T11:04:32.168-08:00',
          },
          { id: 'R94DT3F7DK', status: 'pending' },
          { id: 'R94DT3F7DL', status: 'ready', created_at: '2017-11-13T11:04:32.168-08:00' },
        ],
        { query: { from_date: '2017-11-13', limit: 1000, page: 1 } },
      ),
    ],
    expect: {
      labels: [
        {
          carrierShipmentId: ID,
          trackingNumbers: [ID],
          reference: REFERENCE,
          madeAt: '2017-11-14T19:04:32.168Z',
          state: 'live',
          service: 'usps_priority',
          cost: cad(2239),
          to: { city: 'ROCHESTER', provinceCode: 'NY', zipcode: '14623', countryCode: 'US' },
          kept: { shipmentId: ID },
        },
      ],
      problems: [],
    },
  },
  {
    name: 'the account answers',
    operation: 'testConnection',
    exchanges: [exchange('GET', '/shipments/count', 200, { count: 2 })],
    expect: { message: 'Connected to Chit Chats as client 900001.' },
  },
];
