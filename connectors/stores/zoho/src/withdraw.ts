/** Taking a report back: the shipment is deleted, then its package, and Zoho has the units as open again. */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { find, remove } from './client.ts';
import { packageIn, shipmentOf } from './packages.ts';
import { ID } from './reading.ts';

/** A report is one package. @throws ConnectorError `invalid-input` */
function packageId({ externalOrderId, fulfilmentIds }: WithdrawInput): string {
  const [id = '', ...more] = fulfilmentIds;
  if (more.length > 0) throw fail('invalid-input', 'Reports to Zoho are taken back one by one.');
  if (!ID.test(id) || !ID.test(externalOrderId)) throw fail('invalid-input', 'This is not a report that Zoho has.');
  return id;
}

interface Now {
  readonly there: boolean;
  readonly shipmentId: string | undefined;
}

/** Zoho keeps no trace of what was deleted, so a package that is not there is taken back. */
async function stateOf(input: WithdrawInput, env: StoreEnv): Promise<Now> {
  const id = packageId(input);
  const answer = await find(env, { name: 'package', path: `/packages/${id}` });
  if (!answer) return { there: false, shipmentId: undefined };
  const one = packageIn(answer);
  if (one.id('package_id', ID) !== id) throw new FieldProblem(one.at('package_id'), 'is another package’s');
  if (one.id('salesorder_id', ID) !== input.externalOrderId)
    throw fail('refused', 'This package is another sales order’s at Zoho.', { vendorCode: 'other-order' });
  return { there: true, shipmentId: shipmentOf(answer) };
}

async function unship(input: WithdrawInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<WithdrawResult>> {
  const { shipmentId } = await stateOf(input, env);
  if (shipmentId !== undefined)
    await remove(env, { name: 'delete the shipment', path: `/shipmentorders/${shipmentId}` });
  return { kind: 'done' };
}

async function unpack(input: WithdrawInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<WithdrawResult>> {
  await remove(env, { name: 'delete the package', path: `/packages/${packageId(input)}` });
  return { kind: 'done', result: {} };
}

async function recover(
  input: WithdrawInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<WithdrawResult>> {
  const { there, shipmentId } = await stateOf(input, env);
  const happened = step === 'unship' ? shipmentId === undefined : !there;
  return happened ? { kind: 'found', step, result: {} } : { kind: 'absent' };
}

export const withdraw: SteppedOperation<WithdrawInput, WithdrawResult, StoreEnv> = {
  steps: [
    { name: 'unship', effect: 'create', run: unship },
    { name: 'unpack', effect: 'create', run: unpack },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
