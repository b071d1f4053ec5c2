/** Cancelling a booking; the refund follows by the vendor's own doing. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';

async function cancelBooking(
  input: CancelInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<CancelResult>> {
  const address = path`/bookings/${input.carrierShipmentId}/cancel`;
  const answer = readObject((await call(env, { method: 'POST', path: address, name: 'cancel booking' })).json());
  answer.choice('state', { cancelled: true });
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const answer = readObject(
    (await call(env, { method: 'GET', path: path`/bookings/${input.carrierShipmentId}`, name: 'poll booking' })).json(),
  );
  const cancelled = answer.choice('state', { processing: false, confirmed: false, rejected: false, cancelled: true });
  return cancelled ? { kind: 'found', step, result: { refund: 'later' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run: cancelBooking }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
