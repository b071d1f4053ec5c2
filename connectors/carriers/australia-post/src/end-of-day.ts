/**
 * An order lodges the shipments of a day: from then on they are billed and expected. Each shipment names the order it is in, by
 * which a cut-off one is found. The order's summary is the paper that is handed over.
 */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { send } from './client.ts';
import { manifest } from './manifest.ts';
import { findShipments } from './shipments.ts';

const NAME = manifest.name;
const ORDER = /^[A-Z0-9]{6,30}$/;

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const ids = input.shipments.map((one) => one.carrierShipmentId);
  const found = await findShipments(env, ids, 'shipments to lodge');
  const open = found.filter((one) => one.orderId === undefined).map((one) => one.id);
  if (open.length === 0)
    throw fail('refused', `${NAME} has none of these shipments left to lodge; they are in an order or deleted.`);
  return { kind: 'done', keep: { open } };
}

const openOf = (kept: JsonObject): readonly string[] =>
  Array.isArray(kept['open']) ? kept['open'].filter((id): id is string => typeof id === 'string') : [];

async function create(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await send(env, {
    method: 'PUT',
    path: '/orders',
    name: 'create order',
    json: {
      order_reference: input.reference,
      payment_method: 'CHARGE_TO_ACCOUNT',
      shipments: openOf(kept).map((shipment_id) => ({ shipment_id })),
    },
  });
  const order = readObject(response.json()).object('order');
  if (order.string('order_reference') !== input.reference)
    throw new FieldProblem(order.at('order_reference'), 'is another order than the one sent');
  return { kind: 'done', keep: { orderId: order.string('order_id', ORDER) } };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const { orderId } = kept;
  if (typeof orderId !== 'string') throw new RangeError('the number of the order was not kept');
  const open = openOf(kept);
  const { bytes } = await send(env, {
    method: 'GET',
    path: path`/accounts/${env.credentials['account'] ?? ''}/orders/${orderId}/summary`,
    name: 'order summary',
  });
  if (!isPdf(bytes)) throw new FieldProblem('The order summary', 'is not a PDF');
  return {
    kind: 'done',
    result: {
      manifestNumbers: [orderId],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }],
      leftOut: input.shipments
        .filter((one) => !open.includes(one.carrierShipmentId))
        .map((one) => ({
          reference: one.reference,
          message: `${NAME} has this shipment in another order, or no more.`,
        })),
    },
  };
}

async function recover(
  _input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const found = await findShipments(env, openOf(kept), 'find lodged shipments');
  const orderId = found.find((one) => one.orderId !== undefined)?.orderId;
  return orderId === undefined ? { kind: 'absent' } : { kind: 'found', step, keep: { orderId } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'create', effect: 'create', run: create },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
