/**
 * Refunds with restocking (`refundCreate`). Shopify works out taxes and discounts itself (`suggestedRefund`); what is paid is the sum
 * the seller chose, spread over the payments that still hold something. The reference stands in the refund's note, which is how one
 * that took effect is found again; Shopify's own key keeps a repeat within its memory from being a second one.
 */
import { createHash } from 'node:crypto';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import {
  PERHAPS_PAID,
  type RefundInput,
  type RefundOfferInput,
  type RefundResult,
} from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { money, type Money, subtract, toDecimal } from '@scanship/domain/money/money';
import type { RefundOffer } from '@scanship/domain/stores/refund';
import { ask, change, userErrors } from './client.ts';
import { allNodes, connectionOf } from './connection.ts';
import { REFUND_CREATE, REFUND_STATE, REFUNDABLE_LINES } from './documents.ts';
import { LINE_ID, LOCATION_ID, REFUND_ID, TRANSACTION_ID } from './ids.ts';

type WantedLine = { readonly lineItemId: string; readonly quantity: number; readonly restockType?: string };

/** The buyer's currency: Shopify refunds in no other. */
function readMoney(owner: ObjectReader, name: string): Money {
  const amount = owner.object(name).object('presentmentMoney');
  return amount.money('amount', amount.currency('currencyCode'));
}

interface Payment {
  readonly gateway: string;
  readonly parentId: string | undefined;
  readonly most: Money;
}

interface State {
  readonly name: string;
  /** Prices of goods and shipping contain their taxes (`mustComeToTheSum`); here amounts are without them all the same. */
  readonly taxesIncluded: boolean;
  readonly refunds: readonly { readonly id: string; readonly note: string }[];
  /** Where the order was sent from. */
  readonly sentFrom: string | undefined;
  readonly most: Money;
  /** What Shopify itself would refund of the lines and of shipping. */
  readonly sum: Money;
  readonly shipping: { readonly amount: Money; readonly tax: Money };
  readonly lines: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly locationId: string | undefined;
    readonly amount: Money;
    readonly tax: Money;
  }[];
  readonly payments: readonly Payment[];
}

async function readState(id: string, lines: readonly WantedLine[], env: StoreEnv): Promise<State> {
  const variables = { id, lines: [...lines], shipping: true };
  const { data } = await ask(env, { name: 'what may be refunded', document: REFUND_STATE, variables });
  if (!data.has('order'))
    throw fail('refused', 'Shopify does not know this order any more, or it is too old for this app.', {
      vendorCode: 'order-unknown',
    });
  const order = data.object('order');
  const offer = order.object('suggestedRefund');
  const taxesIncluded = order.boolean('taxesIncluded');
  const taxed = (
    owner: ObjectReader,
    name: string,
    taxName: string,
  ): { readonly amount: Money; readonly tax: Money } => {
    const [amount, tax] = [readMoney(owner, name), readMoney(owner, taxName)];
    return { amount: taxesIncluded ? subtract(amount, tax) : amount, tax };
  };
  const places = order.strictList('fulfillments', (one) => ({
    live: one.string('status', /^[A-Z_]+$/) !== 'CANCELLED',
    id: one.has('location') ? one.object('location').string('id', LOCATION_ID) : undefined,
  }));
  return {
    name: order.string('name'),
    taxesIncluded,
    refunds: order.strictList('refunds', (refund) => ({
      id: refund.string('id', REFUND_ID),
      note: refund.has('note') ? refund.string('note') : '',
    })),
    sentFrom: places.find((place) => place.live && place.id !== undefined)?.id,
    most: readMoney(offer, 'maximumRefundableSet'),
    // Duties are not asked for, and not refunded from here.
    sum: subtract(readMoney(offer, 'amountSet'), readMoney(offer, 'totalDutiesSet')),
    shipping: taxed(offer.object('shipping'), 'amountSet', 'taxSet'),
    lines: offer.strictList('refundLineItems', (line) => ({
      id: line.object('lineItem').string('id', LINE_ID),
      quantity: line.integer('quantity', 0),
      locationId: line.has('location') ? line.object('location').string('id', LOCATION_ID) : undefined,
      ...taxed(line, 'subtotalSet', 'totalTaxSet'),
    })),
    payments: offer.strictList('suggestedTransactions', (payment) => ({
      gateway: payment.string('gateway'),
      parentId: payment.has('parentTransaction')
        ? payment.object('parentTransaction').string('id', TRANSACTION_ID)
        : undefined,
      most: readMoney(payment, 'maximumRefundableSet'),
    })),
  };
}

