/** Cancelling a whole shipment; what became of a cut-off cancel is read from tracking, which knows cancelled shipments. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';
import { readRefusal, sentence } from './problems.ts';
import { isCancelled } from './track.ts';

/** FedEx bills on tender: a cancelled label is never billed, so its price comes back with the cancel. */
const REFUND: CancelResult = { refund: 'now' };

async function cancelShipment(input: CancelInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await call(env, {
    method: 'PUT',
    path: '/ship/v1/shipments/cancel',
    name: 'cancel shipment',
    readProblem: readRefusal,
    json: {
      accountNumber: { value: accountNumber(env) },
      deletionControl: 'DELETE_ALL_PACKAGES',
      trackingNumber: input.carrierShipmentId,
    },
  });
  return readCancel(response.json());
}

/** Only FedEx's own `true` is a cancel. @throws ConnectorError `refused` when FedEx says that nothing was cancelled */
export function readCancel(json: unknown): StepOutcome<CancelResult> {
  const output = readObject(json).object('output');
  if (output.boolean('cancelledShipment')) return { kind: 'done', result: REFUND };
  const said = output.maybe('message', (n) => output.string(n));
  throw fail('refused', said === undefined ? 'FedEx did not cancel this shipment.' : `FedEx: ${sentence(said)}`, {
    vendorCode: 'not-cancelled',
  });
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: unknown,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  return (await isCancelled(env, input.carrierShipmentId))
    ? { kind: 'found', step, result: REFUND }
    : { kind: 'absent' };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run: cancelShipment }],
  recovery: 'by-reference',
  recover,
  // Nothing is published about how soon tracking knows; an assumption on the careful side.
  settleAfterMs: 300_000,
};
