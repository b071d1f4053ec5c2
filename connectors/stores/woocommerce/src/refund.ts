/**
 * Refunds of an order, which its payment gateway pays and which put units back into stock. One call restocks all of its lines or none,
 * so a return of both kinds is two refunds, each a step of its own. Our reference stands in a custom field of the refund: its reason
 * is shown to the buyer. WooCommerce writes a refund down, then has its gateway pay, notes that it paid, and keeps the field last; so one
 * without the field may be ours too, paid or about to be.
 */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import {
  PERHAPS_PAID,
  type RefundInput,
  type RefundOfferInput,
  type RefundResult,
} from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { allocate, money, toDecimal } from '@scanship/domain/money/money';
import type { Json } from '@scanship/domain/values/json';
import type { RefundLine, RefundOffer, TaxedMinor } from '@scanship/domain/stores/refund';
import { ask, askAll, askMaybe } from './client.ts';
import { API } from './manifest.ts';
import { ID, readAmount, readUnits } from './reading.ts';

const KEY = '_shipping_return_refund';
const PARTS = ['refund', 'restock'] as const;
type Part = (typeof PARTS)[number];
const markOf = (reference: string, part: Part | ''): string => `${reference}:${part}`;

interface Tax {
  readonly rate: string;
  readonly minor: number;
}
interface Item {
  readonly id: string;
  readonly units: number;
  readonly minor: number;
  readonly taxMinor: number;
  readonly taxes: readonly Tax[];
}
interface State {
  readonly number: string;
  readonly currency: string;
  readonly lines: readonly Item[];
  readonly shipping: readonly Item[];
  readonly mostMinor: number;
  readonly refunds: readonly Made[];
}

/** A refund that stands at the order. */
interface Made {
  readonly id: string;
  readonly minor: number;
  readonly reason: string;
  readonly paid: boolean;
  /** Ours: which part of which refund. */
  readonly mark: string | undefined;
}

function readItem(item: ObjectReader, currency: string, units: number): Item {
  const taxes = item.maybe('taxes', (n) =>
    item.strictList(n, (tax) => ({
      rate: tax.id('id', ID),
      minor: tax.has('total') ? readAmount(tax, 'total', currency).minor : 0,
    })),
  );
  return {
    id: item.id('id', ID),
    units,
    minor: readAmount(item, 'total', currency).minor,
    taxMinor: readAmount(item, 'total_tax', currency).minor,
    taxes: taxes ?? [],
  };
}

/** Amounts of a refund are below nothing in some answers and above it in others. */
const taken = (refund: ObjectReader, list: string, currency: string): (Omit<Item, 'taxes'> & { of: string })[] =>
  refund.has(list)
    ? refund.strictList(list, (item) => {
        const [of = ''] = item
          .strictList('meta_data', (meta) => (meta.raw('key') === '_refunded_item_id' ? meta.id('value', ID) : ''))
          .filter((value) => value !== '');
        const off = (name: string): number => (item.has(name) ? Math.abs(readAmount(item, name, currency).minor) : 0);
        return {
          id: item.id('id', ID),
          of,
          units: item.has('quantity') ? Math.abs(item.number('quantity')) : 0,
          minor: off('total'),
          taxMinor: off('total_tax'),
        };
      })
    : [];

