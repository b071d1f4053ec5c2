/** Own cases of reports and deliveries of Core. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import { HOOK_ADDRESS, type StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { askSale, BREAD, CORE, get, goods, SALE, sale, send, shippedWith, TASK, task } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: SALE,
  lines: [{ externalLineId: BREAD, quantity: 2 }],
  parcels: [{ trackingNumber: '7023 2100 3948 5710' }, { trackingNumber: '7023210039485711' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: false,
  reference: 'P000000000000001',
};
const NUMBERS = '7023 2100 3948 5710, 7023210039485711';
const shipped = task('AUTHORISED', 'AUTHORISED', shippedWith('7023210039485710, 7023210039485711'));
const address = { Line1: '3 Park Street', Country: 'Australia', ShipToOther: false };

const MAPLE = 'core-3f1c2a90-5b7e-4d11-9c3a-0a1b2c3d4e01';
const TARGET = `${HOOK_ADDRESS}?account=${MAPLE}`;
/** HMAC-SHA256 of "cin7 deliveries of <account>" with the demo secret, 40 digits. */
const TOKEN = '9972f514113ccfb661a100b32bf231d2d1218c89';
const hookId = (last: number): string => `0bd90aa9-72f9-4f9c-bb0d-9f7cc406b07${last}`;
const hook = (last: number, Type: string, more: object = {}): object => ({
  ID: hookId(last),
  Type,
  IsActive: true,
  ExternalURL: TARGET,
  ExternalAuthorizationType: 'bearerauth',
  ExternalBearerToken: TOKEN,
  ExternalHeaders: [],
  ...more,
});
const subscription = (Type: string) =>
  send(
    'POST',
    `${CORE}/webhooks`,
    {
      Type,
      IsActive: true,
      ExternalURL: TARGET,
      ExternalAuthorizationType: 'bearerauth',
      ExternalBearerToken: TOKEN,
      ExternalHeaders: [],
    },
    { Webhooks: [hook(9, Type)] },
  );
