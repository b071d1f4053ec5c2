/** Own cases of reports and deliveries. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { get, LINE, line, ORDER, order, put, STORE } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 3 }],
  parcels: [{ trackingNumber: 'PUR123456789' }, { trackingNumber: 'PUR123456790' }],
  carrier: { slug: 'purolator', name: 'Purolator' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const NUMBERS = 'PUR123456789, PUR123456790';
const ID = `${NUMBERS}@${ORDER}`;
const shipped = (trackingNumber: string): object => order({ fulfillmentStatus: 'SHIPPED', trackingNumber });
const DIGITAL = line({ id: 1_828_115_521, isShippingRequired: false, digital: true });

const event = JSON.stringify({
  eventId: '80aece08-40e8-4145-8764-6c2f0d38678',
  eventCreated: 1_234_567,
  storeId: 4_870_020,
  entityId: 516_483_487,
  eventType: 'order.updated',
  data: { orderId: ORDER, newPaymentStatus: 'PAID' },
});

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'an order is looked at before a report; what needs no parcel need not be in it',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [get(`/orders/${ORDER}`, order({ items: [line(), DIGITAL] }))],
    expect: { kind: 'done', keep: { there: false } },
  },
  {
    name: 'numbers that are there already are not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [get(`/orders/${ORDER}`, shipped('pur123456789,PUR123456790'))],
    expect: { kind: 'done', keep: { there: true }, result: { fulfilmentIds: [ID] } },
  },
  {
    name: 'numbers and status in one call, and nothing else',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { there: false },
    exchanges: [put(`/orders/${ORDER}`, { trackingNumber: NUMBERS, fulfillmentStatus: 'SHIPPED' }, { updateCount: 1 })],
    expect: { kind: 'done', result: { fulfilmentIds: [ID] } },
  },
  {
    name: 'a shipment without a number',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, parcels: [] },
    kept: { there: false },
    exchanges: [put(`/orders/${ORDER}`, { fulfillmentStatus: 'SHIPPED' }, { updateCount: 1 })],
    expect: { kind: 'done', result: { fulfilmentIds: [`@${ORDER}`] } },
  },
  {
    name: 'a report taken back',
    operation: 'withdraw',
    step: 'reopen',
    input: { externalOrderId: ORDER, fulfilmentIds: [ID], reference: 'P000000000000001' },
    exchanges: [
      get(`/orders/${ORDER}`, shipped(NUMBERS)),
      put(`/orders/${ORDER}`, { trackingNumber: '', fulfillmentStatus: 'PROCESSING' }, { updateCount: 1 }),
    ],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'the signature covers time and id of the event',
    operation: 'verify',
    delivery: {
      address: 'https://hooks.example/ecwid',
      body: event,
      // openssl dgst -sha256 -hmac ecwid-simulator-only-4f6d1c -binary | base64, over 1234567.80aece08-40e8-4145-8764-6c2f0d38678
      headers: { 'x-ecwid-webhook-signature': 'uUcrZRbDuvnvFYFRARMikV11FsHACU6oVcmUJ/vgVZk=' },
    },
    exchanges: [],
    expect: {
      deliveryKey: '80aece08-40e8-4145-8764-6c2f0d38678',
      externalAccount: STORE,
      topic: 'order.updated',
    },
  },
  {
    name: 'it asks for the order it names',
    operation: 'understand',
    topic: 'order.updated',
    body: event,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [ORDER] },
  },
  {
    name: 'older stores name the order by its number',
    operation: 'understand',
    topic: 'order.created',
    body: JSON.stringify({ entityId: 103, data: { newPaymentStatus: 'PAID' } }),
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: ['103'] },
  },
  {
    name: 'the seller removed the app',
    operation: 'understand',
    topic: 'application.uninstalled',
    body: '{"entityId":"4870020"}',
    exchanges: [],
    expect: { kind: 'disconnected' },
  },
];
