/** Our own request and answer for pickups and closings, written by hand from README.md. */
import type { EndOfDayInput } from '@scanship/connector-kit/carrier/end-of-day';
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupInput } from '@scanship/connector-kit/carrier/pickup';
import type { Address } from '@scanship/domain/addresses/address';
import { signed, signIn } from './own-cases.ts';

const address = {
  name: 'Test Sender',
  company: 'Test Shop',
  line1: '10 Sender Road',
  city: 'Toronto',
  region: 'ON',
  postalCode: 'M5V2T6',
  country: 'CA',
  residential: false,
};
const asked = {
  address,
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '16:00',
  place: 'RECEPTION',
  instructions: 'Ring twice',
  pieces: 3,
  weightKg: 4.2,
};
const price = {
  currency: 'CAD',
  charges: [
    { type: 'BASE', code: 'PICKUP', description: 'Pickup', amount: '4.50' },
    { type: 'TAX', code: 'GST', description: 'GST', amount: '0.23' },
  ],
  total: '4.73',
};
const charged = {
  lines: [
    { kind: 'base', code: 'PICKUP', label: 'Pickup', amount: { minor: 450, currency: 'CAD' } },
    { kind: 'tax', code: 'GST', label: 'GST', amount: { minor: 23, currency: 'CAD' } },
  ],
  total: { minor: 473, currency: 'CAD' },
};
const answer = {
  pickupId: 'xp_0123456789ab',
  confirmation: 'XP00000017',
  status: 'BOOKED',
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '16:00',
  ...price,
  notes: [{ text: 'Have the parcels at the door.' }],
};
const result = {
  confirmation: 'XP00000017',
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '16:00',
  charged,
  messages: ['Have the parcels at the door.'],
};

export function dayCases(from: Address): OwnCase[] {
  const pickup: PickupInput = {
    address: from,
    date: '2026-11-24',
    readyTime: '10:00',
    closeTime: '16:00',
    place: 'reception',
    instructions: 'Ring twice',
    load: { parcels: 3, totalGrams: 4_200, services: ['EXPRESS'], destinations: ['CA'], trackingNumbers: [] },
    language: 'en',
    reference: 'P000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000002',
  };
  const { reference, uuid: _uuid, ...wish } = pickup;
  const booked = { confirmation: 'XP00000017', reference, date: '2026-11-24', wish, kept: {} };
  const closing: EndOfDayInput = {
    reference: 'E000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000003',
    from,
    date: '2026-11-24',
    shipments: ['xs_0123456789ab', 'xs_0123456789ac'].map((carrierShipmentId, i) => ({
      reference: `S00000000000000${i + 1}`,
      carrierShipmentId,
      service: 'EXPRESS',
      trackingNumbers: [],
      destination: 'CA',
      kept: {},
    })),
  };
  return [
    {
      name: 'a day that is possible, with its price',
      operation: 'pickup',
      part: 'availability',
      input: wish,
      exchanges: [
        signIn,
        {
          request: { method: 'POST', path: '/v1/pickups/availability', headers: signed, body: asked },
          answer: { status: 200, body: { available: true, bookBy: '15:00', readyBy: 'noon', ...price, notes: [] } },
        },
      ],
      // What cannot be read is left out.
      expect: { available: true, messages: [], bookBy: '15:00', price: charged },
    },
    {
      name: 'a driver called with our own key',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input: pickup,
      exchanges: [
        signIn,
        {
          request: {
            method: 'POST',
            path: '/v1/pickups',
            headers: { ...signed, 'idempotency-key': pickup.uuid },
            body: { ...asked, reference },
          },
          answer: { status: 201, body: answer },
        },
      ],
      expect: { kind: 'done', keep: { pickupId: 'xp_0123456789ab' }, result },
    },
    {
      name: 'a pickup changed',
      operation: 'pickup',
      part: 'change',
      step: 'change',
      input: { booked, wish: { ...wish, closeTime: '17:30' }, reference: 'P000000000000002', uuid: pickup.uuid },
      exchanges: [
        signIn,
        {
          request: {
            method: 'PUT',
            path: '/v1/pickups/XP00000017',
            headers: { ...signed, 'idempotency-key': pickup.uuid },
            body: { ...asked, closeTime: '17:30', reference: 'P000000000000002' },
          },
          answer: { status: 200, body: { ...answer, closeTime: '17:30' } },
        },
      ],
      expect: { kind: 'done', keep: { pickupId: 'xp_0123456789ab' }, result: { ...result, closeTime: '17:30' } },
    },
    {
      name: 'a driver sent away',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: booked,
      exchanges: [
        signIn,
        {
          request: { method: 'DELETE', path: '/v1/pickups/XP00000017', headers: signed },
          answer: { status: 200, body: { status: 'CANCELLED', notes: [] } },
        },
      ],
      expect: { kind: 'done', result: { messages: [] } },
    },
    {
      name: 'a day closed, one shipment left out',
      operation: 'endOfDay',
      step: 'close',
      input: closing,
      exchanges: [
        signIn,
        {
          request: {
            method: 'POST',
            path: '/v1/closings',
            headers: { ...signed, 'idempotency-key': closing.uuid },
            body: {
              date: '2026-11-24',
              reference: 'E000000000000001',
              from: address,
              shipments: ['xs_0123456789ab', 'xs_0123456789ac'],
            },
          },
          answer: {
            status: 201,
            body: {
              closingNumber: 'XC00000019',
              sheet: 'JVBERi0=',
              rejected: [{ shipmentId: 'xs_0123456789ac', message: 'The shipment is voided.' }],
            },
          },
        },
      ],
      expect: {
        kind: 'done',
        result: {
          manifestNumbers: ['XC00000019'],
          files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:5' }],
          leftOut: [{ reference: 'S000000000000002', message: 'The shipment is voided.' }],
        },
      },
    },
  ];
}
