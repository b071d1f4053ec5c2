/**
 * Unprocesses the whole shipment and deletes it, which is free until it is manifested. What tracking says of a deleted
 * shipment is not documented, so a cancellation whose answer was lost is left to a person.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { ask } from './client.ts';

async function run(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  await ask(env, {
    document: 'Cancel',
    name: 'cancel',
    request: {
      TrackingNumber: input.carrierShipmentId,
      DeleteShipment: true,
      Reason: 'The sender does not need this label.',
    },
    readOnly: false,
    // Said as an error, though the label is void then: only what is left of the record stays in the vendor's list.
    doneAllTheSame: /^successfully unprocessed/i,
  });
  return { kind: 'done', result: { refund: 'now' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
