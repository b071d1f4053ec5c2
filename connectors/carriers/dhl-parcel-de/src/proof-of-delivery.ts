/** Who took the parcel and when, and the picture of the signature where DHL has one. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { ZONE } from './account.ts';
import { manifest } from './manifest.ts';
import { localTime } from './track.ts';
import { askDhl, attribute, isAbout } from './tracking-answer.ts';

const NAME = manifest.name;

/** A GIF in hexadecimal digits. */
function pictureOf(one: ObjectReader): CarrierFile {
  const digits = one.string('@image', /^(?:[0-9a-fA-F]{2})+$/);
  const bytes = new Uint8Array(Buffer.from(digits, 'hex'));
  if (!Buffer.from(bytes.subarray(0, 4)).toString('latin1').startsWith('GIF8'))
    throw new FieldProblem(one.at('@image'), 'is not a GIF');
  return { kind: 'bytes', document: 'proof-of-delivery', format: 'gif', bytes };
}

async function signatures(number: string, env: CarrierEnv): Promise<readonly CarrierFile[]> {
  const answer = await askDhl(env, 'd-get-signature', [number], 'signature');
  return answer?.has('data') === true ? answer.list('data', pictureOf) : [];
}

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const { trackingNumber } = input;
  const answer = await askDhl(env, 'd-get-piece-detail', [trackingNumber], 'delivery');
  const [found] = (answer?.has('data') === true ? answer.strictList('data', (one) => one) : []).filter((one) =>
    isAbout(one, trackingNumber),
  );
  if (!found) throw fail('refused', `${NAME} does not know ${trackingNumber}.`, { vendorCode: '100' });
  if (attribute(found, 'delivery-event-flag') !== '1')
    throw fail('refused', `${NAME} has not delivered ${trackingNumber} yet.`, { vendorCode: 'not-delivered' });
  const inGermany = input.destination.countryCode === 'DE';
  return {
    signedBy: attribute(found, 'recipient-name'),
    deliveredAt: found.maybe('@status-timestamp', () => localTime(found, 'status-timestamp')),
    zone: ZONE,
    place: attribute(found, 'recipient-city'),
    // DHL keeps signatures of deliveries in Germany.
    files: inGermany ? await signatures(trackingNumber, env) : [],
  };
}
