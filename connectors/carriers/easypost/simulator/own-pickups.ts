/** Own cases of pickups, and the webhook delivery of the suite. */
import { createHash } from 'node:crypto';
import type { PushSample } from '@scanship/connector-kit/conformance/conformance-harness';
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { domestic } from './places.ts';
import { exchange, usd } from './own-cases.ts';
import { sign } from './webhooks.ts';

/** Labels that the simulator's alpha account bought before. */
export const WAITING = ['EZ100000000101', 'EZ100000000102'];

export const pickupWish: PickupWish = {
  address: domestic.from,
  date: '2026-11-24',
  readyTime: '10:00',
  closeTime: '16:00',
  place: 'reception',
  instructions: 'Ring twice',
  load: {
    parcels: 2,
    totalGrams: 1200,
    services: ['USPS.GroundAdvantage'],
    destinations: ['US'],
    trackingNumbers: WAITING,
  },
  language: 'en',
};

const FIRST = 'shp_40b6f049f00348b18de3804a26f7fd62';
const SECOND = 'shp_40b6f049f00348b18de3804a26f7fd63';
const BATCH = 'batch_b148b3715785487597be3f3c56f04884';
const PICKUP = 'pickup_24f4406c58f24fde820759d84d9422fa';
const input = { ...pickupWish, reference: 'P000000000000001', uuid: '6f1c2f1e-0000-4000-8000-000000000003' };

const tracker = (number: string, shipment: string) =>
  exchange(
    'GET',
    '/v2/trackers',
    { trackers: [{ tracking_code: number, shipment_id: shipment }], has_more: false },
    { query: { tracking_code: number, page_size: 5 } },
  );

const answerOf = (status: string, confirmation: string | null) => ({
  id: PICKUP,
  object: 'Pickup',
  status,
  messages: [],
  confirmation,
  pickup_rates: [
    { service: 'Same-day Pickup', rate: '11.40', currency: 'USD', carrier: 'USPS' },
    { service: 'NextDay', rate: '8.15', currency: 'USD', carrier: 'USPS' },
  ],
});
const body = (load: object, reference?: string) => ({
  pickup: {
    ...(reference === undefined ? {} : { reference }),
    min_datetime: '2026-11-24 10:00:00',
    max_datetime: '2026-11-24 16:00:00',
    ...load,
    address: {
      name: 'US Sender',
      company: 'Test Shop',
      street1: '65 Sender Square',
      city: 'Buffalo',
      state: 'NY',
      zip: '14202',
      country: 'US',
      phone: '716-555-0100',
    },
    is_account_address: false,
    instructions: 'Reception. Ring twice',
  },
});
const price = {
  lines: [{ kind: 'base', code: 'pickup', label: 'Pickup', amount: usd(815) }],
  total: usd(815),
};

