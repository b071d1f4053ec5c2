/** An order that is deleted before it is manifested is never billed; its label must not be used. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { inWords, send } from './client.ts';
import { manifest } from './manifest.ts';
import { findOrder, ORDER } from './orders.ts';

const NAME = manifest.name;

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const order = await findOrder(env, input.carrierShipmentId, 'order to delete');
  if (!order) throw fail('refused', `${NAME} has no such order any more; it may have been deleted already.`);
  if (order.manifestedOn !== undefined)
    throw fail('refused', `${NAME} has this order on a manifest already, so it is billed and cannot be deleted.`);
  return { kind: 'done' };
}

async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await send(env, {
    method: 'DELETE',
    path: path`/orders/${input.carrierShipmentId}`,
    name: 'delete order',
  });
  const body = readObject(response.json());
  const deleted = body.has('deletedOrders')
    ? body.strictList('deletedOrders', (one) => one.id('orderIdentifier', ORDER))
    : [];
  if (deleted.includes(input.carrierShipmentId)) return { kind: 'done', result: { refund: 'now' } };
  const [words] = body.strictList('errors', (one) => one.string('message'));
  if (words === undefined) throw new FieldProblem('deletedOrders', 'does not hold the order');
  throw fail('refused', inWords(words), { vendorMessage: words });
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const order = await findOrder(env, input.carrierShipmentId, 'find order');
  return order ? { kind: 'absent' } : { kind: 'found', step, result: { refund: 'now' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'delete', effect: 'create', run: remove },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
