/** The day list: closed by one call, its paper fetched by a second; a cut-off close is looked up by our reference. */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { addressMessage } from './messages.ts';

/** What `CloseDay` and `FindClosing` both answer: the number, and what was left out by its shipment id. */
function closed(
  answer: ObjectReader,
  input: EndOfDayInput,
): { keep: JsonObject; result: Pick<EndOfDayResult, 'manifestNumbers' | 'leftOut'> } {
  const closing = answer.object('Closing');
  const number = closing.string('Number', /^GL\d{8}$/);
  const ours = new Map(input.shipments.map((shipment) => [shipment.carrierShipmentId, shipment.reference]));
  const leftOut = closing.has('LeftOut')
    ? closing.object('LeftOut').strictList('Shipment', (item) => {
        const id = item.string('ShipmentId', /^gs-[0-9a-f]{12}$/);
        return { reference: ours.get(id) ?? id, message: item.string('Reason') };
      })
    : [];
  return { keep: { closing: number }, result: { manifestNumbers: [number], leftOut } };
}

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const { answer } = await call(env, {
    action: 'close',
    name: 'close day',
    body: {
      Reference: input.reference,
      Date: input.date,
      From: addressMessage(input.from),
      ShipmentId: input.shipments.map((shipment) => shipment.carrierShipmentId),
    },
    readOnly: false,
  });
  return { kind: 'done', ...closed(answer, input) };
}

async function find(
  input: EndOfDayInput,
  env: CarrierEnv,
): Promise<{ readonly answer: ObjectReader; readonly code: string | undefined }> {
  return call(env, {
    action: 'findClosing',
    name: 'find closing',
    body: { Reference: input.reference },
    readOnly: true,
    expected: ['E300'],
  });
}

async function recover(
  input: EndOfDayInput,
  _step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const { answer, code } = await find(input, env);
  return code === 'E300' ? { kind: 'absent' } : { kind: 'found', step: 'close', ...closed(answer, input) };
}

async function fetchPaper(
  input: EndOfDayInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<EndOfDayResult>> {
  const { answer, code } = await find(input, env);
  // The list is drawn a moment after the day is closed.
  if (code === 'E300') return { kind: 'wait', retryAfterMs: 1_000 };
  const bytes = answer.object('Closing').base64('Paper');
  return { kind: 'done', result: { files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }] } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: fetchPaper },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
