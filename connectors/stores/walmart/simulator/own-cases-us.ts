/** Own cases of the United States: what both markets do, places that ship, and notifications. */
import { createHash, createHmac } from 'node:crypto';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import { connectCase, ownCasesOf } from './own-cases.ts';
import { exchanges, type OwnMarket } from './own-samples.ts';

const market: OwnMarket = {
  name: 'Walmart US',
  currency: 'USD',
  partnerId: '10001100',
  headers: {},
  tokenHeaders: {},
  country: 'USA',
  state: 'NY',
};
const { get, send } = exchanges(market);

const nodes = [
  {
    shipNode: '99351656957153281',
    nodeType: '3PL',
    shipNodeName: 'MP_Deliverr',
    status: 'INACTIVE',
    timeZone: 'PST',
    postalAddress: {
      addressLine1: '110 Sutter St. Fl 9',
      city: 'San Francisco',
      state: 'CA',
      country: 'USA',
      postalCode: '94104',
    },
  },
  {
    shipNode: '84955660770217985',
    nodeType: 'PHYSICAL',
    shipNodeName: 'Main warehouse',
    status: 'ACTIVE',
    timeZone: 'EST',
    postalAddress: { addressLine1: '700 Main St', city: 'Buffalo', state: 'NY', country: 'USA', postalCode: '14202' },
  },
];
const NODES = '/v3/settings/shipping/shipnodes';
const main = { address1: '700 Main St', city: 'Buffalo', provinceCode: 'NY', zipcode: '14202', countryCode: 'US' };

// By hand, not with the connector's own functions.
const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');
const secret = hmac(DEMO_APP.clientSecret, 'deliveries of 10001100');
const header = `X-Signature-${hmac(DEMO_APP.clientSecret, 'name of 10001100').slice(0, 10)}`;
const subscription = {
  eventUrl: 'https://hooks.example/deliveries',
  authDetails: { authMethod: 'HMAC', authHeaderName: header, clientSecret: secret },
  headers: { 'content-type': 'application/json', 'X-Store-Account': '10001100' },
  status: 'ACTIVE',
};
const SUBSCRIPTIONS = '/v3/webhooks/subscriptions';
const mine = (subscriptionId: string, eventType: string): object => ({
  subscriptionId,
  eventType,
  partnerId: '10001100',
  eventVersion: 'V1',
  resourceName: 'ORDER',
  eventUrl: 'https://old.example/deliveries',
  authDetails: { authMethod: 'HMAC', authHeaderName: header },
  status: 'INACTIVE',
});
const foreign = {
  subscriptionId: '343ba4d0-b322-11ea-b385-0127e9b85538',
  eventType: 'PO_CREATED',
  partnerId: '10001100',
  eventVersion: 'V1',
  resourceName: 'ORDER',
  eventUrl: 'https://example.com/events',
  authDetails: { authMethod: 'BASIC_AUTH', authHeaderName: 'Authorization', userName: 'abc' },
  status: 'ACTIVE',
};

const delivered = JSON.stringify({
  source: { eventType: 'ORDER_UPDATES', eventTime: '2026-01-01T00:00:00.000Z', eventId: '3a1b2c3d-0001' },
  payload: { meta: { subEventType: 'PO_CREATED' }, order: { purchaseOrderId: '1796277083022', partnerId: '10001100' } },
});
const sent = { 'x-store-account': '10001100', 'content-type': 'application/json' };
const meant = {
  deliveryKey: '10001100 ORDER_UPDATES 3a1b2c3d-0001',
  externalAccount: '10001100',
  topic: 'ORDER_UPDATES',
};

