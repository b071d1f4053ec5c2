/**
 * One label a call. Our UUID is USPS's idempotency key: the same request under the same key answers the existing label, is
 * never charged twice, and so settles a purchase that was cut off (Labels API, X-Idempotency-Key).
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { payingCall } from './client.ts';
import { paysDuties } from './customs.ts';
import { readLabel } from './label-answer.ts';
import { internationalMessage, labelKindOf, labelMessage, returnMessage, type LabelKind } from './label-messages.ts';
import { LABEL_MEDIA_TYPE, labelAnswer } from './multipart.ts';
import { onlyParcel } from './parcel.ts';

const PATHS: Readonly<Record<LabelKind, string>> = {
  label: '/labels/v3/label',
  'return-label': '/labels/v3/return-label',
  'international-label': '/international-labels/v3/international-label',
};
const MESSAGES = {
  label: labelMessage,
  'return-label': returnMessage,
  'international-label': internationalMessage,
} as const;

async function buy(input: ShipInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const kind = labelKindOf(input);
  const { shipment } = input;
  const response = await payingCall(env, {
    method: 'POST',
    path: PATHS[kind],
    name: 'create label',
    repeatable: true,
    headers: { accept: LABEL_MEDIA_TYPE, 'x-idempotency-key': input.uuid },
    json: MESSAGES[kind](input),
  });
  const result = readLabel(labelAnswer(response), {
    kind,
    format: input.labelFormat,
    parcelNumber: onlyParcel(shipment).number,
    prepaid: kind === 'international-label' && paysDuties(shipment),
  });
  return { kind: 'done', keep: { label: kind, trackingNumber: result.carrierShipmentId }, result };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: buy }],
  recovery: 'own-key',
  settleAfterMs: 60_000,
};
