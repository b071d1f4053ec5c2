/**
 * Two steps: the shipment, and its label. Nationex takes no key of ours and is not known to be searchable by reference, so what
 * became of a shipment that was cut off is left to a person, with our reference to look for.
 */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { ask, customerOf, exchange, PARCEL, SHIPMENT } from './client.ts';
import { shipmentMessage } from './messages.ts';
import { price } from './prices.ts';

const TRACKING = 'https://www.nationex.com/en/search?id=';

async function buy(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const account = { customer: customerOf(env), billing: env.credentials.billingAccount };
  const { body: answer } = await ask(env, {
    method: 'POST',
    path: '/Shipments',
    name: 'create shipment',
    json: shipmentMessage(input.shipment, account, input.reference),
  });
  const shipmentId = answer.id('ShipmentId', SHIPMENT);
  const raw = answer.raw('ParcelIds');
  const ids = Array.isArray(raw) ? raw.map((id: unknown) => (typeof id === 'number' ? String(id) : id)) : [];
  const [parcelId] = ids;
  if (ids.length !== 1 || typeof parcelId !== 'string' || !PARCEL.test(parcelId) || !parcelId.startsWith(shipmentId))
    throw new FieldProblem('ParcelIds', 'does not name the one parcel of the shipment');
  const number = input.shipment.parcels[0]?.number ?? 1;
  return {
    kind: 'done',
    keep: { shipmentId },
    result: {
      carrierShipmentId: shipmentId,
      parcels: [{ number, trackingNumber: parcelId, trackingUrl: `${TRACKING}${shipmentId}` }],
      charged: answer.maybe('RatesDetail', (n) => price(answer.object(n))),
    },
  };
}

async function label(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  if (typeof kept.shipmentId !== 'string') throw new RangeError('the number of the shipment was not kept');
  const { bytes } = await exchange(env, {
    method: 'GET',
    path: path`/Shipments/${kept.shipmentId}/labels`,
    name: 'label',
    query: { type: 'PDF', orientation: 'portrait', format: '4x6' },
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
