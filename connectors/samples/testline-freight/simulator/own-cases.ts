/** Our own request and answer for every operation, written by hand from README.md. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const key = { 'x-api-key': 'freight-alpha-key-1' };
const request = {
  pickupDate: '2026-11-23',
  origin: {
    contact: 'Test Sender',
    company: 'Test Shop',
    street: ['10 Sender Road'],
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V2T6',
    country: 'CA',
    residential: false,
  },
  destination: {
    contact: 'Test Receiver',
    street: ['20 Receiver Avenue'],
    city: 'Vancouver',
    state: 'BC',
    zip: 'V6B1A1',
    country: 'CA',
    residential: true,
  },
  units: [{ unit: 1, kg: 1.25, cm: [30, 20, 10] }],
};
const charges = [
  { kind: 'freight', code: 'BASE', label: 'Transportation', cents: 17_284 },
  { kind: 'tax', code: 'GST', label: 'GST', cents: 864 },
];
const lines = [
  { kind: 'base', code: 'BASE', label: 'Transportation', amount: { minor: 17_284, currency: 'CAD' } },
  { kind: 'tax', code: 'GST', label: 'GST', amount: { minor: 864, currency: 'CAD' } },
];
const total = { minor: 18_148, currency: 'CAD' };
const kept = { bookingId: 'fb_0123456789ab' };

export const ownCases = (domestic: ShipmentRequest): OwnCase[] => {
  const purchase = {
    shipment: domestic,
    service: 'ltl-standard',
    reference: 'S000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000001',
    labelFormat: 'zpl' as const,
  };
  return [
    {
      name: 'prices polled until done, one without its quote id',
      operation: 'rate',
      input: { shipment: domestic },
      exchanges: [
        {
          request: { method: 'POST', path: '/rates', headers: key, body: request },
          answer: { status: 202, body: { rateRequestId: 'rr_0123456789ab' } },
        },
        {
          request: { method: 'GET', path: '/rates/rr_0123456789ab', headers: key },
          answer: { status: 200, body: { status: 'working' } },
        },
        {
          request: { method: 'GET', path: '/rates/rr_0123456789ab', headers: key },
          answer: {
            status: 200,
            body: {
              status: 'done',
              quotes: [
                {
                  quoteId: 'qu_0123456789ab',
                  serviceId: 'ltl-standard',
                  serviceName: 'Freight Standard',
                  currency: 'CAD',
                  charges,
                  totalCents: 18_148,
                  billedKg: 2,
                  days: 7,
                  validUntil: '2026-11-30T00:00:00Z',
                },
                {
                  serviceId: 'ltl-priority',
                  serviceName: 'Freight Priority',
                  currency: 'CAD',
                  charges,
                  totalCents: 18_148,
                },
              ],
              unavailable: [],
            },
          },
        },
      ],
      expect: {
        offers: [
          {
            service: 'ltl-standard',
            serviceName: 'Freight Standard',
            lines,
            total,
            billableGrams: 2000,
            transitDays: 7,
            token: { quoteId: 'qu_0123456789ab' },
            expiresAt: '2026-11-30T00:00:00.000Z',
          },
        ],
        problems: [{ message: 'quotes[1].quoteId is missing.' }],
      },
    },
    {
      name: 'a booking at the quoted price',
      operation: 'ship',
      step: 'book',
      input: { ...purchase, rateToken: { quoteId: 'qu_0123456789ab' } },
      exchanges: [
        {
          request: {
            method: 'POST',
            path: '/bookings',
            headers: key,
            body: {
              ...request,
              serviceId: 'ltl-standard',
              clientReference: 'S000000000000001',
              quoteId: 'qu_0123456789ab',
              remarks: ['ORDER-1'],
            },
          },
          answer: { status: 202, body: { bookingId: 'fb_0123456789ab', state: 'processing' } },
        },
      ],
      expect: { kind: 'done', keep: kept, result: { carrierShipmentId: 'fb_0123456789ab' } },
    },
    {
      name: 'a booking still worked on',
      operation: 'ship',
      step: 'confirm',
      input: purchase,
      kept,
      exchanges: [
        {
          request: { method: 'GET', path: '/bookings/fb_0123456789ab', headers: key },
          answer: { status: 200, body: { state: 'processing' } },
        },
      ],
      expect: { kind: 'wait', retryAfterMs: 250 },
    },
    {
      name: 'a confirmed booking whose price does not add up: the numbers count, the price is left out',
      operation: 'ship',
      step: 'confirm',
      input: purchase,
      kept,
      exchanges: [
        {
          request: { method: 'GET', path: '/bookings/fb_0123456789ab', headers: key },
          answer: {
            status: 200,
            body: {
              state: 'confirmed',
              units: [{ unit: 1, pro: 'TF0000000001' }],
              currency: 'CAD',
              charges,
              totalCents: 1,
            },
          },
        },
      ],
      expect: { kind: 'done', result: { parcels: [{ number: 1, trackingNumber: 'TF0000000001' }] } },
    },
    {
      name: 'labels on a further call',
      operation: 'ship',
      step: 'labels',
      input: purchase,
      kept,
      exchanges: [
        {
          request: { method: 'GET', path: '/bookings/fb_0123456789ab/labels', query: { format: 'zpl' }, headers: key },
          answer: { status: 200, body: { labels: [{ unit: 1, data: 'XlhBXlha' }] } },
        },
      ],
      expect: {
        kind: 'done',
        result: { files: [{ kind: 'bytes', document: 'label', format: 'zpl', bytes: 'bytes:6', parcelNumber: 1 }] },
      },
    },
    {
      name: 'a cancelled booking',
      operation: 'cancel',
      step: 'cancel',
      input: {
        reference: 'S000000000000001',
        carrierShipmentId: 'fb_0123456789ab',
        trackingNumbers: ['TF0000000001'],
        kept,
      },
      exchanges: [
        {
          request: { method: 'POST', path: '/bookings/fb_0123456789ab/cancel', headers: key },
          answer: { status: 200, body: { state: 'cancelled' } },
        },
      ],
      expect: { kind: 'done', result: { refund: 'later' } },
    },
    {
      name: 'the refund of a cancelled booking was declined, with why',
      operation: 'refund',
      input: {
        reference: 'S000000000000001',
        carrierShipmentId: 'fb_0123456789ab',
        trackingNumbers: ['TF0000000001'],
        kept,
      },
      exchanges: [
        {
          request: { method: 'GET', path: '/bookings/fb_0123456789ab', headers: key },
          answer: { status: 200, body: { state: 'cancelled', refund: 'declined', refundNote: 'Picked up already.' } },
        },
      ],
      expect: { state: 'refused', message: 'Picked up already.' },
    },
    {
      name: 'tracking in seconds since 1970',
      operation: 'track',
      input: { trackingNumbers: ['TF0000000001'] },
      exchanges: [
        {
          request: { method: 'GET', path: '/tracking', query: { pro: 'TF0000000001' }, headers: key },
          answer: {
            status: 200,
            body: {
              units: [
                {
                  pro: 'TF0000000001',
                  known: true,
                  history: [
                    { epoch: 1_795_446_000, what: 'linehaul', text: 'On the linehaul', terminal: 'Toronto' },
                    { epoch: 'noon', what: 'held', text: '?' },
                  ],
                },
              ],
            },
          },
        },
      ],
      expect: [
        {
          trackingNumber: 'TF0000000001',
          events: [
            {
              occurredAt: '2026-11-23T15:00:00.000Z',
              status: 'in-transit',
              code: 'linehaul',
              text: 'On the linehaul',
              place: 'Toronto',
            },
          ],
          problems: ['units[0].history[1].epoch should be a number but is "noon".'],
        },
      ],
    },
    {
      name: 'the account’s name',
      operation: 'testConnection',
      exchanges: [
        {
          request: { method: 'GET', path: '/me', headers: key },
          answer: { status: 200, body: { account: 'Alpha Test Shop' } },
        },
      ],
      expect: { accountName: 'Alpha Test Shop', message: 'Connected to TestLine Freight (TEST) as Alpha Test Shop.' },
    },
  ];
};