export const ownCasesUs: readonly StoreOwnCase[] = [
  connectCase(
    market,
    [get(NODES, nodes, { includeCalendarDayConfiguration: 'false' }, { token: 'eyJraWQiOiJ0b2tlbiJ9' })],
    { address: { ...main, name: 'Maple Goods' }, timeZone: 'America/New_York' },
  ),
  ...ownCasesOf(market),
  {
    name: 'places that ship',
    operation: 'locations',
    exchanges: [get(NODES, nodes, { includeCalendarDayConfiguration: 'false' })],
    expect: [
      {
        externalId: '99351656957153281',
        name: 'MP_Deliverr',
        active: false,
        address: {
          address1: '110 Sutter St. Fl 9',
          city: 'San Francisco',
          provinceCode: 'CA',
          zipcode: '94104',
          countryCode: 'US',
        },
      },
      { externalId: '84955660770217985', name: 'Main warehouse', active: true, address: main },
    ],
  },
  {
    name: 'subscribe: the one event for all, ours set anew, doubles removed, other people’s left alone',
    operation: 'subscribe',
    address: 'https://hooks.example/deliveries',
    exchanges: [
      get('/v3/webhooks/eventTypes', {
        events: [
          { resourceName: 'ORDER', eventType: 'PO_CREATED', eventVersion: 'V1' },
          { resourceName: 'ORDER', eventType: 'ORDER_UPDATES', eventVersion: 'V1' },
        ],
      }),
      get(SUBSCRIPTIONS, { events: [mine('sub-1', 'ORDER_UPDATES'), foreign, mine('sub-2', 'PO_CREATED')] }),
      send('PATCH', `${SUBSCRIPTIONS}/sub-1`, subscription, { event: [mine('sub-1', 'ORDER_UPDATES')] }),
      send('DELETE', `${SUBSCRIPTIONS}/sub-2`, undefined, {
        subscriptionId: 'sub-2',
        message: 'Successfully deleted subscription',
      }),
    ],
    expect: { problems: [] },
  },
  {
    name: 'subscribe: single events where there is no event for all, read as the schema nests them',
    operation: 'subscribe',
    address: 'https://hooks.example/deliveries',
    exchanges: [
      get('/v3/webhooks/eventTypes', {
        eventTypes: [
          { resourceName: 'ORDER', eventType: 'PO_CREATED', eventVersion: 'V1' },
          { resourceName: 'ITEM', eventType: 'OFFER_UNPUBLISHED', eventVersion: 'V1' },
        ],
      }),
      get(SUBSCRIPTIONS, { events: [{ event: [foreign] }] }),
      send(
        'POST',
        SUBSCRIPTIONS,
        { events: [{ eventType: 'PO_CREATED', eventVersion: 'V1', resourceName: 'ORDER', ...subscription }] },
        { event: [mine('sub-3', 'PO_CREATED')] },
      ),
    ],
    expect: { problems: [] },
  },
  {
    name: 'verify: signed over the body, as base64',
    operation: 'verify',
    delivery: {
      address: 'https://hooks.example/deliveries',
      headers: { ...sent, [header.toLowerCase()]: createHmac('sha256', secret).update(delivered).digest('base64') },
      body: delivered,
    },
    exchanges: [],
    expect: meant,
  },
  {
    name: 'verify: signed over method, path, time and the body’s digest',
    operation: 'verify',
    delivery: {
      address: 'https://hooks.example/deliveries',
      headers: {
        ...sent,
        'wm_sec.timestamp': '1767225600',
        'wm_sec.signature': createHmac('sha256', secret)
          .update(`POST\n/deliveries\n1767225600\n${createHash('sha256').update(delivered).digest('hex')}`)
          .digest('base64'),
      },
      body: delivered,
    },
    exchanges: [],
    expect: meant,
  },
  {
    name: 'understand: the order that changed',
    operation: 'understand',
    topic: 'ORDER_UPDATES',
    body: delivered,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: ['1796277083022'] },
  },
  {
    name: 'understand: a purchase order in the payload itself',
    operation: 'understand',
    topic: 'PO_CREATED',
    body: JSON.stringify({ payload: { partnerId: '10001100', purchaseOrderId: '1796277083022' } }),
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: ['1796277083022'] },
  },
  {
    name: 'disconnect: our subscriptions are removed',
    operation: 'disconnect',
    exchanges: [
      get(SUBSCRIPTIONS, { events: [foreign, mine('sub-1', 'ORDER_UPDATES')] }),
      send('DELETE', `${SUBSCRIPTIONS}/sub-1`, undefined, { subscriptionId: 'sub-1' }),
    ],
    expect: null,
  },
];
