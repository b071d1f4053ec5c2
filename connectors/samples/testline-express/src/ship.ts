/** One call buys and answers everything. The vendor takes our key and answers the same thing for it again, so a lost answer is asked for by repeating. */
import type { CarrierFile, ShipInput, ShippedParcel, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { addedUp, FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { priceLine, shipmentMessage } from './messages.ts';
import type { VendorShipRequest } from './vendor.ts';

async function create(input: ShipInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const message: VendorShipRequest = {
    ...shipmentMessage(input.shipment),
    serviceCode: input.service,
    reference: input.reference,
    labelFormat: input.labelFormat === 'zpl' ? 'ZPL' : 'PDF',
    notes: input.shipment.references.slice(0, 3),
  };
  const response = await call(env, {
    method: 'POST',
    path: '/v1/shipments',
    name: 'create shipment',
    headers: { 'idempotency-key': input.uuid },
    repeatable: true,
    json: message,
  });
  const answer = readObject(response.json());
  const carrierShipmentId = answer.string('shipmentId', /^xs_[0-9a-f]{12}$/);
  const pieces = answer.strictList('pieces', (p) => piece(p, input.labelFormat));
  if (pieces.length !== input.shipment.parcels.length)
    throw new FieldProblem('pieces', `should be ${input.shipment.parcels.length} but are ${pieces.length}`);
  // The label is bought whatever the price says, so an unreadable price is left out rather than making the purchase unknown.
  const charged = answer.maybe('charges', (n) => {
    const currency = answer.currency('currency');
    return addedUp(
      n,
      answer.strictList(n, (line) => priceLine(line, currency)),
      answer.money('total', currency),
    );
  });
  return {
    kind: 'done',
    keep: { shipmentId: carrierShipmentId },
    result: { carrierShipmentId, parcels: pieces.map((p) => p.parcel), files: pieces.map((p) => p.file), charged },
  };
}

function piece(p: ObjectReader, format: 'pdf' | 'zpl'): { parcel: ShippedParcel; file: CarrierFile } {
  const number = p.integer('number', 1);
  const bytes = p.base64('label');
  return {
    parcel: {
      number,
      trackingNumber: p.string('trackingNumber', /^TX\d{12}$/),
      trackingUrl: p.maybe('trackingUrl', (n) => p.string(n, /^https?:\/\//)),
    },
    file: { kind: 'bytes', document: 'label', format, bytes, parcelNumber: number },
  };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'own-key',
  settleAfterMs: 30_000,
};
