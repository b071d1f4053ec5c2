/**
 * A parcel that was not scanned is cancelled, mostly later than it is asked for. It is looked at first, since GLS answers a second
 * cancellation with a fault; what became of one is read from the parcel's standing.
 */
import type { CancelInput, CancelResult, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { isScan } from '@scanship/domain/tracking/tracking';
import { shipIt } from './client.ts';
import { manifest } from './manifest.ts';
import { standing, STANDING } from './track.ts';

const NAME = manifest.name;
const CANCELED = 'CANCELED';
const MOVING = 'This parcel is already on its way and can no longer be voided.';

const isMoving = (status: string | undefined): boolean => {
  const [meaning] = (status === undefined ? undefined : STANDING[status]) ?? [];
  return status === 'FINAL' || status === 'NOTDELIVERED' || (meaning !== undefined && isScan(meaning));
};

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if (input.kept.return === true)
    throw fail('refused', `${NAME} cancels return labels only through your depot; please call it.`);
  const status = await standing(input.carrierShipmentId, env);
  if (status === CANCELED) throw fail('refused', 'This parcel has already been voided.');
  if (isMoving(status)) throw fail('refused', MOVING);
  return { kind: 'done' };
}

async function cancelParcel(
  input: CancelInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<CancelResult>> {
  const answer = await shipIt(env, {
    path: path`/shipments/cancel/${input.carrierShipmentId}`,
    name: 'cancel parcel',
  });
  if (answer.string('TrackID') !== input.carrierShipmentId)
    throw new FieldProblem(answer.at('TrackID'), 'is another parcel than the one that was to be cancelled');
  // The documentation writes it small, the contract large.
  const result = answer.string(answer.has('result') ? 'result' : 'Result', /^\w{2,40}$/);
  if (result === 'CANCELLED') return { kind: 'done', result: { refund: 'now' } };
  if (result === 'CANCELLATION_PENDING') return { kind: 'done', result: { refund: 'later' } };
  if (result === 'SCANNED') throw fail('refused', MOVING, { vendorCode: result });
  throw new FieldProblem(answer.at('result'), `is ${result}, which is not known here`);
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const status = await standing(input.carrierShipmentId, env);
  return status === CANCELED ? { kind: 'found', step, result: { refund: 'now' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'cancel', effect: 'create', run: cancelParcel },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 600_000,
};

/** A cancellation that was pending is done once the parcel says so; one that was scanned first is billed. */
export async function refund(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> {
  const status = await standing(input.carrierShipmentId, env);
  if (status === CANCELED) return { state: 'received' };
  if (isMoving(status))
    return { state: 'refused', message: 'The parcel was scanned before it was cancelled, so it is billed.' };
  return { state: 'pending' };
}
