/**
 * Refunds (`issueRefund`): amounts alone, since eBay's stock is set and not added to. eBay keeps no reference of ours, so one that was
 * cut off is told by what is new at the order since it was planned: numbered as those of this call are and of the very amount it is ours,
 * else nobody knows. The server has one refund of an order under way at a time. Taxes that eBay collects are its own and go back by
 * themselves.
 */
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
  /** By `issueRefund`, which gives each its number at once; what eBay or the seller began elsewhere has another, and late. */
  readonly byCall: boolean;
  readonly lineItemId: string | undefined;
  readonly minor: number;
  /** ISO; undefined until it is issued. */
  readonly issuedAt: string | undefined;
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

interface Taxes {
  /** The seller's own. */
  readonly minor: number;
  /** Collected by eBay, and in the totals of this answer. */
  readonly collectedMinor: number;
}
/**
 * What eBay collects is in `taxes` and in the totals where both lists have it with its type and amount, and only then ("Order" and
 * "EbayCollectAndRemitTax" of the contract).
 */
function taxesOf(line: ObjectReader): Taxes {
  const read = (list: string): readonly { readonly type: string; readonly minor: number }[] =>
    line.has(list)
      ? line.strictList(list, (one) => ({
          type: one.maybe('taxType', (n) => one.string(n)) ?? '',
          minor: minorOf(one),
        }))
      : [];
  const own = [...read('taxes')];
  let collectedMinor = 0;
  for (const { type, minor } of read('ebayCollectAndRemitTaxes')) {
    const at = own.findIndex((tax) => tax.type === type && tax.minor === minor);
    if (at < 0) continue;
    own.splice(at, 1);
    collectedMinor += minor;
  }
  return { minor: own.reduce((sum, { minor }) => sum + minor, 0), collectedMinor };
}

/** By which one is told again once it has got its number. */
const unnumbered = (lineItemId: string | undefined, minor: number): string =>
  `unnumbered ${lineItemId ?? 'order'} ${minor}`;

