/** When it was delivered, and the pictures the driver took; they come with the tracking answer. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';
import { readTracked, shipmentOf } from './track.ts';

const NAME = manifest.name;

function photo(p: ObjectReader): CarrierFile {
  const bytes = p.base64('Data');
  if (!Buffer.from(bytes.subarray(0, 4)).toString('latin1').endsWith('PNG'))
    throw new FieldProblem(p.at('Data'), 'is no PNG');
  return { kind: 'bytes', document: 'proof-of-delivery', format: 'png', bytes };
}

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const id = input.carrierShipmentId ?? shipmentOf(input.trackingNumber);
  const { body: shipment } = await ask(env, {
    method: 'GET',
    path: path`/Shipments/${id}`,
    name: 'proof of delivery',
    query: { tracking: 'true' },
  });
  return readProof(shipment, input.trackingNumber, id);
}

/** @throws ConnectorError `refused` for a parcel that is not delivered */
export function readProof(shipment: ObjectReader, trackingNumber: string, id: string): ProofOfDelivery {
  const { events, problems } = readTracked(shipment, trackingNumber, id);
  const delivered = events.find((event) => event.status === 'delivered');
  if (!delivered)
    throw fail('refused', problems[0] ?? `${NAME} has not delivered ${trackingNumber} yet.`, {
      vendorCode: 'not-delivered',
    });
  const files = shipment.list('Photos', photo, { optional: true });
  return { deliveredAt: delivered.occurredAt, place: delivered.place, files };
}
