/** Reporting a parcel: the order's shipment is set to shipped, with its number, in one call. It is looked up before. */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, find } from './client.ts';
import { linesOf } from './lines.ts';
import { leftOf, readLineId, readOrderId, readState } from './order-reader.ts';
import { ID } from './reading.ts';
import { numberOf, readShipment, reportId, sameNumber, shipmentsOf, type Shipment } from './shipments.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

const resultOf = (shipmentId: string, input: FulfilInput): FulfilResult => ({
  fulfilmentIds: [reportId(shipmentId, numberOf(input))],
});

async function orderOf(id: string, env: StoreEnv): Promise<ObjectReader | undefined> {
  const answer = ID.test(id) ? await find(env, { name: 'order', path: `orders/${id}` }) : undefined;
  const order = answer?.object('order');
  if (order && readOrderId(order) !== id) throw new FieldProblem('order.id', 'is another order’s');
  return order;
}

/** The one that left with the very number of this report. */
const reportedAmong = (shipments: readonly Shipment[], input: FulfilInput): Shipment | undefined =>
  shipments.find((one) => one.shipped && sameNumber(one.number, numberOf(input)));

/** @throws ConnectorError `refused` unless the report is about all that ships, and nothing else */
function checkWhole(lines: readonly ObjectReader[], input: FulfilInput): void {
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  const known = lines.map((line) => ({ id: readLineId(line), left: leftOf(line) }));
  if ([...wanted.keys()].some((id) => !known.some((line) => line.id === id)))
    throw refuse('Lightspeed does not know one of these items in the order.', 'line-unknown');
  for (const { id, left } of known) {
    const units = wanted.get(id) ?? 0;
    if (units > left)
      throw refuse(`Lightspeed has only ${left} of ${units} units of an item left in the order.`, 'nothing-left');
    if (units < left)
      throw refuse(
        'Lightspeed takes one report for a whole order, and this is a part of it. Report all of it at once, or enter it in its back office.',
        'whole-only',
      );
  }
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (input.parcels.length > 1)
    throw fail('invalid-input', 'Lightspeed takes one tracking number a report; report each parcel on its own.', {
      vendorCode: 'several-parcels',
    });
  const order = await orderOf(input.externalOrderId, env);
  if (!order) throw refuse('Lightspeed does not know this order.', 'order-unknown');
  const shipments = await shipmentsOf(input.externalOrderId, env);
  const there = reportedAmong(shipments, input);
  if (there) return { kind: 'done', keep: { there: true, shipmentId: there.id }, result: resultOf(there.id, input) };
  const { kind, hold } = readState(order);
  if (kind === 'cancelled') throw refuse('The order was cancelled at Lightspeed.', 'cancelled');
  if (kind === 'shipped')
    throw refuse(
      'Lightspeed already has this order marked as shipped and keeps one number of it; enter this number there if the buyer needs it.',
      'shipped',
    );
  if (kind === 'held')
    throw refuse(`${hold?.reason ?? 'The order waits at Lightspeed.'} Until then it is not reported.`, 'on-hold');
  const [shipment, ...others] = shipments;
  if (!shipment) throw refuse('Lightspeed has no shipment for this order; make one in its back office.', 'no-shipment');
  if (others.length > 0)
    throw refuse(
      'The seller split this order into several shipments at Lightspeed; enter the numbers in its back office.',
      'parted',
    );
  checkWhole(await linesOf(order, env), input);
  return { kind: 'done', keep: { there: false, shipmentId: shipment.id } };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const shipmentId = typeof kept.shipmentId === 'string' ? kept.shipmentId : '';
  if (!ID.test(shipmentId)) throw fail('invalid-input', 'The shipment of this order was not looked up.');
  if (kept.there === true) return { kind: 'done', result: resultOf(shipmentId, input) };
  const number = numberOf(input);
  const answer = await ask(env, {
    name: 'report as shipped',
    method: 'PUT',
    path: `shipments/${shipmentId}`,
    body: {
      shipment: {
        status: 'shipped',
        ...(number !== '' && { trackingCode: number }),
        doNotifyShipped: input.notifyBuyer,
        doNotifyTrackingCode: input.notifyBuyer && number !== '',
      },
    },
  });
  const made = readShipment(answer.object('shipment'));
  if (made.id !== shipmentId || !made.shipped) throw new FieldProblem('shipment', 'is not the one that was reported');
  return { kind: 'done', result: resultOf(shipmentId, input) };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const shipments = ID.test(input.externalOrderId) ? await shipmentsOf(input.externalOrderId, env) : [];
  const there = reportedAmong(shipments, input);
  return there ? { kind: 'found', step, result: resultOf(there.id, input) } : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'create', effect: 'create', run: create },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 15_000,
};