async function readState(externalOrderId: string, env: StoreEnv): Promise<State> {
  const unknown = fail('refused', 'The shop does not know this order any more.', { vendorCode: 'order-unknown' });
  if (!ID.test(externalOrderId)) throw unknown;
  const path = `${API}/orders/${externalOrderId}`;
  const json = await askMaybe(env, { name: 'one order', path, orElse: ['woocommerce_rest_shop_order_invalid_id'] });
  if (json === undefined) throw unknown;
  const order = readObject(json);
  const currency = order.currency('currency');
  const some = order.strictList('refunds', (refund) => refund).length > 0;
  const refunds = (some ? await askAll(env, { name: 'refunds', path: `${path}/refunds` }) : []).map((refund, i) =>
    readObject(refund, `refunds[${i}]`),
  );
  const made = refunds.map(
    (refund): Made => ({
      id: refund.id('id', ID),
      minor: Math.abs(readAmount(refund, 'amount', currency).minor),
      reason: refund.has('reason') ? refund.string('reason') : '',
      paid: refund.raw('refunded_payment') === true,
      mark: refund.has('meta_data')
        ? refund
            .strictList('meta_data', (meta) => (meta.raw('key') === KEY ? meta.string('value') : ''))
            .find((mark) => mark !== '')
        : undefined,
    }),
  );
  const left = (items: readonly Item[], list: string): Item[] => {
    const gone = refunds.flatMap((refund) => taken(refund, list, currency));
    return items.map((item) => {
      const mine = gone.filter(({ of }) => of === item.id);
      const off = (what: 'units' | 'minor' | 'taxMinor'): number => mine.reduce((sum, one) => sum + one[what], 0);
      return {
        ...item,
        units: Math.max(0, item.units - off('units')),
        minor: Math.max(0, item.minor - off('minor')),
        taxMinor: Math.max(0, item.taxMinor - off('taxMinor')),
      };
    });
  };
  const lines = order
    .strictList('line_items', (line) => {
      const { units, measured } = readUnits(line);
      // A part of a metre is no unit that could come back.
      return measured === undefined ? readItem(line, currency, units) : undefined;
    })
    .filter((line) => line !== undefined);
  const shipping = order.has('shipping_lines')
    ? order.strictList('shipping_lines', (line) => readItem(line, currency, 1))
    : [];
  const paidBack = made.reduce((sum, { minor }) => sum + minor, 0);
  return {
    number: order.id('number'),
    currency,
    lines: left(lines, 'line_items'),
    shipping: left(shipping, 'shipping_lines'),
    mostMinor: Math.max(0, readAmount(order, 'total', currency).minor - paidBack),
    refunds: made,
  };
}

export async function refundOffer(input: RefundOfferInput, env: StoreEnv): Promise<RefundOffer> {
  const state = await readState(input.externalOrderId, env);
  const sum = (what: 'minor' | 'taxMinor'): number => state.shipping.reduce((all, item) => all + item[what], 0);
  return {
    currency: state.currency,
    mostMinor: state.mostMinor,
    made: state.refunds.map(({ id }) => id),
    shipping: { minor: sum('minor'), taxMinor: sum('taxMinor') },
    lines: state.lines
      .filter(({ id, units }) => units > 0 && input.externalLineIds.includes(id))
      .map(({ id, units, minor, taxMinor }) => ({ externalLineId: id, quantity: units, minor, taxMinor })),
  };
}

const reasonOf = ({ reason }: RefundInput): string => reason.slice(0, 200);
const unitsOf = (minor: number, currency: string): number => Number(toDecimal(money(minor, currency)));

/** One item of a refund; its tax spread over the rates as it was charged. */
function itemBody(
  item: Item,
  quantity: number | undefined,
  minor: number,
  taxMinor: number,
  currency: string,
): JsonObject {
  const weights = item.taxes.map((tax) => Math.max(0, tax.minor));
  const parts =
    taxMinor > 0 && weights.some((weight) => weight > 0) ? allocate(money(taxMinor, currency), weights) : [];
  return {
    id: item.id,
    ...(quantity === undefined ? {} : { quantity }),
    refund_total: unitsOf(minor, currency),
    refund_tax: parts.map((part, at) => ({
      id: item.taxes[at]?.rate ?? '',
      refund_total: unitsOf(part.minor, currency),
    })),
  };
}

interface Share {
  readonly lines: readonly RefundLine[];
  readonly shipping: TaxedMinor;
  readonly totalMinor: number;
}

