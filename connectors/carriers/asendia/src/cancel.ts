/** Deletes a parcel that is on no manifest yet. A deleted one is not found any more, which settles an answer that was lost. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

// Labels cost what the list says once they are handed over: nothing was paid, so nothing comes back.
const result: CancelResult = { refund: 'none' };

async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'DELETE',
    path: path`/parcels/${input.carrierShipmentId}`,
    name: 'delete parcel',
    accept: [404],
  });
  if (response.status === 404)
    throw fail('refused', `${manifest.name} does not know this parcel; it may have been deleted already.`);
  return { kind: 'done', result };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/parcels/${input.carrierShipmentId}`,
    name: 'find parcel',
    accept: [404],
  });
  if (response.status === 404) return { kind: 'found', step, result };
  if (readObject(response.json()).string('id') !== input.carrierShipmentId)
    throw new FieldProblem('id', 'is another parcel than the one asked for');
  return { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'delete', effect: 'create', run: remove }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
