/**
 * Two calls: create, which costs, and the label behind a link of its answer. The vendor cannot be asked by our reference and
 * takes no key, so a create whose answer is lost goes to a person.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import { call, customerOf, fetchFile } from './client.ts';
import { manifest } from './manifest.ts';
import { address, customsMessage, optionsMessage, parcelMessage, price } from './messages.ts';
import { LABEL_TYPES } from './vendor.ts';

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { shipment } = input;
  const [parcel, ...more] = shipment.parcels;
  if (!parcel || more.length > 0)
    throw fail('invalid-input', 'This carrier takes one parcel a purchase.', { field: 'parcels' });
  const tree = {
    shipment: {
      '@xmlns': 'urn:testline:shipment-v2',
      'customer-reference': input.reference,
      'service-code': input.service,
      'mailing-date': shipment.shipDate,
      sender: address(shipment.from),
      destination: address(shipment.to),
      parcel: parcelMessage(parcel),
      options: optionsMessage(shipment),
      customs: customsMessage(shipment),
      'label-format': input.labelFormat === 'zpl' ? 'ZPL' : 'PDF',
      note: shipment.references[0],
    },
  };
  const answer = (
    await call(env, {
      method: 'POST',
      path: path`/rs/${customerOf(env)}/shipment`,
      name: 'create shipment',
      type: 'shipment',
      tree,
    })
  ).object('shipment-info');
  const carrierShipmentId = answer.string('shipment-id', /^ps[0-9a-f]{12}$/);
  const trackingNumber = answer.string('tracking-pin', /^TP\d{9}XX$/);
  const links = answer.object('links').list('link', (l) => ({
    rel: l.string('@rel', /^[a-z-]{2,20}$/),
    href: l.string('@href', /^https?:\/\/[\x21-\x7e]+$/),
  }));
  const label = links.find((l) => l.rel === 'label');
  if (!label) throw new FieldProblem(answer.at('links'), 'has no link to the label');
  const charged = answer.maybe('price', (n) => price(answer.object(n)));
  return {
    kind: 'done',
    keep: { shipmentId: carrierShipmentId, labelLink: label.href },
    result: { carrierShipmentId, parcels: [{ number: parcel.number, trackingNumber }], charged },
  };
}

async function fetchLabel(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  if (typeof kept.labelLink !== 'string') throw new RangeError('the label link of the first step was not kept');
  const response = await fetchFile(env, kept.labelLink, LABEL_TYPES[input.labelFormat]);
  const { bytes } = response;
  // The file is printed as it is, so an error page in its place must not be stored as a label.
  if (!isLabel(bytes, input.labelFormat))
    throw fail('vendor-broken', `${manifest.name} sent something else in place of the label.`, {
      traceId: response.traceId,
    });
  const parcelNumber = input.shipment.parcels[0]?.number ?? 1;
  return {
    kind: 'done',
    result: { files: [{ kind: 'bytes', document: 'label', format: input.labelFormat, bytes, parcelNumber }] },
  };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'label', effect: 'read', run: fetchLabel },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
