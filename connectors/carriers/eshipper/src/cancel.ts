/** A shipment is cancelled by the number of its order; the answer names it again, or says in words why not. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

async function remove(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const id = input.carrierShipmentId;
  const response = await exchange(env, {
    method: 'DELETE',
    path: '/ship/cancel',
    name: 'cancel shipment',
    json: { order: { orderId: id } },
  });
  const orders = readObject(response.json()).strictList('order', (o) => ({
    id: o.id('orderId'),
    message: o.has('message') ? o.string('message') : '',
  }));
  const ours = orders.find((order) => order.id === id);
  if (!ours) throw new FieldProblem('order', 'does not name the shipment that was to be cancelled');
  // A refusal comes with status 200, too; its words begin so.
  if (/^error\b/i.test(ours.message)) {
    const words = excerpt(ours.message.replace(/^error\W*/i, ''))
      .replaceAll(/[<>{}]/g, '')
      .replace(/(?<![.\s])[.\s]*$/, '');
    throw fail('refused', `${manifest.name} did not cancel this shipment${words === '' ? '' : `: ${words}`}.`, {
      vendorMessage: excerpt(ours.message),
    });
  }
  return { kind: 'done', result: { refund: 'later' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'cancel', effect: 'create', run: remove }],
  // What GET /ship answers of a cancelled shipment is not known.
  recovery: 'none',
  settleAfterMs: 0,
};
