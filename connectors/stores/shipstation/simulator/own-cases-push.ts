/** Own cases of reports and deliveries. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import { HOOK_ADDRESS, type StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { get, LINE, ORDER, order, post } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 2 }],
  parcels: [{ trackingNumber: '9134 9249 3294 329421' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: false,
  reference: 'P000000000000001',
};
const fulfillment = (more: object = {}): object => ({
  fulfillmentId: 33_974_374,
  orderId: 93_348_442,
  orderNumber: 'TEST-ORDER-API-DOCS',
  trackingNumber: '913492493294329421',
  voided: false,
  ...more,
});
const fulfillments = (...all: object[]) =>
  get('/fulfillments', { fulfillments: all, total: all.length, page: 1, pages: 1 }, { orderId: ORDER, pageSize: 100 });

/** HMAC-SHA256 of "shipstation deliveries of account-22766" with the demo secret. */
const KEY = '30816714e81b488070bf3fd3e7a41e80';
const TARGET = `${HOOK_ADDRESS}?account=account-22766&key=${KEY}`;
const hook = (id: number, event: string, address: string, more: object = {}): object => ({
  WebHookID: id,
  HookType: event,
  Url: address,
  Name: 'Shipping labels',
  Active: true,
  ...more,
});
const subscription = (event: string): object => ({
  target_url: TARGET,
  event,
  store_id: null,
  friendly_name: `Shipping labels: ${event}`,
});
const BODY =
  '{"resource_url":"https://ssapi6.shipstation.com/orders?storeID=22766&importBatch=1ab2c3","resource_type":"ORDER_NOTIFY"}';
const removed = (id: number) => ({
  request: { method: 'DELETE', path: `/webhooks/${id}` },
  answer: { status: 200, body: '' },
});

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'an order is looked at before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [get(`/orders/${ORDER}`, order())],
    expect: { kind: 'done', keep: { there: false } },
  },
  {
    name: 'a number that is there already is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      get(`/orders/${ORDER}`, order({ orderStatus: 'shipped' })),
      fulfillments(fulfillment({ trackingNumber: 'VOID', voided: true }), fulfillment()),
    ],
    expect: { kind: 'done', keep: { there: true }, result: { fulfilmentIds: [ORDER] } },
  },
  {
    name: 'marked as shipped on the Pacific day, and the selling channel is told',
    operation: 'fulfil',
    step: 'create',
    input: push,
    now: '2026-03-02T05:30:00Z',
    kept: { there: false },
    exchanges: [
      post(
        '/orders/markasshipped',
        {
          orderId: 93_348_442,
          carrierCode: 'canada_post',
          shipDate: '2026-03-01',
          trackingNumber: '9134 9249 3294 329421',
          notifyCustomer: false,
          notifySalesChannel: true,
        },
        { orderId: 93_348_442, orderNumber: 'TEST-ORDER-API-DOCS' },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [ORDER] } },
  },
  {
    name: 'a carrier that ShipStation has no code for, without a number',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, parcels: [], carrier: { slug: 'nationex', name: 'Nationex' }, notifyBuyer: true },
    now: '2026-07-02T12:00:00Z',
    kept: { there: false },
    exchanges: [
      post(
        '/orders/markasshipped',
        {
          orderId: 93_348_442,
          carrierCode: 'other',
          shipDate: '2026-07-02',
          notifyCustomer: true,
          notifySalesChannel: true,
        },
        { orderId: 93_348_442, orderNumber: 'TEST-ORDER-API-DOCS' },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [ORDER] } },
  },
  {
    name: 'one webhook stays, one is made, and ours of an earlier address goes; others’ are left alone',
    operation: 'subscribe',
    address: HOOK_ADDRESS,
    exchanges: [
      get('/webhooks', {
        webhooks: [
          hook(1, 'ORDER_NOTIFY', TARGET),
          hook(2, 'SHIP_NOTIFY', TARGET.replace('hooks.example', 'old.example')),
          hook(3, 'ORDER_NOTIFY', 'https://somebody.example/orders'),
          hook(4, 'SHIP_NOTIFY', TARGET, { Active: false }),
        ],
      }),
      post('/webhooks/subscribe', subscription('SHIP_NOTIFY'), { id: 5 }),
      removed(2),
      removed(4),
    ],
    expect: { problems: [] },
  },
  {
    name: 'our webhooks go',
    operation: 'disconnect',
    exchanges: [get('/webhooks', { webhooks: [hook(1, 'ORDER_NOTIFY', TARGET)] }), removed(1)],
    expect: null,
  },
  {
    name: 'a delivery is known by the key in its address',
    operation: 'verify',
    delivery: { address: HOOK_ADDRESS, body: BODY, headers: {}, query: { account: 'account-22766', key: KEY } },
    exchanges: [],
    expect: {
      deliveryKey: 'account-22766 34067d20ec26797be5a912c471e83087',
      externalAccount: 'account-22766',
      topic: 'ORDER_NOTIFY',
    },
  },
  {
    name: 'it is a reason to pull; the address in it is not followed',
    operation: 'understand',
    topic: 'ORDER_NOTIFY',
    body: BODY,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [] },
  },
];
