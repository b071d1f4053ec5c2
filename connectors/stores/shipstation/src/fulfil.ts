/**
 * Reporting a parcel: the order is marked as shipped, with one number, and ShipStation tells the selling channel. What was marked
 * stands among the account's fulfillments, where our number is looked for before and after.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ID, onlyStore } from './account.ts';
import { carrierCode } from './carriers.ts';
import { ask, find } from './client.ts';
import { readOrderId, readState, readStoreId, type State } from './order-reader.ts';
import { pacificDay } from './pacific.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();

/** Version 1 gives a marked order no id of its own in its answer: the order's stands for it. */
const resultOf = (input: FulfilInput): FulfilResult => ({ fulfilmentIds: [input.externalOrderId] });

/** Numbers of the order that were not voided. */
async function numbersOf(orderId: string, env: StoreEnv): Promise<readonly string[]> {
  const answer = await ask(env, {
    name: 'fulfillments of the order',
    path: '/fulfillments',
    query: { orderId, pageSize: 100 },
  });
  return answer
    .strictList('fulfillments', (one) => ({
      orderId: one.id('orderId', ID),
      voided: one.boolean('voided'),
      number: one.has('trackingNumber') ? one.string('trackingNumber') : '',
    }))
    .filter((one) => one.orderId === orderId && !one.voided && one.number !== '')
    .map((one) => plain(one.number));
}

interface Now {
  readonly order: ObjectReader;
  readonly state: State;
}

async function current(input: FulfilInput, env: StoreEnv): Promise<Now | undefined> {
  const { externalOrderId: id } = input;
  const order = ID.test(id) ? await find(env, { name: 'order', path: `/orders/${id}` }) : undefined;
  if (!order) return undefined;
  if (readOrderId(order) !== id) throw new FieldProblem('orderId', 'is another order’s');
  const only = onlyStore(env);
  return only === undefined || readStoreId(order) === only ? { order, state: readState(order) } : undefined;
}

/** By its number; a report without one is known by the order's state alone. */
async function isReported(now: Now, input: FulfilInput, env: StoreEnv): Promise<boolean> {
  if (now.state.kind !== 'shipped') return false;
  const [parcel] = input.parcels;
  return parcel === undefined || (await numbersOf(input.externalOrderId, env)).includes(plain(parcel.trackingNumber));
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'ShipStation takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const now = await current(input, env);
  if (!now) throw refuse('ShipStation does not know this order.', 'order-unknown');
  const { kind, hold } = now.state;
  if (kind === 'shipped') {
    if (input.parcels.length > 0 && (await isReported(now, input, env)))
      return { kind: 'done', keep: { there: true }, result: resultOf(input) };
    throw refuse(
      'ShipStation already has this order marked as shipped and keeps one number of it; enter this number there if the buyer needs it.',
      'shipped',
    );
  }
  if (kind === 'cancelled') throw refuse('The order was cancelled at ShipStation.', 'cancelled');
  if (kind === 'held')
    throw refuse(`${hold?.reason ?? 'The order waits at ShipStation.'} Until then it is not reported.`, 'on-hold');
  const known = now.order.strictList('items', (line) => line.id('orderItemId', ID));
  if (input.lines.some((line) => !known.includes(line.externalLineId)))
    throw refuse('ShipStation does not know one of these items in the order.', 'line-unknown');
  return { kind: 'done', keep: { there: false } };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done', result: resultOf(input) };
  const [parcel] = input.parcels;
  const answer = await ask(env, {
    name: 'mark as shipped',
    method: 'POST',
    path: '/orders/markasshipped',
    body: {
      orderId: Number(input.externalOrderId),
      carrierCode: carrierCode(input.carrier.slug),
      shipDate: pacificDay(env.now()),
      ...(parcel && { trackingNumber: parcel.trackingNumber }),
      notifyCustomer: input.notifyBuyer,
      // Without it the channel the buyer ordered at would not hear of it.
      notifySalesChannel: true,
    },
  });
  if (readOrderId(answer) !== input.externalOrderId) throw new FieldProblem('orderId', 'is another order’s');
  return { kind: 'done', result: resultOf(input) };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const now = await current(input, env);
  return now && (await isReported(now, input, env))
    ? { kind: 'found', step, result: resultOf(input) }
    : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'create', effect: 'create', run: create },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
