/** A paper for customs after the purchase. Teleship says nothing of what it answers, so that its acceptance is all there is. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { AttachDocumentInput, AttachDocumentResult } from '@scanship/connector-kit/carrier/shipment-papers';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';

const KINDS: Readonly<Record<TradeDocument, string>> = {
  'commercial-invoice': 'COMMERCIAL_INVOICE',
  'certificate-of-origin': 'CERTIFICATE_OF_ORIGIN',
  'packing-list': 'OTHER',
  'export-licence': 'OTHER',
  other: 'OTHER',
};

async function upload(
  { document, carrierShipmentId }: AttachDocumentInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<AttachDocumentResult>> {
  if (document.format !== 'pdf' && document.format !== 'png')
    throw fail('invalid-input', `${manifest.name} takes documents as PDF or PNG.`, { field: 'document.format' });
  if (document.bytes.length === 0) throw fail('invalid-input', 'The document is empty.', { field: 'document.bytes' });
  const type = KINDS[document.kind];
  await exchange(env, {
    method: 'POST',
    path: '/documents/etds/upload',
    name: 'upload document',
    json: {
      shipmentId: carrierShipmentId,
      electronicTradeDocuments: [
        {
          name: document.name,
          type,
          format: document.format.toUpperCase(),
          content: Buffer.from(document.bytes).toString('base64'),
        },
      ],
    },
  });
  // Teleship gives a document no number of its own: its kind and its shipment name it.
  return { kind: 'done', result: { documentId: `${carrierShipmentId} ${type}` } };
}

export const attachDocument: SteppedOperation<AttachDocumentInput, AttachDocumentResult> = {
  // The same paper twice does no harm and costs nothing, so an upload that was cut off is repeated.
  steps: [{ name: 'upload', effect: 'reserve', run: upload }],
  recovery: 'none',
  settleAfterMs: 0,
};
