/** One parcel of UPS Next Day Air at two moments, as a seller's program kept its newest scan. */
import { answered } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const shipstation = answered(carrier, samples);
const NUMBER = '1Z9634841394115199';

const of = (name: string, recorded: string, answer: object, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'track',
  source: 'https://github.com (a copy of a seller’s database, the newest scan of each parcel)',
  recorded,
  read: () =>
    shipstation.track(
      NUMBER,
      { body: { labels: [{ label_id: 'se-73944782', tracking_number: NUMBER }] } },
      { body: { tracking_number: NUMBER, ship_date: '2025-10-22T22:52:18Z', exception_description: null, ...answer } },
    ),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'out for delivery, under the code of everything on the way; no postal code',
    '2025-10-23',
    {
      status_code: 'IT',
      status_description: 'In Transit',
      carrier_status_code: 'I',
      carrier_status_description: 'Out for Delivery',
      estimated_delivery_date: '2025-10-23T00:00:00Z',
      actual_delivery_date: null,
      events: [
        {
          occurred_at: '2025-10-23T16:23:33Z',
          carrier_occurred_at: '2025-10-23T09:23:33Z',
          description: 'Out for Delivery',
          event_description: 'Out for Delivery',
          event_code: 'I',
          city_locality: 'Oakland',
          state_province: 'CA',
          postal_code: '',
          country_code: 'US',
        },
      ],
    },
    ['2025-10-23T16:23:33Z out-for-delivery I Out for Delivery @ Oakland, CA, US', 'expected 2025-10-23T00:00:00Z'],
  ),
  of(
    'delivered; the local time is written as if it were UTC',
    '2025-10-24',
    {
      status_code: 'DE',
      status_description: 'Delivered',
      carrier_status_code: 'D',
      carrier_status_description: 'Delivered',
      estimated_delivery_date: '2025-10-23T00:00:00Z',
      actual_delivery_date: '2025-10-24T00:29:44Z',
      events: [
        {
          occurred_at: '2025-10-24T00:29:44Z',
          carrier_occurred_at: '2025-10-23T17:29:44Z',
          description: 'Delivered',
          event_description: 'Delivered',
          event_code: 'D',
          city_locality: 'OAKLAND',
          state_province: 'CA',
          postal_code: '94602',
          country_code: 'US',
        },
      ],
    },
    ['2025-10-24T00:29:44Z delivered D Delivered @ OAKLAND, CA, US', 'expected 2025-10-23T00:00:00Z'],
  ),
];
