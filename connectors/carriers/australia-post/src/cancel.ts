/** A shipment that is deleted before it is lodged is never billed. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { send } from './client.ts';
import { manifest } from './manifest.ts';
import { findShipment } from './shipments.ts';

const NAME = manifest.name;

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const found = await findShipment(env, input.carrierShipmentId, 'shipment to delete');
  if (!found) throw fail('refused', `${NAME} has no such shipment any more; it may have been deleted already.`);
  if (found.orderId !== undefined)
    throw fail('refused', `${NAME} has lodged this shipment with order ${found.orderId}, so it cannot be deleted.`);
  return { kind: 'done' };
}

/** The answer is empty. */
async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  await send(env, { method: 'DELETE', path: path`/shipments/${input.carrierShipmentId}`, name: 'delete shipment' });
  return { kind: 'done', result: { refund: 'now' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const found = await findShipment(env, input.carrierShipmentId, 'find shipment');
  return found ? { kind: 'absent' } : { kind: 'found', step, result: { refund: 'now' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'delete', effect: 'create', run: remove },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
