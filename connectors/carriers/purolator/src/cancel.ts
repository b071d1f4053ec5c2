/**
 * Voiding by number, on the day of the purchase. What became of a cut-off void cannot be asked: a second void is refused
 * whether the first was done or not, and tracking does not say "void" (README.md, "Recovery").
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { manifest } from './manifest.ts';

async function voidShipment(
  input: CancelInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<CancelResult>> {
  const { answer } = await call(env, {
    service: 'shipping',
    operation: 'VoidShipment',
    name: 'void shipment',
    body: { PIN: { Value: input.carrierShipmentId } },
    readOnly: false,
    reference: input.reference,
  });
  if (!answer.boolean('ShipmentVoided'))
    throw fail('refused', `${manifest.name} did not void this shipment.`, { vendorCode: 'not-voided' });
  // Nothing is billed before the end of day, and what is closed can no longer be voided.
  return { kind: 'done', result: { refund: 'now' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'void', effect: 'create', run: voidShipment }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
