/** A refund is asked for; whether the money comes back says `refund_status`, days later. The shipment is looked at first. */
import type { CancelInput, CancelResult, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { isBought, shipmentById } from './ship.ts';

const NAME = manifest.name;

type State = 'none' | 'asked' | 'paid-back' | 'refused';
const STATES: Readonly<Record<string, State>> = {
  submitted: 'asked',
  refunded: 'paid-back',
  rejected: 'refused',
  not_applicable: 'refused',
};
export const stateOf = (shipment: ObjectReader): State =>
  shipment.has('refund_status') ? shipment.choice('refund_status', STATES) : 'none';

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const shipment = await shipmentById(env, input.carrierShipmentId, 'shipment state');
  if (!isBought(shipment)) throw fail('refused', `${NAME} has sold no label for this shipment.`);
  const state = stateOf(shipment);
  if (state === 'asked' || state === 'paid-back') throw fail('refused', 'This label has already been voided.');
  return { kind: 'done' };
}

async function refundLabel(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: path`/v2/shipments/${input.carrierShipmentId}/refund`,
    name: 'refund label',
  });
  const state = readObject(response.json()).choice('refund_status', STATES);
  if (state === 'refused') throw fail('refused', `${NAME} does not refund this label.`);
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const state = stateOf(await shipmentById(env, input.carrierShipmentId, 'shipment state'));
  return state === 'asked' || state === 'paid-back'
    ? { kind: 'found', step, result: { refund: 'later' } }
    : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'refund', effect: 'create', run: refundLabel },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};

const REFUNDS: Readonly<Record<State, RefundAnswer['state']>> = {
  none: 'pending',
  asked: 'pending',
  'paid-back': 'received',
  refused: 'refused',
};

export async function refund(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> {
  return { state: REFUNDS[stateOf(await shipmentById(env, input.carrierShipmentId, 'refund'))] };
}
