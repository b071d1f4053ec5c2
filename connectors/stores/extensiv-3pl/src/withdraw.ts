/** Taking a report back: the number goes out of the routing of an open order. What is closed, the warehouse alone opens again. */
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { orderNow, readReportId, refuse, replaceNumber, sameNumber } from './report.ts';

/**
 * The number that is to go; undefined when it is gone.
 * @throws ConnectorError `invalid-input` for what is no report at Extensiv; `refused` where it cannot be taken back
 */
async function standing(input: WithdrawInput, env: StoreEnv): Promise<string | undefined> {
  const [id = '', ...more] = input.fulfilmentIds;
  const report = readReportId(id);
  if (more.length > 0 || !report || report.orderId !== input.externalOrderId)
    throw fail('invalid-input', 'This is not a report that was made at Extensiv.');
  const now = await orderNow(report.orderId, env);
  if (!now) throw refuse('Extensiv does not know this order.', 'order-unknown');
  const { kind, number } = now.state;
  if (kind === 'closed')
    throw refuse(
      'The order is closed at the warehouse. Only the warehouse can open it again and take the tracking number out.',
      'closed',
    );
  if (number === '') return undefined;
  if (!sameNumber(number, report.number))
    throw refuse('Another tracking number was entered at Extensiv since; take it back there.', 'replaced');
  return number;
}

async function clear(input: WithdrawInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<WithdrawResult>> {
  const number = await standing(input, env);
  if (number !== undefined) await replaceNumber(input.externalOrderId, number, null, env);
  return { kind: 'done', result: {} };
}

async function recover(
  input: WithdrawInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<WithdrawResult>> {
  return (await standing(input, env)) === undefined ? { kind: 'found', step, result: {} } : { kind: 'absent' };
}

export const withdraw: SteppedOperation<WithdrawInput, WithdrawResult, StoreEnv> = {
  steps: [{ name: 'clear', effect: 'create', run: clear }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
