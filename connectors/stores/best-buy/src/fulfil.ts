/**
 * Reporting parcels. Where Best Buy allows several shipments of an order: one shipment with its units, shipped as it is made
 * (ST01). Else the order as a whole: its tracking number, which can be set again without harm (OR23), then the validation
 * (OR24), which cannot be taken back. A shipment has one tracking number, so several go into the one field.
 */
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { BETWEEN, trackingOf, type Tracking } from './carriers.ts';
import { ask, change } from './client.ts';
import { holdOf, kindOf, ORDER_ID, readLineUnits } from './order-reader.ts';
import { readCreated, shipmentsOfOne, unitsOf, type Shipment } from './shipments.ts';
import { settingsOf } from './shop.ts';

type FulfilStep = Step<FulfilInput, FulfilResult, StoreEnv>;

const refuse = (message: string, vendorCode: string): Error => fail('refused', message, { vendorCode });

interface OrderState {
  readonly state: string;
  readonly trackingNumber: string;
  /** Units that may still be reported, by line. */
  readonly left: ReadonlyMap<string, number>;
  readonly shipments: readonly Shipment[];
}

/** The order as it is now. @throws ConnectorError `refused` when Best Buy does not know it */
async function orderState(orderId: string, env: StoreEnv): Promise<OrderState> {
  if (!ORDER_ID.test(orderId)) throw fail('invalid-input', 'This is not the number of a Best Buy order.');
  const answer = await ask(env, { name: 'order', path: '/api/orders', query: { order_ids: orderId, max: 1 } });
  const [order] = answer.strictList('orders', (one) => one);
  if (!order) throw refuse('Best Buy does not know this order.', 'order-unknown');
  const state = order.string('order_state', /^[A-Z_]+$/);
  const currency = order.currency('currency_iso_code');
  const shipments = settingsOf(env).several && state === 'SHIPPING' ? await shipmentsOfOne(orderId, env) : [];
  // What is being prepared at Best Buy is spoken for as well.
  const taken = unitsOf(shipments, false);
  const left = order.strictList('order_lines', (line) => {
    const { id, quantity, cancelled, shipped } = readLineUnits(line, kindOf(state), currency, taken);
    return [id, quantity - cancelled - shipped] as const;
  });
  return {
    state,
    trackingNumber: order.has('shipping_tracking') ? order.string('shipping_tracking') : '',
    left: new Map(left),
    shipments,
  };
}

const numbersOf = (input: FulfilInput): string => input.parcels.map((p) => p.trackingNumber).join(BETWEEN);

/** Two spellings of the same report: all numbers of it, or of several only the first (a listed carrier's). */
const isOurs = (input: FulfilInput, number: string): boolean =>
  number !== '' && (number === numbersOf(input) || number === input.parcels[0]?.trackingNumber);

/** The report of exactly these parcels, if it was made: the shipment's id, or the order's own where it ships as a whole. */
async function ownReport(input: FulfilInput, now: OrderState, env: StoreEnv): Promise<string | undefined> {
  const { several } = settingsOf(env);
  if (several) {
    const shipments = now.state === 'SHIPPING' ? now.shipments : await shipmentsOfOne(input.externalOrderId, env);
    return shipments.find((s) => s.shipped && isOurs(input, s.trackingNumber))?.id;
  }
  return kindOf(now.state) === 'shipped' && isOurs(input, now.trackingNumber) ? input.externalOrderId : undefined;
}

/** @throws ConnectorError `refused` when these units cannot be reported */
function checkReportable(input: FulfilInput, { state, left }: OrderState, several: boolean): void {
  const kind = kindOf(state);
  if (kind === 'cancelled') throw refuse('The order was cancelled at Best Buy.', 'cancelled');
  if (kind === 'shipped') throw refuse('Best Buy already has this order marked as shipped.', 'shipped');
  if (kind === 'held') throw refuse(`${holdOf(state).reason} Until then Best Buy takes no shipment.`, 'on-hold');
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  for (const [line, quantity] of wanted) {
    const units = left.get(line);
    if (units === undefined) throw refuse('Best Buy does not know one of these items in the order.', 'line-unknown');
    if (units < quantity)
      throw refuse(`Best Buy has only ${units} of ${quantity} units of an item left to ship.`, 'nothing-left');
  }
  if (several || [...left].every(([line, units]) => (wanted.get(line) ?? 0) >= units)) return;
  throw refuse(
    'Best Buy takes the shipment of an order as a whole, and this is a part of it. Report all of it at once, or enter the parts at Best Buy.',
    'whole-only',
  );
}

