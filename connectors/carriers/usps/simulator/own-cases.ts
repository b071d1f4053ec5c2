/** Our own request and answer for every operation, written by hand from USPS's contracts (README.md). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { payment, receiver, sender, signed, signIn } from './own-case-parts.ts';
import { labelCases } from './own-labels.ts';
import { priceCases } from './own-prices.ts';

const NUMBER = '9200190400000100000017';

const scan = (eventCode: string, eventType: string, at: string, more: Readonly<Record<string, unknown>> = {}) => ({
  eventType,
  eventTimestamp: at,
  GMTOffset: '-05:00',
  eventCountry: null,
  eventCity: 'BUFFALO',
  eventState: 'NY',
  name: null,
  firm: null,
  eventCode,
  ...more,
});
const history = {
  trackingNumber: NUMBER,
  expectedDeliveryTimeStamp: '2026-01-06T21:00:00Z',
  statusSummary: 'Your item was delivered.',
  trackingEvents: [
    scan('01', 'Delivered, Left with Individual', '2026-01-06T13:58:00', { name: 'R RECEIVER' }),
    scan('OF', 'Out for Delivery', '2026-01-06T09:10:00'),
    scan('A1', 'Arrived at USPS Regional Facility', '2026-01-05T01:13:00', {
      eventCity: 'BUFFALO NY DISTRIBUTION CENTER',
      eventState: null,
    }),
    scan('toolong', 'Something', '2026-01-04T10:00:00'),
    scan('GX', 'Shipping Label Created<SUP>&#174;</SUP>', '2026-01-02T10:00:00'),
  ],
};
const event = (code: string, text: string, status: string, occurredAt: string, place = 'BUFFALO, NY, US') => ({
  occurredAt,
  zone: '-05:00',
  status,
  code,
  text,
  place,
});
const askTracking = (number: string, status: number, body: unknown): OwnCase['exchanges'][number] => ({
  request: {
    method: 'GET',
    path: `/tracking/v3/tracking/${number}`,
    query: { expand: 'DETAIL' },
    headers: signed,
  },
  answer: { status, body },
});
const notFound = (detail: string) => ({
  apiVersion: 'v3',
  error: { code: '404', message: 'Not Found', errors: [{ status: '404', code: '040201', title: 'Not Found', detail }] },
});

const CONFIRMATION = 'WTC123456789';

const pickupOf = (wish: PickupWish) => ({
  pickupDate: wish.date,
  pickupAddress: {
    firstName: 'Test',
    lastName: 'Sender',
    firm: 'Test Shop',
    address: {
      streetAddress: sender.streetAddress,
      city: sender.city,
      state: sender.state,
      ZIPCode: sender.ZIPCode,
    },
    contact: [{ email: 'sender@example.com' }],
  },
  packages: [{ packageType: 'USPS_GROUND_ADVANTAGE', packageCount: 3 }],
  estimatedWeight: 10,
  pickupLocation: { packageLocation: 'OTHER', specialInstructions: 'Loading dock: ring twice' },
});

function pickupCases(from: PickupWish['address']): OwnCase[] {
  const wish: PickupWish = {
    address: from,
    date: '2026-01-05',
    readyTime: '09:00',
    closeTime: '17:00',
    place: 'loading-dock',
    instructions: 'ring twice',
    load: {
      parcels: 3,
      totalGrams: 4200,
      services: ['USPS_GROUND_ADVANTAGE'],
      destinations: ['US'],
      trackingNumbers: [],
    },
    language: 'en',
  };
  const refs = { reference: 'P000000000000001', uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' };
  const booked = { confirmation: CONFIRMATION, reference: refs.reference, date: wish.date, wish, kept: {} };
  const result = {
    confirmation: CONFIRMATION,
    date: '2026-01-05',
    messages: ['USPS comes with the regular delivery of the day and promises no hour.'],
  };
  const confirmed = {
    confirmationNumber: CONFIRMATION,
    pickupDate: '2026-01-05',
    carrierPickupRequest: pickupOf(wish),
  };
  const read: OwnCase['exchanges'][number] = {
    request: { method: 'GET', path: `/pickup/v3/carrier-pickup/${CONFIRMATION}`, headers: signed },
    answer: { status: 200, headers: { etag: '33a64df5' }, body: [confirmed] },
  };
  const { streetAddress, city, state, ZIPCode } = sender;
  return [
    {
      name: 'a place USPS picks up from',
      operation: 'pickup',
      part: 'availability',
      input: wish,
      exchanges: [
        signIn,
        {
          request: {
            method: 'GET',
            path: '/pickup/v3/carrier-pickup/eligibility',
            query: { streetAddress, city, state, ZIPCode },
            headers: signed,
          },
          answer: { status: 200, body: { address: { streetAddress: '10 SENDER ST' } } },
        },
      ],
      expect: {
        available: true,
        messages: ['A pickup can be booked until 2 a.m. Central Time of its day.', ...result.messages],
      },
    },
    {
      name: 'a pickup at the loading dock',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input: { ...wish, ...refs },
      exchanges: [
        signIn,
        {
          request: { method: 'POST', path: '/pickup/v3/carrier-pickup', headers: signed, body: pickupOf(wish) },
          answer: { status: 200, headers: { etag: 'first' }, body: confirmed },
        },
      ],
      expect: { kind: 'done', keep: { confirmation: CONFIRMATION }, result },
    },
    {
      name: 'a pickup changed by the version that was read',
      operation: 'pickup',
      part: 'change',
      step: 'change',
      input: { booked, wish, ...refs },
      exchanges: [
        signIn,
        read,
        {
          request: {
            method: 'PUT',
            path: `/pickup/v3/carrier-pickup/${CONFIRMATION}`,
            headers: { ...signed, 'if-match': '33a64df5' },
            body: { pickupDate: '2026-01-05', carrierPickupRequest: pickupOf(wish) },
          },
          answer: { status: 200, body: confirmed },
        },
      ],
      expect: { kind: 'done', keep: { confirmation: CONFIRMATION }, result },
    },
    {
      name: 'a pickup cancelled by the version that was read',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: booked,
      exchanges: [
        signIn,
        read,
        {
          request: {
            method: 'DELETE',
            path: `/pickup/v3/carrier-pickup/${CONFIRMATION}`,
            headers: { ...signed, 'if-match': '33a64df5' },
          },
          answer: { status: 200, body: '' },
        },
      ],
      expect: { kind: 'done', result: { messages: [] } },
    },
  ];
}

export function ownCases(wanted: ShipmentRequest, wantedAbroad: ShipmentRequest): OwnCase[] {
  // The clock of own cases stands on 2026-01-01.
  const domestic = { ...wanted, shipDate: '2026-01-02' };
  const crossBorder = { ...wantedAbroad, shipDate: '2026-01-02' };
  const question = { ...domestic.to, city: 'Bufalo' };
  const { firstName: _first, lastName: _last, ...asked } = receiver;
  return [
    ...priceCases(domestic, crossBorder),
    ...labelCases(domestic, crossBorder),
    ...pickupCases(domestic.from),
    {
      name: 'tracking: words without markup, a facility, one event that cannot be read, a number not known',
      operation: 'track',
      input: { trackingNumbers: [NUMBER, '9200190400000100000024'] },
      exchanges: [
        signIn,
        askTracking(NUMBER, 200, history),
        askTracking('9200190400000100000024', 404, notFound('The tracking number may be incorrect')),
      ],
      expect: [
        {
          trackingNumber: NUMBER,
          estimatedDelivery: '2026-01-06',
          events: [
            event('GX', 'Shipping Label Created', 'label-created', '2026-01-02T10:00:00'),
            event(
              'A1',
              'Arrived at USPS Regional Facility',
              'in-transit',
              '2026-01-05T01:13:00',
              'BUFFALO NY DISTRIBUTION CENTER',
            ),
            event('OF', 'Out for Delivery', 'out-for-delivery', '2026-01-06T09:10:00'),
            event('01', 'Delivered, Left with Individual', 'delivered', '2026-01-06T13:58:00'),
          ],
          problems: ['trackingEvents[3].eventCode should be in its usual form but is "toolong".'],
        },
        {
          trackingNumber: '9200190400000100000024',
          events: [],
          problems: ['USPS does not know 9200190400000100000024: The tracking number may be incorrect.'],
        },
      ],
    },
    {
      name: 'who took the parcel',
      operation: 'proofOfDelivery',
      input: {
        trackingNumber: NUMBER,
        destination: { countryCode: 'US', zipcode: '14201' },
        shipDate: '2026-01-02',
      },
      exchanges: [signIn, askTracking(NUMBER, 200, history)],
      expect: {
        signedBy: 'R RECEIVER',
        deliveredAt: '2026-01-06T13:58:00',
        zone: '-05:00',
        place: 'BUFFALO, NY, US',
        files: [],
      },
    },
    {
      name: 'an address with a misspelled city and a unit that is not known',
      operation: 'checkAddress',
      input: question,
      exchanges: [
        signIn,
        {
          request: {
            method: 'GET',
            path: '/addresses/v3/address',
            query: { ...asked, city: 'Bufalo' },
            headers: signed,
          },
          answer: {
            status: 200,
            body: {
              address: {
                streetAddress: '1 TEST ST',
                secondaryAddress: 'APT 4',
                city: 'BUFFALO',
                state: 'NY',
                ZIPCode: '14201',
                ZIPPlus4: '1234',
              },
              additionalInfo: { DPVConfirmation: 'S', business: 'N', vacant: 'Y' },
              corrections: [{ code: '32', text: 'Default address' }],
            },
          },
        },
      ],
      expect: {
        verdict: 'ambiguous',
        level: 'street',
        suggestions: [
          {
            ...domestic.to,
            address1: '1 TEST ST',
            address2: 'APT 4',
            city: 'BUFFALO',
            zipcode: '14201-1234',
          },
        ],
        residential: true,
        messages: [
          'USPS does not know this apartment, suite or box number.',
          'USPS says that nobody lives or works there.',
          'Default address.',
        ],
      },
    },
    {
      name: 'the account may pay for labels',
      operation: 'testConnection',
      exchanges: [signIn, payment],
      expect: {
        accountName: '11223344',
        message: 'Connected to USPS as CRID 11223344; labels are paid by EPS account 1000401 at commercial prices.',
      },
    },
  ];
}
