/** Own cases of pickups and of manifests. */
import type { EndOfDayInput } from '@scanship/connector-kit/carrier/end-of-day';
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { withinCanada, withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { COURIER, exchange } from './own-cases.ts';

/** Of two labels that the simulator's alpha account bought before. */
export const pickupWish: PickupWish = {
  address: withinCanada.from,
  date: '2026-11-24',
  readyTime: '12:00',
  closeTime: '16:00',
  place: 'reception',
  instructions: 'Ring twice',
  load: {
    parcels: 2,
    totalGrams: 1800,
    services: ['ups.standard'],
    destinations: ['CA'],
    trackingNumbers: ['ES100000000101', 'ES100000000102'],
  },
  language: 'en',
};

const [FIRST, SECOND] = ['ESCA10006001', 'ESCA10006002'];
const ACCOUNT = '01563646-58c1-4607-8fe1-000000000002';
const SLOT = '01563646-58c1-4607-8fe0-cae3e33c0007';
const PICKUP = 'PCA10000001';
const input = { ...pickupWish, reference: 'P000000000000001', uuid: '6f1c2f1e-0000-4000-8000-000000000003' };
const kept = {
  shipments: [FIRST, SECOND],
  courierService: COURIER,
  slotId: SLOT,
  from: '12:00',
  to: '18:00',
  before: ['PCA10000000'],
};
const page = (next: number | null = null) => ({ pagination: { page: 1, next, count: null } });

const listed = (id: string, number: string) => ({
  easyship_shipment_id: id,
  courier_service: { id: COURIER, courier_id: ACCOUNT, name: 'UPS® Standard', umbrella_name: 'UPS' },
  trackings: [{ tracking_number: number, leg_number: 1, handler: 'ups', tracking_state: 'active' }],
});
/** Own cases are played on 2026-01-01. */
const search = (shipments: readonly unknown[], at: number, next: number | null) =>
  exchange(
    'GET',
    '/shipments',
    { shipments, meta: page(next) },
    { query: { shipment_state: 'created', label_generated_at_from: '2025-12-02', page: at, per_page: 100 } },
  );
const slots = exchange('GET', `/courier_services/${COURIER}/pickup_slots`, {
  courier_service_handover_option: {
    provider_name: 'UPS',
    pickup_slots: [
      { date: '2026-11-23', time_slots: [] },
      {
        date: '2026-11-24',
        time_slots: [
          { time_slot_id: '01563646-58c1-4607-8fe0-cae3e33c0006', from_time: '09:00', to_time: '12:00' },
          { time_slot_id: SLOT, from_time: '12:00', to_time: '18:00' },
        ],
      },
    ],
  },
});
const FOUND = [
  search([listed('ESCA10006009', 'XX100000000109'), listed(FIRST, 'ES100000000101')], 1, 2),
  search([listed(SECOND, 'ES100000000102')], 2, null),
  slots,
];

const pickup = (more: Readonly<Record<string, unknown>> = {}) => ({
  pickup: {
    address: { line_1: '10 Sender Road', line_2: null, city: 'Toronto', country_alpha2: 'CA' },
    easyship_pickup_id: PICKUP,
    pickup_fee: 5.5,
    pickup_reference_number: '2929602E9CP',
    pickup_state: 'requested',
    selected_from_time: '2026-11-24T12:00',
    selected_to_time: '2026-11-24T18:00',
    shipments_count: 2,
    ...more,
  },
  meta: { request_id: '01563646-58c1-4607-8fe0-cae3e92c4477' },
});
const booked = { kind: 'done', keep: { pickupId: PICKUP, bookedAt: '2026-01-01T00:00:00.000Z' } };
const confirmKept = { ...kept, ...booked.keep };

const pickupCases: readonly OwnCase[] = [
  {
    name: 'when the courier comes, asked by the number of the service behind the labels',
    operation: 'pickup',
    part: 'availability',
    input: pickupWish,
    exchanges: FOUND,
    expect: { available: true, messages: ['UPS comes between 12:00 and 18:00.'], dates: ['2026-11-24'] },
  },
  {
    name: 'the shipments of a pickup, its slot, and the pickups that were there before',
    operation: 'pickup',
    part: 'book',
    step: 'look',
    input,
    exchanges: [
      ...FOUND,
      exchange(
        'GET',
        '/pickups',
        { pickups: [{ easyship_pickup_id: 'PCA10000000', pickup_state: 'cancelled' }], meta: page() },
        { query: { shipment_id: FIRST, per_page: 100 } },
      ),
    ],
    expect: { kind: 'done', keep: kept },
  },
  {
    name: 'it is booked',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input,
    kept,
    exchanges: [
      exchange('POST', '/pickups', pickup({ pickup_state: 'pending-confirmation' }), {
        status: 201,
        body: {
          courier_service_id: COURIER,
          time_slot_id: SLOT,
          selected_date: '2026-11-24',
          selected_from_time: '12:00',
          selected_to_time: '18:00',
          easyship_shipment_ids: [FIRST, SECOND],
        },
      }),
    ],
    expect: booked,
  },
  {
    name: 'a courier that has not confirmed yet is waited for',
    operation: 'pickup',
    part: 'book',
    step: 'confirm',
    input,
    kept: confirmKept,
    exchanges: [
      exchange(
        'GET',
        `/pickups/${PICKUP}`,
        pickup({ pickup_state: 'pending-confirmation', pickup_reference_number: null }),
      ),
    ],
    expect: { kind: 'wait', retryAfterMs: 10_000 },
  },
  {
    name: 'the courier’s number, its window, where it comes, and a fee without a currency',
    operation: 'pickup',
    part: 'book',
    step: 'confirm',
    input,
    kept: confirmKept,
    exchanges: [exchange('GET', `/pickups/${PICKUP}`, pickup())],
    expect: {
      kind: 'done',
      result: {
        confirmation: '2929602E9CP',
        date: '2026-11-24',
        readyTime: '12:00',
        closeTime: '18:00',
        messages: ['The driver comes to 10 Sender Road, Toronto.', 'Easyship charges a fee of 5.50 for it.'],
      },
    },
  },
  {
    name: 'and cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: {
      confirmation: '2929602E9CP',
      reference: 'P000000000000001',
      date: '2026-11-24',
      wish: pickupWish,
      kept: { pickupId: PICKUP },
    },
    exchanges: [
      exchange('POST', `/pickups/${PICKUP}/cancel`, { success: { message: 'Pickup successfully cancelled' } }),
    ],
    expect: { kind: 'done', result: { messages: [] } },
  },
];

