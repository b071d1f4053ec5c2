/**
 * Takes a label back. Before its data went to the postal systems USPS cancels it; afterwards it makes a refund request of it.
 * Nobody can be asked which of both became of a call whose answer was lost, so a person decides then.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { payingCall } from './client.ts';
import { isInternational } from './numbers.ts';

const isForeign = (number: string, kept: JsonObject): boolean =>
  typeof kept['label'] === 'string' ? kept['label'] === 'international-label' : isInternational(number);

async function withdraw(input: CancelInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const number = input.carrierShipmentId;
  const response = await payingCall(env, {
    method: 'DELETE',
    path: isForeign(number, { ...input.kept, ...kept })
      ? path`/international-labels/v3/international-label/${number}`
      : path`/labels/v3/label/${number}`,
    name: 'cancel label',
    declined: 'refused',
  });
  return readCancel(response.json(), number);
}

/**
 * CANCELED is a label that is never charged, DISPUTED a request for a refund that USPS decides on.
 * @throws FieldProblem for any other answer: what is not said is not believed
 */
export function readCancel(json: unknown, number: string): StepOutcome<CancelResult> {
  const answer = readObject(json);
  const refund = answer.choice('status', { CANCELED: 'now', DISPUTED: 'later' } as const);
  const named = answer.string('trackingNumber');
  if (named !== number) throw new FieldProblem(answer.at('trackingNumber'), `should be ${number}`);
  const disputeId = answer.maybe('disputeId', (n) => answer.id(n));
  return { kind: 'done', keep: disputeId === undefined ? {} : { disputeId }, result: { refund } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run: withdraw }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