const removed = (last: number) => ({
  request: { method: 'DELETE', path: `${CORE}/webhooks`, query: { ID: hookId(last) } },
  answer: { status: 200, body: { Webhooks: [] } },
});
const others = hook(5, 'Sale/Voided', { ExternalURL: 'https://hookb.example/Zn8950P7' });
const BODY = `{"SaleID":"${SALE.toUpperCase()}","SaleOrderNumber":"SO-00044","EventType":"Sale/OrderAuthorised"}`;

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'a sale is looked at before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [askSale(sale())],
    expect: { kind: 'done', keep: { there: false, lines: [goods()] } },
  },
  {
    name: 'numbers that are there already are not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [askSale(sale({ Fulfilments: [shipped], FulFilmentStatus: 'FULFILLED' }))],
    expect: { kind: 'done', keep: { there: true }, result: { fulfilmentIds: [TASK] } },
  },
  {
    name: 'the open fulfilment is picked and packed, and the carrier added to the seller’s list',
    operation: 'fulfil',
    step: 'prepare',
    input: push,
    kept: {
      there: false,
      lines: [{ ProductID: BREAD, SKU: 'Bread', Name: 'Baked Bread', Location: 'Main Warehouse', Quantity: 2 }],
    },
    exchanges: [
      get(
        `${CORE}/sale/fulfilment`,
        { SaleID: SALE, Fulfilments: [task('NOT AVAILABLE', 'NOT AVAILABLE', {})] },
        { SaleID: SALE },
      ),
      get(
        `${CORE}/ref/carrier`,
        { Total: 1, Page: 1, CarrierList: [{ CarrierID: TASK, Description: 'Canada Post Expedited' }] },
        { Description: 'Canada Post' },
      ),
      send('POST', `${CORE}/ref/carrier`, { Description: 'Canada Post' }, { Total: 1, Page: 1, CarrierList: [] }),
      send(
        'POST',
        `${CORE}/sale/fulfilment/pick`,
        { TaskID: TASK, Status: 'AUTHORISED', Lines: [goods()] },
        { TaskID: TASK, Status: 'AUTHORISED', Lines: [goods({ BatchSN: 'PO-00001-1' })] },
      ),
      send(
        'POST',
        `${CORE}/sale/fulfilment/pack`,
        { TaskID: TASK, Status: 'AUTHORISED', Lines: [goods({ BatchSN: 'PO-00001-1', Box: 'Box 1' })] },
        { TaskID: TASK, Status: 'AUTHORISED', Lines: [goods({ Box: 'Box 1' })] },
      ),
    ],
    expect: { kind: 'done', keep: { taskId: TASK, boxes: ['Box 1'], address, redraft: false } },
  },
  {
    name: 'what the warehouse has packed is shipped as it is',
    operation: 'fulfil',
    step: 'prepare',
    input: push,
    kept: { there: false, lines: [{ ProductID: BREAD, SKU: 'Bread', Name: 'Baked Bread', Quantity: 2 }] },
    exchanges: [
      get(
        `${CORE}/sale/fulfilment`,
        { SaleID: SALE, Fulfilments: [task('AUTHORISED', 'AUTHORISED', { Status: 'DRAFT' })] },
        { SaleID: SALE },
      ),
      get(
        `${CORE}/ref/carrier`,
        { CarrierList: [{ CarrierID: TASK, Description: 'CANADA POST' }] },
        { Description: 'Canada Post' },
      ),
    ],
    expect: { kind: 'done', keep: { taskId: TASK, boxes: ['Box 1'], address, redraft: true } },
  },
  {
    name: 'shipped on the company’s day, with both numbers in the one box',
    operation: 'fulfil',
    step: 'create',
    input: push,
    now: '2026-03-02T03:30:00Z',
    kept: { there: false, taskId: TASK, boxes: ['Box 1'], address, redraft: false },
    exchanges: [
      send(
        'POST',
        `${CORE}/sale/fulfilment/ship`,
        {
          TaskID: TASK,
          Status: 'AUTHORISED',
          ShippingAddress: address,
          Lines: [
            {
              ShipmentDate: '2026-03-01T00:00:00Z',
              Carrier: 'Canada Post',
              Box: 'Box 1',
              TrackingNumber: NUMBERS,
              IsShipped: true,
            },
          ],
        },
        { TaskID: TASK, ...shippedWith(NUMBERS) },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [TASK] } },
  },
  {
    name: 'two boxes of the warehouse get a number each, in place of its draft',
    operation: 'fulfil',
    step: 'create',
    input: push,
    now: '2026-03-02T15:00:00Z',
    kept: { there: false, taskId: TASK, boxes: ['A', 'B'], address: {}, redraft: true },
    exchanges: [
      send(
        'PUT',
        `${CORE}/sale/fulfilment/ship`,
        {
          TaskID: TASK,
          Status: 'AUTHORISED',
          Lines: [
            {
              ShipmentDate: '2026-03-02T00:00:00Z',
              Carrier: 'Canada Post',
              Box: 'A',
              TrackingNumber: '7023 2100 3948 5710',
              IsShipped: true,
            },
            {
              ShipmentDate: '2026-03-02T00:00:00Z',
              Carrier: 'Canada Post',
              Box: 'B',
              TrackingNumber: '7023210039485711',
              IsShipped: true,
            },
          ],
        },
        { TaskID: TASK, ...shippedWith(NUMBERS) },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [TASK] } },
  },
  {
    name: 'webhooks: one is there, one is of an old secret, one was switched off, somebody else’s is left alone',
    operation: 'subscribe',
    address: HOOK_ADDRESS,
    exchanges: [
      get(`${CORE}/webhooks`, {
        Webhooks: [
          hook(1, 'Sale/OrderAuthorised'),
          hook(2, 'Sale/Voided', { ExternalBearerToken: 'old' }),
          hook(3, 'Sale/Undo', { IsActive: false }),
          others,
        ],
      }),
      subscription('Sale/Voided'),
      subscription('Sale/Undo'),
      subscription('Sale/ShipmentAuthorised'),
      removed(2),
      removed(3),
    ],
    expect: { problems: [] },
  },
  {
    name: 'goodbye removes our webhooks alone',
    operation: 'disconnect',
    exchanges: [get(`${CORE}/webhooks`, { Webhooks: [hook(1, 'Sale/OrderAuthorised'), others] }), removed(1)],
    expect: null,
  },
  {
    name: 'a delivery is of the account in its address, whose token it holds',
    operation: 'verify',
    delivery: {
      headers: { authorization: `Bearer ${TOKEN}` },
      body: BODY,
      address: HOOK_ADDRESS,
      query: { account: MAPLE },
    },
    exchanges: [],
    expect: {
      deliveryKey: `${MAPLE} 70128751c16c81351055834d920b1a0a`,
      externalAccount: MAPLE,
      topic: 'Sale/OrderAuthorised',
    },
  },
  {
    name: 'it names its sale',
    operation: 'understand',
    topic: 'Sale/OrderAuthorised',
    body: BODY,
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [SALE] },
  },
  {
    name: 'a shipment names a fulfilment only: a pull finds out',
    operation: 'understand',
    topic: 'Sale/ShipmentAuthorised',
    body: '{"SaleTaskID":"91EE7B1D-BD35-4E43-B98A-DB86BE777624","OrderNumber":"SO-00044","EventType":"Sale/ShipmentAuthorised"}',
    exchanges: [],
    expect: { kind: 'changed', what: 'orders', externalIds: [] },
  },
];
