/** Voiding by id; a cut-off void is read from the status of the shipment. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call, customerOf } from './client.ts';

const addressOf = (input: CancelInput, env: CarrierEnv): string =>
  path`/rs/${customerOf(env)}/shipment/${input.carrierShipmentId}`;

async function voidShipment(
  input: CancelInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<CancelResult>> {
  const answer = (
    await call(env, { method: 'DELETE', path: addressOf(input, env), name: 'void shipment', type: 'shipment' })
  ).object('shipment-info');
  answer.choice('shipment-status', { voided: true });
  return { kind: 'done', result: { refund: 'none' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const answer = (
    await call(env, { method: 'GET', path: addressOf(input, env), name: 'shipment status', type: 'shipment' })
  ).object('shipment-info');
  const voided = answer.choice('shipment-status', { created: false, voided: true });
  return voided ? { kind: 'found', step, result: { refund: 'none' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'void', effect: 'create', run: voidShipment }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
