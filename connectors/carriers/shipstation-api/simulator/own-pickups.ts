/** Own cases of pickups. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { exchange } from './own-cases.ts';

/** Of two labels that the simulator's alpha account bought before. */
export const pickupWish: PickupWish = {
  address: { ...withinCanada.from, phone: '416-555-0100', email: 'shop@example.com' },
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '16:00',
  place: 'reception',
  instructions: 'Ring twice',
  load: {
    parcels: 2,
    totalGrams: 1800,
    services: ['ups.ups_standard'],
    destinations: ['CA'],
    trackingNumbers: ['SE100000000101', 'SE100000000102'],
  },
  language: 'en',
};

const ID = 'pik_3YcKU5zdtJuCqoeNwyqqbW';
const LABELS = ['se-9000001', 'se-9000002'];
const input = { ...pickupWish, reference: 'P000000000000001', uuid: '6f1c2f1e-0000-4000-8000-000000000003' };
const kept = { labels: LABELS, since: '2026-11-23T17:50:00.000Z', before: [] };
const LATER = { start_at: '2026-11-24T12:00:00Z', end_at: '2026-11-24T16:00:00Z' };

export const pickupCases: readonly OwnCase[] = [
  {
    name: 'the carrier’s number of a pickup, and the later window it names',
    operation: 'pickup',
    part: 'book',
    step: 'confirm',
    input,
    kept: { ...kept, pickupId: ID, bookedAt: '2026-11-23T18:00:00.000Z' },
    exchanges: [
      exchange('GET', `/v1/pickups/${ID}`, {
        pickup_id: ID,
        label_ids: LABELS,
        confirmation_number: '292513CL4A3',
        pickup_windows: [LATER],
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        confirmation: '292513CL4A3',
        date: '2026-11-24',
        readyTime: '12:00',
        closeTime: '16:00',
        messages: ['The driver comes to the address that the labels were bought from.'],
      },
    },
  },
  {
    name: 'a pickup is cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: {
      confirmation: '292513CL4A3',
      reference: 'P000000000000001',
      date: '2026-11-24',
      wish: pickupWish,
      kept: { pickupId: ID },
    },
    exchanges: [exchange('DELETE', `/v1/pickups/${ID}`, { pickup_id: ID })],
    expect: { kind: 'done', result: { messages: [] } },
  },
];
