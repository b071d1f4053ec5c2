/** Taking a report back: the order is in work again, and its number is gone. */
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { readReportId, reportedOn, sameNumbers } from './report.ts';

/**
 * Whether our report still stands.
 * @throws ConnectorError `invalid-input` for what is no report of Ecwid's; `refused` where another number took its place
 */
async function stands(input: WithdrawInput, env: StoreEnv): Promise<boolean> {
  const [id = '', ...more] = input.fulfilmentIds;
  const report = readReportId(id);
  if (more.length > 0 || !report || report.orderId !== input.externalOrderId)
    throw fail('invalid-input', 'This is not a report that was made at Ecwid.');
  const now = await reportedOn(report.orderId, env);
  if (!now) throw fail('refused', 'Ecwid does not know this order.', { vendorCode: 'order-unknown' });
  if (now.state.kind !== 'shipped') return false;
  if (!sameNumbers(now.numbers, report.numbers))
    throw fail('refused', 'Another tracking number was entered at Ecwid since; take it back there.', {
      vendorCode: 'replaced',
    });
  return true;
}

async function reopen(input: WithdrawInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<WithdrawResult>> {
  if (!(await stands(input, env))) return { kind: 'done', result: {} };
  const answer = await ask(env, {
    name: 'take the report back',
    method: 'PUT',
    path: `/orders/${encodeURIComponent(input.externalOrderId)}`,
    body: { trackingNumber: '', fulfillmentStatus: 'PROCESSING' },
  });
  answer.integer('updateCount', 1);
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
  steps: [{ name: 'reopen', effect: 'create', run: reopen }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
