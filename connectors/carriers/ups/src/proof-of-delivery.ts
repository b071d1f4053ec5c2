/** Proof of delivery: the tracking answer with the signature's picture and UPS's proof, where UPS gives them. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { call } from './client.ts';
import { eventOf, packageOf } from './track.ts';
import { eachOf } from './reading.ts';

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const { trackingNumber } = input;
  const response = await call(env, {
    method: 'GET',
    path: path`/api/track/v1/details/${trackingNumber}`,
    query: { locale: 'en_US', returnSignature: 'true', returnMilestones: 'false', returnPOD: 'true' },
    name: 'proof of delivery',
  });
  return readProof(response.json(), trackingNumber);
}

const STARTS = [
  ['pdf', /^%PDF-/],
  ['gif', /^GIF8[79]a/],
  ['png', /^\x89PNG/],
] as const;

/** A document by what it begins with; UPS does not say what it is. @throws FieldProblem for anything else */
function fileOf(o: ObjectReader, name: string): CarrierFile {
  const bytes = o.base64(name);
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  const found = STARTS.find(([, form]) => form.test(start));
  if (!found) throw new FieldProblem(o.at(name), 'is no PDF, GIF or PNG');
  return { kind: 'bytes', document: 'proof-of-delivery', format: found[0], bytes };
}

/** @throws ConnectorError `refused` for a parcel that is not known or not delivered */
export function readProof(json: unknown, trackingNumber: string): ProofOfDelivery {
  const { found } = packageOf(json, trackingNumber);
  if (!found) throw fail('refused', `UPS does not know ${trackingNumber}.`, { vendorCode: 'unknown' });
  const delivered = eachOf(found, 'activity', eventOf).find((event) => event.status === 'delivered');
  if (!delivered)
    throw fail('refused', `UPS has not delivered ${trackingNumber} yet.`, { vendorCode: 'not-delivered' });
  const information = found.maybe('deliveryInformation', (n) => found.object(n));
  const part = (holder: string, name: string): CarrierFile | undefined =>
    information?.maybe(holder, (n) => {
      const inner = information.object(n);
      return inner.has(name) ? fileOf(inner, name) : undefined;
    });
  const files = [part('pod', 'content'), part('signature', 'image')].filter((file) => file !== undefined);
  return {
    signedBy: information?.maybe('receivedBy', (n) => information.string(n)),
    deliveredAt: delivered.occurredAt,
    zone: delivered.zone,
    place: delivered.place,
    files,
  };
}
