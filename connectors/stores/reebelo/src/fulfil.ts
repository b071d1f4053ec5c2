/**
 * Reporting parcels. Reebelo keeps one carrier and one tracking number of an order, and a report replaces the one before, so an
 * order is reported as a whole, once; several numbers go into the one field. A repeat changes nothing, and is looked up all
 * the same: a number that somebody corrected at Reebelo must not be overwritten.
 */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { change } from './client.ts';
import { ORDER_NUMBER, readFulfilments, readLineUnits, readState } from './order-reader.ts';
import { findOrder, PATH } from './orders.ts';

type FulfilStep = Step<FulfilInput, FulfilResult, StoreEnv>;

const refuse = (message: string, vendorCode: string): Error => fail('refused', message, { vendorCode });

/** Between several numbers of one report. */
const BETWEEN = ', ';
const numberOf = (input: FulfilInput): string => input.parcels.map((p) => p.trackingNumber).join(BETWEEN);

/** The order as it is now. @throws ConnectorError `refused` when Reebelo does not know it */
async function current(input: FulfilInput, env: StoreEnv): Promise<ObjectReader> {
  if (!ORDER_NUMBER.test(input.externalOrderId))
    throw fail('invalid-input', 'This is not the number of a Reebelo order.');
  const { order, problems } = await findOrder(input.externalOrderId, env);
  const [problem] = problems;
  if (!order && problem !== undefined)
    throw fail('vendor-broken', `Reebelo sent an order that cannot be read: ${problem}`);
  if (!order) throw refuse('Reebelo does not know this order.', 'order-unknown');
  return order;
}

const isReported = (order: ObjectReader, input: FulfilInput): boolean =>
  readFulfilments(order).some((f) => f.numbers.includes(numberOf(input)));

const done = (input: FulfilInput): FulfilResult => ({ fulfilmentIds: [input.externalOrderId] });

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length === 0)
    throw fail('invalid-input', 'Reebelo takes a shipment with its tracking number only, and none is known.');
  const order = await current(input, env);
  if (isReported(order, input)) return { kind: 'done', keep: { there: true }, result: done(input) };
  const { kind, hold } = readState(order);
  if (kind === 'cancelled') throw refuse('The order was cancelled or refunded at Reebelo.', 'cancelled');
  if (kind === 'shipped') throw refuse('Reebelo already has this order marked as shipped.', 'shipped');
  if (kind === 'held')
    throw refuse(`${hold ?? 'The order is on hold at Reebelo.'} Until then it is not reported.`, 'on-hold');
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  const lines = readLineUnits(order, kind);
  if ([...wanted.keys()].some((id) => !lines.some((line) => line.id === id)))
    throw refuse('Reebelo does not know one of these items in the order.', 'line-unknown');
  for (const line of lines) {
    const left = line.quantity - line.cancelled - line.shipped;
    const units = wanted.get(line.id) ?? 0;
    if (units > left)
      throw refuse(`Reebelo has only ${left} of ${units} units of an item left to ship.`, 'nothing-left');
    if (units < left)
      throw refuse(
        'Reebelo knows one shipment of an order, and this is a part of it. Report all of it at once, or enter it at Reebelo.',
        'whole-only',
      );
  }
  return { kind: 'done' };
}

const createStep: FulfilStep = {
  name: 'create',
  effect: 'create',
  async run(input, kept, env) {
    if (kept['there'] === true) return { kind: 'done', result: done(input) };
    await change(env, {
      name: 'track',
      method: 'PUT',
      path: `${PATH}/track`,
      body: {
        orderNumber: Number(input.externalOrderId),
        carrier: input.carrier.name,
        trackingNumber: numberOf(input),
        lineItems: input.lines.map((line) => ({ id: Number(line.externalLineId), quantity: line.quantity })),
      },
    });
    return { kind: 'done', result: done(input) };
  },
};

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  return isReported(await current(input, env), input)
    ? { kind: 'found', step, result: done(input) }
    : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [{ name: 'plan', effect: 'read', run: plan }, createStep],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
