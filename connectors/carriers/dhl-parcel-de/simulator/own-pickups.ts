/** Own cases of pickups. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { call, signIn, UUID } from './own-case-parts.ts';
import { domestic } from './places.ts';

const ORDERS = '/transportation/pickup/v3/orders';
const ORDER = '837624af601a4fab9550e20e746cb1fe';
const REFERENCE = 'P000000000000001';

const wish = {
  address: domestic.from,
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '17:00',
  place: 'reception',
  instructions: 'Ring twice',
  load: { parcels: 1, totalGrams: 900, services: ['V01PAK'], destinations: ['DE'], trackingNumbers: [] },
  language: 'en',
} as const;

const body = (customerReference: string): unknown => ({
  customerDetails: { billingNumber: '33333333330801' },
  pickupLocation: {
    type: 'Address',
    pickupAddress: {
      name1: 'Test Shop GmbH',
      name2: 'Test Sender',
      addressStreet: 'Absenderstraße',
      addressHouse: '10',
      postalCode: '10115',
      city: 'Berlin',
      country: 'DE',
    },
  },
  businessHours: [{ timeFrom: '10:00', timeUntil: '17:00' }],
  contactPerson: [{ name: 'Test Sender', phone: '+49 30 5550100', email: 'shop@example.com' }],
  pickupDetails: {
    pickupDate: { type: 'Date', value: '2026-11-24' },
    totalWeight: { uom: 'g', value: 900 },
    comment: 'Empfang, Ring twice',
  },
  shipmentDetails: { shipments: [{ transportationType: 'PAKET', customerReference }] },
});

const CHARGED = 'DHL Parcel DE charges for each pickup of this kind, and for each attempt.';
const value = { pickupDate: '2026-11-24', freeOfCharge: false, pickupType: 'EZA' };
const valid = { confirmation: { type: 'VALIDATION', value } };
const booking = { ...wish, reference: REFERENCE, uuid: UUID };

export const pickupCases: readonly OwnCase[] = [
  {
    name: 'whether a pickup is possible',
    operation: 'pickup',
    part: 'availability',
    input: wish,
    exchanges: [signIn, call('POST', ORDERS, valid, { query: { validate: 'true' }, body: body('CHECK') })],
    expect: { available: true, messages: [CHARGED] },
  },
  {
    name: 'a pickup is checked',
    operation: 'pickup',
    part: 'book',
    step: 'check',
    input: booking,
    exchanges: [signIn, call('POST', ORDERS, valid, { query: { validate: 'true' }, body: body(REFERENCE) })],
    expect: { kind: 'done' },
  },
  {
    name: 'a pickup is booked',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: booking,
    exchanges: [
      signIn,
      call(
        'POST',
        ORDERS,
        { confirmation: { type: 'ORDERPICKUP', value: { orderID: ORDER, ...value, confirmedShipments: [] } } },
        { body: body(REFERENCE) },
      ),
    ],
    expect: { kind: 'done', result: { confirmation: ORDER, date: '2026-11-24', messages: [CHARGED] } },
  },
  {
    name: 'a pickup is cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: { confirmation: ORDER, reference: REFERENCE, date: '2026-11-24', wish, kept: {} },
    exchanges: [
      signIn,
      call(
        'DELETE',
        ORDERS,
        {
          confirmedCancellations: [
            { orderID: ORDER, orderState: 'STORNIERT', message: 'Order successfully cancelled' },
          ],
          failedCancellations: [],
        },
        { query: { orderID: ORDER } },
      ),
    ],
    expect: { kind: 'done', result: { messages: [] } },
  },
];
