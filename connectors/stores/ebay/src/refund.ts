/**
 * Refunds (`issueRefund`): amounts alone, since eBay's stock is set and not added to. eBay keeps no reference of ours, so one that was
 * cut off is told by what is new at the order since it was planned: of the very amount it is ours, of another nobody knows. The server has
 * one refund of an order under way at a time. Taxes that eBay collects are its own and go back by themselves.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { PERHAPS_PAID, type RefundInput, type RefundResult } from '@scanship/connector-kit/store/store';
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
/** A refund that stands at the order, or at one of its items. */
interface Made {
  readonly id: string;
  readonly lineItemId: string | undefined;
  readonly minor: number;
}
interface State {
  readonly currency: string;
  readonly lines: readonly Line[];
  readonly shippingMinor: number;
  readonly totalMinor: number;
  readonly refunds: readonly Made[];
}

/** Amounts are left out where there is none: of a refund without money, of an item without taxes. */
const minorOf = (owner: ObjectReader, name = 'amount'): number =>
  owner.has(name) ? Math.abs(readAmount(owner.object(name)).minor) : 0;
const sumOf = (owner: ObjectReader, list: string): number =>
  owner.has(list) ? owner.strictList(list, (one) => minorOf(one)).reduce((sum, minor) => sum + minor, 0) : 0;

/** One that failed is still told. */
const refundsIn = (owner: ObjectReader, lineItemId?: string): Made[] =>
  owner.has('refunds')
    ? owner
        .strictList('refunds', (refund) => ({
          failed: refund.raw('refundStatus') === 'FAILED',
          // One that eBay began itself has its number only once it was issued.
          id:
            refund.maybe('refundId', (n) => refund.id(n)) ??
            refund.maybe('refundReferenceId', (n) => refund.id(n)) ??
            `unnumbered ${lineItemId ?? 'order'}`,
          lineItemId,
          minor: minorOf(refund),
        }))
        .filter(({ failed }) => !failed)
    : [];

/** What each refund pays in all; one of the order may be told at its items again. */
function paidBack(refunds: readonly Made[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const whole of [true, false])
    for (const id of new Set(refunds.map((one) => one.id))) {
      const parts = refunds.filter((one) => one.id === id && (one.lineItemId === undefined) === whole);
      if (parts.length > 0 && !sums.has(id)) sums.set(id, sumUp(parts));
    }
  return sums;
}
const sumUp = (parts: Iterable<{ readonly minor: number }>): number =>
  [...parts].reduce((sum, { minor }) => sum + minor, 0);

async function readState(orderId: string, env: StoreEnv): Promise<State> {
  if (!ORDER_ID.test(orderId)) throw fail('invalid-input', 'This is not the number of an eBay order.');
  const order = await askMaybe(env, { name: 'what may be refunded', path: orderPath(orderId) }, [400, 404]);
  if (!order)
    throw fail('refused', 'eBay does not know this order, or it is older than two years.', {
      vendorCode: 'order-unknown',
    });
  const pricing = order.object('pricingSummary');
  const total = readAmount(pricing.object('total'));
  const refunds: Made[] = [];
  const lines = order.strictList('lineItems', (line): Line => {
    const id = line.string('lineItemId', LINE_ID);
    refunds.push(...refundsIn(line, id));
    return {
      id,
      quantity: line.integer('quantity', 1),
      minor: minorOf(line, line.has('discountedLineItemCost') ? 'discountedLineItemCost' : 'lineItemCost'),
      // What eBay collects stands among the taxes too.
      taxMinor: Math.max(0, sumOf(line, 'taxes') - sumOf(line, 'ebayCollectAndRemitTaxes')),
    };
  });
  if (order.has('paymentSummary')) refunds.push(...refundsIn(order.object('paymentSummary')));
  return {
    currency: total.currency,
    lines,
    // The discount is below nothing.
    shippingMinor: Math.max(0, minorOf(pricing, 'deliveryCost') - minorOf(pricing, 'deliveryDiscount')),
    totalMinor: total.minor,
    refunds,
  };
}

const mostOf = ({ totalMinor, refunds }: State): number =>
  Math.max(0, totalMinor - [...paidBack(refunds).values()].reduce((sum, minor) => sum + minor, 0));

/** How far an amount is from a whole number of units. */
const offUnits = (minor: number, unit: number): number => Math.abs(minor / unit - Math.round(minor / unit));

