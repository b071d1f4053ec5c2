/**
 * Cancels a shipment. Amazon answers an empty object and has no way to ask what became of a cancellation whose answer was
 * lost, so a person decides then.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, payloadOf } from './client.ts';

async function withdraw(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'PUT',
    path: path`/shipping/v2/shipments/${input.carrierShipmentId}/cancel`,
    name: 'cancel',
    declined: 'refused',
  });
  // An answer that is not Amazon's must not pass for a cancellation.
  payloadOf(response);
  return { kind: 'done', result: { refund: 'later' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run: withdraw }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
