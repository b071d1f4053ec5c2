/** A shipment is cancelled by deleting it; whether it is shows its state, which is asked where the answer does not say. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, find } from './client.ts';
import { manifest } from './manifest.ts';
import { STATES } from './ship.ts';

const NAME = manifest.name;

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const found = await find(env, input.carrierShipmentId, 'shipment state');
  if (found.kind === 'unknown') throw fail('refused', `${NAME} does not know this shipment.`);
  if (found.kind === 'working') return { kind: 'wait', retryAfterMs: 1000 };
  const state = found.shipment.choice('state', STATES);
  if (state === 'cancelled') throw fail('refused', 'This shipment has already been voided.');
  if (state === 'moving') throw fail('refused', 'This shipment is already on its way and can no longer be voided.');
  return { kind: 'done' };
}

async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'DELETE',
    path: path`/shipment/${input.carrierShipmentId}`,
    name: 'cancel shipment',
  });
  // 202 is Freightcom's word for "being worked on": it is done when the state says so.
  if (response.status === 202)
    throw fail('unknown-effect', `${NAME} is still cancelling this shipment; its state is asked in a moment.`);
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const found = await find(env, input.carrierShipmentId, 'shipment state');
  if (found.kind === 'unknown') throw fail('vendor-broken', `${NAME} no longer knows this shipment.`);
  if (found.kind === 'working') return { kind: 'not-yet', retryAfterMs: 2000 };
  return found.shipment.choice('state', STATES) === 'cancelled'
    ? { kind: 'found', step, result: { refund: 'later' } }
    : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'cancel', effect: 'create', run: remove },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
