/** Own cases of reports, deliveries and the goodbye. */
import { createHmac } from 'node:crypto';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import {
  MERCHANT,
  get,
  send,
  details,
  shipment,
  order,
  push,
  mark,
  orderPath,
  hook,
  address,
} from './own-exchanges.ts';

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'two parcels of the whole order: the second number goes into the note, and the order is done',
    operation: 'fulfil',
    step: 'create',
    input: push,
    exchanges: [
      get(orderPath, { order: order() }),
      send(
        'PUT',
        orderPath,
        {
          order: {
            location_id: 'L1HALIFAXSHOP',
            version: 7,
            state: 'COMPLETED',
            fulfillments: [
              {
                uid: 'ship-1',
                state: 'COMPLETED',
                metadata: { [mark]: '2' },
                shipment_details: {
                  carrier: 'UPS',
                  tracking_number: '1Z999AA10123456784',
                  tracking_url: 'https://track.example/1Z999AA10123456784',
                  shipping_note: 'Ring twice.\nFurther parcels: 1Z999AA10123456785',
                },
              },
            ],
          },
          idempotency_key: `${mark}:7`,
        },
        {
          order: order({
            state: 'COMPLETED',
            version: 8,
            fulfillments: [shipment('ship-1', { state: 'COMPLETED', metadata: { [mark]: '2' } })],
          }),
        },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['ship-1'] } },
  },
  {
    name: 'what was reported already is not reported again',
    operation: 'fulfil',
    step: 'create',
    input: push,
    exchanges: [
      get(orderPath, {
        order: order({
          state: 'COMPLETED',
          fulfillments: [
            shipment('ship-1', {
              state: 'COMPLETED',
              metadata: { [mark]: '2' },
              shipment_details: {
                ...details,
                tracking_number: '1Z999AA10123456784',
                shipping_note: 'Further parcels: 1Z999AA10123456785',
              },
            }),
          ],
        }),
      }),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['ship-1'] } },
  },
  {
    name: 'a delivery signed over address and body',
    operation: 'verify',
    delivery: {
      address,
      body: hook,
      headers: {
        'x-square-hmacsha256-signature': createHmac('sha256', DEMO_APP.signatureKey)
          .update(address + hook)
          .digest('base64'),
      },
    },
    exchanges: [],
    expect: {
      deliveryKey: 'd214f854-adb1-4f5b-9d27-5d1b2a1f6e4c',
      externalAccount: MERCHANT,
      topic: 'order.updated',
    },
  },
  {
    name: 'it asks for the order it names',
    operation: 'understand',
    topic: 'order.updated',
    body: hook,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: ['CAISENgvlJ6jLWAzERDzjyHVybY'] },
  },
  {
    name: 'the seller took access back',
    operation: 'understand',
    topic: 'oauth.authorization.revoked',
    body: '{}',
    exchanges: [],
    expect: { kind: 'disconnected' },
  },
  {
    name: 'Square is told of the goodbye',
    operation: 'disconnect',
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/oauth2/revoke',
          headers: { authorization: `Client ${DEMO_APP.clientSecret}` },
          body: { client_id: DEMO_APP.clientId, merchant_id: MERCHANT },
        },
        answer: { status: 200, body: { success: true } },
      },
    ],
    expect: undefined,
  },
];
