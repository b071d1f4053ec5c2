/**
 * Two steps: the purchase, and its papers by the number of the order. eShipper takes no key of ours and is not known to be
 * searchable by our reference, so what became of a purchase that was cut off is left to a person, with `reference1` to look for.
 */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, ID, shipmentOf } from './client.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';

const POLL_MS = 1000;

async function buy(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await exchange(env, {
    method: 'PUT',
    path: '/ship',
    name: 'buy label',
    json: shipmentMessage(input.shipment, { service: input.service, reference: input.reference }),
  });
  const orderId = readObject(response.json()).object('order').id('id', ID);
  return { kind: 'done', keep: { orderId }, result: { carrierShipmentId: orderId } };
}

/** A file as base64 with its kind ("pdf"). */
function file(owner: ObjectReader): Uint8Array {
  owner.string('type', /^pdf$/i);
  const bytes = pdfIn(owner, 'data');
  return bytes;
}

async function papers(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  if (typeof kept.orderId !== 'string') throw new RangeError('the number of the order was not kept');
  const shipment = await shipmentOf(env, kept.orderId, 'label');
  if (shipment.object('order').id('id', ID) !== kept.orderId)
    throw new FieldProblem('order.id', 'is another shipment than the one bought');
  // The carrier's number and label may follow the order by a moment.
  if (!shipment.has('trackingNumber') || !shipment.has('labelData')) return { kind: 'wait', retryAfterMs: POLL_MS };
  const number = input.shipment.parcels[0]?.number ?? 1;
  const trackingNumber = shipment
    .string('trackingNumber', /^[A-Za-z0-9 -]{5,40}$/)
    .replaceAll(/[ -]/g, '')
    .toUpperCase();
  const trackingUrl = shipment.maybe('trackingUrl', (n) => shipment.string(n, /^https?:\/\/\S+$/));
  const labels = shipment.object('labelData').strictList('label', file);
  if (labels.length === 0) throw new FieldProblem('labelData.label', 'is empty');
  const files = labels.map(
    (bytes): CarrierFile => ({ kind: 'bytes', document: 'label', format: 'pdf', bytes, parcelNumber: number }),
  );
  const invoice: CarrierFile[] = shipment.has('customsInvoice')
    ? [{ kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: file(shipment.object('customsInvoice')) }]
    : [];
  const charged = shipment.maybe('quote', (n) => price(shipment.object(n)));
  return {
    kind: 'done',
    result: { parcels: [{ number, trackingNumber, trackingUrl }], files: [...files, ...invoice], charged },
  };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'buy', effect: 'create', run: buy },
    { name: 'papers', effect: 'read', run: papers },
  ],
  recovery: 'none',
  settleAfterMs: 0,
};
