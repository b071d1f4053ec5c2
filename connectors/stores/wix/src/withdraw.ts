/** Taking a report back: the fulfilment is deleted, and Wix has its units as not shipped again. */
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { fulfilmentsOf, readFulfilments } from './fulfilments.ts';
import { ID } from './reading.ts';

/** A report is one fulfilment. @throws ConnectorError `invalid-input` */
function idOf({ externalOrderId, fulfilmentIds }: WithdrawInput): string {
  const [id = '', ...more] = fulfilmentIds;
  if (more.length > 0) throw fail('invalid-input', 'Reports to Wix are taken back one by one.');
  if (!ID.test(id) || !ID.test(externalOrderId)) throw fail('invalid-input', 'This is not a report that Wix made.');
  return id;
}

/** Wix keeps no trace of what was deleted, so what is not there is taken back. */
const stands = async (input: WithdrawInput, env: StoreEnv): Promise<boolean> => {
  const id = idOf(input);
  return (await fulfilmentsOf(input.externalOrderId, env)).some((one) => one.id === id);
};

async function cancel(input: WithdrawInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<WithdrawResult>> {
  if (!(await stands(input, env))) return { kind: 'done', result: {} };
  const answer = await ask(env, {
    name: 'take the report back',
    method: 'DELETE',
    path: `/ecom/v1/fulfillments/${idOf(input)}/orders/${input.externalOrderId}`,
  });
  readFulfilments(answer.object('orderWithFulfillments'));
  return { kind: 'done', result: {} };
}

async function recover(
  input: WithdrawInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<WithdrawResult>> {
  return (await stands(input, env)) ? { kind: 'absent' } : { kind: 'found', step, result: {} };
}

export const withdraw: SteppedOperation<WithdrawInput, WithdrawResult, StoreEnv> = {
  steps: [{ name: 'cancel', effect: 'create', run: cancel }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
