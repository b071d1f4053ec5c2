/** Own cases of reports and deliveries. */
import { createHash, createSign } from 'node:crypto';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { signingKey } from './apps.ts';
import { FULFILMENT, fulfilment, get, INSTANCE, LINE, ORDER, order, post, withFulfilments } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 2 }],
  parcels: [{ trackingNumber: 'PUR123456789', trackingUrl: 'https://track.example/PUR123456789' }],
  carrier: { slug: 'purolator', name: 'Purolator' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const fulfilments = `/ecom/v1/fulfillments/orders/${ORDER}`;
const report = (trackingInfo: object): object => ({
  orderId: ORDER,
  fulfillment: { lineItems: [{ id: LINE, quantity: 2 }], trackingInfo, completed: true },
});

const told = JSON.stringify({
  id: 'd214f854-adb1-4f5b-9d27-5d1b2a1f6e4c',
  entityFqdn: 'wix.ecom.v1.order',
  slug: 'updated',
  entityId: ORDER,
});
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (eventType: string): string => {
  const data = JSON.stringify({ eventType, instanceId: INSTANCE, data: told });
  const unsigned = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ data, iat: 1, exp: 3_601 })}`;
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(signingKey, 'base64url')}`;
};
const hook = tokenOf('wix.ecom.v1.order_updated');

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'what is left is looked up before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      get(`/ecom/v1/orders/${ORDER}`, { order: order({ fulfillmentStatus: 'PARTIALLY_FULFILLED' }) }),
      get(fulfilments, withFulfilments(fulfilment(1, 'OTHER'))),
    ],
    expect: { kind: 'done', keep: { reported: false, known: [FULFILMENT] } },
  },
  {
    name: 'a number that is there already is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      get(`/ecom/v1/orders/${ORDER}`, { order: order({ fulfillmentStatus: 'PARTIALLY_FULFILLED' }) }),
      get(fulfilments, withFulfilments(fulfilment(2, 'pur 123456789'))),
    ],
    expect: {
      kind: 'done',
      keep: { reported: true, fulfilmentIds: [FULFILMENT] },
      result: { fulfilmentIds: [FULFILMENT] },
    },
  },
  {
    name: 'part of an order with a carrier Wix makes no links for',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { reported: false, known: [] },
    exchanges: [
      post(
        `${fulfilments}/create-fulfillment`,
        report({
          trackingNumber: 'PUR123456789',
          shippingProvider: 'Purolator',
          trackingLink: 'https://track.example/PUR123456789',
        }),
        { ...withFulfilments(fulfilment(2, 'PUR123456789')), fulfillmentId: FULFILMENT },
      ),
    ],
    expect: { kind: 'done', keep: { fulfilmentIds: [FULFILMENT] }, result: { fulfilmentIds: [FULFILMENT] } },
  },
  {
    name: 'a carrier Wix knows: it makes the link',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, carrier: { slug: 'canada-post', name: 'Canada Post' } },
    kept: { reported: false, known: [] },
    exchanges: [
      post(
        `${fulfilments}/create-fulfillment`,
        report({ trackingNumber: 'PUR123456789', shippingProvider: 'canadaPost' }),
        { ...withFulfilments(fulfilment(2, 'PUR123456789')), fulfillmentId: FULFILMENT },
      ),
    ],
    expect: { kind: 'done', keep: { fulfilmentIds: [FULFILMENT] }, result: { fulfilmentIds: [FULFILMENT] } },
  },
  {
    name: 'a report taken back',
    operation: 'withdraw',
    step: 'cancel',
    input: { externalOrderId: ORDER, fulfilmentIds: [FULFILMENT], reference: 'P000000000000001' },
    exchanges: [
      get(fulfilments, withFulfilments(fulfilment(2, 'PUR123456789'))),
      {
        request: { method: 'DELETE', path: `/ecom/v1/fulfillments/${FULFILMENT}/orders/${ORDER}` },
        answer: { status: 200, body: withFulfilments() },
      },
    ],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'a delivery is a token that the app’s public key proves',
    operation: 'verify',
    delivery: { address: 'https://hooks.example/wix', body: hook, headers: {} },
    exchanges: [],
    expect: {
      deliveryKey: `${INSTANCE} wix.ecom.v1.order_updated d214f854-adb1-4f5b-9d27-5d1b2a1f6e4c ${createHash('sha256').update(told).digest('hex').slice(0, 32)}`,
      externalAccount: INSTANCE,
      topic: 'wix.ecom.v1.order_updated',
    },
  },
  {
    name: 'it asks for the order it names',
    operation: 'understand',
    topic: 'wix.ecom.v1.order_updated',
    body: hook,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [ORDER] },
  },
  {
    name: 'the owner removed the app',
    operation: 'understand',
    topic: 'AppRemoved',
    body: tokenOf('AppRemoved'),
    exchanges: [],
    expect: { kind: 'disconnected' },
  },
];
