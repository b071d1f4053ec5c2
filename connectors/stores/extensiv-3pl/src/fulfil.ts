/**
 * Reporting a parcel: its number goes into the routing of the order, which stays open. Only where the seller opted in is the order
 * confirmed with the number, which closes it and lets the warehouse bill for it.
 */
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { operate, readLines } from './client.ts';
import { connectionOf } from './connection.ts';
import { readLineId } from './order-reader.ts';
import { orderNow, refuse, replaceNumber, reportId, sameNumber, type Now } from './report.ts';
import { closesByNumber } from './warehouse.ts';

const numberOf = ({ parcels }: FulfilInput): string => parcels[0]?.trackingNumber ?? '';

const resultOf = (input: FulfilInput): FulfilResult => ({
  fulfilmentIds: [reportId(numberOf(input), input.externalOrderId)],
});

/** Of a report that closes the order, the number alone is not enough; one without a number is known by the order's state alone. */
function isReported({ state }: Now, input: FulfilInput, close: boolean): boolean {
  const there = sameNumber(state.number, numberOf(input));
  return there && (state.kind === 'closed' || (!close && state.kind === 'open' && state.number !== ''));
}

/** @throws ConnectorError `refused` where the order cannot be reported as it is now */
function checkState({ state }: Now, input: FulfilInput, close: boolean): void {
  if (state.kind === 'cancelled') throw refuse('The order was cancelled at the warehouse.', 'cancelled');
  if (state.kind === 'closed')
    throw refuse(
      'The warehouse has closed this order already, with one tracking number; it has to enter this one itself if the buyer needs it.',
      'shipped',
    );
  if (state.number !== '' && !sameNumber(state.number, numberOf(input)))
    throw refuse(
      `Extensiv keeps one tracking number of an order and has ${state.number.slice(0, 60)}; let the warehouse take it out if it is wrong.`,
      'other-number',
    );
  if (state.hold) throw refuse(`${state.hold.reason} Until then it is not reported.`, 'on-hold');
  if (close && !state.allocated)
    throw refuse(
      'Not all goods of this order are allocated at the warehouse, so it cannot be closed; let the warehouse allocate it.',
      'not-allocated',
    );
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const { close } = connectionOf(env);
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Extensiv keeps one tracking number of an order; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const now = await orderNow(input.externalOrderId, env);
  if (!now) throw refuse('Extensiv does not know this order.', 'order-unknown');
  if (input.parcels.length > 0 && isReported(now, input, close))
    return { kind: 'done', keep: { there: true, close }, result: resultOf(input) };
  checkState(now, input, close);
  const known = readLines(now.order, readLineId);
  if (input.lines.some((line) => !known.includes(line.externalLineId)))
    throw refuse('Extensiv does not know one of these items in the order.', 'line-unknown');
  if (!close && input.parcels.length === 0)
    throw refuse(
      'Without a tracking number there is nothing to report: this connection does not close orders.',
      'no-number',
    );
  if (!close && (await closesByNumber(env)))
    throw refuse(
      'The warehouse lets a tracking number alone close your orders and bill you for them, and you did not choose that. Connect the store again and choose to close orders, or ask the warehouse to switch off automatic confirmation.',
      'closes-by-number',
    );
  return { kind: 'done', keep: { there: false, close } };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const done: StepOutcome<FulfilResult> = { kind: 'done', result: resultOf(input) };
  if (kept.there === true) return done;
  const id = input.externalOrderId;
  const number = numberOf(input);
  if (kept.close !== true) {
    await replaceNumber(id, '', number, env);
    return done;
  }
  // Looked at once more: the change has to name the order's state of this moment.
  const now = await orderNow(id, env);
  if (!now) throw refuse('Extensiv does not know this order.', 'order-unknown');
  if (input.parcels.length > 0 && isReported(now, input, true)) return done;
  checkState(now, input, true);
  await operate(env, {
    name: 'confirm the order',
    method: 'POST',
    path: `/orders/${id}/confirmer`,
    body: number === '' ? {} : { trackingNumber: number },
    ifMatch: now.tag,
  });
  return done;
}

async function recover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const now = await orderNow(input.externalOrderId, env);
  return now && isReported(now, input, kept.close === true)
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