/** What one call pays; undefined where nothing of the return is of its kind. */
function shareOf(input: RefundInput, part: Part): Share | undefined {
  const lines = input.lines.filter(({ restock }) => restock === (part === 'restock'));
  // Shipping goes back once: with goods that are restocked only where there are no others.
  const carrier: Part = input.lines.length > 0 && input.lines.every(({ restock }) => restock) ? 'restock' : 'refund';
  const shipping = part === carrier ? input.shipping : { minor: 0, taxMinor: 0 };
  if (lines.length === 0 && shipping.minor + shipping.taxMinor === 0) return undefined;
  return {
    lines,
    shipping,
    totalMinor: [...lines, shipping].reduce((sum, one) => sum + one.minor + one.taxMinor, 0),
  };
}

/** The call of one part, or null where it has nothing to pay. */
function bodyOf(state: State, input: RefundInput, part: Part): JsonObject | null {
  const share = shareOf(input, part);
  if (!share) return null;
  const { currency } = input;
  const { lines, shipping, totalMinor } = share;
  const items = lines.map((line: RefundLine): JsonObject => {
    const item = state.lines.find(({ id }) => id === line.externalLineId);
    if (!item || item.units < line.quantity)
      throw fail(
        'refused',
        `Order ${state.number} has ${item?.units ?? 0} of ${line.quantity} units of a line left to refund in the shop.`,
        { vendorCode: 'nothing-left' },
      );
    return itemBody(item, line.quantity, line.minor, line.taxMinor, currency);
  });
  const [way] = state.shipping;
  if (shipping.minor + shipping.taxMinor > 0 && way)
    items.push(itemBody(way, undefined, shipping.minor, shipping.taxMinor, currency));
  return {
    amount: toDecimal(money(totalMinor, currency)),
    reason: reasonOf(input),
    line_items: items,
    meta_data: [{ key: KEY, value: markOf(input.reference, part) }],
    // Without money there is nothing that a gateway could pay.
    api_refund: totalMinor > 0,
    api_restock: part === 'restock',
  };
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const idOf = ({ ids }: JsonObject, part: Part): string | undefined => {
  const id = isObject(ids) ? ids[part] : undefined;
  return typeof id === 'string' ? id : undefined;
};
const done = (kept: JsonObject, found: Partial<Record<Part, string>>): { keep: JsonObject; result: RefundResult } => {
  const ids = Object.fromEntries(
    PARTS.flatMap((part) => {
      const id = found[part] ?? idOf(kept, part);
      return id === undefined ? [] : [[part, id]];
    }),
  );
  return { keep: { ids }, result: { refundIds: Object.values(ids) } };
};
interface Seen {
  readonly found: Partial<Record<Part, string>>;
  /** Perhaps ours: nobody but the gateway knows whether it was paid. */
  readonly doubted: Made | undefined;
}

/**
 * What of a refund is there: by its mark, else what was paid with our amount and our reason.
 * @param before ids of the refunds that stood there when ours was planned; undefined while it is planned: then whatever has our reason is
 *   of an earlier attempt, which may have had other amounts
 */
function seenIn(state: State, input: RefundInput, kept: JsonObject, before?: readonly string[]): Seen {
  const found: Partial<Record<Part, string>> = {};
  let doubted: Made | undefined;
  const isNamed = ({ reason }: Made): boolean => reason === reasonOf(input);
  const unclaimed = (taken: Seen['found']): Made[] =>
    state.refunds.filter(
      ({ id, mark }) => mark === undefined && !Object.values(taken).includes(id) && input.others?.includes(id) !== true,
    );
  for (const part of PARTS) {
    const marked = state.refunds.find(({ mark }) => mark === markOf(input.reference, part));
    const id = idOf(kept, part) ?? marked?.id;
    if (id !== undefined) found[part] = id;
  }
  for (const part of PARTS) {
    const share = shareOf(input, part);
    if (!share || found[part] !== undefined) continue;
    const like = unclaimed(found).filter(
      ({ id, minor }) => minor === share.totalMinor && before?.includes(id) !== true,
    );
    // Without money there is nothing that a gateway could have paid.
    const own = like.find((one) => isNamed(one) && (one.paid || share.totalMinor === 0));
    if (own) found[part] = own.id;
    else if (before) doubted ??= like[0];
  }
  return { found, doubted: doubted ?? (before ? undefined : unclaimed(found).find(isNamed)) };
}

const inDoubt = (kind: 'refused' | 'unknown-effect', { id }: Made, state: State): Error =>
  fail(
    kind,
    `Refund ${id} of order ${state.number} may be this one, and whether it was paid is not certain. Look at its payment provider: if the buyer has no money, delete that refund in the shop and try again.`,
    { vendorCode: PERHAPS_PAID, seen: state.refunds.map((one) => one.id) },
  );

/** After the database went back: ours, of a return that was forgotten and perhaps is this one, made again under another reference. */
const forgottenIn = (state: State, { perhapsSince, reference, others = [] }: RefundInput): Made | undefined =>
  perhapsSince === undefined
    ? undefined
    : state.refunds.find(
        ({ id, mark }) => mark !== undefined && !mark.startsWith(markOf(reference, '')) && !others.includes(id),
      );

const planStep: Step<RefundInput, RefundResult, StoreEnv> = {
  name: 'plan',
  effect: 'read',
  async run(input, _kept, env) {
    const state = await readState(input.externalOrderId, env);
    const { found, doubted } = seenIn(state, input, {});
    if (doubted) throw inDoubt('refused', doubted, state);
    if (Object.keys(found).length === 0) {
      if (state.currency !== input.currency)
        throw fail('refused', `This order was paid in ${state.currency}, not in ${input.currency}.`, {
          vendorCode: 'currency',
        });
      if (input.totalMinor > state.mostMinor)
        throw fail(
          'refused',
          `Order ${state.number} has ${toDecimal(money(state.mostMinor, state.currency))} ${state.currency} left to refund in the shop.`,
          { vendorCode: 'nothing-left' },
        );
    }
    // Where the first of two went out, the other is made as it was planned: what is refunded already is its own.
    const bodies = Object.fromEntries(
      PARTS.map((part) => [part, found[part] === undefined ? bodyOf(state, input, part) : null]),
    );
    const there = done({}, found);
    return {
      kind: 'done',
      keep: { ...there.keep, bodies, before: state.refunds.map(({ id }) => id) },
      result: there.result,
    };
  },
};

const payStep = (part: Part): Step<RefundInput, RefundResult, StoreEnv> => ({
  name: part,
  effect: 'pay',
  async run(input, kept, env) {
    const { bodies } = kept;
    const body = isObject(bodies) ? bodies[part] : undefined;
    if (!isObject(body)) return { kind: 'done', result: done(kept, {}).result };
    const answer = await ask(env, {
      name: part,
      method: 'POST',
      path: `${API}/orders/${input.externalOrderId}/refunds`,
      body,
    });
    return { kind: 'done', ...done(kept, { [part]: readObject(answer).id('id', ID) }) };
  },
});

async function recover(
  input: RefundInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<RefundResult>> {
  const part = PARTS.find((each) => each === step);
  const state = await readState(input.externalOrderId, env);
  const { found, doubted } = seenIn(state, input, kept, textsOf(kept.before));
  if (part !== undefined && found[part] !== undefined) return { kind: 'found', step, ...done(kept, found) };
  if (doubted) throw inDoubt('unknown-effect', doubted, state);
  const forgotten = forgottenIn(state, input);
  if (forgotten)
    throw fail(
      'unknown-effect',
      `Refund ${forgotten.id} of order ${state.number} was made from here for a return that is not known any more. Look at the order whether it is this one.`,
      { vendorCode: PERHAPS_PAID, seen: state.refunds.map(({ id }) => id) },
    );
  return { kind: 'absent' };
}

export const refund: SteppedOperation<RefundInput, RefundResult, StoreEnv> = {
  steps: [planStep, ...PARTS.map(payStep)],
  recovery: 'by-reference',
  recover,
  // Gateways and the servers of shops are slow: a call that we gave up may still begin.
  settleAfterMs: 180_000,
};
