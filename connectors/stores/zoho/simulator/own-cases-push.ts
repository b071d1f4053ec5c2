/** Own cases of reports and their withdrawal. */
import { createHash } from 'node:crypto';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { erase, get, LINE, line, missing, ORDER, orderCall, PACKAGE, post, SHIPMENT } from './own-exchanges.ts';

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 2 }],
  parcels: [{ trackingNumber: 'PUR123456789', trackingUrl: 'https://track.example/PUR123456789' }],
  carrier: { slug: 'purolator', name: 'Purolator' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const MARK = createHash('sha256').update('P000000000000001\nPUR123456789').digest('hex').slice(0, 12).toUpperCase();
const back = { externalOrderId: ORDER, fulfilmentIds: [PACKAGE], reference: push.reference };
const packed = { package_id: PACKAGE, package_number: `PA-${MARK}`, salesorder_id: ORDER };
const withPackage = (more: object): ReturnType<typeof orderCall> =>
  orderCall({
    line_items: [line({ quantity_packed: 2 })],
    packages: [
      { package_id: '4815000000044000', package_number: 'PA-00001', status: 'not_shipped' },
      { ...packed, ...more },
    ],
  });

export const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'an order is looked at before a report',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [orderCall()],
    expect: { kind: 'done', keep: { shipped: false } },
  },
  {
    name: 'our package is there already and waits to be shipped',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [withPackage({ status: 'not_shipped' })],
    expect: { kind: 'done', keep: { packageId: PACKAGE, shipped: false } },
  },
  {
    name: 'our package was shipped already',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [withPackage({ shipment_id: SHIPMENT, tracking_number: 'PUR123456789' })],
    expect: { kind: 'done', keep: { packageId: PACKAGE, shipped: true } },
  },
  {
    name: 'a package of part of a line, on the day it is in Toronto; the answer is a list of one, as documented',
    operation: 'fulfil',
    step: 'pack',
    input: push,
    kept: { shipped: false },
    now: '2026-11-21T03:00:00Z',
    exchanges: [
      post(
        '/packages',
        { salesorder_id: ORDER, ignore_auto_number_generation: 'true' },
        {
          package_number: `PA-${MARK}`,
          date: '2026-11-20',
          line_items: [{ so_line_item_id: LINE, quantity: 2 }],
        },
        { package: [packed] },
      ),
    ],
    expect: { kind: 'done', keep: { packageId: PACKAGE } },
  },
  {
    name: 'a package that is there is not made again',
    operation: 'fulfil',
    step: 'pack',
    input: push,
    kept: { packageId: PACKAGE, shipped: false },
    exchanges: [],
    expect: { kind: 'done' },
  },
  {
    name: 'the package shipped, with the carrier’s name, the number and the link',
    operation: 'fulfil',
    step: 'ship',
    input: push,
    kept: { packageId: PACKAGE, shipped: false },
    now: '2026-11-21T12:00:00Z',
    exchanges: [
      post(
        '/shipmentorders',
        { package_ids: PACKAGE, salesorder_id: ORDER, send_notification: 'true' },
        {
          shipment_number: `SH-${MARK}`,
          date: '2026-11-21',
          delivery_method: 'Purolator',
          tracking_number: 'PUR123456789',
          notes: 'https://track.example/PUR123456789',
        },
        { shipment_order: { shipment_id: SHIPMENT, salesorder_id: ORDER } },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: [PACKAGE] } },
  },
  {
    name: 'the shipment of a report is deleted first',
    operation: 'withdraw',
    step: 'unship',
    input: back,
    exchanges: [
      get(`/packages/${PACKAGE}`, { package: { ...packed, shipment_order: { shipment_id: SHIPMENT } } }),
      erase(`/shipmentorders/${SHIPMENT}`),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'a report that is gone has no shipment to delete',
    operation: 'withdraw',
    step: 'unship',
    input: back,
    exchanges: [missing(`/packages/${PACKAGE}`)],
    expect: { kind: 'done' },
  },
  {
    name: 'then its package',
    operation: 'withdraw',
    step: 'unpack',
    input: back,
    exchanges: [erase(`/packages/${PACKAGE}`)],
    expect: { kind: 'done', result: {} },
  },
];
