/** A shipment that was not scanned is deleted; it is looked at first. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { ask, exchange } from './client.ts';
import { isMoving } from './track.ts';

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const { body: shipment } = await ask(env, {
    method: 'GET',
    path: path`/Shipments/${input.carrierShipmentId}`,
    name: 'shipment status',
    query: { tracking: 'true' },
  });
  if (isMoving(shipment)) throw fail('refused', 'This shipment is already on its way and can no longer be voided.');
  return { kind: 'done' };
}

async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const call = {
    method: 'DELETE',
    path: path`/Shipments/${input.carrierShipmentId}`,
    name: 'delete shipment',
  } as const;
  // The sample answer is an empty object; nothing at all says the same, an error in words does not.
  const response = await exchange(env, call);
  const text = response.text().trim();
  if (text !== '' && text !== '{}' && text !== 'true' && text !== 'null')
    throw fail(
      'unknown-effect',
      'Nationex answered a cancellation in words that are not known; look the shipment up there.',
      {
        vendorMessage: text.slice(0, 200),
      },
    );
  return { kind: 'done', result: { refund: 'none' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'delete', effect: 'create', run: remove },
  ],
  // What is answered about a deleted shipment is not known.
  recovery: 'none',
  settleAfterMs: 0,
};
