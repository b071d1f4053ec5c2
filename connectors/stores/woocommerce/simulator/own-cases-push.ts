/** Our own request and answer for everything that goes out, and for deliveries. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { createHmac } from 'node:crypto';
import { shopMark, shopSecret } from '../src/signature.ts';
import { TOPICS } from '../src/webhooks.ts';
import { DEMO_APP } from './apps.ts';
import { exchange } from './own-exchanges.ts';

const ACCOUNT = 'maple-woo.example';
const REFERENCE = 'P000000000000001';
const push: FulfilInput = {
  externalOrderId: '727',
  lines: [
    { externalLineId: '315', quantity: 2 },
    { externalLineId: '316', quantity: 1 },
  ],
  parcels: [{ trackingNumber: 'CP123456789CA', trackingUrl: 'https://track.example/1' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: true,
  reference: REFERENCE,
};
const back = { externalOrderId: '727', fulfilmentIds: [REFERENCE], reference: REFERENCE };
const kept = { reference: REFERENCE, extension: true, provider: 'Canada Post' };
const done = { kind: 'done', result: { fulfilmentIds: [REFERENCE] } };

const lines = [
  { id: 315, quantity: 2 },
  { id: 316, quantity: 1 },
];
const entry = (live: boolean): string =>
  JSON.stringify({
    live,
    carrier: 'Canada Post',
    numbers: ['CP123456789CA'],
    lines: [
      { id: '315', quantity: 2 },
      { id: '316', quantity: 1 },
    ],
  });
const order = (status: string, live?: boolean): object => ({
  id: 727,
  number: 'A-727',
  status,
  line_items: lines,
  refunds: [],
  meta_data: live === undefined ? [] : [{ id: 9, key: `_shipping_report_${REFERENCE}`, value: entry(live) }],
});
const written = (live: boolean, status?: string): object => ({
  ...(status === undefined ? {} : { status }),
  meta_data: [{ key: `_shipping_report_${REFERENCE}`, value: entry(live) }],
});
const NOTE = 'Shipped with Canada Post: CP123456789CA (https://track.example/1)';
const TRACKINGS = '/wc-shipment-tracking/v3/orders/727/shipment-trackings';
const tracking = { tracking_id: '7f4978c390ee', tracking_provider: 'Canada Post', tracking_number: 'CP123456789CA' };

const ADDRESS = 'https://hooks.example/woocommerce';
const mark = shopMark(DEMO_APP.clientSecret, ACCOUNT);
const secret = shopSecret(DEMO_APP.clientSecret, ACCOUNT);
const hook = (id: number, topic: string, address: string, name = `Shipping labels ${mark}: ${topic}`): object => ({
  id,
  name,
  topic,
  delivery_url: address,
  status: 'active',
});
const listed = [
  hook(11, 'order.created', ADDRESS),
  hook(12, 'order.created', 'https://hooks.example/earlier'),
  hook(13, 'order.updated', ADDRESS, 'Somebody else’s'),
];
const listing = exchange('GET', '/wc/v3/webhooks', listed, { query: { per_page: 100, page: 1 }, pages: [1, 3] });
const body = '{"id":727,"status":"processing"}';

export const outgoingCases: readonly StoreOwnCase[] = [
  {
    name: 'what is left is looked up, and whether the shop has Shipment Tracking and its name for the carrier',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      exchange('GET', '/wc/v3/orders/727', order('processing')),
      exchange('GET', TRACKINGS, []),
      exchange('GET', `${TRACKINGS}/providers`, { Canada: { 'Canada Post': 'https://track.example/%1$s' } }),
    ],
    expect: { kind: 'done', keep: kept, result: {} },
  },
  {
    name: 'the report is one entry in the order',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept,
    exchanges: [exchange('PUT', '/wc/v3/orders/727', order('processing', true), { sent: written(true) })],
    expect: done,
  },
  {
    name: 'each number goes to Shipment Tracking under its name for the carrier',
    operation: 'fulfil',
    step: 'tracking',
    input: push,
    kept,
    exchanges: [
      exchange('GET', TRACKINGS, []),
      exchange('POST', TRACKINGS, tracking, {
        sent: { tracking_number: 'CP123456789CA', tracking_provider: 'Canada Post' },
      }),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'a carrier it does not know goes there with our link',
    operation: 'fulfil',
    step: 'tracking',
    input: push,
    kept: { reference: REFERENCE, extension: true },
    exchanges: [
      exchange('GET', TRACKINGS, []),
      exchange('POST', TRACKINGS, tracking, {
        sent: {
          tracking_number: 'CP123456789CA',
          custom_tracking_provider: 'Canada Post',
          custom_tracking_link: 'https://track.example/1',
        },
      }),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'a shop without Shipment Tracking is not asked for it',
    operation: 'fulfil',
    step: 'tracking',
    input: push,
    kept: { reference: REFERENCE, extension: false },
    exchanges: [],
    expect: { kind: 'done' },
  },
  {
    name: 'the buyer is told by a note, unless it is there',
    operation: 'fulfil',
    step: 'note',
    input: push,
    kept,
    exchanges: [
      exchange('GET', '/wc/v3/orders/727/notes', [{ id: 1, note: 'Payment received.' }]),
      exchange(
        'POST',
        '/wc/v3/orders/727/notes',
        { id: 281, note: NOTE },
        { sent: { note: NOTE, customer_note: true } },
      ),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'an order of which nothing is left is completed',
    operation: 'fulfil',
    step: 'complete',
    input: push,
    kept,
    exchanges: [
      exchange('GET', '/wc/v3/orders/727', order('processing', true)),
      exchange('PUT', '/wc/v3/orders/727', order('completed', true), { sent: written(true, 'completed') }),
    ],
    expect: done,
  },
  {
    name: 'an order of which something is left stays open',
    operation: 'fulfil',
    step: 'complete',
    input: push,
    kept,
    exchanges: [
      exchange('GET', '/wc/v3/orders/727', {
        ...order('processing', true),
        line_items: [...lines, { id: 317, quantity: 1 }],
      }),
    ],
    expect: done,
  },
  {
    name: 'taking back: the order waits again and the entry says so, in one call',
    operation: 'withdraw',
    step: 'cancel',
    input: back,
    exchanges: [
      exchange('GET', '/wc/v3/orders/727', order('completed', true)),
      exchange('PUT', '/wc/v3/orders/727', order('processing', false), { sent: written(false, 'processing') }),
    ],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'what was taken back already is done',
    operation: 'withdraw',
    step: 'cancel',
    input: back,
    exchanges: [exchange('GET', '/wc/v3/orders/727', order('processing', false))],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'its number leaves Shipment Tracking',
    operation: 'withdraw',
    step: 'untrack',
    input: back,
    exchanges: [
      exchange('GET', '/wc/v3/orders/727', order('processing', false)),
      exchange('GET', TRACKINGS, [tracking, { tracking_id: 'aa', tracking_number: 'ANOTHER' }]),
      exchange('DELETE', `${TRACKINGS}/7f4978c390ee`, tracking),
    ],
    expect: { kind: 'done', keep: { untracked: true } },
  },
  {
    name: 'one webhook a topic, each with this shop’s own secret; ours of an earlier address goes, others’ stay',
    operation: 'subscribe',
    address: ADDRESS,
    exchanges: [
      listing,
      exchange('PUT', '/wc/v3/webhooks/11', hook(11, 'order.created', ADDRESS), { sent: { status: 'active', secret } }),
      ...TOPICS.slice(1).map((topic, i) =>
        exchange('POST', '/wc/v3/webhooks', hook(20 + i, topic, ADDRESS), {
          status: 201,
          sent: { name: `Shipping labels ${mark}: ${topic}`, topic, delivery_url: ADDRESS, status: 'active', secret },
        }),
      ),
      exchange('DELETE', '/wc/v3/webhooks/12', {}, { query: { force: 'true' } }),
    ],
    expect: { problems: [] },
  },
  {
    name: 'a delivery signed with the shop’s own secret is believed',
    operation: 'verify',
    delivery: {
      headers: {
        'x-wc-webhook-source': `https://${ACCOUNT}/`,
        'x-wc-webhook-topic': 'order.updated',
        'x-wc-webhook-delivery-id': '4fd9f2b6a1',
        'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      },
      body,
      address: ADDRESS,
    },
    exchanges: [],
    expect: {
      deliveryKey: `${ACCOUNT} order.updated 4fd9f2b6a1 ${createHmac('sha256', '').update(body).digest('hex').slice(0, 16)}`,
      externalAccount: ACCOUNT,
      topic: 'order.updated',
    },
  },
  {
    name: 'it asks for the order it names',
    operation: 'understand',
    topic: 'order.deleted',
    body: '{"id":727}',
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: ['727'] },
  },
  {
    name: 'leaving removes our webhooks and nobody else’s',
    operation: 'disconnect',
    exchanges: [
      listing,
      exchange('DELETE', '/wc/v3/webhooks/11', {}, { query: { force: 'true' } }),
      exchange('DELETE', '/wc/v3/webhooks/12', {}, { query: { force: 'true' } }),
    ],
    expect: undefined,
  },
];
