/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const PDF = Buffer.from('%PDF-1.4 own').toString('base64');
const NUMBER = '9261290100000000000016';

const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/auth/v4/accesstoken',
    headers: {
      authorization: `Basic ${Buffer.from('dhlec-alpha-client:dhlec-alpha-secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { access_token: 't0k3n', client_id: 'c', token_type: 'Bearer', expires_in: 3600 },
  },
};
const call = (
  method: string,
  path: string,
  answer: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'query'> = {},
  status = 200,
): OwnExchange => ({
  request: { method, path, ...more, headers: { authorization: 'Bearer t0k3n' } },
  answer: { status, headers: { 'content-type': 'application/json' }, body: answer },
});

const usd = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'USD' });
const BACK = {
  name: 'Test Sender',
  companyName: 'Test Shop',
  address1: '10 Sender Street',
  city: 'New York',
  state: 'NY',
  country: 'US',
  postalCode: '10007',
  phone: '212-555-0100',
};
const sent = (packageId: string, to: unknown, more: Readonly<Record<string, unknown>>, detail: object): unknown => ({
  pickup: '5351001',
  distributionCenter: 'USEWR1',
  consigneeAddress: to,
  returnAddress: BACK,
  packageDetail: {
    packageId,
    billingReference1: 'ORDER-1',
    weight: { value: 1250, unitOfMeasure: 'G' },
    dimension: { length: 30, width: 20, height: 10, unitOfMeasure: 'CM' },
    ...detail,
  },
  ...more,
});
const HOME = {
  name: 'Test Receiver',
  address1: '1 Test Street',
  city: 'Buffalo',
  state: 'NY',
  country: 'US',
  postalCode: '14201',
};
const PLAIN = {
  packageDescription: 'Merchandise',
  shippingCost: { currency: 'USD', declaredValue: 0, dutiesPaid: false },
};

const label = (more: object): unknown => ({
  timestamp: '2026-11-23T11:58:08.328Z',
  pickup: '5351001',
  distributionCenter: 'USEWR1',
  orderedProductId: 'GND',
  labels: [
    {
      createdOn: '2026-11-23T11:58:08.006Z',
      packageId: REFERENCE,
      dhlPackageId: '9876543210',
      trackingId: NUMBER,
      labelData: PNG,
      encodeType: 'BASE64',
      format: 'PNG',
      ...more,
    },
  ],
});
const shipped = (trackingNumber: string, abroad: boolean): unknown => ({
  kind: 'done',
  keep: { dhlPackageId: '9876543210', abroad },
  result: {
    carrierShipmentId: REFERENCE,
    parcels: [{ number: 1, trackingNumber }],
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
});
const purchase = { reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: REFERENCE, trackingNumbers: [NUMBER], kept: {} };

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: UUID,
  from: {
    name: 'Test Sender',
    address1: '10 Sender Street',
    city: 'New York',
    provinceCode: 'NY',
    zipcode: '10007',
    countryCode: 'US',
  },
  date: '2026-11-23',
  shipments: [
    { ...bought, service: 'GND', destination: 'US', kept: { dhlPackageId: '9876543210' } },
    { ...bought, reference: 'S2', service: 'GND', destination: 'US', kept: { dhlPackageId: '9876543211' } },
  ],
};

const closeCases: OwnCase[] = [
  {
    name: 'a manifest asked for by DHL’s numbers',
    operation: 'endOfDay',
    step: 'close',
    input: closing,
    exchanges: [
      signIn,
      call(
        'POST',
        '/shipping/v4/manifest',
        { timestamp: '2026-11-23T12:00:00Z', requestId: 'b56fe9d0-1', link: 'https://api.dhlecs.com/x' },
        { body: { pickup: '5351001', manifests: [{ dhlPackageIds: ['9876543210', '9876543211'] }] } },
      ),
    ],
    expect: { kind: 'done', keep: { requestId: 'b56fe9d0-1' } },
  },
  {
    name: 'a manifest that is not there yet',
    operation: 'endOfDay',
    step: 'download',
    input: closing,
    kept: { requestId: 'b56fe9d0-1' },
    exchanges: [
      signIn,
      call('GET', '/shipping/v4/manifest/5351001/b56fe9d0-1', { requestId: 'b56fe9d0-1', status: 'CREATED' }),
    ],
    expect: { kind: 'wait', retryAfterMs: 2000 },
  },
  {
    name: 'the paper, and the parcel that is not on it',
    operation: 'endOfDay',
    step: 'download',
    input: closing,
    kept: { requestId: 'b56fe9d0-1' },
    exchanges: [
      signIn,
      call('GET', '/shipping/v4/manifest/5351001/b56fe9d0-1', {
        requestId: 'b56fe9d0-1',
        status: 'COMPLETED',
        manifests: [{ manifestId: 'a07911c9-f3a7', total: 1, manifestData: PDF, encodeType: 'BASE64', format: 'PDF' }],
        manifestSummary: {
          total: 2,
          invalid: {
            total: 1,
            dhlPackageIds: [{ dhlPackageId: '9876543211', errorCode: '1', errorDescription: 'Already manifested' }],
          },
        },
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['a07911c9-f3a7'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:12' }],
        leftOut: [{ reference: 'S2', message: 'DHL eCommerce: Already manifested' }],
      },
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'products with their components; one does not add up, one is not known, one does not suit',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      signIn,
      call(
        'POST',
        '/shipping/v4/products',
        {
          products: [
            {
              orderedProductId: 'GND',
              productName: 'DHL SmartMail Parcel Ground',
              messages: [{ messageId: '300' }],
              rate: {
                amount: 5.5,
                currency: 'USD',
                rateComponents: [
                  { rateComponentId: '1', partId: '1', description: 'Base rate', amount: 5 },
                  { rateComponentId: '2', partId: '1', description: 'Fuel surcharge', amount: 0.5 },
                ],
              },
              estimatedDeliveryDate: { deliveryDaysMin: 3, deliveryDaysMax: 5, estimatedDeliveryMax: '2026-11-30' },
            },
            {
              orderedProductId: 'EXP',
              productName: 'DHL SmartMail Parcel Expedited',
              rate: {
                amount: 2,
                currency: 'USD',
                rateComponents: [{ rateComponentId: '1', description: 'Base', amount: 5 }],
              },
            },
            { orderedProductId: 'XYZ', productName: 'New' },
            { orderedProductId: 'MAX', productName: 'Max', messages: [{ messageId: '412' }] },
          ],
        },
        {
          body: sent(
            'QUOTE20261123',
            HOME,
            {
              rate: { calculate: true, currency: 'USD', rateDate: '2026-11-23' },
              estimatedDeliveryDate: { calculate: true, expectedShipDate: '2026-11-23' },
            },
            PLAIN,
          ),
        },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'GND',
          serviceName: 'DHL SmartMail Parcel Ground',
          lines: [
            { kind: 'base', code: '1', label: 'Base rate', amount: usd(500) },
            { kind: 'fuel', code: '2', label: 'Fuel surcharge', amount: usd(50) },
          ],
          total: usd(550),
          transitDays: 5,
          deliverBy: '2026-11-30',
        },
      ],
      problems: [
        { message: 'products[1].rate.rateComponents do not add up to the total.' },
        { message: 'XYZ is a product that is not known here.' },
        { message: 'MAX is not offered (message 412).' },
      ],
    },
  },
  {
    name: 'a label inside the country, numbered by the last mile',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: 'GND' },
    exchanges: [
      signIn,
      call('POST', '/shipping/v4/label', label({}), {
        query: { format: 'PNG' },
        body: sent(REFERENCE, HOME, { orderedProductId: 'GND' }, PLAIN),
      }),
    ],
    expect: shipped(NUMBER, false),
  },
  {
    name: 'a label abroad with its customs, numbered by DHL',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: abroad, service: 'PLT' },
    exchanges: [
      signIn,
      call('POST', '/shipping/v4/label', label({ trackingId: null }), {
        query: { format: 'PNG' },
        body: sent(
          REFERENCE,
          {
            name: 'Canada Receiver',
            address1: '20 Receiver Avenue',
            city: 'Vancouver',
            state: 'BC',
            country: 'CA',
            postalCode: 'V6B 1A1',
          },
          {
            orderedProductId: 'PLT',
            customsDetails: [
              {
                itemDescription: 'Cotton shirt',
                countryOfOrigin: 'CA',
                packagedQuantity: 2,
                itemValue: 25,
                currency: 'USD',
                hsCode: '610910',
              },
            ],
          },
          {
            packageDescription: 'Cotton shirt',
            shippingCost: { currency: 'USD', declaredValue: 50, dutiesPaid: false },
          },
        ),
      }),
    ],
    expect: shipped('9876543210', true),
  },
  {
    name: 'a void answers nothing',
    operation: 'cancel',
    step: 'void',
    input: bought,
    exchanges: [signIn, call('DELETE', '/shipping/v4/label/5351001', '', { query: { packageId: REFERENCE } }, 204)],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  {
    name: 'events in the zone they were written in',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      signIn,
      call(
        'GET',
        '/tracking/v4/package/open',
        {
          total: 1,
          packages: [
            {
              package: { trackingId: NUMBER, dhlPackageId: '9876543210', expectedDelivery: '2026-11-28' },
              events: [
                {
                  date: '2026-11-28',
                  time: '10:11:12',
                  timeZone: 'ET',
                  location: 'Buffalo, NY, US',
                  primaryEventId: 600,
                  primaryEventDescription: 'DELIVERED',
                },
                { date: '2026-11-24', time: '01:02:03', timeZone: 'CT', primaryEventDescription: 'LABEL CREATED' },
              ],
            },
          ],
        },
        { query: { trackingId: NUMBER } },
      ),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-11-28T10:11:12',
            zone: 'America/New_York',
            status: 'delivered',
            code: 'DELIVERED',
            text: 'DELIVERED',
            place: 'Buffalo, NY, US',
          },
          {
            occurredAt: '2026-11-24T01:02:03',
            zone: 'America/Chicago',
            status: 'label-created',
            code: 'LABEL-CREATED',
            text: 'LABEL CREATED',
          },
        ],
        estimatedDelivery: '2026-11-28',
        problems: [],
      },
    ],
  },
  {
    name: 'a connection',
    operation: 'testConnection',
    exchanges: [
      signIn,
      call(
        'GET',
        '/tracking/v4/package/open',
        { total: 0, packages: [] },
        { query: { packageId: 'CONNECTIONTEST', pickup: '5351001' } },
      ),
    ],
    expect: { message: 'Connected to DHL eCommerce with pickup account 5351001.' },
  },
  ...closeCases,
];
