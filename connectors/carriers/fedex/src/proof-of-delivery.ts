/** Proof of delivery: who signed and when, from tracking, and FedEx's letter with the signature. */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { ProofOfDelivery, ProofOfDeliveryInput } from '@scanship/connector-kit/carrier/shipment-papers';
import { accountNumber, call } from './client.ts';
import { readRefusal } from './problems.ts';
import { ask, readDelivery } from './track.ts';

export async function proofOfDelivery(input: ProofOfDeliveryInput, env: CarrierEnv): Promise<ProofOfDelivery> {
  const { trackingNumber } = input;
  const delivery = readDelivery(await ask(env, [trackingNumber]), trackingNumber);
  const response = await call(env, {
    method: 'POST',
    path: '/track/v1/trackingdocuments',
    name: 'proof of delivery',
    readOnly: true,
    project: 'track',
    readProblem: readRefusal,
    json: {
      trackDocumentDetail: { documentType: 'SIGNATURE_PROOF_OF_DELIVERY', documentFormat: 'PDF' },
      // The account's own number brings the signature; without it FedEx leaves it out.
      trackDocumentSpecification: [{ trackingNumberInfo: { trackingNumber }, accountNumber: accountNumber(env) }],
    },
  });
  return { ...delivery, files: readLetters(response.json()) };
}

/** The contract calls the list `document`, recorded answers call it `documents`. @throws ConnectorError, FieldProblem */
export function readLetters(json: unknown): ProofOfDelivery['files'] {
  const output = readObject(json).object('output');
  const name = output.has('documents') ? 'documents' : 'document';
  const list = output.raw(name);
  if (!Array.isArray(list) || list.length === 0)
    throw fail('refused', 'FedEx has no proof of delivery for this parcel.', { vendorCode: 'no-document' });
  return list.map((value: unknown) => {
    const bytes = readObject({ document: value }, output.at(name)).base64('document');
    if (!isPdf(bytes)) throw fail('vendor-broken', 'FedEx sent a proof of delivery that is not a PDF.');
    return { kind: 'bytes' as const, document: 'proof-of-delivery' as const, format: 'pdf' as const, bytes };
  });
}
