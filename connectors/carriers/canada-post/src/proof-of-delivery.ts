/** Who took a parcel and when, from its history, and Canada Post's delivery confirmation certificate. */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';
import { eventOf } from './track.ts';

type Facts = Omit<ProofOfDelivery, 'files'>;

/** @throws ConnectorError `refused` for a parcel that is not delivered */
export function readFacts(document: ObjectReader, trackingNumber: string): Facts {
  const answer = document.object('tracking-detail');
  if (answer.string('pin') !== trackingNumber)
    throw new FieldProblem(answer.at('pin'), 'is another number than the one asked for');
  const scans =
    answer.raw('significant-events') === ''
      ? []
      : answer.object('significant-events').list('occurrence', (e) => ({
          event: eventOf(e),
          signedBy: e.maybe('signatory-name', (n) => e.string(n)),
        }));
  // The newest comes first.
  const delivered = scans.find(({ event }) => event.status === 'delivered');
  if (!delivered)
    throw fail('refused', `${manifest.name} has not delivered ${trackingNumber} yet.`, { vendorCode: 'not-delivered' });
  const { occurredAt: deliveredAt, place } = delivered.event;
  return { signedBy: delivered.signedBy, deliveredAt, place };
}

/** @throws FieldProblem for anything but a PDF */
export function readCertificate(document: ObjectReader): CarrierFile {
  const answer = document.object('delivery-confirmation-certificate');
  const bytes = pdfIn(answer, 'image');
  return { kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes };
}

export async function proofOfDelivery(
  { trackingNumber }: ProofOfDeliveryInput,
  env: CarrierEnv,
): Promise<ProofOfDelivery> {
  const history = await exchange(env, 'track', {
    method: 'GET',
    path: path`/vis/track/pin/${trackingNumber}/detail`,
    name: 'track',
  });
  const facts = readFacts(parse(history), trackingNumber);
  const certificate = await exchange(env, 'track', {
    method: 'GET',
    path: path`/vis/certificate/${trackingNumber}`,
    name: 'certificate',
  });
  return { ...facts, files: [readCertificate(parse(certificate))] };
}
