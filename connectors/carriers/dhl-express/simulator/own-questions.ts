/** Own cases of tracking, proofs, addresses and services. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { inside, PDF, signed } from './own-case-parts.ts';

const event = (date: string, time: string, typeCode: string, description: string, city: string, offset?: string) => ({
  date,
  time,
  ...(offset === undefined ? {} : { GMTOffset: offset }),
  typeCode,
  description,
  serviceArea: [{ code: 'XXX', description: city }],
});

const track: OwnCase = {
  name: 'a waybill and a piece of another shipment; one number is not known',
  operation: 'track',
  input: { trackingNumbers: ['1234567891', 'JD014600004617230770', '9999999999'] },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/tracking?shipmentTrackingNumber=1234567891&shipmentTrackingNumber=9999999999&trackingView=all-checkpoints&levelOfDetail=all',
        headers: signed,
      },
      answer: {
        status: 200,
        body: {
          shipments: [
            {
              shipmentTrackingNumber: '1234567891',
              estimatedDeliveryDate: '2026-01-07T23:59:00',
              events: [
                event(
                  '2026-01-06',
                  '09:12:00',
                  'WC',
                  'Shipment is out with courier for delivery',
                  'AUCKLAND-NZ',
                  '+13:00',
                ),
                event('2026-01-05', '17:40:10', 'PU', 'Shipment picked up', 'TORONTO-CA', '-05:00'),
              ],
            },
          ],
        },
      },
    },
    {
      request: {
        method: 'GET',
        path: '/tracking?pieceTrackingNumber=JD014600004617230770&trackingView=all-checkpoints&levelOfDetail=all',
      },
      answer: {
        status: 200,
        body: {
          shipments: [
            {
              shipmentTrackingNumber: '2233445566',
              events: [],
              pieces: [
                {
                  trackingNumber: 'JD014600004617230770',
                  events: [
                    event('2026-01-05', '18:00:00', 'PL', 'Processed at BERLIN-DE', 'BERLIN-DE'),
                    { date: '2026-01-05', time: 'noon', typeCode: 'AF', description: 'Arrived' },
                  ],
                },
                { trackingNumber: 'JD014600004617230771', events: [] },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: [
    {
      trackingNumber: '1234567891',
      events: [
        {
          occurredAt: '2026-01-05T17:40:10-05:00',
          status: 'accepted',
          code: 'PU',
          text: 'Shipment picked up',
          place: 'TORONTO, CA',
        },
        {
          occurredAt: '2026-01-06T09:12:00+13:00',
          status: 'out-for-delivery',
          code: 'WC',
          text: 'Shipment is out with courier for delivery',
          place: 'AUCKLAND, NZ',
        },
      ],
      estimatedDelivery: '2026-01-07',
      problems: [],
    },
    {
      trackingNumber: 'JD014600004617230770',
      events: [
        {
          occurredAt: '2026-01-05T18:00:00',
          status: 'in-transit',
          code: 'PL',
          text: 'Processed at BERLIN-DE',
          place: 'BERLIN, DE',
        },
      ],
      problems: ['shipments[0].pieces[0].events[1].time should be in its usual form but is "noon".'],
    },
    { trackingNumber: '9999999999', events: [], problems: ['DHL Express does not know 9999999999.'] },
  ],
};

const proof: OwnCase = {
  name: 'the paper of a delivery, and who signed',
  operation: 'proofOfDelivery',
  input: {
    trackingNumber: 'JD014600004617230770',
    carrierShipmentId: '1234567891',
    destination: { countryCode: 'DE', zipcode: '10115' },
    shipDate: '2026-01-05',
  },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/shipments/1234567891/proof-of-delivery',
        query: { shipperAccountNumber: '966123451', content: 'epod-summary' },
      },
      answer: { status: 200, body: { documents: [{ encodingFormat: 'PDF', content: PDF, typeCode: 'POD' }] } },
    },
    {
      request: {
        method: 'GET',
        path: '/tracking?shipmentTrackingNumber=1234567891&trackingView=all-checkpoints&levelOfDetail=shipment',
      },
      answer: {
        status: 200,
        body: {
          shipments: [
            {
              shipmentTrackingNumber: '1234567891',
              events: [
                event('2026-01-07', '08:10:00', 'WC', 'With courier', 'BERLIN-DE', '+01:00'),
                {
                  ...event('2026-01-07', '10:31:00', 'OK', 'Delivered', 'BERLIN-DE', '+01:00'),
                  signedBy: 'E. Beispiel',
                },
              ],
            },
          ],
        },
      },
    },
  ],
  expect: {
    signedBy: 'E. Beispiel',
    deliveredAt: '2026-01-07T10:31:00+01:00',
    place: 'BERLIN, DE',
    files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes: 'bytes:8' }],
  },
};

const check = (name: string, city: string, answer: unknown, expect: unknown): OwnCase => ({
  name,
  operation: 'checkAddress',
  input: { ...inside.to, city },
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/address-validate',
        query: {
          type: 'delivery',
          countryCode: 'CA',
          postalCode: 'V6B 1A1',
          cityName: city,
          strictValidation: 'false',
        },
      },
      answer: { status: 200, body: answer },
    },
  ],
  expect,
});

const place = (cityName: string, postalCode: string | number) => ({ countryCode: 'CA', postalCode, cityName });

const addresses: readonly OwnCase[] = [
  check(
    'a city as DHL writes it',
    'Vancouver',
    { address: [place('VANCOUVER', 'V6B')] },
    {
      verdict: 'confirmed',
      level: 'city',
      suggestions: [],
      messages: [],
    },
  ),
  check(
    'a slip in the city',
    'Vancuver',
    { address: [place('VANCOUVER', 'V6B 1A1')], warnings: [] },
    {
      verdict: 'corrected',
      level: 'city',
      suggestions: [{ ...inside.to, city: 'VANCOUVER' }],
      messages: [],
    },
  ),
  check(
    'nothing found',
    'Nowhere',
    { address: [] },
    {
      verdict: 'unknown',
      level: 'city',
      suggestions: [],
      messages: ['DHL Express does not find this city and postal code.'],
    },
  ),
];

const productsQuery = (more: Readonly<Record<string, string>>) => ({
  accountNumber: '966123451',
  originCountryCode: 'CA',
  originPostalCode: 'M5V 2T6',
  originCityName: 'Toronto',
  weight: 1,
  length: 20,
  width: 15,
  height: 10,
  // The evening before in Toronto.
  plannedShippingDate: '2025-12-31',
  unitOfMeasurement: 'metric',
  nextBusinessDay: 'true',
  ...more,
});
const london = { destinationCountryCode: 'GB', destinationPostalCode: 'SW1A 2AA', destinationCityName: 'London' };
const discover: OwnCase = {
  name: 'services of the account: inside, goods and documents abroad',
  operation: 'discoverServices',
  input: inside.from,
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/products',
        query: productsQuery({
          destinationCountryCode: 'CA',
          destinationPostalCode: 'M5V 2T6',
          destinationCityName: 'Toronto',
          isCustomsDeclarable: 'false',
        }),
      },
      answer: { status: 200, body: { products: [{ productCode: 'N', productName: 'EXPRESS DOMESTIC' }] } },
    },
    {
      request: { method: 'GET', path: '/products', query: productsQuery({ ...london, isCustomsDeclarable: 'true' }) },
      answer: {
        status: 200,
        body: {
          products: [
            { productCode: 'P', productName: 'EXPRESS WORLDWIDE' },
            { productCode: 'Q', productName: 'MEDICAL EXPRESS' },
          ],
        },
      },
    },
    {
      request: { method: 'GET', path: '/products', query: productsQuery({ ...london, isCustomsDeclarable: 'false' }) },
      answer: { status: 200, body: { products: [{ productCode: 'P', productName: 'EXPRESS WORLDWIDE' }] } },
    },
  ],
  expect: [
    { code: 'N', name: 'Express Domestic', scope: 'domestic' },
    { code: 'P', name: 'Express Worldwide', scope: 'international' },
    { code: 'Q', name: 'MEDICAL EXPRESS', scope: 'international' },
  ],
};

const connection: OwnCase = {
  name: 'user name, password and account are accepted',
  operation: 'testConnection',
  exchanges: [
    {
      request: {
        method: 'GET',
        path: '/products',
        query: productsQuery({ ...london, originPostalCode: 'M5H 2N2', isCustomsDeclarable: 'true' }),
        headers: signed,
      },
      answer: { status: 200, body: { products: [{ productCode: 'P', productName: 'EXPRESS WORLDWIDE' }] } },
    },
  ],
  expect: {
    accountName: '966123451',
    message: 'Connected to DHL Express as account 966123451; 1 product from Toronto to London today.',
  },
};

export const ownQuestions = (): readonly OwnCase[] => [track, proof, ...addresses, discover, connection];
