/** Our own request and answer for refunds. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import type { RefundInput } from '@scanship/connector-kit/store/store';
import { REFUND_CREATE, REFUND_STATE, REFUNDABLE_LINES } from '../src/documents.ts';
import { graphql, nodes } from './own-exchanges.ts';

const ORDER = 'gid://shopify/Order/1';
const LINE = 'gid://shopify/LineItem/11';
const paidIn = (amount: string): object => ({ presentmentMoney: { amount, currencyCode: 'CAD' } });

const refund: RefundInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: LINE, quantity: 1, restock: true, minor: 2_400, taxMinor: 312 }],
  shipping: { minor: 1_000, taxMinor: 0 },
  totalMinor: 3_712,
  currency: 'CAD',
  reason: 'Return 1001-R1: It does not fit',
  notifyBuyer: true,
  reference: '0199c000-0000-7000-8000-000000000001',
  attempt: 1,
};
const NOTE = 'Return 1001-R1: It does not fit [0199c000-0000-7000-8000-000000000001]';
/** @param amount what Shopify would refund: the shipping alone, where no lines are asked about */
const state = (
  refunds: readonly object[],
  lines: readonly object[],
  taxesIncluded = false,
  amount = taxesIncluded ? '12.00' : '13.56',
  duties = '0.00',
): object => ({
  order: {
    name: '#1001',
    taxesIncluded,
    refunds,
    fulfillments: [{ status: 'SUCCESS', location: { id: 'gid://shopify/Location/501' } }],
    suggestedRefund: {
      amountSet: paidIn(amount),
      totalDutiesSet: paidIn(duties),
      maximumRefundableSet: paidIn('90.00'),
      shipping: { amountSet: paidIn('12.00'), taxSet: paidIn('1.56') },
      refundLineItems: lines,
      suggestedTransactions: [
        { gateway: 'gift_card', parentTransaction: null, maximumRefundableSet: paidIn('10.00') },
        {
          gateway: 'shopify_payments',
          parentTransaction: { id: 'gid://shopify/OrderTransaction/71' },
          maximumRefundableSet: paidIn('80.00'),
        },
      ],
    },
  },
});
const suggested = (quantity: number): object => ({
  quantity,
  lineItem: { id: LINE },
  location: null,
  subtotalSet: paidIn('48.00'),
  totalTaxSet: paidIn('6.24'),
});
const variables = (lines: readonly object[]): object => ({ id: ORDER, lines, shipping: true });
const wanted = { lineItemId: LINE, quantity: 1, restockType: 'RETURN' };
const spread = {
  refundLineItems: [{ ...wanted, locationId: 'gid://shopify/Location/501' }],
  transactions: [
    { orderId: ORDER, gateway: 'gift_card', kind: 'REFUND', amount: '10.00' },
    {
      orderId: ORDER,
      gateway: 'shopify_payments',
      kind: 'REFUND',
      amount: '27.12',
      parentId: 'gid://shopify/OrderTransaction/71',
    },
  ],
};
const plan = { ...spread, shippingMinor: 1_000 };
const create = (payload: object): ReturnType<typeof graphql> =>
  graphql(
    REFUND_CREATE,
    {
      key: 'da247c32-d397-48c7-826e-895a6a7cd026',
      input: {
        orderId: ORDER,
        note: NOTE,
        notify: true,
        ...spread,
        currency: 'CAD',
        shipping: { amount: '10.00' },
      },
    },
    { refundCreate: payload },
  );
const REFUND = 'gid://shopify/Refund/31';

export const refundOwnCases: readonly StoreOwnCase[] = [
  {
    name: 'what may be refunded: units that are left, Shopify’s own sums, shipping, and what the payments hold',
    operation: 'refundOffer',
    externalOrderId: ORDER,
    externalLineIds: [LINE, 'gid://shopify/LineItem/12'],
    exchanges: [
      graphql(
        REFUNDABLE_LINES,
        { id: ORDER },
        {
          order: {
            lineItems: nodes([
              { id: LINE, refundableQuantity: 2 },
              { id: 'gid://shopify/LineItem/12', refundableQuantity: 0 },
              { id: 'gid://shopify/LineItem/13', refundableQuantity: 1 },
            ]),
          },
        },
      ),
      graphql(
        REFUND_STATE,
        variables([{ lineItemId: LINE, quantity: 2 }]),
        state([{ id: 'gid://shopify/Refund/30', note: 'by hand' }], [suggested(2)], false, '67.80'),
      ),
    ],
    expect: {
      currency: 'CAD',
      made: ['gid://shopify/Refund/30'],
      mostMinor: 9_000,
      shipping: { minor: 1_200, taxMinor: 156 },
      lines: [{ externalLineId: LINE, quantity: 2, minor: 4_800, taxMinor: 624 }],
    },
  },
  {
    name: 'what is charged with its taxes in it is told apart from them',
    operation: 'refundOffer',
    externalOrderId: ORDER,
    externalLineIds: [LINE],
    exchanges: [
      graphql(REFUNDABLE_LINES, { id: ORDER }, { order: { lineItems: nodes([{ id: LINE, refundableQuantity: 2 }]) } }),
      graphql(
        REFUND_STATE,
        variables([{ lineItemId: LINE, quantity: 2 }]),
        state([], [suggested(2)], true, '65.01', '5.00'),
      ),
    ],
    expect: {
      currency: 'CAD',
      made: [],
      mostMinor: 9_000,
      shipping: { minor: 1_044, taxMinor: 156 },
      lines: [{ externalLineId: LINE, quantity: 2, minor: 4_176, taxMinor: 624 }],
    },
  },
  {
    name: 'shipping goes back with the taxes that its price contains',
    operation: 'refund',
    step: 'plan',
    input: { ...refund, shipping: { minor: 885, taxMinor: 115 } },
    exchanges: [
      graphql(REFUND_STATE, variables([]), state([], [], true)),
      graphql(REFUND_STATE, variables([wanted]), state([], [suggested(1)], true, '60.00')),
    ],
    expect: { kind: 'done', keep: plan },
  },
  {
    name: 'a refund is spread over its payments, and goods go back to where they were shipped from',
    operation: 'refund',
    step: 'plan',
    input: refund,
    exchanges: [
      graphql(REFUND_STATE, variables([]), state([{ id: 'gid://shopify/Refund/30', note: 'by hand' }], [])),
      graphql(REFUND_STATE, variables([wanted]), state([], [suggested(1)], false, '67.80')),
    ],
    expect: { kind: 'done', keep: plan },
  },
  {
    name: 'a refund that is there already is not made again',
    operation: 'refund',
    step: 'plan',
    input: { ...refund, attempt: 2 },
    exchanges: [graphql(REFUND_STATE, variables([]), state([{ id: REFUND, note: NOTE }], []))],
    expect: { kind: 'done', keep: { refundIds: [REFUND] }, result: { refundIds: [REFUND] } },
  },
  {
    name: 'the refund itself, with a key of its attempt',
    operation: 'refund',
    step: 'create',
    input: refund,
    kept: plan,
    exchanges: [create({ refund: { id: REFUND }, userErrors: [] })],
    expect: { kind: 'done', keep: { refundIds: [REFUND] }, result: { refundIds: [REFUND] } },
  },
];