/** One that failed is still told. */
const refundsIn = (owner: ObjectReader, lineItemId?: string): Made[] =>
  owner.has('refunds')
    ? owner
        .strictList('refunds', (refund) => {
          const byCall = refund.maybe('refundId', (n) => refund.id(n));
          // One that eBay began itself has its number only once it was issued.
          const minor = minorOf(refund);
          const number = byCall ?? refund.maybe('refundReferenceId', (n) => refund.id(n));
          return {
            failed: refund.raw('refundStatus') === 'FAILED',
            id: number ?? unnumbered(lineItemId, minor),
            byCall: byCall !== undefined,
            lineItemId,
            minor,
            issuedAt: refund.maybe('refundDate', (n) => refund.string(n)),
          };
        })
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
  // Without the breakdown eBay names no types of taxes, so that nobody could tell its own from the seller's.
  const query = { fieldGroups: 'TAX_BREAKDOWN' };
  const order = await askMaybe(env, { name: 'what may be refunded', path: orderPath(orderId), query }, [400, 404]);
  if (!order)
    throw fail('refused', 'eBay does not know this order, or it is older than two years.', {
      vendorCode: 'order-unknown',
    });
  const pricing = order.object('pricingSummary');
  const total = readAmount(pricing.object('total'));
  const refunds: Made[] = [];
  let collectedMinor = 0;
  const lines = order.strictList('lineItems', (line): Line => {
    const id = line.string('lineItemId', LINE_ID);
    refunds.push(...refundsIn(line, id));
    const taxes = taxesOf(line);
    collectedMinor += taxes.collectedMinor;
    return {
      id,
      quantity: line.integer('quantity', 1),
      minor: minorOf(line, line.has('discountedLineItemCost') ? 'discountedLineItemCost' : 'lineItemCost'),
      taxMinor: taxes.minor,
    };
  });
  if (order.has('paymentSummary')) refunds.push(...refundsIn(order.object('paymentSummary')));
  return {
    currency: total.currency,
    lines,
    // The discount is below nothing.
    shippingMinor: Math.max(0, minorOf(pricing, 'deliveryCost') - minorOf(pricing, 'deliveryDiscount')),
    // Amounts of refunds are without what eBay collects.
    totalMinor: total.minor - collectedMinor,
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
export async function refundOffer(input: RefundOfferInput, env: StoreEnv): Promise<RefundOffer> {
  const state = await readState(input.externalOrderId, env);
  const { lines, shippingMinor } = leftOf(state);
  return {
    currency: state.currency,
    mostMinor: mostOf(state),
    made: [...new Set(state.refunds.map(({ id }) => id))],
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

/** Stands at the order before ours is made; where ours may be forgotten, only what was there before it was wanted. */
const isOther = ({ id, issuedAt }: Made, { perhapsSince, others = [] }: RefundInput): boolean =>
  perhapsSince === undefined ||
  others.includes(id) ||
  (issuedAt !== undefined && Date.parse(issuedAt) < Date.parse(perhapsSince));

/**
 * What is not known, with or without the number that one has got since. One of `issueRefund` has its number from the first: it is never
 * the one that waited for its own.
 */
function freshOf(refunds: readonly Made[], known: readonly string[]): readonly Made[] {
  const left = refunds.filter(({ id }) => !known.includes(id));
  const waiting = known.filter((id) => !refunds.some((one) => one.id === id));
  return left.filter(({ byCall, lineItemId, minor }) => {
    if (byCall) return true;
    // Without the amount as releases before this one kept it.
    const at = waiting.findIndex((id) =>
      [unnumbered(lineItemId, minor), `unnumbered ${lineItemId ?? 'order'}`].includes(id),
    );
    if (at >= 0) waiting.splice(at, 1);
    return at < 0;
  });
}

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
    const known = state.refunds.filter((one) => isOther(one, input));
    // After the database went back the money that is missing may have gone out with this very refund: asked about before it is paid.
    const perhapsPaid = known.length < state.refunds.length;
    const most = mostOf(state);
    if ((input.totalMinor > most && !perhapsPaid) || input.totalMinor === 0)
      throw fail(
        'refused',
        `eBay has ${toDecimal(money(most, state.currency))} ${state.currency} left to refund of this order.`,
        { vendorCode: 'nothing-left' },
      );
    return { kind: 'done', keep: { body: bodyOf(input, state), known: known.map(({ id }) => id) } };
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
  const fresh = freshOf(refunds, known);
  const own = paidBack(fresh.filter(({ byCall }) => byCall));
  const [found] = [...own].find(([, minor]) => minor === input.totalMinor) ?? [];
  if (found !== undefined) return { kind: 'found', step, ...done(found) };
  if (own.size > 1 && sumUp([...own.values()].map((minor) => ({ minor }))) === input.totalMinor)
    return { kind: 'found', step, ...done(...own.keys()) };
  const doubted = freshOf(refunds, [...known, ...(input.others ?? [])]);
  if (doubted.length === 0) return { kind: 'absent' };
  const all = sumUp([...paidBack(doubted).values()].map((minor) => ({ minor })));
  const inWords = (minor: number): string => `${toDecimal(money(minor, input.currency))} ${input.currency}`;
  // eBay shows what the seller pays of it, which may not be what we asked for.
  throw fail(
    'unknown-effect',
    all === input.totalMinor
      ? `A new refund of this order at eBay is of ${inWords(all)} as well, and was begun elsewhere. Look at the order at eBay whether it is this one.`
      : `A new refund of this order at eBay is of ${inWords(all)} and not of ${inWords(input.totalMinor)}. Look at the order at eBay whether it is this one.`,
    { vendorCode: PERHAPS_PAID, seen: [...new Set(refunds.map(({ id }) => id))] },
  );
}

export const refund: SteppedOperation<RefundInput, RefundResult, StoreEnv> = {
  steps: [planStep, payStep],
  recovery: 'listing',
  recover,
  // A refund stands at the order once it was taken, though it is paid later; eBay does not say how soon.
  settleAfterMs: 180_000,
};
