/** Our own request and answer for every operation, written by hand from the samples (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ID = '78852145';
const NUMBER = 'W1234567';
const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
const PDF = new Uint8Array(Buffer.from('%PDF-1.4\n', 'latin1'));
const BASIC = `Basic ${Buffer.from('alpha@example.test:gls-canada-alpha-1').toString('base64')}`;

const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly status?: number } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/v1${path}`,
    headers: { authorization: BASIC, accept: 'application/json' },
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: more.status ?? 200, body: answer, headers: { 'content-type': 'application/json' } },
});

const PLACES = {
  sender: { postalCode: 'M5V2T6', provinceCode: 'ON', countryCode: 'CA' },
  consignee: { postalCode: 'V6B1A1', provinceCode: 'BC', countryCode: 'CA' },
};
const common = (service: string) => ({
  category: 'Parcel',
  paymentType: 'Prepaid',
  deliveryType: service,
  unitOfMeasurement: 'K',
  surcharges: [{ type: 'PHD' }],
});
const question = (service: string) => ({
  ...common(service),
  billing: '300081',
  sender: { ...PLACES.sender, name: 'Test Shop' },
  consignee: { ...PLACES.consignee, name: 'Test Receiver' },
  parcels: [{ parcelType: 'Box', quantity: '1', weight: '1.25', length: '30', depth: '10', width: '20' }],
});
const SENDER = {
  addressLine1: '10 Sender Road',
  city: 'Toronto',
  ...PLACES.sender,
  customerName: 'Test Shop',
};

const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const rated = (more: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  accountType: 'NEG',
  rateType: 'GRD',
  surcharges: [],
  subTotal: '28.21',
  taxes: '4.97',
  fuelCharge: '4.94',
  total: '38.12',
  ...more,
});
const base = (minor: number) => ({ kind: 'base', code: 'subTotal', label: 'Transportation', amount: cad(minor) });
const FUEL = { kind: 'fuel', code: 'fuelCharge', label: 'Fuel surcharge', amount: cad(494) };
const TAXES = { kind: 'tax', code: 'taxes', label: 'Taxes', amount: cad(497) };

const told = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  id: ID,
  trackingNumber: NUMBER,
  activities: [
    { activityDate: '2021-02-08T15:00:00Z', status: 'Label created', code: 'CR', terminal: 'MTL' },
    { activityDate: '2021-02-10T04:27:31Z', status: 'Delivered', code: 'DL', terminal: 'MTL' },
    { activityDate: 'yesterday', status: 'In transit', code: 'DP' },
  ],
  activityImages: [
    { imageDate: '2021-02-10T04:27:31Z', url: 'https://example.test/1', clientName: 'Georges', imageType: 'POD' },
  ],
  ...more,
});
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: {} };

const shipCases = (domestic: ShipmentRequest): OwnCase[] => {
  const input = {
    reference: REFERENCE,
    uuid: UUID,
    labelFormat: 'pdf' as const,
    shipment: domestic,
    service: 'GRD',
  };
  return [
    {
      name: 'a shipment and its number',
      operation: 'ship',
      step: 'buy',
      input,
      exchanges: [
        exchange(
          'POST',
          '/shipment',
          { ID, trackingNumber: NUMBER, parcelTrackingNumbers: ['W1234567001'] },
          {
            status: 201,
            body: {
              ...common('GRD'),
              billingAccount: '300081',
              sender: { ...SENDER, contact: { language: 'en', fullName: 'Test Sender' } },
              consignee: {
                addressLine1: '20 Receiver Avenue',
                city: 'Vancouver',
                ...PLACES.consignee,
                customerName: 'Test Receiver',
                contact: { language: 'en', fullName: 'Test Receiver' },
              },
              parcels: [{ parcelType: 'Box', quantity: 1, weight: 1.25, length: 30, depth: 10, width: 20 }],
              references: [{ type: 'INV', code: REFERENCE }],
            },
          },
        ),
      ],
      expect: {
        kind: 'done',
        keep: { shipmentId: ID },
        result: {
          carrierShipmentId: ID,
          parcels: [
            {
              number: 1,
              trackingNumber: NUMBER,
              trackingUrl: `https://gls-canada.com/en/express/tracking/load-tracking/${NUMBER}?division=DicomExpress`,
            },
          ],
        },
      },
    },
    {
      name: 'its label',
      operation: 'ship',
      step: 'label',
      input,
      kept: { shipmentId: ID },
      exchanges: [
        {
          request: {
            method: 'GET',
            path: `/v1/shipment/label/${ID}`,
            query: { idType: 'id', labelType: 'FourByFive' },
            headers: { authorization: BASIC, accept: 'application/pdf' },
          },
          answer: { status: 200, body: PDF, headers: { 'content-type': 'application/pdf' } },
        },
      ],
      expect: {
        kind: 'done',
        result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 }] },
      },
    },
    {
      name: 'a shipment looked at before it is deleted',
      operation: 'cancel',
      step: 'look',
      input: bought,
      exchanges: [exchange('GET', `/tracking/${NUMBER}`, told({ activities: [(told().activities as unknown[])[0]] }))],
      expect: { kind: 'done' },
    },
    {
      name: 'a deletion without words',
      operation: 'cancel',
      step: 'delete',
      input: bought,
      exchanges: [exchange('DELETE', `/shipment/${ID}`, '')],
      expect: { kind: 'done', result: { refund: 'now' } },
    },
  ];
};

const trackCases: OwnCase[] = [
  {
    name: 'the way of a parcel; one time is none',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [exchange('GET', `/tracking/${NUMBER}`, told())],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2021-02-08T15:00:00Z',
            status: 'label-created',
            code: 'CR',
            text: 'Label created',
            place: 'MTL',
          },
          { occurredAt: '2021-02-10T04:27:31Z', status: 'delivered', code: 'DL', text: 'Delivered', place: 'MTL' },
        ],
        problems: ['activities[2].activityDate should be in its usual form but is "yesterday".'],
      },
    ],
  },
  {
    name: 'a parcel among others of a list',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      exchange('GET', `/tracking/${NUMBER}`, {
        tracking: [told({ trackingNumber: 'W7654321' }), told({ activities: [] })],
      }),
    ],
    expect: [{ trackingNumber: NUMBER, events: [], problems: [] }],
  },
  {
    name: 'a delivery and who signed',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: NUMBER,
      carrierShipmentId: ID,
      destination: { countryCode: 'CA', zipcode: 'H2H 2S2' },
      shipDate: '2021-02-08',
    },
    exchanges: [exchange('GET', `/tracking/${NUMBER}`, told())],
    expect: { signedBy: 'Georges', deliveredAt: '2021-02-10T04:27:31Z', place: 'MTL', files: [] },
  },
];

export const ownCases = (domestic: ShipmentRequest, pickup: PickupWish): OwnCase[] => [
  {
    name: 'prices of both services: the account’s beside everybody’s, and one whose surcharge comes on top',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange(
        'POST',
        '/rate',
        {
          rates: [rated({ accountType: 'GEN', subTotal: '40.00', total: '49.91' }), rated({})],
          delay: '1',
          warning: 'Remote area',
        },
        { body: question('GRD') },
      ),
      exchange(
        'POST',
        '/rate',
        {
          rates: [
            rated({
              rateType: 'AIR',
              surcharges: [{ type: 'PHD', name: 'Residential delivery', amount: 2.5 }],
              total: '40.62',
            }),
          ],
        },
        { body: question('AIR') },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'GRD',
          serviceName: 'GLS Canada Ground',
          lines: [base(2821), FUEL, TAXES],
          total: cad(3812),
          retail: cad(4991),
          transitDays: 1,
        },
        {
          service: 'AIR',
          serviceName: 'GLS Canada Air',
          lines: [
            base(2821),
            FUEL,
            TAXES,
            { kind: 'surcharge', code: 'PHD', label: 'Residential delivery', amount: cad(250) },
          ],
          total: cad(4062),
        },
      ],
      problems: [{ message: 'GLS Canada remarks: Remote area' }],
    },
  },
  ...shipCases(domestic),
  ...trackCases,
  {
    name: 'a driver is called to the back door',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: { ...pickup, date: '2026-01-06', reference: REFERENCE, uuid: UUID },
    exchanges: [
      exchange(
        'POST',
        '/pickup',
        { ID: 564 },
        {
          status: 201,
          body: {
            sender: { ...SENDER, contact: { language: 'en', fullName: 'Test Sender', telephone: '4165550100' } },
            date: '2026-01-06',
            ready: '13:00',
            officeClose: '17:00',
            location: 'OT',
            otherLocation: 'Back door - Ring twice.',
            category: 'Parcel',
          },
        },
      ),
    ],
    expect: { kind: 'done', keep: { confirmation: '564' }, result: { confirmation: '564', messages: [] } },
  },
  {
    name: 'user name, password and billing account are good',
    operation: 'testConnection',
    exchanges: [
      exchange(
        'POST',
        '/rate',
        { rates: [rated({})] },
        {
          body: {
            category: 'Parcel',
            paymentType: 'Prepaid',
            deliveryType: 'GRD',
            unitOfMeasurement: 'K',
            billing: '300081',
            sender: { postalCode: 'H9P2T7', provinceCode: 'QC', countryCode: 'CA', name: 'Connection test' },
            consignee: { postalCode: 'H9P2T7', provinceCode: 'QC', countryCode: 'CA', name: 'Connection test' },
            parcels: [{ parcelType: 'Box', quantity: '1', weight: '1', length: '10', depth: '10', width: '10' }],
          },
        },
      ),
    ],
    expect: { message: 'Connected to GLS Canada with billing account 300081.' },
  },
];
