/** Deletes a package. What is answered about a deleted one is not documented, so a lost answer is left to a person. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountOf, ask } from './client.ts';

async function run(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const { accountNumber, subAccountNumber } = accountOf(env);
  await ask(env, {
    method: 'DELETE',
    path: '/v1.0/ShippingPlatform/Package',
    name: 'delete package',
    query: {
      accountNumber,
      subAccountNumber: subAccountNumber === '' ? undefined : subAccountNumber,
      packageID: input.carrierShipmentId,
    },
  });
  // The answer speaks of no money.
  return { kind: 'done', result: { refund: 'none' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'delete', effect: 'create', run }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
