/** Voiding by shipment id; what became of a cut-off void is read from the shipment found by our reference. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';

const REFUNDS = { CREDITED: 'now', NEXT_INVOICE: 'later' } as const;

async function voidShipment(
  input: CancelInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<CancelResult>> {
  const { answer } = await call(env, {
    action: 'void',
    name: 'void shipment',
    body: { ShipmentId: input.carrierShipmentId },
    readOnly: false,
  });
  answer.choice('Status', { VOID: true });
  return { kind: 'done', result: { refund: answer.choice('Refund', REFUNDS) } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const { answer } = await call(env, {
    action: 'find',
    name: 'find shipment',
    body: { Reference: input.reference, LabelFormat: 'PDF' },
    readOnly: true,
  });
  const voided = answer.object('Shipment').choice('Status', { OPEN: false, VOID: true });
  return voided ? { kind: 'found', step, result: { refund: 'later' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'void', effect: 'create', run: voidShipment }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
