/** Who signed and when, with the picture of the signature where it is a PNG; most are drawings (SVG), which are not kept. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { hasTracking, mailPiece } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

function picture(signature: ObjectReader): readonly CarrierFile[] {
  if (!signature.has('image') || signature.string('imageFormat') !== 'image/png') return [];
  const bytes = signature.base64('image');
  if (!Buffer.from(bytes.subarray(0, 4)).toString('latin1').endsWith('PNG'))
    throw new FieldProblem(signature.at('image'), 'is no PNG');
  return [{ kind: 'bytes', document: 'proof-of-delivery', format: 'png', bytes }];
}

export function readProof(piece: ObjectReader): ProofOfDelivery {
  const signature = piece.object('signature');
  return {
    signedBy: signature.has('recipientName') ? signature.string('recipientName') : undefined,
    deliveredAt: signature.instant('signatureDateTime'),
    files: picture(signature),
  };
}

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  if (!hasTracking(env))
    throw fail(
      'refused',
      `${NAME} shows signatures through its Tracking API; add the client ID and secret of it to this account.`,
    );
  const answer = await mailPiece(env, input.trackingNumber, 'signature');
  if (!answer.known) throw fail('refused', answer.message, { vendorCode: 'no-proof' });
  return readProof(answer.piece);
}
