/**
 * Asks for the money back. Which state a refunded shipment takes is not documented, so that a request whose answer was lost is
 * left to a person.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { tell } from './client.ts';
import { manifest } from './manifest.ts';
import { find } from './ship.ts';

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const status = (await find(input.carrierShipmentId, 'shipment status', env)).string('status', /^[A-Z0-9_]{3,40}$/);
  if (status === 'CANCELLED') throw fail('refused', 'This shipment has already been cancelled.');
  if (status === 'DRAFT') throw fail('refused', `${manifest.name} has sold no postage for this shipment.`);
  return { kind: 'done' };
}

async function refund(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  await tell(env, { method: 'POST', path: path`/shipments/${input.carrierShipmentId}/refund`, name: 'refund' });
  return { kind: 'done', result: { refund: 'later' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'refund', effect: 'create', run: refund },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
