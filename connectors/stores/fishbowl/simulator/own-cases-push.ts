/** Own cases of reports. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { carriers, clock, csv, item, items, NAMED, orders, row, session, shipments } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: '1145',
  lines: [{ externalLineId: '60', quantity: 3 }],
  parcels: [{ trackingNumber: '7023210039414604' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: false,
  reference: 'P000000000000001',
};
const entered = { id: 77, num: 'S50052', status: 10, carton: null, tracking: null };
const packed = { id: 77, num: 'S50052', status: 20, carton: 1, tracking: null };
const second = { id: 78, num: 'S50052-2', status: 20, carton: 1, tracking: '' };
const tracked = { ...packed, tracking: '7023 2100 3941 4604' };
const result = { fulfilmentIds: ['77'] };

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'an order is looked at before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: session(orders(NAMED('1145'), [row()]), shipments(entered), items('1145', [item()])),
    expect: { kind: 'done', keep: { there: false } },
  },
  {
    name: 'a shipment that carries the number and is shipped is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: session(orders(NAMED('1145'), [row({ status: 60 })]), shipments({ ...tracked, status: 30 })),
    expect: { kind: 'done', keep: { there: true }, result },
  },
  {
    name: 'what was picked is packed',
    operation: 'fulfil',
    step: 'pack',
    input: push,
    kept: { there: false },
    exchanges: session(
      shipments(entered),
      orders(NAMED('1145'), [row({ num: 'A "50", x' })]),
      csv('Packing-Data', '"SONum"\r\n"A ""50"", x"'),
    ),
    expect: { kind: 'done' },
  },
  {
    name: 'what is packed already is left alone',
    operation: 'fulfil',
    step: 'pack',
    input: push,
    kept: { there: false },
    exchanges: session(shipments(packed)),
    expect: { kind: 'done' },
  },
  {
    name: 'the number goes on the first carton of each packed shipment',
    operation: 'fulfil',
    step: 'track',
    input: push,
    kept: { there: false },
    exchanges: session(
      shipments(packed, { ...packed, carton: 2 }, second),
      csv(
        'Ship-Carton-Tracking',
        '"Ship Number","Carton Number","Tracking Number"\r\n"S50052","1","7023210039414604"\r\n"S50052-2","1","7023210039414604"',
      ),
    ),
    expect: { kind: 'done', result: { fulfilmentIds: ['77', '78'] } },
  },
  {
    name: 'a number that stands there already is not put on again',
    operation: 'fulfil',
    step: 'track',
    input: push,
    kept: { there: false },
    exchanges: session(shipments(tracked)),
    expect: { kind: 'done', result },
  },
  {
    name: 'the shipment is shipped on the server’s day, with the carrier as its list has it',
    operation: 'fulfil',
    step: 'ship',
    input: push,
    kept: { there: false },
    exchanges: session(
      shipments(tracked),
      carriers,
      clock,
      csv('Shipping-Data', '"ShipNum","Date","Carrier","Carrier Service"\r\n"S50052","2026-08-24","Canada Post",""'),
    ),
    expect: { kind: 'done', result },
  },
  {
    name: 'a carrier that the server does not have is left as it is in the shipment',
    operation: 'fulfil',
    step: 'ship',
    input: { ...push, carrier: { slug: 'ups', name: 'UPS' } },
    kept: { there: false },
    exchanges: session(
      shipments(tracked),
      carriers,
      clock,
      csv('Shipping-Data', '"ShipNum","Date","Carrier","Carrier Service"\r\n"S50052","2026-08-24","",""'),
    ),
    expect: { kind: 'done', result },
  },
  {
    name: 'what the shipment shows in the end counts',
    operation: 'fulfil',
    step: 'check',
    input: push,
    kept: { there: false },
    exchanges: session(shipments({ ...tracked, status: 30 })),
    expect: { kind: 'done', result },
  },
];
