/** Taking a report back: the shipment waits again, and its number is gone. The buyer is not told. */
import { fail } from '@scanship/connector-kit/errors';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, find } from './client.ts';
import { readReportId, readShipment, sameNumber } from './shipments.ts';

/**
 * The shipment whose report still stands; undefined when it was taken back.
 * @throws ConnectorError `invalid-input` for what is no report of this order; `refused` where another number took its place
 */
async function standing(input: WithdrawInput, env: StoreEnv): Promise<string | undefined> {
  const [id = '', ...more] = input.fulfilmentIds;
  const report = readReportId(id);
  if (more.length > 0 || !report) throw fail('invalid-input', 'This is not a report that was made at Lightspeed.');
  const answer = await find(env, { name: 'shipment', path: `shipments/${report.shipmentId}` });
  if (!answer) throw fail('refused', 'Lightspeed does not know this shipment.', { vendorCode: 'shipment-unknown' });
  const shipment = readShipment(answer.object('shipment'));
  if (shipment.id !== report.shipmentId) throw new FieldProblem('shipment.id', 'is another shipment’s');
  if (shipment.orderId !== input.externalOrderId)
    throw fail('invalid-input', 'This is not a report of this order.', { vendorCode: 'other-order' });
  // Without a number, a shipment that waits is as we left it.
  if (!shipment.shipped && shipment.number === '') return undefined;
  if (!sameNumber(shipment.number, report.number))
    throw fail('refused', 'Another tracking number was entered at Lightspeed since; take it back there.', {
      vendorCode: 'replaced',
    });
  if (!shipment.shipped) return undefined;
  return shipment.id;
}

async function reopen(input: WithdrawInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<WithdrawResult>> {
  const shipmentId = await standing(input, env);
  if (shipmentId === undefined) return { kind: 'done', result: {} };
  const answer = await ask(env, {
    name: 'take the report back',
    method: 'PUT',
    path: `shipments/${shipmentId}`,
    body: {
      shipment: { status: 'not_shipped', trackingCode: '', doNotifyShipped: false, doNotifyTrackingCode: false },
    },
  });
  if (readShipment(answer.object('shipment')).shipped) throw new FieldProblem('shipment.status', 'did not change');
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
  steps: [{ name: 'reopen', effect: 'create', run: reopen }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
