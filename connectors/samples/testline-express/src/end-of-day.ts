/** The closing sheet: one call under our own key; shipments the carrier cannot close are named in its answer. */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { addressMessage } from './messages.ts';
import type { VendorClosing } from './vendor.ts';

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const json: VendorClosing = {
    date: input.date,
    reference: input.reference,
    from: addressMessage(input.from),
    shipments: input.shipments.map((shipment) => shipment.carrierShipmentId),
  };
  const response = await call(env, {
    method: 'POST',
    path: '/v1/closings',
    name: 'close day',
    headers: { 'idempotency-key': input.uuid },
    repeatable: true,
    json,
  });
  const answer = readObject(response.json());
  const ours = new Map(input.shipments.map((shipment) => [shipment.carrierShipmentId, shipment.reference]));
  const leftOut = answer.strictList('rejected', (item) => ({
    reference: ours.get(item.string('shipmentId')) ?? item.string('shipmentId'),
    message: item.string('message'),
  }));
  return {
    kind: 'done',
    result: {
      manifestNumbers: [answer.string('closingNumber', /^XC\d{8}$/)],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: answer.base64('sheet') }],
      leftOut,
    },
  };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [{ name: 'close', effect: 'create', run: close }],
  recovery: 'own-key',
  settleAfterMs: 30_000,
};
