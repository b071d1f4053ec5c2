/** A shipment that was not scanned is deleted; its way is looked at first. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { isScan } from '@scanship/domain/tracking/tracking';
import { exchange, wordsOf } from './client.ts';
import { manifest } from './manifest.ts';
import { askFor, readTracked } from './track.ts';

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const [number] = input.trackingNumbers;
  // Without a number there is nothing to look at, and GLS Canada itself refuses what is on its way.
  const parcel = number === undefined ? undefined : await askFor(number, env);
  if (parcel && number !== undefined && readTracked(parcel, number).events.some(({ status }) => isScan(status)))
    throw fail('refused', 'This shipment is already on its way and can no longer be voided.');
  return { kind: 'done' };
}

async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'DELETE',
    path: path`/shipment/${input.carrierShipmentId}`,
    name: 'delete shipment',
  });
  // Only the status of a deletion is known; words of an error that come with a good status are not taken for one.
  const said = response.text().trim() === '' ? undefined : wordsOf(response.json());
  if (said)
    throw fail(
      'unknown-effect',
      `${manifest.name} answered a cancellation in words that are not known; look the shipment up there.`,
      { vendorMessage: said.words.slice(0, 200), vendorCode: said.code },
    );
  return { kind: 'done', result: { refund: 'now' } };
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
