/**
 * Reporting parcels: look what is left, acknowledge the order where nobody has, then one call that says for each line how many
 * of its units left in which parcel. Walmart gives such a call no id, so it is found again by its tracking numbers; it charges
 * the buyer by it and takes nothing back.
 */
import { dealOut } from '@scanship/connector-kit/store/deal-out';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, askMaybe } from './client.ts';
import type { Market } from './market.ts';
import { isOurs, LINE_NUMBER, ORDER_ID, orderIn, readLineState, type LineState } from './order-reader.ts';

/** More parcels than this in one report come in several. */
const MOST_PARCELS = 50;

/** Units of one line in one parcel; `parcel` is its place in the input. */
interface Share {
  readonly lineNumber: string;
  readonly quantity: number;
  readonly parcel: number;
}

const sharesIn = (input: FulfilInput, name: string): Share[] =>
  dealOut(input, name, MOST_PARCELS).flatMap(({ lines }, parcel) =>
    lines.map(({ externalLineId, quantity }) => ({ lineNumber: externalLineId, quantity, parcel })),
  );

const orderPath = (orderId: string): string => {
  if (!ORDER_ID.test(orderId)) throw fail('invalid-input', 'This is not the number of a Walmart purchase order.');
  return `/v3/orders/${orderId}`;
};

interface OrderState {
  readonly number: string;
  readonly methodCode: string;
  readonly lines: readonly LineState[];
}

const refuse = (message: string, vendorCode: string): Error => fail('refused', message, { vendorCode });

async function orderState(market: Market, orderId: string, env: StoreEnv): Promise<OrderState> {
  const { name } = market.manifest;
  const json = await askMaybe(market, env, { name: 'what is left to ship', path: orderPath(orderId) });
  if (json === undefined)
    throw refuse(`${name} does not know this order, or it is older than 180 days.`, 'order-unknown');
  const order = orderIn(readObject(json));
  if (!isOurs(order)) throw refuse(`${name} ships this order itself (WFS); there is nothing to report.`, 'not-ours');
  return {
    number: order.id('customerOrderId', ORDER_ID),
    methodCode: order.object('shippingInfo').string('methodCode', /^[A-Za-z_]{1,40}$/),
    lines: order.object('orderLines').strictList('orderLine', readLineState),
  };
}

/** @throws ConnectorError `refused` when these units cannot be reported */
function checkReportable(name: string, state: OrderState, shares: readonly Share[]): void {
  const wanted = new Map<string, number>();
  for (const { lineNumber, quantity } of shares) wanted.set(lineNumber, (wanted.get(lineNumber) ?? 0) + quantity);
  for (const [lineNumber, quantity] of wanted) {
    const line = state.lines.find((one) => one.lineNumber === lineNumber);
    if (!line) throw refuse(`${name} does not know one of these items in the order.`, 'line-unknown');
    if (line.cancelled === line.quantity) throw refuse(`An item of the order was cancelled at ${name}.`, 'cancelled');
    if (line.open < quantity)
      throw refuse(
        line.open === 0
          ? `${name} already has these items marked as shipped.`
          : `${name} has only ${line.open} of ${quantity} units of an item left to ship.`,
        'shipped',
      );
    if (line.cancelAsked)
      throw refuse(`The buyer asked ${name} to cancel; it has to be decided in Seller Center first.`, 'cancel-asked');
  }
}

const known = (state: OrderState): ReadonlySet<string> => new Set(state.lines.flatMap((line) => line.trackingNumbers));
const numbersOf = (input: FulfilInput): string[] => input.parcels.map((parcel) => parcel.trackingNumber.trim());

type FulfilStep = Step<FulfilInput, FulfilResult, StoreEnv>;

const planStep = (market: Market): FulfilStep => ({
  name: 'plan',
  effect: 'read',
  async run(input, _kept, env) {
    const { name } = market.manifest;
    const all = sharesIn(input, name);
    const state = await orderState(market, input.externalOrderId, env);
    // What was reported before, by an attempt whose journal was lost or by hand, is not reported again.
    const there = known(state);
    const numbers = numbersOf(input);
    const shares = all.filter((share) => !there.has(numbers[share.parcel] ?? ''));
    checkReportable(name, state, shares);
    return {
      kind: 'done',
      keep: {
        shares: shares.map((share) => ({ ...share })),
        acknowledge: shares.length > 0 && state.lines.some((line) => line.created > 0),
        number: state.number,
        methodCode: state.methodCode,
      },
      result: shares.length === 0 ? { fulfilmentIds: numbers } : {},
    };
  },
});

/** The plan as the first step kept it. */
const sharesOf = (kept: JsonObject): Share[] =>
  readObject(kept).strictList('shares', (share) => ({
    lineNumber: share.string('lineNumber', LINE_NUMBER),
    quantity: share.integer('quantity', 1),
    parcel: share.integer('parcel', 0),
  }));