/**
 * What is left of items and shipping. eBay says only how much was paid back, neither for how many units nor whether shipping was in it:
 * it was where the amount is more than the item cost, or where whole units are left without it.
 */
function leftOf(state: State): { readonly lines: readonly Line[]; readonly shippingMinor: number } {
  const most = mostOf(state);
  let { shippingMinor } = state;
  const whole = new Set(state.refunds.filter(({ lineItemId }) => lineItemId === undefined).map(({ id }) => id));
  const only = state.lines.length === 1;
  const lines = state.lines.map((line): Line => {
    const cost = line.minor + line.taxMinor;
    const unit = cost / line.quantity;
    let gone = sumUp(
      state.refunds.filter(({ id, lineItemId }) =>
        only && whole.has(id) ? lineItemId === undefined : lineItemId === line.id,
      ),
    );
    const carried =
      unit > 0 &&
      shippingMinor > 0 &&
      gone >= shippingMinor &&
      (gone > cost || offUnits(gone - shippingMinor, unit) < offUnits(gone, unit));
    if (carried) {
      gone -= shippingMinor;
      shippingMinor = 0;
    }
    const left = Math.min(most, Math.max(0, cost - gone));
    const quantity = left === 0 ? 0 : Math.min(line.quantity, Math.max(1, Math.round(left / unit)));
    // What was kept back of a unit that came home is not offered with the next one.
    const offered = Math.min(left, Math.round(unit * quantity));
    const taxMinor = cost === 0 ? 0 : Math.round((offered * line.taxMinor) / cost);
    return { id: line.id, quantity, minor: offered - taxMinor, taxMinor };
  });
  // Paid for the order as a whole, of which nobody knows what it was for.
  if (
    !only &&
    sumUp(state.refunds.filter(({ lineItemId }) => lineItemId === undefined)) >= shippingMinor &&
    whole.size > 0
  )
    shippingMinor = 0;
  return { lines, shippingMinor: Math.min(shippingMinor, most) };
}

/** Units are those that the money which is left of an item pays for: eBay counts none. */
export async function refundOffer(
  input: { readonly externalOrderId: string; readonly externalLineIds: readonly string[] },
  env: StoreEnv,
): Promise<RefundOffer> {
  const state = await readState(input.externalOrderId, env);
  const { lines, shippingMinor } = leftOf(state);
  return {
    currency: state.currency,
    mostMinor: mostOf(state),
    shipping: { minor: shippingMinor, taxMinor: 0 },
    lines: lines
      .filter(({ id, quantity }) => quantity > 0 && input.externalLineIds.includes(id))
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
const done = (...refundIds: string[]): { readonly keep: JsonObject; readonly result: RefundResult } => ({
  keep: { refundIds },
  result: { refundIds },
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
    const most = mostOf(state);
    if (input.totalMinor > most || input.totalMinor === 0)
      throw fail(
        'refused',
        `eBay has ${toDecimal(money(most, state.currency))} ${state.currency} left to refund of this order.`,
        { vendorCode: 'nothing-left' },
      );
    return { kind: 'done', keep: { body: bodyOf(input, state), known: state.refunds.map(({ id }) => id) } };
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
  const fresh = paidBack(refunds.filter(({ id }) => !known.includes(id)));
  const own = [...fresh].find(([, minor]) => minor === input.totalMinor);
  if (own) return { kind: 'found', step, ...done(own[0]) };
  const all = [...fresh.values()].reduce((sum, minor) => sum + minor, 0);
  if (fresh.size > 1 && all === input.totalMinor) return { kind: 'found', step, ...done(...fresh.keys()) };
  if (fresh.size === 0) return { kind: 'absent' };
  // eBay shows what the seller pays of it, which may not be what we asked for.
  throw fail(
    'unknown-effect',
    `A new refund of this order at eBay is of ${toDecimal(money(all, input.currency))} ${input.currency} and not of ${toDecimal(money(input.totalMinor, input.currency))} ${input.currency}. Look at the order at eBay whether it is this one.`,
    { vendorCode: PERHAPS_PAID },
  );
}

export const refund: SteppedOperation<RefundInput, RefundResult, StoreEnv> = {
  steps: [planStep, payStep],
  recovery: 'listing',
  recover,
  // A refund stands at the order once it was taken, though it is paid later; eBay does not say how soon.
  settleAfterMs: 180_000,
};
