/** Voiding; what became of a cut-off void is read from the shipment itself. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';

const STATUSES = { ACTIVE: 'active', VOIDED: 'voided' } as const;
const REFUNDS = { IMMEDIATE: 'now', LATER: 'later', NONE: 'none' } as const;

async function voidShipment(input: CancelInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await call(env, {
    method: 'DELETE',
    path: path`/v1/shipments/${input.carrierShipmentId}`,
    name: 'void shipment',
  });
  const answer = readObject(response.json());
  // Only the vendor's own word makes it voided; any other status is an answer we do not understand.
  answer.choice('status', { VOIDED: true });
  return { kind: 'done', result: { refund: answer.choice('refund', REFUNDS) } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: unknown,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const response = await call(env, {
    method: 'GET',
    path: path`/v1/shipments/${input.carrierShipmentId}`,
    name: 'look up shipment',
  });
  const answer = readObject(response.json());
  if (answer.choice('status', STATUSES) === 'active') return { kind: 'absent' };
  return { kind: 'found', step, result: { refund: answer.choice('refund', REFUNDS) } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'void', effect: 'create', run: voidShipment }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 30_000,
};
