/** A cancellation is answered at once; the money comes back later, as a record of the shipment tells. */
import type { CancelInput, CancelResult, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentById, stateOf } from './ship.ts';

const NAME = manifest.name;
const CANCELLED: ReadonlySet<string> = new Set(['cancelling', 'cancelled']);

async function isCancelled(env: CarrierEnv, input: CancelInput, name: string): Promise<boolean> {
  const shipment = await shipmentById(env, input.carrierShipmentId, name);
  return CANCELLED.has(shipment.string('shipment_state', /^[a-z_]+$/)) || stateOf(shipment) === 'voided';
}

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if (await isCancelled(env, input, 'shipment state')) throw fail('refused', 'This label has already been voided.');
  return { kind: 'done' };
}

async function cancelLabel(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: path`/shipments/${input.carrierShipmentId}/cancel`,
    name: 'cancel shipment',
  });
  readObject(response.json()).object('success').string('message');
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  return (await isCancelled(env, input, 'find cancellation'))
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

/** Among the money records of the shipment one is the refund; settled, it has come. */
export async function refund(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> {
  const response = await exchange(env, {
    method: 'GET',
    path: path`/shipments/${input.carrierShipmentId}/transaction_records`,
    name: 'refund',
    query: { per_page: 100 },
  });
  const answer = readObject(response.json());
  const refunds = answer
    .strictList('transaction_records', (r) => ({
      isRefund: r.has('adjustment_type') && r.string('adjustment_type') === 'Refund after Cancellation',
      isSettled: r.has('settled_at') && r.instant('settled_at') !== '',
    }))
    .filter(({ isRefund }) => isRefund);
  return refunds.some(({ isSettled }) => isSettled)
    ? { state: 'received' }
    : { state: 'pending', ...(refunds.length > 0 ? { message: `${NAME} has booked the refund.` } : {}) };
}