export const pickupCases: readonly OwnCase[] = [
  {
    name: 'the price of a pickup, asked for the first of the parcels',
    operation: 'pickup',
    part: 'availability',
    input: pickupWish,
    exchanges: [
      tracker('EZ100000000101', FIRST),
      exchange('POST', '/v2/pickups', answerOf('unknown', null), { body: body({ shipment: { id: FIRST } }) }),
    ],
    expect: {
      available: true,
      messages: ['EasyPost was asked about the first of these parcels only.'],
      price,
    },
  },
  {
    name: 'the shipments of a pickup by their numbers',
    operation: 'pickup',
    part: 'book',
    step: 'look',
    input,
    exchanges: [tracker('EZ100000000101', FIRST), tracker('EZ100000000102', SECOND)],
    expect: { kind: 'done', keep: { shipments: [FIRST, SECOND] } },
  },
  {
    name: 'several shipments become a batch',
    operation: 'pickup',
    part: 'book',
    step: 'group',
    input,
    kept: { shipments: [FIRST, SECOND] },
    exchanges: [
      exchange(
        'POST',
        '/v2/batches',
        { id: BATCH, state: 'creating' },
        { body: { batch: { reference: 'P000000000000001', shipments: [{ id: FIRST }, { id: SECOND }] } } },
      ),
    ],
    expect: { kind: 'done', keep: { batchId: BATCH } },
  },
  {
    name: 'a batch that is being made is waited for',
    operation: 'pickup',
    part: 'book',
    step: 'grouped',
    input,
    kept: { shipments: [FIRST, SECOND], batchId: BATCH },
    exchanges: [exchange('GET', `/v2/batches/${BATCH}`, { id: BATCH, state: 'creating' })],
    expect: { kind: 'wait', retryAfterMs: 2000 },
  },
  {
    name: 'a draft, and the cheapest of its prices',
    operation: 'pickup',
    part: 'book',
    step: 'draft',
    input,
    kept: { shipments: [FIRST, SECOND], batchId: BATCH },
    exchanges: [
      exchange('POST', '/v2/pickups', answerOf('unknown', null), {
        body: body({ batch: { id: BATCH } }, 'P000000000000001'),
      }),
    ],
    expect: {
      kind: 'done',
      keep: { pickupId: PICKUP, carrier: 'USPS', service: 'NextDay' },
      result: { charged: price, messages: [] },
    },
  },
  {
    name: 'it is bought',
    operation: 'pickup',
    part: 'book',
    step: 'buy',
    input,
    kept: { pickupId: PICKUP, carrier: 'USPS', service: 'NextDay' },
    exchanges: [
      exchange('POST', `/v2/pickups/${PICKUP}/buy`, answerOf('scheduled', 'WTC65095508'), {
        body: { carrier: 'USPS', service: 'NextDay' },
      }),
    ],
    expect: { kind: 'done', result: { confirmation: 'WTC65095508' } },
  },
  {
    name: 'and cancelled',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: {
      confirmation: 'WTC65095508',
      reference: 'P000000000000001',
      date: '2026-11-24',
      wish: pickupWish,
      kept: { pickupId: PICKUP },
    },
    exchanges: [exchange('POST', `/v2/pickups/${PICKUP}/cancel`, answerOf('canceled', 'WTC65095508'))],
    expect: { kind: 'done', result: { messages: [] } },
  },
];

const event = (id: string): string =>
  JSON.stringify({
    id,
    object: 'Event',
    description: 'tracker.updated',
    mode: 'test',
    created_at: '2026-11-23T17:59:00Z',
    updated_at: '2026-11-23T17:59:00Z',
    result: {
      object: 'Tracker',
      tracking_code: 'EZ1000000001',
      status: 'in_transit',
      est_delivery_date: null,
      tracking_details: [
        {
          message: 'Departed',
          status: 'in_transit',
          datetime: '2026-11-23T17:00:00Z',
          tracking_location: { city: 'HOUSTON', state: 'TX', country: null, zip: '77063' },
        },
        { message: 'Out for delivery', status: 'out_for_delivery', datetime: 'soon', tracking_location: null },
      ],
    },
  });

const ACCOUNT = createHash('sha256').update('webhook of EZTKalphaEasyPostKey0001').digest('hex').slice(0, 32);

export const pushSample: PushSample = {
  account: ACCOUNT,
  topic: 'tracker.updated',
  body: event('evt_ad2365c22d1511f0b5364ffbb3e7a1f1'),
  another: event('evt_ad2365c22d1511f0b5364ffbb3e7a1f2'),
  headers: (body, { secret }) => ({ 'x-webhook-account': ACCOUNT, 'x-hmac-signature': sign(secret, body) }),
  expect: {
    parcels: [
      {
        trackingNumber: 'EZ1000000001',
        events: [
          {
            occurredAt: '2026-11-23T17:00:00Z',
            status: 'in-transit',
            code: 'in_transit',
            text: 'Departed',
            place: 'HOUSTON, TX',
          },
        ],
        problems: ['result.tracking_details[1].datetime should be in its usual form but is "soon".'],
      },
    ],
    problems: [],
  },
};
