/** Our own request and answer for every operation, written by hand from README.md. */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

export const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=express-alpha&client_secret=alpha-secret-1',
  },
  answer: { status: 200, body: { access_token: 'own-case-token', token_type: 'Bearer', expires_in: 1800 } },
};
export const signed = { authorization: 'Bearer own-case-token' };

const shipment = {
  shipDate: '2026-11-23',
  from: {
    name: 'Test Sender',
    company: 'Test Shop',
    line1: '10 Sender Road',
    city: 'Toronto',
    region: 'ON',
    postalCode: 'M5V2T6',
    country: 'CA',
    residential: false,
  },
  to: {
    name: 'Test Receiver',
    line1: '20 Receiver Avenue',
    city: 'Vancouver',
    region: 'BC',
    postalCode: 'V6B1A1',
    country: 'CA',
    residential: true,
  },
  pieces: [{ number: 1, weightKg: 1.25, lengthCm: 30, widthCm: 20, heightCm: 10 }],
  signature: 'NONE',
};
const charges = [
  { type: 'BASE', code: 'BASE', description: 'Transportation', amount: '37.95' },
  { type: 'TAX', code: 'GST', description: 'GST', amount: '1.90' },
];
const lines = [
  { kind: 'base', code: 'BASE', label: 'Transportation', amount: { minor: 3795, currency: 'CAD' } },
  { kind: 'tax', code: 'GST', label: 'GST', amount: { minor: 190, currency: 'CAD' } },
];
const cancelled = {
  reference: 'S000000000000001',
  carrierShipmentId: 'xs_0123456789ab',
  trackingNumbers: ['TX000000000018'],
  kept: {},
};

export const ownCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices, one of them unreadable',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      signIn,
      {
        request: { method: 'POST', path: '/v1/rates', headers: signed, body: shipment },
        answer: {
          status: 200,
          body: {
            quotes: [
              {
                serviceCode: 'EXPRESS',
                serviceName: 'Express',
                currency: 'CAD',
                charges,
                total: '39.85',
                billableWeightKg: 1.5,
                transitDays: 3,
                deliveryDate: '2026-11-26',
                validUntil: '2026-11-24T00:00:00Z',
              },
              { serviceCode: 'SAVER', serviceName: 'Express Saver', currency: 'CAD', charges, total: 'free' },
            ],
            notices: [{ serviceCode: 'EXPRESS_AM', code: 'NOT_AVAILABLE', message: 'Not today.' }],
          },
        },
      },
    ],
    expect: {
      offers: [
        {
          service: 'EXPRESS',
          serviceName: 'Express',
          lines,
          total: { minor: 3985, currency: 'CAD' },
          billableGrams: 1500,
          transitDays: 3,
          deliverBy: '2026-11-26',
          expiresAt: '2026-11-24T00:00:00.000Z',
        },
      ],
      problems: [
        { service: 'EXPRESS_AM', message: 'Not today.', vendorCode: 'NOT_AVAILABLE' },
        { message: 'quotes[1].total should be an amount in CAD but is "free".' },
      ],
    },
  },
  {
    name: 'a label bought with our own key',
    operation: 'ship',
    step: 'create',
    input: {
      shipment: domestic,
      service: 'EXPRESS',
      reference: 'S000000000000001',
      uuid: '6f1c2f1e-0000-4000-8000-000000000001',
      labelFormat: 'pdf',
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/v1/shipments',
          headers: { ...signed, 'idempotency-key': '6f1c2f1e-0000-4000-8000-000000000001' },
          body: {
            ...shipment,
            serviceCode: 'EXPRESS',
            reference: 'S000000000000001',
            labelFormat: 'PDF',
            notes: ['ORDER-1'],
          },
        },
        answer: {
          status: 201,
          body: {
            shipmentId: 'xs_0123456789ab',
            status: 'ACTIVE',
            currency: 'CAD',
            charges,
            total: '39.85',
            pieces: [
              {
                number: 1,
                trackingNumber: 'TX000000000018',
                trackingUrl: 'https://track.example/TX000000000018',
                label: 'JVBERi0=',
              },
            ],
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { shipmentId: 'xs_0123456789ab' },
      result: {
        carrierShipmentId: 'xs_0123456789ab',
        parcels: [{ number: 1, trackingNumber: 'TX000000000018', trackingUrl: 'https://track.example/TX000000000018' }],
        files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:5', parcelNumber: 1 }],
        charged: { lines, total: { minor: 3985, currency: 'CAD' } },
      },
    },
  },
  {
    name: 'a void',
    operation: 'cancel',
    step: 'void',
    input: cancelled,
    exchanges: [
      signIn,
      {
        request: { method: 'DELETE', path: '/v1/shipments/xs_0123456789ab', headers: signed },
        answer: { status: 200, body: { shipmentId: 'xs_0123456789ab', status: 'VOIDED', refund: 'IMMEDIATE' } },
      },
    ],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  {
    name: 'tracking with one event of an unknown code',
    operation: 'track',
    input: { trackingNumbers: ['TX000000000018'] },
    exchanges: [
      signIn,
      {
        request: { method: 'GET', path: '/v1/tracking', query: { numbers: 'TX000000000018' }, headers: signed },
        answer: {
          status: 200,
          body: {
            parcels: [
              {
                trackingNumber: 'TX000000000018',
                found: true,
                estimatedDelivery: '2026-11-26',
                events: [
                  { at: '2026-11-23T15:00:00Z', code: 'LABEL', text: 'Label created', place: 'Toronto, ON' },
                  { at: '2026-11-23T17:00:00Z', code: 'TELEPORTED', text: '?' },
                ],
              },
            ],
          },
        },
      },
    ],
    expect: [
      {
        trackingNumber: 'TX000000000018',
        estimatedDelivery: '2026-11-26',
        events: [
          {
            occurredAt: '2026-11-23T15:00:00Z',
            status: 'label-created',
            code: 'LABEL',
            text: 'Label created',
            place: 'Toronto, ON',
          },
          { occurredAt: '2026-11-23T17:00:00Z', status: 'unknown', code: 'TELEPORTED', text: '?' },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'the account’s name',
    operation: 'testConnection',
    exchanges: [
      signIn,
      {
        request: { method: 'GET', path: '/v1/account', headers: signed },
        answer: { status: 200, body: { name: 'Alpha Test Shop' } },
      },
    ],
    expect: { accountName: 'Alpha Test Shop', message: 'Connected to TestLine Express (TEST) as Alpha Test Shop.' },
  },
];
