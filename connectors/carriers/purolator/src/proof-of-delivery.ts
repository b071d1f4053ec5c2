/** Who signed, when and where, with the picture of the signature where there is one. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { manifest } from './manifest.ts';
import { isFound, localTime, placeOf, search } from './tracking-answer.ts';

const FORMATS = [
  ['%PDF-', 'pdf'],
  ['GIF8', 'gif'],
  ['\u0089PNG', 'png'],
] as const;

/** The picture, where it is of a kind that can be shown; the contract does not name its kind. */
function signature(details: ObjectReader): readonly CarrierFile[] {
  const bytes = details.maybe('image', (n) => details.base64(n));
  if (bytes === undefined) return [];
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  const format = FORMATS.find(([magic]) => start.startsWith(magic))?.[1];
  return format === undefined ? [] : [{ kind: 'bytes', document: 'proof-of-delivery', format, bytes }];
}

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const { trackingNumber } = input;
  const answer = await search(env, [{ trackingId: trackingNumber, proof: true }], 'proof of delivery');
  const [result] = answer.object('SearchResults').strictList('SearchResult', (r) => r);
  if (!result || !isFound(result))
    throw fail('refused', `${manifest.name} does not know ${trackingNumber}.`, { vendorCode: 'NOT FOUND' });
  const pieces = result
    .object('Shipment')
    .object('packages')
    .strictList('package', (p) => p);
  const piece = pieces.find((p) => p.string('pin') === trackingNumber) ?? (pieces.length === 1 ? pieces[0] : undefined);
  const details = piece?.has('details') === true ? piece.object('details') : undefined;
  const delivery = details?.has('deliveryDetails') === true ? details.object('deliveryDetails') : undefined;
  if (!piece || !delivery?.has('deliveryDateTime'))
    throw fail('refused', `${manifest.name} has no delivery details of ${trackingNumber} yet.`, {
      vendorCode: '2001135',
    });
  const last = piece.has('lastEvent') ? piece.object('lastEvent') : undefined;
  return {
    signedBy: delivery.maybe('name', (n) => delivery.string(n)),
    deliveredAt: localTime(delivery, 'deliveryDateTime'),
    place: last?.maybe('location', (n) => placeOf(last.object(n))),
    files: signature(delivery),
  };
}
