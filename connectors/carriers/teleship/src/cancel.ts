/** A label is voided; what became of a void that was cut off says the shipment's status. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { ownShipment, shipmentById, STATUSES } from './shipment.ts';

async function statusOf(env: CarrierEnv, id: string, name: string): Promise<(typeof STATUSES)[keyof typeof STATUSES]> {
  return (await shipmentById(env, id, name)).choice('status', STATUSES);
}

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if ((await statusOf(env, input.carrierShipmentId, 'shipment state')) === 'cancelled')
    throw fail('refused', 'This label has already been voided.');
  return { kind: 'done' };
}

async function withdraw(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: path`/api/shipments/labels/${input.carrierShipmentId}/void`,
    name: 'void label',
    declined: 'refused',
  });
  const answer = ownShipment(readObject(response.json()), input.carrierShipmentId);
  if (answer.choice('status', STATUSES) !== 'cancelled')
    throw fail('refused', `${manifest.name} does not take this label back any more.`);
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const status = await statusOf(env, input.carrierShipmentId, 'find void');
  return status === 'cancelled' ? { kind: 'found', step, result: { refund: 'later' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'void', effect: 'create', run: withdraw },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
