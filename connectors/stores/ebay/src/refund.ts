/**
 * Refunds (`issueRefund`): amounts alone, since eBay's stock is set and not added to. eBay keeps no reference of ours, so one that was
 * cut off is told by what is new: a refund of the very amount that was not there when it was planned. Taxes that eBay collects are its
 * own and go back by themselves.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { RefundInput, RefundResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { RefundOffer } from '@scanship/domain/stores/refund';
import { askMaybe, change } from './client.ts';
import { LINE_ID, ORDER_ID } from './order-reader.ts';
import { readAmount } from './reading.ts';

const orderPath = (orderId: string): string => `/sell/fulfillment/v1/order/${encodeURIComponent(orderId)}`;

interface Line {
  readonly id: string;
  readonly quantity: number;
  readonly minor: number;
  readonly taxMinor: number;
}
interface State {
  readonly currency: string;
  readonly lines: readonly Line[];
  readonly shippingMinor: number;
  readonly mostMinor: number;
  /** What each refund pays in all, by its id. */
  readonly refunds: ReadonlyMap<string, number>;
}

const refundsIn = (owner: ObjectReader): (readonly [string, number])[] =>
  owner.has('refunds')
    ? owner.strictList('refunds', (refund) => [
        refund.has('refundId') ? refund.id('refundId') : refund.id('refundReferenceId'),
        Math.abs(readAmount(refund.object('amount')).minor),
      ])
    : [];

async function readState(orderId: string, env: StoreEnv): Promise<State> {
  if (!ORDER_ID.test(orderId)) throw fail('invalid-input', 'This is not the number of an eBay order.');
  const order = await askMaybe(env, { name: 'what may be refunded', path: orderPath(orderId) }, [400, 404]);
  if (!order)
    throw fail('refused', 'eBay does not know this order, or it is older than two years.', {
      vendorCode: 'order-unknown',
    });
  const pricing = order.object('pricingSummary');
  const total = readAmount(pricing.object('total'));
  const refunds = new Map<string, number>();
  const note = ([id, minor]: readonly [string, number]): void => void refunds.set(id, (refunds.get(id) ?? 0) + minor);
  const lines = order.strictList('lineItems', (line): Line => {
    const paid = refundsIn(line);
    paid.forEach(note);
    const cost = readAmount(
      line.object(line.has('discountedLineItemCost') ? 'discountedLineItemCost' : 'lineItemCost'),
    );
    const taxes = line.has('taxes') ? line.strictList('taxes', (tax) => readAmount(tax.object('amount')).minor) : [];
    const gone = paid.reduce((sum, [, minor]) => sum + minor, 0);
    return {
      id: line.string('lineItemId', LINE_ID),
      quantity: line.integer('quantity', 1),
      minor: Math.max(0, cost.minor - gone),
      taxMinor: taxes.reduce((sum, minor) => sum + minor, 0),
    };
  });
  if (order.has('paymentSummary')) refundsIn(order.object('paymentSummary')).forEach(note);
  const paidBack = [...refunds.values()].reduce((sum, minor) => sum + minor, 0);
  return {
    currency: total.currency,
    lines,
    shippingMinor: pricing.has('deliveryCost') ? readAmount(pricing.object('deliveryCost')).minor : 0,
    mostMinor: Math.max(0, total.minor - paidBack),
    refunds,
  };
}

/** Units are those that were bought: eBay counts no units of refunds, only what is left of each item's money. */
export async function refundOffer(
  input: { readonly externalOrderId: string; readonly externalLineIds: readonly string[] },
  env: StoreEnv,
): Promise<RefundOffer> {
  const { currency, lines, shippingMinor, mostMinor } = await readState(input.externalOrderId, env);
  return {
    currency,
    mostMinor,
    shipping: { minor: shippingMinor, taxMinor: 0 },
    lines: lines
      .filter(({ id, minor }) => minor > 0 && input.externalLineIds.includes(id))
      .map(({ id, quantity, minor, taxMinor }) => ({ externalLineId: id, quantity, minor, taxMinor })),
  };
}

/** An order of one item is refunded as a whole, one of several by item; shipping goes with the first of them. */
function bodyOf(input: RefundInput, state: State): JsonObject {
  const amount = (minor: number): JsonObject => ({
    value: toDecimal(money(minor, input.currency)),
    currency: input.currency,
  });
  const items = input.lines
    .map((line, at) => ({
      lineItemId: line.externalLineId,
      minor: line.minor + line.taxMinor + (at === 0 ? input.shipping.minor + input.shipping.taxMinor : 0),
    }))
    .filter(({ minor }) => minor > 0);
  return {
    reasonForRefund: 'BUYER_RETURN',
    comment: input.reason.slice(0, 100),
    ...(state.lines.length === 1 || items.length === 0
      ? { orderLevelRefundAmount: amount(input.totalMinor) }
      : { refundItems: items.map(({ lineItemId, minor }) => ({ lineItemId, refundAmount: amount(minor) })) }),
  };
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((id) => (typeof id === 'string' ? [id] : [])) : [];
const done = (id: string): { readonly keep: JsonObject; readonly result: RefundResult } => ({
  keep: { refundIds: [id] },
  result: { refundIds: [id] },
});

const planStep: Step<RefundInput, RefundResult, StoreEnv> = {
  name: 'plan',
  effect: 'read',
  async run(input, _kept, env) {
    const state = await readState(input.externalOrderId, env);
    if (input.lines.some((line) => !state.lines.some(({ id }) => id === line.externalLineId)))
      throw fail('refused', 'eBay does not know one of these items in the order.', { vendorCode: 'line-unknown' });
    if (state.currency !== input.currency)
      throw fail('refused', `This order was paid in ${state.currency} at eBay, not in ${input.currency}.`, {
        vendorCode: 'currency',
      });
    if (input.totalMinor > state.mostMinor || input.totalMinor === 0)
      throw fail(
        'refused',
        `eBay has ${toDecimal(money(state.mostMinor, state.currency))} ${state.currency} left to refund of this order.`,
        { vendorCode: 'nothing-left' },
      );
    return { kind: 'done', keep: { body: bodyOf(input, state), known: [...state.refunds.keys()] } };
  },
};

const payStep: Step<RefundInput, RefundResult, StoreEnv> = {
  name: 'refund',
  effect: 'pay',
  async run(input, kept, env) {
    const { body } = kept;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw fail('invalid-input', 'The refund was not planned.');
    const path = `${orderPath(input.externalOrderId)}/issue_refund`;
    const answer = await change(env, { name: 'refund', path, body });
    if (answer.string('refundStatus', /^[A-Z_]+$/) === 'FAILED')
      throw fail('refused', 'eBay could not carry the refund out.', { vendorCode: 'FAILED' });
    return { kind: 'done', ...done(answer.id('refundId')) };
  },
};

async function recover(
  input: RefundInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<RefundResult>> {
  const { refunds } = await readState(input.externalOrderId, env);
  const known = ids(kept.known);
  const fresh = [...refunds].find(([id, minor]) => !known.includes(id) && minor === input.totalMinor);
  return fresh ? { kind: 'found', step, ...done(fresh[0]) } : { kind: 'absent' };
}

export const refund: SteppedOperation<RefundInput, RefundResult, StoreEnv> = {
  steps: [planStep, payStep],
  recovery: 'listing',
  recover,
  // A refund stands at the order as soon as it was taken, though it is paid later.
  settleAfterMs: 30_000,
};