/** The answer is the order as it is then. */
function checkAnswer(json: unknown, orderId: string): readonly LineState[] {
  const order = orderIn(readObject(json));
  if (order.id('purchaseOrderId', ORDER_ID) !== orderId)
    throw new FieldProblem('purchaseOrderId', 'is that of another order');
  return order.object('orderLines').strictList('orderLine', readLineState);
}

/** Walmart lets an order be acknowledged again, so this is repeated freely; it is looked at first all the same. */
const acknowledgeStep = (market: Market): FulfilStep => ({
  name: 'acknowledge',
  effect: 'reserve',
  async run(input, kept, env) {
    if (kept['acknowledge'] !== true) return { kind: 'done' };
    const state = await orderState(market, input.externalOrderId, env);
    if (state.lines.every((line) => line.created === 0)) return { kind: 'done' };
    const json = await ask(market, env, {
      name: 'acknowledge',
      method: 'POST',
      path: `${orderPath(input.externalOrderId)}/acknowledge`,
      harmless: true,
    });
    const lines = checkAnswer(json, input.externalOrderId);
    if (lines.some((line) => line.created > 0))
      throw new FieldProblem('orderLineStatuses', 'are not acknowledged, though the call was taken');
    return { kind: 'done' };
  },
});

/**
 * By the market's list, or by the carrier's own name with a link, which Walmart then demands: the carrier's, or the page of
 * 17TRACK, which follows numbers of most carriers.
 */
function carrierOf(market: Market, input: FulfilInput, parcel: FulfilInput['parcels'][number]): JsonObject {
  const { slug, name } = input.carrier;
  const number = parcel.trackingNumber.trim();
  const given = /^https?:\/\/\S+$/.test(parcel.trackingUrl ?? '') ? parcel.trackingUrl : undefined;
  const listed = Object.hasOwn(market.carriers, slug) ? market.carriers[slug] : undefined;
  if (listed !== undefined)
    return { carrierName: { carrier: listed }, ...(given !== undefined && { trackingURL: given }) };
  return {
    carrierName: { otherCarrier: name },
    trackingURL: given ?? `https://t.17track.net/en#nums=${encodeURIComponent(number)}`,
  };
}

/** The body of the call: one line with one status for each parcel that has units of it. */
export function shipment(market: Market, input: FulfilInput, kept: JsonObject, now: Date): JsonObject {
  const plan = readObject(kept);
  const shares = sharesOf(kept);
  const methodCode = plan.string('methodCode');
  const trackingInfo = (index: number): JsonObject => {
    const parcel = input.parcels[index];
    if (!parcel) throw new FieldProblem('parcel', 'is not one of the report');
    return {
      shipDateTime: now.getTime(),
      methodCode,
      trackingNumber: parcel.trackingNumber.trim(),
      ...carrierOf(market, input, parcel),
    };
  };
  return {
    orderShipment: {
      orderLines: {
        orderLine: [...new Set(shares.map((share) => share.lineNumber))].map((lineNumber) => ({
          lineNumber,
          // Printed on return labels: the number people know.
          sellerOrderId: plan.string('number'),
          orderLineStatuses: {
            orderLineStatus: shares
              .filter((share) => share.lineNumber === lineNumber)
              .map((share) => ({
                status: 'Shipped',
                statusQuantity: { unitOfMeasurement: 'EACH', amount: String(share.quantity) },
                trackingInfo: trackingInfo(share.parcel),
              })),
          },
        })),
      },
    },
  };
}

const shipStep = (market: Market): FulfilStep => ({
  name: 'ship',
  effect: 'create',
  async run(input, kept, env) {
    const numbers = numbersOf(input);
    const result = { fulfilmentIds: numbers };
    const shares = sharesOf(kept);
    if (shares.length === 0) return { kind: 'done', result };
    const json = await ask(market, env, {
      name: 'report as shipped',
      method: 'POST',
      path: `${orderPath(input.externalOrderId)}/shipping`,
      body: shipment(market, input, kept, env.now()),
    });
    const lines = checkAnswer(json, input.externalOrderId);
    const said = new Set(lines.flatMap((line) => line.trackingNumbers));
    if (!numbers.every((number) => said.has(number)))
      throw new FieldProblem('orderLineStatuses', 'do not hold the numbers that were reported');
    return { kind: 'done', result };
  },
});

export const fulfilOf = (market: Market): SteppedOperation<FulfilInput, FulfilResult, StoreEnv> => ({
  steps: [planStep(market), acknowledgeStep(market), shipStep(market)],
  recovery: 'by-reference',
  async recover(input, step, _kept, env): Promise<Recovery<FulfilResult>> {
    const there = known(await orderState(market, input.externalOrderId, env));
    const numbers = numbersOf(input);
    return numbers.every((number) => there.has(number))
      ? { kind: 'found', step, result: { fulfilmentIds: numbers } }
      : { kind: 'absent' };
  },
  settleAfterMs: 15_000,
});
