/**
 * Two steps: the shipment, and its label. GLS Canada takes no key of ours and is not known to be searchable by reference, so
 * what became of a shipment that was cut off is left to a person, with our reference to look for.
 */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, NUMBER, SHIPMENT } from './client.ts';
import { shipmentMessage } from './messages.ts';

const TRACKING = 'https://gls-canada.com/en/express/tracking/load-tracking/';

async function buy(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { billing = '' } = env.credentials;
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipment',
    name: 'create shipment',
    json: shipmentMessage(input.shipment, input.service, billing, input.reference),
  });
  const answer = readObject(response.json());
  const shipmentId = answer.id('ID', SHIPMENT);
  const trackingNumber = answer.string('trackingNumber', NUMBER);
  const number = input.shipment.parcels[0]?.number ?? 1;
  return {
    kind: 'done',
    keep: { shipmentId },
    result: {
      carrierShipmentId: shipmentId,
      parcels: [{ number, trackingNumber, trackingUrl: `${TRACKING}${trackingNumber}?division=DicomExpress` }],
    },
  };
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  if (typeof kept.shipmentId !== 'string') throw new RangeError('the number of the shipment was not kept');
  const { bytes } = await exchange(env, {
    method: 'GET',
    path: path`/shipment/label/${kept.shipmentId}`,
    name: 'label',
    query: { idType: 'id', labelType: 'FourByFive' },
    takes: 'application/pdf',
  });
  if (!isPdf(bytes)) throw new FieldProblem('The label', 'is not a PDF');
  const parcelNumber = input.shipment.parcels[0]?.number ?? 1;
  return {
    kind: 'done',
    result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes, parcelNumber }] },
  };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'buy', effect: 'create', run: buy },
    { name: 'label', effect: 'read', run: label },
  ],
  recovery: 'none',
  settleAfterMs: 0,
};
