/** Our own request and answer for refunds. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import type { RefundInput } from '@scanship/connector-kit/store/store';
import { exchange } from './own-exchanges.ts';

const REFERENCE = '0199c000-0000-7000-8000-000000000001';
const refund: RefundInput = {
  externalOrderId: '727',
  lines: [
    { externalLineId: '315', quantity: 1, restock: true, minor: 2_400, taxMinor: 312 },
    { externalLineId: '316', quantity: 1, restock: false, minor: 900, taxMinor: 0 },
  ],
  shipping: { minor: 1_000, taxMinor: 0 },
  totalMinor: 4_612,
  currency: 'CAD',
  reason: 'Return 727-R1: It does not fit',
  notifyBuyer: true,
  reference: REFERENCE,
  attempt: 1,
};
const taxes = [
  { id: 75, total: '2.40', subtotal: '2.40' },
  { id: 76, total: '3.84', subtotal: '3.84' },
];
const order = (refunds: readonly object[]): object => ({
  id: 727,
  number: 'A-727',
  currency: 'CAD',
  total: '90.00',
  line_items: [
    { id: 315, quantity: 2, total: '48.00', total_tax: '6.24', taxes },
    { id: 316, quantity: 1, total: '9.00', total_tax: '0.00', taxes: [] },
    { id: 317, quantity: 1, total: '5.00', total_tax: '0.00', taxes: [] },
  ],
  shipping_lines: [{ id: 401, total: '10.00', total_tax: '0.00', taxes: [] }],
  refunds,
});
const bodies = {
  refund: {
    amount: '19.00',
    reason: refund.reason,
    line_items: [
      { id: '316', quantity: 1, refund_total: 9, refund_tax: [] },
      { id: '401', refund_total: 10, refund_tax: [] },
    ],
    meta_data: [{ key: '_shipping_return_refund', value: `${REFERENCE}:refund` }],
    api_refund: true,
    api_restock: false,
  },
  restock: {
    amount: '27.12',
    reason: refund.reason,
    line_items: [
      {
        id: '315',
        quantity: 1,
        refund_total: 24,
        refund_tax: [
          { id: '75', refund_total: 1.2 },
          { id: '76', refund_total: 1.92 },
        ],
      },
    ],
    meta_data: [{ key: '_shipping_return_refund', value: `${REFERENCE}:restock` }],
    api_refund: true,
    api_restock: true,
  },
};
const listed = {
  id: 901,
  amount: '19.00',
  line_items: [
    {
      id: 902,
      quantity: -1,
      total: '-9.00',
      total_tax: '0.00',
      meta_data: [{ id: 1, key: '_refunded_item_id', value: '316' }],
    },
  ],
  shipping_lines: [
    { id: 903, total: '-10.00', total_tax: '0.00', meta_data: [{ id: 2, key: '_refunded_item_id', value: '401' }] },
  ],
  meta_data: [{ id: 3, key: '_shipping_return_refund', value: `${REFERENCE}:refund` }],
};
const REFUNDS = '/wc/v3/orders/727/refunds';
const refundsPage = exchange('GET', REFUNDS, [listed], { query: { per_page: 100, page: 1 }, pages: [1, 1] });

export const refundOwnCases: readonly StoreOwnCase[] = [
  {
    name: 'what may be refunded is what was charged less what was refunded before',
    operation: 'refundOffer',
    externalOrderId: '727',
    externalLineIds: ['315', '316'],
    exchanges: [exchange('GET', '/wc/v3/orders/727', order([{ id: 901 }])), refundsPage],
    expect: {
      currency: 'CAD',
      mostMinor: 7_100,
      made: ['901'],
      shipping: { minor: 0, taxMinor: 0 },
      lines: [{ externalLineId: '315', quantity: 2, minor: 4_800, taxMinor: 624 }],
    },
  },
  {
    name: 'a return of goods that are restocked and goods that are not is two refunds',
    operation: 'refund',
    step: 'plan',
    input: refund,
    exchanges: [exchange('GET', '/wc/v3/orders/727', order([]))],
    expect: { kind: 'done', keep: { ids: {}, bodies, before: [] }, result: { refundIds: [] } },
  },
  {
    name: 'the one that was made already is not made again',
    operation: 'refund',
    step: 'plan',
    input: refund,
    exchanges: [exchange('GET', '/wc/v3/orders/727', order([{ id: 901 }])), refundsPage],
    expect: {
      kind: 'done',
      keep: { ids: { refund: '901' }, bodies: { refund: null, restock: bodies.restock }, before: ['901'] },
      result: { refundIds: ['901'] },
    },
  },
  {
    name: 'units go back into stock with their money and tax by rate',
    operation: 'refund',
    step: 'restock',
    input: refund,
    kept: { ids: { refund: '901' }, bodies },
    exchanges: [exchange('POST', REFUNDS, { id: 905 }, { sent: bodies.restock, status: 201 })],
    expect: {
      kind: 'done',
      keep: { ids: { refund: '901', restock: '905' } },
      result: { refundIds: ['901', '905'] },
    },
  },
];
