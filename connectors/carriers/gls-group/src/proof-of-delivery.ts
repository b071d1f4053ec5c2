/** GLS's own paper, a PDF; it tells nothing else. */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { shipIt, TRACK_ID } from './client.ts';
import { bytesOf } from './created.ts';

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const { carrierShipmentId, trackingNumber } = input;
  const answer = await shipIt(env, {
    path: '/tracking/parcelpod',
    name: 'proof of delivery',
    readOnly: true,
    json: carrierShipmentId === undefined ? { ParcelNumber: trackingNumber } : { TrackID: carrierShipmentId },
  });
  // The documentation and the contract write the name differently.
  const item = answer.object(answer.has('PODItem') ? 'PODItem' : 'Poditem');
  const trackId = item.string('TrackID', TRACK_ID);
  if (carrierShipmentId !== undefined && trackId !== carrierShipmentId)
    throw new FieldProblem(item.at('TrackID'), 'is another parcel than the one asked for');
  const bytes = bytesOf(item, 'ImageData');
  if (!isPdf(bytes)) throw new FieldProblem(item.at('ImageData'), 'is not a PDF');
  return { files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes }] };
}
