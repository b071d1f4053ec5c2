/** Own cases of reports and deliveries. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { change, get, LINE, line, ORDER, order, remove, SHIPMENT, shipment, SHOP } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 6 }],
  parcels: [{ trackingNumber: 'PUR123456789' }],
  carrier: { slug: 'purolator', name: 'Purolator' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const ID = `PUR123456789@${SHIPMENT}`;
const shipped = { status: 'shipped', trackingCode: 'pur 123456789' };
const orderCall = get(`orders/${ORDER}`, { order: order({}, [line()]) });
const shipmentsCall = (...shipments: readonly object[]): ReturnType<typeof get> =>
  get('shipments', { shipments }, { order: ORDER, limit: 250 });

/** HMAC-SHA256 of "lightspeed deliveries of us1-301244" with the demo secret, 32 digits. */
const KEY = '3ce8edc4680263519e62ed53ef954fb7';
const HOOK = `https://hooks.example/lightspeed?account=${SHOP}&key=${KEY}`;
const hook = (more: object = {}): object => ({
  id: 64_674,
  isActive: true,
  itemGroup: 'orders',
  itemAction: '*',
  language: { id: 18, code: 'us' },
  format: 'json',
  address: HOOK,
  ...more,
});
const event = JSON.stringify({ order: { id: 1_623_550, number: 'ORD00018' } });

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'an order and its shipments are looked at before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [orderCall, shipmentsCall(shipment(), shipment({ id: 1_599_523, status: 'cancelled' }))],
    expect: { kind: 'done', keep: { there: false, shipmentId: SHIPMENT } },
  },
  {
    name: 'a number that is there already is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [orderCall, shipmentsCall(shipment(shipped))],
    expect: { kind: 'done', keep: { there: true, shipmentId: SHIPMENT }, result: { fulfilmentIds: [ID] } },
  },
  {
    name: 'state and number in one call; the buyer is told by Lightspeed',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { there: false, shipmentId: SHIPMENT },
    exchanges: [
      change(
        'PUT',
        `shipments/${SHIPMENT}`,
        {
          shipment: {
            status: 'shipped',
            trackingCode: 'PUR123456789',
            doNotifyShipped: true,
            doNotifyTrackingCode: true,
          },
        },
        { shipment: shipment(shipped) },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [ID] } },
  },
  {
    name: 'a shipment without a number, in silence',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, parcels: [], notifyBuyer: false },
    kept: { there: false, shipmentId: SHIPMENT },
    exchanges: [
      change(
        'PUT',
        `shipments/${SHIPMENT}`,
        { shipment: { status: 'shipped', doNotifyShipped: false, doNotifyTrackingCode: false } },
        { shipment: shipment({ status: 'shipped' }) },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [`@${SHIPMENT}`] } },
  },
  {
    name: 'a report taken back',
    operation: 'withdraw',
    step: 'reopen',
    input: { externalOrderId: ORDER, fulfilmentIds: [ID], reference: 'P000000000000001' },
    exchanges: [
      get(`shipments/${SHIPMENT}`, { shipment: shipment(shipped) }),
      change(
        'PUT',
        `shipments/${SHIPMENT}`,
        {
          shipment: { status: 'not_shipped', trackingCode: '', doNotifyShipped: false, doNotifyTrackingCode: false },
        },
        { shipment: shipment() },
      ),
    ],
    expect: { kind: 'done', result: {} },
  },
  {
    name: 'one webhook for all that happens to orders; one of an earlier address goes, others’ stay',
    operation: 'subscribe',
    address: 'https://hooks.example/lightspeed',
    exchanges: [
      get(
        'webhooks',
        {
          webhooks: [
            hook({ id: 1, address: HOOK.replace('hooks.', 'old.') }),
            hook({ id: 2, address: 'https://another.example/hook?key=1' }),
          ],
        },
        { limit: 250 },
      ),
      change(
        'POST',
        'webhooks',
        {
          webhook: {
            isActive: true,
            itemGroup: 'orders',
            itemAction: '*',
            language: 'us',
            format: 'json',
            address: HOOK,
          },
        },
        { webhook: hook() },
      ),
      remove('webhooks/1'),
    ],
    expect: { problems: [] },
  },
  {
    name: 'leaving removes our webhooks and nobody else’s',
    operation: 'disconnect',
    exchanges: [
      get('webhooks', { webhooks: [hook(), hook({ id: 2, address: 'https://another.example/' })] }, { limit: 250 }),
      remove('webhooks/64674'),
    ],
    expect: undefined,
  },
  {
    name: 'the address names the shop and its headers must name the same; the secret of its key proves it',
    operation: 'verify',
    stored: { accessToken: `${'k'.repeat(32)}:${'s'.repeat(32)}` },
    delivery: {
      address: 'https://hooks.example/lightspeed',
      body: event,
      headers: {
        'x-shop-id': '301244',
        'x-cluster-id': 'us1',
        'x-event': 'orders/updated',
        // printf '{"order":...}<secret>' | md5sum
        'x-signature': 'cdd379bffa4a077bd55d2fde2aa1ae2d',
      },
      query: { account: SHOP, key: KEY },
    },
    exchanges: [],
    expect: {
      // printf 'orders/updated\n{"order":...}' | sha256sum, 32 digits
      deliveryKey: `${SHOP} 215f32e8a24c9b5d268da4c366631a76`,
      externalAccount: SHOP,
      topic: 'orders/updated',
    },
  },
  {
    name: 'it asks for the order it brings',
    operation: 'understand',
    topic: 'orders/updated',
    body: event,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [ORDER] },
  },
];
