/** Our own request and answer for everything that goes out, and for deliveries. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import {
  FULFILMENT,
  FULFILMENT_CANCEL,
  FULFILMENT_CREATE,
  FULFILMENT_STATE,
  SUBSCRIBE,
  SUBSCRIPTIONS,
  UNINSTALL,
} from '../src/documents.ts';
import { TOPICS } from '../src/webhooks.ts';
import { graphql, nodes } from './own-exchanges.ts';

const state = (groups: readonly object[], fulfillments: readonly object[] = [], more: object = {}): object => ({
  order: { name: '#1001', cancelledAt: null, fulfillments, fulfillmentOrders: nodes(groups), ...more },
});
const openGroup = (id: number, location: number, status = 'OPEN'): object => ({
  id: `gid://shopify/FulfillmentOrder/${id}`,
  status,
  assignedLocation: { name: 'Toronto', location: { id: `gid://shopify/Location/${location}` } },
  fulfillmentHolds: [],
  lineItems: nodes([
    {
      id: `gid://shopify/FulfillmentOrderLineItem/${id}1`,
      remainingQuantity: 2,
      lineItem: { id: 'gid://shopify/LineItem/11' },
    },
  ]),
});

const push: FulfilInput = {
  externalOrderId: 'gid://shopify/Order/1',
  lines: [{ externalLineId: 'gid://shopify/LineItem/11', group: 'gid://shopify/FulfillmentOrder/22', quantity: 3 }],
  parcels: [{ trackingNumber: 'CP123456789CA', trackingUrl: 'https://track.example/CP123456789CA' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const reports = [
  {
    locationId: 'gid://shopify/Location/501',
    lineItemsByFulfillmentOrder: [
      {
        fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/22',
        fulfillmentOrderLineItems: [{ id: 'gid://shopify/FulfillmentOrderLineItem/221', quantity: 2 }],
      },
    ],
  },
  {
    locationId: 'gid://shopify/Location/502',
    lineItemsByFulfillmentOrder: [
      {
        fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/21',
        fulfillmentOrderLineItems: [{ id: 'gid://shopify/FulfillmentOrderLineItem/211', quantity: 1 }],
      },
    ],
  },
];
const created = (trackingInfo: object, notifyCustomer: boolean): OwnExchange =>
  graphql(
    FULFILMENT_CREATE,
    {
      fulfillment: {
        lineItemsByFulfillmentOrder: reports[0]?.lineItemsByFulfillmentOrder,
        notifyCustomer,
        trackingInfo,
      },
    },
    { fulfillmentCreate: { fulfillment: { id: 'gid://shopify/Fulfillment/31', status: 'SUCCESS' }, userErrors: [] } },
  );
const createdExpect = {
  kind: 'done',
  keep: { fulfilmentIds: ['gid://shopify/Fulfillment/31'] },
  result: { fulfilmentIds: ['gid://shopify/Fulfillment/31'] },
};

const back = {
  externalOrderId: 'gid://shopify/Order/1',
  fulfilmentIds: ['gid://shopify/Fulfillment/31'],
  reference: 'P000000000000001',
};
const HOOKS = 'https://hooks.example/shopify';

export const pushOwnCases: readonly StoreOwnCase[] = [
  {
    name: 'what is to be reported, by location, the named fulfilment order first',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      graphql(FULFILMENT_STATE, { id: 'gid://shopify/Order/1' }, state([openGroup(21, 502), openGroup(22, 501)])),
    ],
    expect: { kind: 'done', keep: { reports, fulfilmentIds: [] }, result: { fulfilmentIds: [] } },
  },
  {
    name: 'nothing is to be reported where our number is known already',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      graphql(
        FULFILMENT_STATE,
        { id: 'gid://shopify/Order/1' },
        state(
          [openGroup(22, 501, 'CLOSED')],
          [
            {
              id: 'gid://shopify/Fulfillment/30',
              status: 'SUCCESS',
              location: { id: 'gid://shopify/Location/501' },
              trackingInfo: [{ number: 'CP123456789CA' }],
            },
          ],
        ),
      ),
    ],
    expect: {
      kind: 'done',
      keep: { reports: [], fulfilmentIds: ['gid://shopify/Fulfillment/30'] },
      result: { fulfilmentIds: ['gid://shopify/Fulfillment/30'] },
    },
  },
  {
    name: 'a report with a carrier of Shopify’s list, which makes the link itself',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { reports, fulfilmentIds: [] },
    exchanges: [created({ company: 'Canada Post', number: 'CP123456789CA' }, true)],
    expect: createdExpect,
  },
  {
    name: 'a report of two parcels with a carrier Shopify does not know, with our links',
    operation: 'fulfil',
    step: 'create',
    input: {
      ...push,
      notifyBuyer: false,
      carrier: { slug: 'maple-local', name: 'Maple Local Courier' },
      parcels: [
        { trackingNumber: 'ML1', trackingUrl: 'https://track.example/ML1' },
        { trackingNumber: 'ML2', trackingUrl: 'https://track.example/ML2' },
      ],
    },
    kept: { reports, fulfilmentIds: [] },
    exchanges: [
      created(
        {
          company: 'Maple Local Courier',
          numbers: ['ML1', 'ML2'],
          urls: ['https://track.example/ML1', 'https://track.example/ML2'],
        },
        false,
      ),
    ],
    expect: createdExpect,
  },
  {
    name: 'a report taken back',
    operation: 'withdraw',
    step: 'cancel',
    input: back,
    exchanges: [
      graphql(
        FULFILMENT,
        { id: 'gid://shopify/Fulfillment/31' },
        { fulfillment: { id: 'gid://shopify/Fulfillment/31', status: 'SUCCESS' } },
      ),
      graphql(
        FULFILMENT_CANCEL,
        { id: 'gid://shopify/Fulfillment/31' },
        {
          fulfillmentCancel: {
            fulfillment: { id: 'gid://shopify/Fulfillment/31', status: 'CANCELLED' },
            userErrors: [],
          },
        },
      ),
    ],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'a report that was taken back before needs no second call',
    operation: 'withdraw',
    step: 'cancel',
    input: back,
    exchanges: [
      graphql(
        FULFILMENT,
        { id: 'gid://shopify/Fulfillment/31' },
        { fulfillment: { id: 'gid://shopify/Fulfillment/31', status: 'CANCELLED' } },
      ),
    ],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'subscriptions: only what is missing, ids alone where people are named',
    operation: 'subscribe',
    address: HOOKS,
    exchanges: [
      graphql(
        SUBSCRIPTIONS,
        {},
        {
          webhookSubscriptions: nodes(
            Object.keys(TOPICS)
              .filter((topic) => topic !== 'ORDERS_CREATE' && topic !== 'APP_UNINSTALLED')
              .map((topic, index) => ({ id: `gid://shopify/WebhookSubscription/${index}`, topic, uri: HOOKS })),
          ),
        },
      ),
      graphql(
        SUBSCRIBE,
        {
          topic: 'ORDERS_CREATE',
          subscription: {
            uri: HOOKS,
            format: 'JSON',
            includeFields: ['id', 'admin_graphql_api_id', 'updated_at'],
          },
        },
        {
          webhookSubscriptionCreate: {
            webhookSubscription: { id: 'gid://shopify/WebhookSubscription/50' },
            userErrors: [],
          },
        },
      ),
      graphql(
        SUBSCRIBE,
        { topic: 'APP_UNINSTALLED', subscription: { uri: HOOKS, format: 'JSON' } },
        {
          webhookSubscriptionCreate: {
            webhookSubscription: null,
            userErrors: [{ field: ['webhookSubscription', 'uri'], message: 'Address is invalid' }],
          },
        },
      ),
    ],
    expect: { problems: ['Shopify does not report "app uninstalled": Address is invalid'] },
  },
  {
    name: 'a signed delivery',
    operation: 'verify',
    delivery: {
      headers: {
        'x-shopify-hmac-sha256': '7AO95XSJ9Dey+iOesdLNR77NdbPYwGlwbbyyt/iwb2k=',
        'x-shopify-topic': 'orders/updated',
        'x-shopify-shop-domain': 'maple-demo.myshopify.com',
        'x-shopify-webhook-id': 'w-1',
        'x-shopify-event-id': 'e-1',
      },
      body: '{"id":1,"admin_graphql_api_id":"gid:\\/\\/shopify\\/Order\\/1"}',
      address: 'https://hooks.example/deliveries',
    },
    exchanges: [],
    expect: {
      deliveryKey: 'maple-demo.myshopify.com orders/updated e-1',
      externalAccount: 'maple-demo.myshopify.com',
      topic: 'orders/updated',
    },
  },
  {
    name: 'a delivery about a fulfilment order that was moved',
    operation: 'understand',
    topic: 'fulfillment_orders/moved',
    body: '{"original_fulfillment_order":{"id":"gid://shopify/FulfillmentOrder/1","status":"closed"},"moved_fulfillment_order":{"id":"gid://shopify/FulfillmentOrder/2","status":"open"}}',
    exchanges: [],
    expect: {
      kind: 'changed',
      what: 'orders',
      externalIds: ['gid://shopify/FulfillmentOrder/1', 'gid://shopify/FulfillmentOrder/2'],
    },
  },
  {
    name: 'goodbye',
    operation: 'disconnect',
    exchanges: [graphql(UNINSTALL, {}, { appUninstall: { app: { id: 'gid://shopify/App/42' }, userErrors: [] } })],
    expect: null,
  },
];
