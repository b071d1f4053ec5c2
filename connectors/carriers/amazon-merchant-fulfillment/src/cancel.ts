/** A cancellation asks for the money back; whether it comes says the status of the shipment, which also settles a cut-off. */
import type { CancelInput, CancelResult, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { payloadOf } from '@scanship/connector-kit/amazon/selling-partner-carrier';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchangeRestricted } from './client.ts';
import { manifest } from './manifest.ts';
import { ownShipment, stateById, stateOf, type ShipmentState } from './shipment.ts';

async function withdraw(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchangeRestricted(env, {
    method: 'DELETE',
    path: path`/mfn/v0/shipments/${input.carrierShipmentId}`,
    name: 'cancel',
    declined: 'refused',
    rate: 1,
  });
  const state = stateOf(ownShipment(payloadOf(response), input.carrierShipmentId));
  if (state === 'bought' || state === 'refund-refused')
    throw fail('refused', `${manifest.name} does not take this label back.`, { vendorCode: state });
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const state = await stateById(env, input.carrierShipmentId, 'find cancellation');
  return state === 'bought' ? { kind: 'absent' } : { kind: 'found', step, result: { refund: 'later' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run: withdraw }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};

const REFUNDS: Readonly<Record<ShipmentState, RefundAnswer>> = {
  bought: { state: 'refused', message: 'Amazon has this label as bought and not cancelled.' },
  'refund-asked': { state: 'pending' },
  'refund-refused': { state: 'refused', message: 'Amazon refused the refund of this label.' },
  refunded: { state: 'received' },
};

export const refund = async (input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> =>
  REFUNDS[await stateById(env, input.carrierShipmentId, 'refund')];
