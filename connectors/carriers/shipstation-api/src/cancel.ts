/** A void is asked for and answered at once; the money comes back as the carrier behind it pays. */
import type { CancelInput, CancelResult, RefundAnswer } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { labelById, stateOf } from './ship.ts';

const NAME = manifest.name;

/** What may be voided is looked at first: a second void of one label is refused here, without a call that changes. */
async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const state = stateOf(await labelById(env, input.carrierShipmentId, 'label'));
  if (state === 'voided') throw fail('refused', 'This label has already been voided.');
  return { kind: 'done' };
}

async function voidLabel(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, {
    method: 'PUT',
    path: path`/v1/labels/${input.carrierShipmentId}/void`,
    name: 'void label',
  });
  const answer = readObject(response.json());
  if (!answer.boolean('approved')) {
    const said = answer.maybe('message', (n) => answer.string(n));
    const code = answer.maybe('reason_code', (n) => answer.string(n));
    throw fail('refused', said === undefined ? `${NAME} did not void this label.` : `${NAME}: ${asSentence(said)}`, {
      vendorCode: code,
      vendorMessage: said,
    });
  }
  return { kind: 'done', result: { refund: 'later' } };
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const label = await labelById(env, input.carrierShipmentId, 'label state');
  return stateOf(label) === 'voided' ? { kind: 'found', step, result: { refund: 'later' } } : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'void', effect: 'create', run: voidLabel },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};

const REFUNDS: Readonly<Record<string, RefundAnswer['state']>> = {
  request_scheduled: 'pending',
  pending: 'pending',
  approved: 'received',
  rejected: 'refused',
  excluded: 'refused',
};

/** Only labels that ShipStation itself gets the money back for have `refund_details`; the others' are the carrier's. */
export async function refund(input: CancelInput, env: CarrierEnv): Promise<RefundAnswer> {
  const label = await labelById(env, input.carrierShipmentId, 'refund');
  if (!label.has('refund_details')) return { state: 'pending' };
  return { state: label.object('refund_details').choice('refund_status', REFUNDS) };
}
