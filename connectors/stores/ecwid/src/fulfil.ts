/**
 * Reporting parcels: the order's tracking field and its status in one call. A report replaces what was there, so an order is
 * reported as a whole and once, and looked up before.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { readLineId, readNeedsShipping } from './order-reader.ts';
import { isReported, numbersOf, reportedOn, reportId } from './report.ts';

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

const resultOf = (input: FulfilInput): FulfilResult => ({
  fulfilmentIds: [reportId(numbersOf(input), input.externalOrderId)],
});

/** @throws ConnectorError `refused` unless the report is about all that ships, and nothing else */
function checkWhole(order: ObjectReader, input: FulfilInput): void {
  const wanted = new Map<string, number>();
  for (const { externalLineId, quantity } of input.lines)
    wanted.set(externalLineId, (wanted.get(externalLineId) ?? 0) + quantity);
  const lines = order.strictList('items', (line) => ({
    id: readLineId(line),
    quantity: line.integer('quantity', 0),
    ships: readNeedsShipping(line),
  }));
  if ([...wanted.keys()].some((id) => !lines.some((line) => line.id === id)))
    throw refuse('Ecwid does not know one of these items in the order.', 'line-unknown');
  for (const { id, quantity, ships } of lines) {
    const units = wanted.get(id) ?? 0;
    if (units > quantity)
      throw refuse(`Ecwid has only ${quantity} of ${units} units of an item in the order.`, 'nothing-left');
    if (ships && units < quantity)
      throw refuse(
        'Ecwid knows one shipment of an order, and this is a part of it. Report all of it at once, or enter it at Ecwid.',
        'whole-only',
      );
  }
}

async function plan(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const now = await reportedOn(input.externalOrderId, env);
  if (!now) throw refuse('Ecwid does not know this order.', 'order-unknown');
  if (isReported(now, numbersOf(input))) return { kind: 'done', keep: { there: true }, result: resultOf(input) };
  const { kind, hold } = now.state;
  if (kind === 'cancelled') throw refuse('The order was cancelled or refunded at Ecwid.', 'cancelled');
  if (kind === 'shipped') throw refuse('Ecwid already has this order marked as shipped.', 'shipped');
  if (kind === 'held') throw refuse(`${hold ?? 'The order waits at Ecwid.'} Until then it is not reported.`, 'on-hold');
  checkWhole(now.order, input);
  return { kind: 'done', keep: { there: false } };
}

async function create(input: FulfilInput, kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done', result: resultOf(input) };
  const numbers = numbersOf(input);
  const answer = await ask(env, {
    name: 'report as shipped',
    method: 'PUT',
    path: `/orders/${encodeURIComponent(input.externalOrderId)}`,
    // What is not named stays as it is. Items are never sent: those left out would be removed.
    body: { ...(numbers !== '' && { trackingNumber: numbers }), fulfillmentStatus: 'SHIPPED' },
  });
  answer.integer('updateCount', 1);
  return { kind: 'done', result: resultOf(input) };
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const now = await reportedOn(input.externalOrderId, env);
  return now && isReported(now, numbersOf(input))
    ? { kind: 'found', step, result: resultOf(input) }
    : { kind: 'absent' };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    { name: 'plan', effect: 'read', run: plan },
    { name: 'create', effect: 'create', run: create },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
