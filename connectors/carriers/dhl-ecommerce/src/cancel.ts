/**
 * Voids a label that stands on no manifest yet; only inside the United States. Whether a void whose answer was lost went
 * through cannot be asked (what becomes of the label's data is not documented), so a person decides then.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, pickupOf } from './client.ts';
import { manifest } from './manifest.ts';

async function withdraw(input: CancelInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if ({ ...input.kept, ...kept }['abroad'] === true)
    throw fail(
      'refused',
      `${manifest.name} voids labels inside the United States only; a label abroad is not charged as long as it is not manifested.`,
    );
  const response = await exchange(env, {
    method: 'DELETE',
    path: path`/shipping/v4/label/${pickupOf(env)}`,
    query: { packageId: input.carrierShipmentId },
    name: 'void label',
    declined: 'refused',
  });
  // An answer that is not DHL's must not pass for a void.
  if (response.bytes.length > 0) readObject(response.json());
  return { kind: 'done', result: { refund: 'now' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'void', effect: 'create', run: withdraw }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
