/** Our own request and answer for refunds. */
import type { RefundInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { bearer, get, line, order, ORDERS } from './own-exchanges.ts';

const refundable = order(
  [
    line('10013', 'FULFILLED', {
      taxes: [],
      refunds: [{ refundId: '5001', amount: { value: '5.0', currency: 'CAD' } }],
    }),
  ],
  {
    pricingSummary: {
      deliveryCost: { value: '10.95', currency: 'CAD' },
      total: { value: '66.45', currency: 'CAD' },
    },
    paymentSummary: { payments: [], refunds: [] },
  },
);
const paidBack = (lines: readonly object[], refunds: readonly object[], pricing: object = {}): object =>
  order(lines, {
    pricingSummary: {
      deliveryCost: { value: '10.95', currency: 'CAD' },
      total: { value: '66.45', currency: 'CAD' },
      ...pricing,
    },
    paymentSummary: { payments: [], refunds },
  });
const refund: RefundInput = {
  externalOrderId: '01-03955-36441',
  lines: [{ externalLineId: '10013', quantity: 1, restock: false, minor: 1_683, taxMinor: 0 }],
  shipping: { minor: 0, taxMinor: 0 },
  totalMinor: 1_683,
  currency: 'CAD',
  reason: 'Return 36441-R1: It does not fit',
  notifyBuyer: true,
  reference: '0199c000-0000-7000-8000-000000000001',
  attempt: 1,
};
const BREAKDOWN = { fieldGroups: 'TAX_BREAKDOWN' };
const refundBody = {
  reasonForRefund: 'BUYER_RETURN',
  comment: 'Return 36441-R1: It does not fit',
  orderLevelRefundAmount: { value: '16.83', currency: 'CAD' },
};

export const refundOwnCases: readonly StoreOwnCase[] = [
  {
    name: 'what may be refunded is what an item cost less what was refunded of it',
    operation: 'refundOffer',
    externalOrderId: '01-03955-36441',
    externalLineIds: ['10013'],
    exchanges: [get(`${ORDERS}/01-03955-36441`, refundable, BREAKDOWN)],
    expect: {
      currency: 'CAD',
      mostMinor: 6_145,
      made: ['5001'],
      shipping: { minor: 1_095, taxMinor: 0 },
      lines: [{ externalLineId: '10013', quantity: 3, minor: 5_050, taxMinor: 0 }],
    },
  },
  {
    name: 'a unit and the shipping went back before: two units are left, and no shipping',
    operation: 'refundOffer',
    externalOrderId: '01-03955-36441',
    externalLineIds: ['10013'],
    exchanges: [
      get(
        `${ORDERS}/01-03955-36441`,
        paidBack(
          [line('10013', 'FULFILLED', { refunds: [] })],
          [
            { refundId: '5000', refundStatus: 'FAILED', amount: { value: '28.45', currency: 'CAD' } },
            { refundId: '5001', refundStatus: 'REFUNDED', amount: { value: '28.45', currency: 'CAD' } },
          ],
        ),
        BREAKDOWN,
      ),
    ],
    expect: {
      currency: 'CAD',
      mostMinor: 3_800,
      made: ['5001'],
      shipping: { minor: 0, taxMinor: 0 },
      lines: [{ externalLineId: '10013', quantity: 2, minor: 3_700, taxMinor: 0 }],
    },
  },
  {
    name: 'discounts of delivery come off, taxes that eBay collects are its own, and amounts may be missing',
    operation: 'refundOffer',
    externalOrderId: '01-03955-36441',
    externalLineIds: ['10013', '10014'],
    exchanges: [
      get(
        `${ORDERS}/01-03955-36441`,
        paidBack(
          [
            line('10013', 'FULFILLED', {
              taxes: [{ taxType: 'GST', amount: { value: '7.22', currency: 'CAD' } }, {}],
              ebayCollectAndRemitTaxes: [{ taxType: 'GST', amount: { value: '7.22', currency: 'CAD' } }],
              refunds: [{ refundDate: '2026-11-22T00:00:00.000Z' }],
            }),
            line('10014', 'FULFILLED', {
              quantity: 2,
              discountedLineItemCost: { value: '20.0', currency: 'CAD' },
              taxes: [{ taxType: 'PROVINCE_SALES_TAX', amount: { value: '2.6', currency: 'CAD' } }],
              // Not among the taxes, so in no total either.
              ebayCollectAndRemitTaxes: [{ taxType: 'GST', amount: { value: '1.0', currency: 'CAD' } }],
              refunds: [{ refundId: '5002', amount: { value: '11.3', currency: 'CAD' } }],
            }),
          ],
          [],
          { deliveryDiscount: { value: '-4.0', currency: 'CAD' }, total: { value: '92.27', currency: 'CAD' } },
        ),
        BREAKDOWN,
      ),
    ],
    expect: {
      currency: 'CAD',
      mostMinor: 7_375,
      made: ['unnumbered 10013 0', '5002'],
      shipping: { minor: 695, taxMinor: 0 },
      lines: [
        { externalLineId: '10013', quantity: 3, minor: 5_550, taxMinor: 0 },
        { externalLineId: '10014', quantity: 1, minor: 1_000, taxMinor: 130 },
      ],
    },
  },
  {
    name: 'a refund of an order of one item is one of the order, and what was there before is known',
    operation: 'refund',
    step: 'plan',
    input: refund,
    exchanges: [get(`${ORDERS}/01-03955-36441`, refundable, BREAKDOWN)],
    expect: { kind: 'done', keep: { body: refundBody, known: ['5001'] } },
  },
  {
    name: 'one without a number is known by its item and amount',
    operation: 'refund',
    step: 'plan',
    input: refund,
    exchanges: [
      get(
        `${ORDERS}/01-03955-36441`,
        paidBack(
          [line('10013', 'FULFILLED', { refunds: [{ amount: { value: '16.83', currency: 'CAD' } }] })],
          [{ refundStatus: 'PENDING', amount: { value: '4.0', currency: 'CAD' } }],
        ),
        BREAKDOWN,
      ),
    ],
    expect: {
      kind: 'done',
      keep: {
        body: refundBody,
        known: ['unnumbered 10013 1683', 'unnumbered order 400'],
      },
    },
  },
  {
    name: 'after the database went back only what was issued before this refund was wanted, or is of another return, is another’s',
    operation: 'refund',
    step: 'plan',
    input: { ...refund, perhapsSince: '2026-11-22T12:00:00.000Z', others: ['5003'] },
    exchanges: [
      get(
        `${ORDERS}/01-03955-36441`,
        paidBack(
          [line('10013', 'FULFILLED', { refunds: [] })],
          [
            { refundId: '5001', refundDate: '2026-11-22T11:59:59.000Z', amount: { value: '10.0', currency: 'CAD' } },
            { refundId: '5002', refundDate: '2026-11-22T12:00:01.000Z', amount: { value: '30.0', currency: 'CAD' } },
            { refundId: '5003', refundDate: '2026-11-22T13:00:00.000Z', amount: { value: '5.0', currency: 'CAD' } },
            { refundId: '5004', amount: { value: '16.83', currency: 'CAD' } },
          ],
        ),
        BREAKDOWN,
      ),
    ],
    expect: { kind: 'done', keep: { body: refundBody, known: ['5001', '5003'] } },
  },
  {
    name: 'the refund itself',
    operation: 'refund',
    step: 'refund',
    input: refund,
    kept: { body: refundBody, known: ['5001'] },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: `${ORDERS}/01-03955-36441/issue_refund`,
          headers: { ...bearer, 'content-type': 'application/json' },
          body: refundBody,
        },
        answer: { status: 200, body: { refundId: '5002', refundStatus: 'PENDING' } },
      },
    ],
    expect: { kind: 'done', keep: { refundIds: ['5002'] }, result: { refundIds: ['5002'] } },
  },
];
