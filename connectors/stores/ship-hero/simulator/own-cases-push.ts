/** Own cases of reports and deliveries. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import { HOOK_ADDRESS, type StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { ACCOUNT, ORDER_STATE, SHIPMENT_CREATE, WEBHOOK_CREATE, WEBHOOK_DELETE, WEBHOOKS } from '../src/documents.ts';
import {
  accountAnswer,
  edges,
  graphql,
  holds,
  LINE,
  ORDER,
  OTHER_LINE,
  SHIPMENT,
  shippingAddress,
  WAREHOUSE,
} from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 2 }],
  parcels: [{ trackingNumber: 'CP 123 456 789 CA', trackingUrl: 'https://track.example/1' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const state = (more: object = {}): object => ({
  order: {
    data: {
      id: ORDER,
      fulfillment_status: 'pending',
      holds: holds(),
      shipping_address: shippingAddress,
      allocations: [{ warehouse_id: WAREHOUSE, line_items: [{ line_item_id: LINE }] }],
      shipments: [
        { id: 'U2hpcG1lbnQ6MQ==', shipping_labels: [{ tracking_number: 'BEFORE' }, { tracking_number: null }] },
      ],
      line_items: edges([
        { id: LINE, quantity_pending_fulfillment: 2 },
        { id: OTHER_LINE, quantity_pending_fulfillment: 1 },
      ]),
      ...more,
    },
  },
});
const address = {
  name: 'Amélie Tremblay',
  address1: '1450 Rue Saint-Denis',
  address2: 'App. 4',
  city: 'Montréal',
  state: 'QC',
  zip: 'H2X 3J7',
  country: 'CA',
  phone: '',
};
const label = (more: object): object => ({
  address,
  carrier: 'Canada Post',
  shipping_name: 'Canada Post',
  shipping_method: 'Canada Post',
  cost: '0.00',
  dimensions: {},
  label: {},
  ...more,
});
const shipment = (more: object): object => ({
  data: {
    order_id: ORDER,
    warehouse_id: WAREHOUSE,
    address,
    line_items: [{ line_item_id: LINE, quantity: 2 }],
    notify_customer_via_store: true,
    notify_customer_via_shiphero: false,
    shipped_off_shiphero: true,
    ...more,
  },
});
const made = { shipment_create: { shipment: { id: SHIPMENT, order_id: ORDER } } };
const kept = { warehouse: WAREHOUSE, before: ['U2hpcG1lbnQ6MQ=='] };

/** HMAC-SHA256 of "ship-hero deliveries of QWNjb3VudDo3NTU2" with the demo secret. */
const KEY = '9e5430d4fd7c45e78dc78e88b5b0326d';
const TARGET = `${HOOK_ADDRESS}?account=QWNjb3VudDo3NTU2&key=${KEY}`;
const hook = (name: string, url: string, shop = 'shipping-labels', id = 'V2ViaG9vazox'): object => ({
  id,
  name,
  url,
  shop_name: shop,
});
const created = (name: string, secret: string | null = `secret of ${name}`.replaceAll(' ', '-')) =>
  graphql(
    WEBHOOK_CREATE,
    { data: { name, url: TARGET, shop_name: 'shipping-labels' } },
    { webhook_create: { webhook: { id: 'V2ViaG9vazoy', shared_signature_secret: secret } } },
  );
/** What is kept of webhook V2ViaG9vazox. */
const stored = (name: string): Readonly<Record<string, string>> => ({
  [`webhook ${name}`]: 'V2ViaG9vazox',
  [`webhookSecret ${name}`]: `kept-secret-of-${name}`.replaceAll(' ', '-'),
});
/** What is to be kept of a webhook that was made. */
const keepOf = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`webhook ${name}`, 'V2ViaG9vazoy'],
      [`webhookSecret ${name}`, `secret of ${name}`.replaceAll(' ', '-')],
    ]),
  );
const deleted = (name: string) =>
  graphql(WEBHOOK_DELETE, { data: { name, shop_name: 'shipping-labels' } }, { webhook_delete: { request_id: '5f1a' } });
const BODY =
  '{"webhook_type":"Order Allocated","account_id":7556,"account_uuid":"QWNjb3VudDo3NTU2","order_number":"MO351","order_id":204159062,"order_uuid":"T3JkZXI6MjA0MTU5MDYy","allocated_at":"2021-07-24T02:03:01","ready_to_ship":1}';
