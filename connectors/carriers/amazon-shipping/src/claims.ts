/**
 * A claim of one parcel. Amazon takes no key with it and tells nothing of a claim afterwards, so a filing that was cut off is a person's
 * question; one that was filed before, Amazon itself refuses by the tracking number.
 */
import type { ClaimFiled, ClaimInput, ClaimOperations } from '@scanship/connector-kit/carrier/claims';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { toDecimal } from '@scanship/domain/money/money';
import { exchange } from './client.ts';

const REASONS = { loss: 'LOST_IN_TRANSIT', damage: 'DAMAGED_IN_TRANSIT', contents: 'ITEM_MISSING_SWITCHEROO' } as const;

const reasonOf = ({ kind, delivered }: ClaimInput): string =>
  kind === 'loss' && delivered ? 'DELIVERED_NOT_RECEIVED' : REASONS[kind];

async function file(input: ClaimInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ClaimFiled>> {
  const { amount, photoAddresses } = input;
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping/v2/claims',
    name: 'create claim',
    json: {
      trackingId: input.trackingNumber,
      declaredValue: { value: Number(toDecimal(amount)), unit: amount.currency },
      claimReason: reasonOf(input),
      ...(photoAddresses.length > 0 ? { proofs: [...photoAddresses] } : {}),
      settlementType: 'REFUND',
    },
    declined: 'refused',
  });
  const claimNumber = readObject(response.json()).id('claimId', /^[\w-]{3,100}$/);
  return { kind: 'done', result: { claimNumber, messages: [] } };
}

export const claims: ClaimOperations = {
  file: {
    steps: [{ name: 'file', effect: 'create', run: file }],
    recovery: 'none',
    settleAfterMs: 60_000,
  },
};