/**
 * Whether what Shopify would refund is what its parts come to as we read them: that `taxesIncluded` holds for the parts of a suggested
 * refund too is said nowhere. A cent a part is rounding. What the payments no longer hold cannot be compared.
 * @throws ConnectorError `refused` where it is not
 */
function mustComeToTheSum({ name, lines, shipping, most, sum }: State): void {
  const parts = [...lines, shipping];
  const own = parts.reduce((all, { amount, tax }) => all + amount.minor + tax.minor, 0);
  if (own > most.minor || Math.abs(own - sum.minor) <= parts.length) return;
  throw fail(
    'refused',
    `Of order ${name} Shopify would refund ${toDecimal(sum)} ${sum.currency}, which its items, shipping and taxes do not come to. Refund it at Shopify.`,
    { vendorCode: 'sum' },
  );
}

/** Asks for the lines by number first: `suggestedRefund` refuses more units than there are left. */
export async function refundOffer(input: RefundOfferInput, env: StoreEnv): Promise<RefundOffer> {
  const page = async (after?: string): Promise<ObjectReader> => {
    const variables = { id: input.externalOrderId, after };
    const { data } = await ask(env, { name: 'refundable lines', document: REFUNDABLE_LINES, variables });
    if (!data.has('order'))
      throw fail('refused', 'Shopify does not know this order any more, or it is too old for this app.', {
        vendorCode: 'order-unknown',
      });
    return data.object('order');
  };
  const nodes = await allNodes(connectionOf(await page(), 'lineItems'), async (after) =>
    connectionOf(await page(after), 'lineItems'),
  );
  const wanted = nodes
    .map((node) => ({ lineItemId: node.string('id', LINE_ID), quantity: node.integer('refundableQuantity', 0) }))
    .filter(({ lineItemId, quantity }) => quantity > 0 && input.externalLineIds.includes(lineItemId));
  const state = await readState(input.externalOrderId, wanted, env);
  if (input.money !== false) mustComeToTheSum(state);
  return {
    currency: state.most.currency,
    mostMinor: state.most.minor,
    made: state.refunds.map(({ id }) => id),
    shipping: { minor: state.shipping.amount.minor, taxMinor: state.shipping.tax.minor },
    lines: state.lines.map(({ id, quantity, amount, tax }) => ({
      externalLineId: id,
      quantity,
      minor: amount.minor,
      taxMinor: tax.minor,
    })),
  };
}

const mark = (reference: string): string => `[${reference}]`;
const noteOf = ({ reason, reference }: RefundInput): string => `${reason.slice(0, 400)} ${mark(reference)}`;
const found = (refunds: State['refunds'], reference: string): string[] =>
  refunds.filter(({ note }) => note.includes(mark(reference))).map(({ id }) => id);
