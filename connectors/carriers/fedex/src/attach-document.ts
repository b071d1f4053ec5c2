/** A document of the seller's own, sent to customs after the purchase (Trade Documents Upload, ETDPostshipment). */
import type { TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { AttachDocumentInput, AttachDocumentResult } from '@scanship/connector-kit/carrier/shipment-papers';
import type { StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { readRefusal } from './problems.ts';

/** Documents have hosts of their own; the simulator serves them beside the rest. */
const ADDRESSES = {
  live: 'https://documentapi.prod.fedex.com/documents/v1/etds/upload',
  sandbox: 'https://documentapitest.prod.fedex.com/sandbox/documents/v1/etds/upload',
  simulator: '/documents/v1/etds/upload',
} as const;

const KINDS: Readonly<Record<TradeDocument, string>> = {
  'commercial-invoice': 'COMMERCIAL_INVOICE',
  'certificate-of-origin': 'CERTIFICATE_OF_ORIGIN',
  'packing-list': 'OTHER',
  'export-licence': 'OTHER',
  other: 'OTHER',
};
const TYPES = { pdf: 'application/pdf', png: 'image/png', gif: 'image/gif', jpg: 'image/jpeg' } as const;

/** developer.fedex.com, Trade Documents Upload: five megabytes a document. */
const MOST_BYTES = 5_000_000;

/** A form of two fields; the boundary is the reference of the purchase, which no file of bytes can be expected to hold. */
export function formOf(input: AttachDocumentInput, trackingNumber: string): { type: string; bytes: Uint8Array } {
  const { document } = input;
  const boundary = `scanship-${input.reference}-document`;
  const name = document.name.replace(/[^\w. -]+/g, '_').slice(-80);
  const meta = {
    workflowName: 'ETDPostshipment',
    carrierCode: input.kept['company'] === 'FDXG' ? 'FDXG' : 'FDXE',
    name,
    contentType: TYPES[document.format],
    meta: {
      shipDocumentType: KINDS[document.kind],
      trackingNumber,
      shipmentDate: `${input.shipDate}T00:00:00`,
      originCountryCode: input.originCountry,
      destinationCountryCode: input.destinationCountry,
    },
  };
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="document"\r\n\r\n${JSON.stringify(meta)}\r\n` +
    `--${boundary}\r\ncontent-disposition: form-data; name="attachment"; filename="${name}"\r\n` +
    `content-type: ${TYPES[document.format]}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), document.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: new Uint8Array(bytes) };
}

async function upload(
  input: AttachDocumentInput,
  _kept: unknown,
  env: CarrierEnv,
): Promise<StepOutcome<AttachDocumentResult>> {
  if (input.document.bytes.length > MOST_BYTES)
    throw fail('invalid-input', 'FedEx takes trade documents of up to 5 MB.', { field: 'document' });
  const form = formOf(input, input.carrierShipmentId);
  const response = await call(env, {
    method: 'POST',
    path: ADDRESSES[env.mode],
    name: 'upload document',
    readProblem: readRefusal,
    headers: { 'content-type': form.type },
    bytes: form.bytes,
  });
  return { kind: 'done', result: readUpload(response.json()) };
}

/** @throws FieldProblem when FedEx names no document */
export function readUpload(json: unknown): AttachDocumentResult {
  const meta = readObject(json).object('output').object('meta');
  return { documentId: meta.id('docId', /^[\x21-\x7e]{1,100}$/) };
}

export const attachDocument: SteppedOperation<AttachDocumentInput, AttachDocumentResult> = {
  // A second copy of the same paper costs nothing and harms nobody, so a cut-off upload is simply repeated.
  steps: [{ name: 'upload', effect: 'reserve', run: upload }],
  recovery: 'none',
  settleAfterMs: 0,
};
