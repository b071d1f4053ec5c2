/** Own cases of reports and of taking them back. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { change, customer, DETAIL, get, LINE, ORDER, order, routing } from './own-exchanges.ts';

const NUMBER = '1Z999AA10123456784';
const TAG = 'W/"a1"';
const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 2 }],
  parcels: [{ trackingNumber: NUMBER }],
  carrier: { slug: 'ups', name: 'UPS' },
  notifyBuyer: false,
  reference: 'P000000000000001',
};
const done = { fulfilmentIds: [`${NUMBER}@${ORDER}`] };
const orderNow = (changes: Parameters<typeof order>[0] = {}) => get(`/orders/${ORDER}`, order(changes), DETAIL, TAG);
const routingNow = (more: object = {}) => get(`/orders/${ORDER}/routing`, routing(more), {}, 'W/"r7"');
/** The members come back as they came, the capacity type by its id. */
const sent = (trackingNumber: string | null): object => ({
  isCod: false,
  scacCode: null,
  carrier: 'UPS',
  mode: 'Ground',
  account: '1X2Y3Z',
  capacityTypeIdentifier: { id: 2 },
  trackingNumber,
});
const back = { externalOrderId: ORDER, fulfilmentIds: done.fulfilmentIds, reference: 'P000000000000001' };

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'order and customer are looked at before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [orderNow(), get('/customers/3', customer(), {}, TAG)],
    expect: { kind: 'done', keep: { there: false, close: false } },
  },
  {
    name: 'a number that is there already, spaced another way, is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [orderNow({ routing: { trackingNumber: '1z 999 AA1 0123 4567 84' } })],
    expect: { kind: 'done', keep: { there: true, close: false }, result: done },
  },
  {
    name: 'the number goes into the routing, which stays as it is otherwise; the order stays open',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { there: false, close: false },
    exchanges: [routingNow(), change('PUT', `/orders/${ORDER}/routing`, sent(NUMBER), 'W/"r7"', 200)],
    expect: { kind: 'done', result: done },
  },
  {
    name: 'with the seller’s consent the order is confirmed with the number',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { there: false, close: true },
    exchanges: [orderNow(), change('POST', `/orders/${ORDER}/confirmer`, { trackingNumber: NUMBER }, TAG, 204)],
    expect: { kind: 'done', result: done },
  },
  {
    name: 'taken back: the number goes out of the routing of an open order',
    operation: 'withdraw',
    step: 'clear',
    input: back,
    exchanges: [
      orderNow({ routing: { trackingNumber: NUMBER } }),
      routingNow({ trackingNumber: NUMBER }),
      change('PUT', `/orders/${ORDER}/routing`, sent(null), 'W/"r7"', 200),
    ],
    expect: { kind: 'done', result: {} },
  },
];
