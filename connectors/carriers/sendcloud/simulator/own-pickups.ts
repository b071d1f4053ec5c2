/** Own cases of pickups, written by hand from the vendor's document of them. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { exchange } from './own-cases.ts';

const ID = 294247;
const REFERENCE = 'P000000000000001';
const SINCE = '2026-11-22T12:00:00.000Z';

const answerOf = (status: string, more: object = {}) => ({
  data: {
    id: ID,
    carrier_code: 'dhl_express',
    reference: REFERENCE,
    tracking_number: '',
    status,
    created_at: '2026-11-22T12:00:01.957495Z',
    cancelled_at: null,
    contract_id: 62,
    ...more,
  },
});

export function pickupCases(wish: PickupWish): readonly OwnCase[] {
  const input = { ...wish, reference: REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000003' };
  const booked = { confirmation: 'PRG1', reference: REFERENCE, date: wish.date, wish, kept: { pickupId: ID } };
  return [
    {
      name: 'a pickup in the winter of Eindhoven, an hour before UTC',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input,
      kept: { since: SINCE, contract: 62 },
      exchanges: [
        exchange('POST', '/pickups', answerOf('ANNOUNCING'), {
          status: 201,
          body: {
            carrier_code: 'dhl_express',
            contract_id: 62,
            reference: REFERENCE,
            special_instructions: 'Reception. Ring twice',
            address: {
              name: 'Test Sender',
              company_name: 'Test Shop',
              address_line_1: 'Zenderstraat 10',
              postal_code: '5611 EM',
              city: 'Eindhoven',
              country_code: 'NL',
              phone_number: '+31401234567',
            },
            time_slots: [{ start_at: '2026-11-24T09:00:00Z', end_at: '2026-11-24T15:00:00Z' }],
            items: [{ quantity: 2, container_type: 'parcel', total_weight: { value: '1200', unit: 'g' } }],
          },
        }),
      ],
      expect: { kind: 'done', keep: { pickupId: ID } },
    },
    {
      name: 'the carrier has not answered yet',
      operation: 'pickup',
      part: 'book',
      step: 'confirm',
      input,
      kept: { pickupId: ID },
      exchanges: [exchange('GET', `/pickups/${ID}`, answerOf('ANNOUNCING'))],
      expect: { kind: 'wait', retryAfterMs: 5000 },
    },
    {
      name: 'the carrier comes, and has a number for it',
      operation: 'pickup',
      part: 'book',
      step: 'confirm',
      input,
      kept: { pickupId: ID },
      exchanges: [exchange('GET', `/pickups/${ID}`, answerOf('CREATED', { tracking_number: 'PRG220406002044' }))],
      expect: { kind: 'done', result: { confirmation: 'PRG220406002044', messages: [] } },
    },
    {
      name: 'called off at once',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: booked,
      exchanges: [exchange('POST', `/pickups/${ID}/cancel`, answerOf('CANCELLED'))],
      expect: { kind: 'done', result: { messages: [] } },
    },
    {
      name: 'called off by the support',
      operation: 'pickup',
      part: 'cancel',
      step: 'cancel',
      input: booked,
      exchanges: [exchange('POST', `/pickups/${ID}/cancel`, answerOf('CANCELLATION_REQUESTED'), { status: 202 })],
      expect: {
        kind: 'done',
        result: {
          messages: [
            'Sendcloud passed the cancellation on to its support; until they confirm it, the driver may still come.',
          ],
        },
      },
    },
  ];
}
