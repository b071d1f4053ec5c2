/** Own cases of pickups: asked about, booked, moved, sent away. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { inside, sender, shipper, signed, toronto } from './own-case-parts.ts';

const wish: PickupWish = {
  address: inside.from,
  date: '2026-01-05',
  readyTime: '10:00',
  closeTime: '17:00',
  place: 'loading-dock',
  instructions: 'Ring twice',
  load: {
    parcels: 2,
    totalGrams: 2500,
    services: ['N'],
    destinations: ['CA'],
    trackingNumbers: ['1234567891'],
  },
  language: 'en',
};

const message = {
  plannedPickupDateAndTime: '2026-01-05T10:00:00 GMT-05:00',
  closeTime: '17:00',
  location: 'Loading dock',
  locationType: 'business',
  accounts: [shipper],
  specialInstructions: [{ value: 'Ring twice' }],
  remark: 'CREFERENCE000001',
  customerDetails: {
    shipperDetails: { postalAddress: toronto, contactInformation: sender },
    pickupDetails: { postalAddress: toronto, contactInformation: sender },
  },
  shipmentDetails: [
    {
      productCode: 'N',
      isCustomsDeclarable: false,
      unitOfMeasurement: 'metric',
      shipmentTrackingNumber: '1234567891',
      packages: [{ weight: 1.25 }, { weight: 1.25 }],
    },
  ],
};

const reference = 'CREFERENCE000001';
const uuid = '00000000-0000-4000-8000-000000000001';
const booked = { confirmation: 'PRG260105000062', reference, date: '2026-01-05', wish, kept: {} };

export const ownPickups = (): readonly OwnCase[] => [
  {
    name: 'a day is asked about: the latest hand-over of any product',
    operation: 'pickup',
    part: 'availability',
    input: wish,
    exchanges: [
      {
        request: {
          method: 'GET',
          path: '/products',
          query: {
            accountNumber: '966123451',
            originCountryCode: 'CA',
            originPostalCode: 'M5V 2T6',
            originCityName: 'Toronto',
            destinationCountryCode: 'CA',
            destinationPostalCode: 'M5V 2T6',
            destinationCityName: 'Toronto',
            weight: 1,
            length: 20,
            width: 15,
            height: 10,
            plannedShippingDate: '2026-01-05',
            isCustomsDeclarable: 'false',
            unitOfMeasurement: 'metric',
            nextBusinessDay: 'true',
          },
        },
        answer: {
          status: 200,
          body: {
            products: [
              {
                productCode: 'N',
                productName: 'EXPRESS DOMESTIC',
                pickupCapabilities: {
                  localCutoffDateAndTime: '2026-01-05T16:30:00',
                  pickupEarliest: '09:00:00',
                  pickupLatest: '17:30:00',
                },
              },
              {
                productCode: '1',
                productName: 'EXPRESS DOMESTIC 12:00',
                pickupCapabilities: { localCutoffDateAndTime: '2026-01-06T16:00:00' },
              },
            ],
          },
        },
      },
    ],
    expect: { available: true, messages: [], bookBy: '16:30', readyBy: '17:30' },
  },
  {
    name: 'a courier is called',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: { ...wish, reference, uuid },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/pickups',
          headers: { ...signed, 'message-reference': uuid },
          body: message,
        },
        answer: {
          status: 201,
          body: {
            dispatchConfirmationNumbers: ['PRG260105000062'],
            readyByTime: '10:00',
            nextPickupDate: '2026-01-05',
            warnings: ['The courier may come late.'],
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      result: {
        confirmation: 'PRG260105000062',
        date: '2026-01-05',
        readyTime: '10:00',
        messages: ['The courier may come late.'],
      },
    },
  },
  {
    name: 'it is moved',
    operation: 'pickup',
    part: 'change',
    step: 'change',
    input: { booked, wish: { ...wish, closeTime: '17:30' }, reference, uuid },
    exchanges: [
      {
        request: {
          method: 'PATCH',
          path: '/pickups/PRG260105000062',
          body: {
            dispatchConfirmationNumber: 'PRG260105000062',
            originalShipperAccountNumber: '966123451',
            ...message,
            closeTime: '17:30',
          },
        },
        answer: { status: 200, body: { dispatchConfirmationNumber: 'PRG260105000062' } },
      },
    ],
    expect: { kind: 'done', result: { confirmation: 'PRG260105000062', messages: [] } },
  },
  {
    name: 'it is sent away',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: booked,
    exchanges: [
      {
        request: {
          method: 'DELETE',
          path: '/pickups/PRG260105000062',
          query: { requestorName: 'Test Sender', reason: 'Pickup not needed' },
        },
        answer: { status: 200, body: '' },
      },
    ],
    expect: { kind: 'done', result: { messages: [] } },
  },
];