const known = {
  address: HOOK_ADDRESS,
  body: BODY,
  query: { account: 'QWNjb3VudDo3NTU2', key: KEY },
};

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'what is left to ship, from the warehouse the items were given to',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [graphql(ORDER_STATE, { id: ORDER }, state())],
    expect: { kind: 'done', keep: kept },
  },
  {
    name: 'not given to a warehouse: the account’s only one; the line stands on a further page',
    operation: 'fulfil',
    step: 'plan',
    input: { ...push, lines: [{ externalLineId: OTHER_LINE, quantity: 1 }] },
    exchanges: [
      graphql(
        ORDER_STATE,
        { id: ORDER },
        state({
          allocations: null,
          shipments: null,
          line_items: edges([{ id: LINE, quantity_pending_fulfillment: 2 }], { hasNextPage: true, endCursor: 'c1' }),
        }),
      ),
      graphql(
        ORDER_STATE,
        { id: ORDER, after: 'c1' },
        state({ line_items: edges([{ id: OTHER_LINE, quantity_pending_fulfillment: 1 }]) }),
      ),
      graphql(ACCOUNT, {}, accountAnswer()),
    ],
    expect: { kind: 'done', keep: { warehouse: WAREHOUSE, before: [] } },
  },
  {
    name: 'a number that is there already is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      graphql(
        ORDER_STATE,
        { id: ORDER },
        state({
          fulfillment_status: 'fulfilled',
          shipments: [{ id: SHIPMENT, shipping_labels: [{ tracking_number: 'cp123456789ca' }] }],
        }),
      ),
    ],
    expect: { kind: 'done', keep: { there: SHIPMENT }, result: { fulfilmentIds: [SHIPMENT] } },
  },
  {
    name: 'two parcels as two labels of one shipment made outside of ShipHero; the items stand on the first',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, parcels: [...push.parcels, { trackingNumber: 'CP2' }] },
    kept,
    exchanges: [
      graphql(ORDER_STATE, { id: ORDER }, state()),
      graphql(
        SHIPMENT_CREATE,
        shipment({
          labels: [
            label({
              line_item_ids: [LINE],
              tracking_number: 'CP 123 456 789 CA',
              tracking_url: 'https://track.example/1',
            }),
            label({ line_item_ids: [], tracking_number: 'CP2' }),
          ],
        }),
        made,
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [SHIPMENT] } },
  },
  {
    name: 'a report without a number has no label',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, parcels: [], notifyBuyer: false },
    kept,
    exchanges: [
      graphql(ORDER_STATE, { id: ORDER }, state()),
      graphql(SHIPMENT_CREATE, shipment({ labels: [], notify_customer_via_store: false }), made),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [SHIPMENT] } },
  },
  {
    name: 'what is there stays, ours of an earlier address is made anew, the rest is made; others’ are left alone',
    operation: 'subscribe',
    address: HOOK_ADDRESS,
    stored: { ...stored('Order Allocated'), ...stored('Order Canceled') },
    exchanges: [
      graphql(
        WEBHOOKS,
        {},
        {
          webhooks: {
            data: edges([
              hook('Order Allocated', TARGET),
              hook('Order Canceled', TARGET.replace('hooks.example', 'old.example')),
              hook('Shipment Update', 'https://somebody.example/x', 'others'),
            ]),
          },
        },
      ),
      created('Order Deallocated'),
      deleted('Order Canceled'),
      created('Order Canceled'),
      created('Shipment Update'),
    ],
    expect: { problems: [], keep: keepOf('Order Deallocated', 'Order Canceled', 'Shipment Update') },
  },
  {
    name: 'webhooks whose secret is not kept, or is that of an earlier one, are made anew; one without a secret is said',
    operation: 'subscribe',
    address: HOOK_ADDRESS,
    stored: { ...stored('Order Deallocated'), ...stored('Order Canceled'), ...stored('Shipment Update') },
    exchanges: [
      graphql(
        WEBHOOKS,
        {},
        {
          webhooks: {
            data: edges([
              hook('Order Allocated', TARGET),
              hook('Order Deallocated', TARGET),
              hook('Order Canceled', TARGET, 'shipping-labels', 'V2ViaG9vazoz'),
              hook('Shipment Update', TARGET, 'shipping-labels', 'V2ViaG9vazo0'),
            ]),
          },
        },
      ),
      deleted('Order Allocated'),
      created('Order Allocated'),
      deleted('Order Canceled'),
      created('Order Canceled'),
      deleted('Shipment Update'),
      created('Shipment Update', null),
    ],
    expect: {
      problems: [
        'ShipHero gave no secret for its notifications of "Shipment Update", so they cannot be believed; changes come in by asking every few minutes.',
      ],
      keep: {
        ...keepOf('Order Allocated', 'Order Canceled'),
        'webhook Shipment Update': 'V2ViaG9vazoy',
        'webhookSecret Shipment Update': '',
      },
    },
  },
  {
    name: 'our webhooks go',
    operation: 'disconnect',
    exchanges: [
      graphql(WEBHOOKS, {}, { webhooks: { data: edges([hook('Order Allocated', TARGET)]) } }),
      deleted('Order Allocated'),
    ],
    expect: null,
  },
  {
    name: 'a delivery is known by the key in its address, proved by a secret that is kept, and told apart by its message id',
    operation: 'verify',
    stored: stored('Order Allocated'),
    delivery: {
      ...known,
      // printf '%s' "$BODY" | openssl dgst -sha256 -hmac kept-secret-of-Order-Allocated -binary | base64
      headers: {
        'x-shiphero-hmac-sha256': 'QX1icHUs3smXNDM1492kTuIzeBWAtPDMEQqacofKgsU=',
        'x-shiphero-message-id': 'msg-0001',
      },
    },
    exchanges: [],
    expect: {
      deliveryKey: 'QWNjb3VudDo3NTU2 msg-0001',
      externalAccount: 'QWNjb3VudDo3NTU2',
      topic: 'Order Allocated',
    },
  },
  {
    name: 'a look at the address is answered as ShipHero writes an answer',
    operation: 'challenge',
    query: known.query,
    address: HOOK_ADDRESS,
    exchanges: [],
    expect: { code: '200', Status: 'Success' },
  },
  {
    name: 'an order that was given to a warehouse is asked for',
    operation: 'understand',
    topic: 'Order Allocated',
    body: BODY,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [ORDER] },
  },
  {
    name: 'so is one that was shipped, which stands a level below',
    operation: 'understand',
    topic: 'Shipment Update',
    body: '{"webhook_type":"Shipment Update","fulfillment":{"shipment_id":95544424,"order_number":"MO351","order_uuid":"T3JkZXI6MjA0MTU5MDYy"}}',
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [ORDER] },
  },
  {
    name: 'a delivery that names no order is a reason to pull',
    operation: 'understand',
    topic: 'Order Canceled',
    body: '{"webhook_type":"Order Canceled","account_id":7556,"order_number":"MO351"}',
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [] },
  },
];
