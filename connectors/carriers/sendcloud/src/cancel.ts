/** A cancellation is taken at once or queued for up to two weeks; the shipment's status tells what became of it. */
import type { CancelInput, CancelResult, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { cancelReturn, lookAtReturn, recoverReturnCancel, refundOfReturn, returnIdOf } from './returns.ts';
import { shipmentById, statusCode } from './ship.ts';
import { statusOf } from './statuses.ts';

export const ASKED: ReadonlySet<string> = new Set([
  'CANCELLING',
  'CANCELLING_UPSTREAM',
  'CANCELLED',
  'CANCELLED_UPSTREAM',
]);

const stateOf = async (env: CarrierEnv, input: CancelInput, name: string): Promise<string> =>
  statusCode(await shipmentById(env, input.carrierShipmentId, name));

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const returnId = returnIdOf(input.kept);
  if (returnId !== undefined) return lookAtReturn(returnId, env);
  if (ASKED.has(await stateOf(env, input, 'shipment state')))
    throw fail('refused', 'This label has already been voided.');
  return { kind: 'done' };
}

async function cancelLabel(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const returnId = returnIdOf(input.kept);
  if (returnId !== undefined) return cancelReturn(returnId, env);
  const response = await exchange(env, {
    method: 'POST',
    path: path`/shipments/${input.carrierShipmentId}/cancel`,
    name: 'cancel shipment',
  });
  // "cancelled" or "queued"; a rejection comes as 409.
  readObject(response.json()).object('data').string('status');
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const returnId = returnIdOf(input.kept);
  if (returnId !== undefined) return recoverReturnCancel(returnId, step, env);
  return ASKED.has(await stateOf(env, input, 'find cancellation'))
    ? { kind: 'found', step, result: { refund: 'later' } }
    : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'cancel', effect: 'create', run: cancelLabel },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};

const PENDING: ReadonlySet<string> = new Set(['label-created', 'unknown']);

/** A cancelled label is not charged, or credited on the next invoice; one that travels after all is charged. */
export async function refund(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> {
  const returnId = returnIdOf(input.kept);
  if (returnId !== undefined) return refundOfReturn(returnId, env);
  const code = await stateOf(env, input, 'refund');
  if (code === 'CANCELLED') return { state: 'received' };
  if (code === 'CANCELLATION_FAILED') return { state: 'refused', message: 'The carrier did not cancel this label.' };
  if (ASKED.has(code) || PENDING.has(statusOf(code))) return { state: 'pending' };
  return { state: 'refused', message: 'The parcel was handed to the carrier after all.' };
}
