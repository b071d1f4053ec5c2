/** Bought postage is refunded on request, credited by Chit Chats later. The shipment is looked at first. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, find } from './client.ts';
import { manifest } from './manifest.ts';
import { stateOf } from './ship.ts';

const NAME = manifest.name;
const GONE: ReadonlySet<string> = new Set([
  'in_transit',
  'received',
  'released',
  'inducted',
  'resolved',
  'delivered',
  'exception',
  'canceled',
]);

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const shipment = await find(env, input.carrierShipmentId, 'shipment status');
  if (!shipment) throw fail('refused', `${NAME} does not know this shipment.`);
  const state = stateOf(shipment);
  if (state === 'voided') throw fail('refused', 'This shipment has already been voided.');
  if (state !== 'bought') throw fail('refused', `${NAME} has sold no postage for this shipment.`);
  if (GONE.has(shipment.string('status')))
    throw fail('refused', 'This shipment is already on its way and can no longer be voided.');
  return { kind: 'done' };
}

async function refund(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  await exchange(env, {
    method: 'PATCH',
    path: path`/shipments/${input.carrierShipmentId}/refund`,
    name: 'refund postage',
  });
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const shipment = await find(env, input.carrierShipmentId, 'shipment status');
  if (!shipment) throw fail('vendor-broken', `${NAME} no longer knows this shipment.`);
  return stateOf(shipment) === 'voided' ? { kind: 'found', step, result: { refund: 'later' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'refund', effect: 'create', run: refund },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