const MANIFEST = '01563646-58c1-4607-8fe0-cae3e33c0008';
const closing: EndOfDayInput = {
  reference: 'M000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000004',
  from: withinUnitedStates.from,
  date: '2026-11-23',
  shipments: [FIRST, SECOND].map((carrierShipmentId, at) => ({
    reference: `S00000000000000${at + 1}`,
    carrierShipmentId,
    service: 'usps.ground-advantage',
    trackingNumbers: [`ES10000000010${at + 1}`],
    destination: 'US',
    kept: {},
  })),
};
const LIST = { courier_id: ACCOUNT, created_at_from: '2025-12-31', per_page: 100 };
const closeKept = { ids: [FIRST], courier: ACCOUNT, since: '2025-12-31', before: [] };
const made = {
  id: MANIFEST,
  courier: { id: ACCOUNT, umbrella_name: 'USPS' },
  created_at: '2026-11-23T18:00:00Z',
  document: { format: 'url', url: 'https://goeasyship.s3.amazonaws.com/ABC123_manifest.pdf' },
  ref_number: 'ABC123',
  shipments_count: 1,
};
const OTHER = { ...listed(SECOND, 'ES100000000102') };

const closingCases: readonly OwnCase[] = [
  {
    name: 'the courier account of the shipments; one of another account is left for later',
    operation: 'endOfDay',
    step: 'look',
    input: closing,
    exchanges: [
      search(
        [
          listed(FIRST, 'ES100000000101'),
          {
            ...OTHER,
            courier_service: { ...OTHER.courier_service, courier_id: '01563646-58c1-4607-8fe1-000000000009' },
          },
        ],
        1,
        null,
      ),
      exchange('GET', '/manifests', { manifests: [], meta: page() }, { query: LIST }),
    ],
    expect: { kind: 'done', keep: closeKept },
  },
  {
    name: 'their manifest',
    operation: 'endOfDay',
    step: 'close',
    input: closing,
    kept: closeKept,
    exchanges: [
      exchange(
        'POST',
        '/manifests',
        { manifest: made },
        {
          status: 201,
          body: { courier_id: ACCOUNT, shipment_ids: [FIRST] },
        },
      ),
    ],
    expect: { kind: 'done', keep: { manifestId: MANIFEST, count: 1 } },
  },
  {
    name: 'a manifest whose paper is not there yet is waited for',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { ...closeKept, manifestId: MANIFEST, count: 1 },
    exchanges: [
      exchange('GET', `/manifests/${MANIFEST}`, { manifest: { ...made, document: { format: 'url', url: null } } }),
    ],
    expect: { kind: 'wait', retryAfterMs: 2000 },
  },
];

export const moreCases: readonly OwnCase[] = [...pickupCases, ...closingCases];
