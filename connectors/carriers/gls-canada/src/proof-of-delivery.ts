/** When and where it was delivered and who signed; the pictures are links of a form that is not known, and are left out. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { manifest } from './manifest.ts';
import { askFor, readTracked } from './track.ts';

const NAME = manifest.name;

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const parcel = await askFor(input.trackingNumber, env);
  if (!parcel) throw fail('refused', `${NAME} does not know ${input.trackingNumber}.`, { vendorCode: 'not-delivered' });
  return readProof(parcel, input.trackingNumber);
}

/** @throws ConnectorError `refused` for a parcel that is not delivered */
export function readProof(parcel: ObjectReader, trackingNumber: string): ProofOfDelivery {
  const { events, problems } = readTracked(parcel, trackingNumber);
  const delivered = events.findLast((event) => event.status === 'delivered');
  if (!delivered)
    throw fail('refused', problems[0] ?? `${NAME} has not delivered ${trackingNumber} yet.`, {
      vendorCode: 'not-delivered',
    });
  const signed = parcel.list(
    'activityImages',
    (image) => (image.raw('imageType') === 'POD' && image.has('clientName') ? image.string('clientName') : undefined),
    { optional: true },
  );
  return {
    signedBy: signed.find((name) => name !== undefined),
    deliveredAt: delivered.occurredAt,
    place: delivered.place,
    files: [],
  };
}
