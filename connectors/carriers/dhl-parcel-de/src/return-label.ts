/**
 * A return label (DHL Retoure). Where a return goes is not said with it but registered with DHL, by receiver: the one that
 * stands for the seller's place is looked up first.
 */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { countryOf } from './address.ts';
import { call } from './client.ts';
import { codeOf, pdfOf, SHIPMENT, trackingUrl } from './documents.ts';
import { manifest } from './manifest.ts';
import { returnMessage } from './messages.ts';
import { statusOf } from './problems.ts';

const bare = (code: string): string => code.replaceAll(/\s/g, '').toUpperCase();

/** @throws ConnectorError `refused` where DHL has no receiver at the seller's place */
async function receiverOf(s: ShipmentRequest, env: CarrierEnv): Promise<string> {
  const response = await call(env, {
    api: 'returns',
    method: 'GET',
    path: '/locations',
    query: { countryCode: countryOf(s.from, 'from').toLowerCase() },
    name: 'receivers of returns',
    declined: 'refused',
  });
  const answer = readObject({ receivers: response.json() });
  const receivers = answer.list('receivers', (one) => {
    const place = one.object('receiverAddress');
    return { id: one.string('receiverId', /^.{1,50}$/), zipcode: place.id('postalCode'), city: place.string('city') };
  });
  const found = receivers.find(({ zipcode }) => bare(zipcode) === bare(s.to.zipcode));
  if (found) return found.id;
  const places = [...new Set(receivers.map(({ zipcode, city }) => `${zipcode} ${city}`))].slice(0, 5).join(', ');
  throw fail(
    'refused',
    `${manifest.name} has no receiver of returns in ${s.to.zipcode} ${s.to.city}${places === '' ? '' : `, but in ${places}`}. Set one up in the Business Customer Portal under Returns.`,
    { field: 'to', vendorCode: 'no-receiver' },
  );
}

export async function orderReturn(
  input: ShipInput,
  parcelNumber: number,
  env: CarrierEnv,
): Promise<StepOutcome<ShipResult>> {
  const { shipment, reference } = input;
  // What cannot be said is refused before DHL is asked for the receiver.
  returnMessage(shipment, reference, 'deu');
  const receiverId = await receiverOf(shipment, env);
  const response = await call(env, {
    api: 'returns',
    method: 'POST',
    path: '/orders',
    // With the code that a buyer without a printer shows at the post office.
    query: { labelType: 'BOTH' },
    name: 'create return',
    json: returnMessage(shipment, reference, receiverId),
  });
  const answer = readObject(response.json());
  const status = answer.object('sstatus');
  if (statusOf(status) !== 201) throw new FieldProblem(status.at('status'), 'is not that of a return that was made');
  const shipmentNo = answer.id('shipmentNo', SHIPMENT);
  return {
    kind: 'done',
    keep: { shipmentNo, shipDate: shipment.shipDate, return: true },
    result: {
      carrierShipmentId: shipmentNo,
      parcels: [{ number: parcelNumber, trackingNumber: shipmentNo, trackingUrl: trackingUrl(shipmentNo) }],
      files: [
        { kind: 'bytes', document: 'label', format: 'pdf', bytes: pdfOf(answer.object('label')), parcelNumber },
        ...codeOf(answer).map((code) => ({ ...code, parcelNumber })),
      ],
      charged: undefined,
    },
  };
}