/** The plan as it is kept: no tracking where no number is known. */
const trackingIn = (kept: JsonObject): Tracking | undefined => {
  const reader = readObject(kept);
  if (!reader.has('tracking')) return undefined;
  const tracking = reader.object('tracking');
  const text = (name: string): string | undefined => (tracking.has(name) ? tracking.string(name) : undefined);
  return {
    carrierCode: text('carrierCode'),
    carrierName: text('carrierName'),
    url: text('url'),
    number: tracking.string('number'),
  };
};

/** @param address name of the field for the carrier's page: it differs between the two calls */
const trackingBody = (
  tracking: Tracking | undefined,
  address: 'carrier_url' | 'tracking_url',
): Readonly<Record<string, string>> | undefined =>
  tracking && {
    ...(tracking.carrierCode !== undefined && { carrier_code: tracking.carrierCode }),
    ...(tracking.carrierName !== undefined && { carrier_name: tracking.carrierName }),
    ...(tracking.url !== undefined && { [address]: tracking.url }),
    tracking_number: tracking.number,
  };

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const { several } = settingsOf(env);
  const now = await orderState(input.externalOrderId, env);
  // What was reported before, by an attempt whose journal was lost or by hand, is not reported again.
  const own = await ownReport(input, now, env);
  if (own !== undefined) return { kind: 'done', keep: { there: own }, result: { fulfilmentIds: [own] } };
  checkReportable(input, now, several);
  const tracking = await trackingOf(input, env);
  return {
    kind: 'done',
    keep: {
      several,
      known: now.shipments.map((s) => s.id),
      ...(tracking && { tracking: JSON.parse(JSON.stringify(tracking)) as JsonObject }),
    },
  };
}

const orderPath = (input: FulfilInput, what: string): string =>
  `/api/orders/${encodeURIComponent(input.externalOrderId)}/${what}`;

const trackingStep: FulfilStep = {
  name: 'tracking',
  // The order waits to be validated all the same, and setting the same number again changes nothing.
  effect: 'reserve',
  async run(input, kept, env) {
    const body = trackingBody(trackingIn(kept), 'carrier_url');
    if (kept['there'] === undefined && kept['several'] !== true && body)
      await change(env, { name: 'tracking', method: 'PUT', path: orderPath(input, 'tracking'), body });
    return { kind: 'done' };
  },
};

async function ship(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<string> {
  if (kept['several'] !== true) {
    await change(env, { name: 'ship', method: 'PUT', path: orderPath(input, 'ship') });
    return input.externalOrderId;
  }
  const tracking = trackingBody(trackingIn(kept), 'tracking_url');
  const shipment = {
    order_id: input.externalOrderId,
    shipment_lines: input.lines.map((l) => ({ order_line_id: l.externalLineId, quantity: l.quantity })),
    shipped: true,
    ...(tracking && { tracking }),
  };
  const answer = await ask(env, {
    name: 'create shipment',
    method: 'POST',
    path: '/api/shipments',
    body: { shipments: [shipment] },
  });
  const made = readCreated(answer);
  if ('refusal' in made)
    throw refuse(
      `Best Buy: ${made.refusal.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.'),
      'ST01',
    );
  return made.id;
}

const createStep: FulfilStep = {
  name: 'create',
  effect: 'create',
  async run(input, kept, env) {
    const { there } = kept;
    const id = typeof there === 'string' ? there : await ship(input, kept, env);
    return { kind: 'done', result: { fulfilmentIds: [id] } };
  },
};

async function recover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const found = (id: string): Recovery<FulfilResult> => ({ kind: 'found', step, result: { fulfilmentIds: [id] } });
  if (kept['several'] !== true) {
    const now = await orderState(input.externalOrderId, env);
    const numbered = input.parcels.length === 0 || isOurs(input, now.trackingNumber);
    return kindOf(now.state) === 'shipped' && numbered ? found(input.externalOrderId) : { kind: 'absent' };
  }
  const known: readonly unknown[] = Array.isArray(kept['known']) ? kept['known'] : [];
  const fresh = (await shipmentsOfOne(input.externalOrderId, env)).filter((s) => !known.includes(s.id));
  const same = (s: Shipment): boolean =>
    input.lines.every((l) => s.lines.some((x) => x.lineId === l.externalLineId && x.quantity === l.quantity));
  // Without a number there is only this sign: a shipment that was not there, with the very units.
  const ours = fresh.find((s) => (input.parcels.length === 0 ? same(s) : isOurs(input, s.trackingNumber)));
  return ours ? found(ours.id) : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [{ name: 'plan', effect: 'read', run: plan }, trackingStep, createStep],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
