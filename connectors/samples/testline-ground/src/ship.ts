/** One parcel a call. The vendor takes no key; a lost answer is looked up by our reference. */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { price, shipmentMessage } from './messages.ts';

/** What `CreateShipment` and `FindShipment` both answer. */
function shipment(answer: ObjectReader, input: ShipInput): { keep: JsonObject; result: ShipResult } {
  const s = answer.object('Shipment');
  const carrierShipmentId = s.string('ShipmentId', /^gs-[0-9a-f]{12}$/);
  const trackingNumber = s.string('ParcelNumber', /^TG\d{13}$/);
  const number = input.shipment.parcels[0]?.number ?? 1;
  const bytes = s.base64('Label');
  const charged = s.maybe('Price', (n) => price(s.object(n)));
  return {
    keep: { shipmentId: carrierShipmentId, parcelNumber: trackingNumber },
    result: {
      carrierShipmentId,
      parcels: [{ number, trackingNumber }],
      files: [{ kind: 'bytes', document: 'label', format: input.labelFormat, bytes, parcelNumber: number }],
      charged,
    },
  };
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  if (input.shipment.parcels.length !== 1)
    throw fail('invalid-input', 'This carrier takes one parcel a purchase.', { field: 'parcels' });
  const body = {
    ...shipmentMessage(input.shipment),
    Service: input.service,
    Reference: input.reference,
    LabelFormat: input.labelFormat === 'zpl' ? 'ZPL' : 'PDF',
    Note: input.shipment.references.slice(0, 2),
  };
  const { answer } = await call(env, { action: 'create', name: 'create shipment', body, readOnly: false });
  return { kind: 'done', ...shipment(answer, input) };
}

async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const body = { Reference: input.reference, LabelFormat: input.labelFormat === 'zpl' ? 'ZPL' : 'PDF' };
  const { answer, code } = await call(env, {
    action: 'find',
    name: 'find shipment',
    body,
    readOnly: true,
    expected: ['E300'],
  });
  return code === 'E300' ? { kind: 'absent' } : { kind: 'found', step, ...shipment(answer, input) };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