/** The form of our references. */
const MARKED = /\[[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\]$/;
/** After the database went back: one of ours is of a return that was forgotten, and perhaps of this one, made again under another reference. */
const forgottenIn = (refunds: State['refunds'], { perhapsSince, others = [] }: RefundInput): boolean =>
  perhapsSince !== undefined && refunds.some(({ id, note }) => MARKED.test(note) && !others.includes(id));

/** @throws ConnectorError `refused` when the payments of the order do not hold that much */
function spread(state: State, input: RefundInput): JsonObject[] {
  let left = input.totalMinor;
  const inWords = (minor: number): string => `${toDecimal(money(minor, input.currency))} ${input.currency}`;
  const transactions = state.payments.flatMap((payment): JsonObject[] => {
    const part = Math.min(left, payment.most.minor);
    if (part <= 0) return [];
    left -= part;
    return [
      {
        orderId: input.externalOrderId,
        gateway: payment.gateway,
        kind: 'REFUND',
        amount: toDecimal(money(part, input.currency)),
        ...(payment.parentId === undefined ? {} : { parentId: payment.parentId }),
      },
    ];
  });
  if (left > 0)
    throw fail(
      'refused',
      `Order ${state.name} has ${inWords(input.totalMinor - left)} left to refund at Shopify, not ${inWords(input.totalMinor)}.`,
      { vendorCode: 'nothing-left' },
    );
  return transactions;
}

/** Of this attempt: the seller may change amounts after a refusal, and Shopify takes one key for one set of them. */
function keyOf({ reference, attempt }: RefundInput): string {
  const hex = createHash('sha256').update(`${reference} ${attempt}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const ids = (kept: JsonObject): string[] =>
  Array.isArray(kept.refundIds) ? kept.refundIds.flatMap((id) => (typeof id === 'string' ? [id] : [])) : [];
const done = (refundIds: readonly string[]): { readonly keep: JsonObject; readonly result: RefundResult } => ({
  keep: { refundIds: [...refundIds] },
  result: { refundIds },
});

const planStep: Step<RefundInput, RefundResult, StoreEnv> = {
  name: 'plan',
  effect: 'read',
  async run(input, _kept, env) {
    const wanted = input.lines.map(({ externalLineId, quantity, restock }) => ({
      lineItemId: externalLineId,
      quantity,
      restockType: restock ? 'RETURN' : 'NO_RESTOCK',
    }));
    const before = await readState(input.externalOrderId, [], env);
    const own = found(before.refunds, input.reference);
    if (own.length > 0) return { kind: 'done', ...done(own) };
    const state = await readState(input.externalOrderId, wanted, env);
    if (input.totalMinor > 0 && state.most.currency !== input.currency)
      throw fail('refused', `This order was paid in ${state.most.currency} at Shopify, not in ${input.currency}.`, {
        vendorCode: 'currency',
      });
    if (input.totalMinor > 0) mustComeToTheSum(state);
    const refundLineItems = wanted.map((line): JsonObject => {
      const locationId = state.lines.find(({ id }) => id === line.lineItemId)?.locationId ?? state.sentFrom;
      if (line.restockType === 'RETURN' && locationId === undefined)
        throw fail(
          'refused',
          `Shopify does not say from where order ${state.name} was shipped, so nothing can be restocked there.`,
          { vendorCode: 'no-location' },
        );
      return { ...line, ...(line.restockType === 'RETURN' && locationId !== undefined ? { locationId } : {}) };
    });
    const { shipping } = input;
    const shippingMinor = shipping.minor + (state.taxesIncluded ? shipping.taxMinor : 0);
    return { kind: 'done', keep: { refundLineItems, transactions: spread(state, input), shippingMinor } };
  },
};

const createStep: Step<RefundInput, RefundResult, StoreEnv> = {
  name: 'create',
  effect: 'pay',
  async run(input, kept, env) {
    const before = ids(kept);
    if (before.length > 0) return { kind: 'done', result: { refundIds: before } };
    const { refundLineItems, transactions, shippingMinor = input.shipping.minor } = kept;
    if (refundLineItems === undefined || transactions === undefined)
      throw fail('invalid-input', 'The refund was not planned.');
    const { data } = await change(env, {
      name: 'refund',
      document: REFUND_CREATE,
      variables: {
        key: keyOf(input),
        input: {
          orderId: input.externalOrderId,
          note: noteOf(input),
          notify: input.notifyBuyer,
          refundLineItems,
          transactions,
          ...(input.totalMinor > 0 ? { currency: input.currency } : {}),
          ...(typeof shippingMinor === 'number' && shippingMinor > 0
            ? { shipping: { amount: toDecimal(money(shippingMinor, input.currency)) } }
            : {}),
        },
      },
    });
    const payload = data.object('refundCreate');
    const [wrong] = userErrors(payload);
    if (wrong !== undefined)
      throw fail('refused', `Shopify did not refund: ${wrong.replace(/[<>{}]/g, ' ').replace(/\.?$/, '.')}`, {
        vendorCode: 'user-error',
        vendorMessage: wrong,
      });
    return { kind: 'done', ...done([payload.object('refund').string('id', REFUND_ID)]) };
  },
};

async function recover(
  input: RefundInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<RefundResult>> {
  const known = ids(kept);
  if (known.length > 0) return { kind: 'found', step, ...done(known) };
  const { name, refunds } = await readState(input.externalOrderId, [], env);
  const own = found(refunds, input.reference);
  if (own.length > 0) return { kind: 'found', step, ...done(own) };
  if (forgottenIn(refunds, input))
    throw fail(
      'unknown-effect',
      `A refund of order ${name} at Shopify was made from here for a return that is not known any more. Look at the order whether it is this one.`,
      { vendorCode: PERHAPS_PAID, seen: refunds.map(({ id }) => id) },
    );
  return { kind: 'absent' };
}

export const refund: SteppedOperation<RefundInput, RefundResult, StoreEnv> = {
  steps: [planStep, createStep],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
