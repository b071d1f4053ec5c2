/** A paper for customs after the purchase (PATCH upload-image). DHL takes it from ten minutes after the shipment was made. */
import type { TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { AttachDocumentInput, AttachDocumentResult } from '@scanship/connector-kit/carrier/shipment-papers';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';

const KINDS: Readonly<Partial<Record<TradeDocument, string>>> = {
  'commercial-invoice': 'CIN',
  'certificate-of-origin': 'COO',
};

const FORMATS = { pdf: 'PDF', png: 'PNG', gif: 'GIF', jpg: 'JPEG' } as const;

/** MyDHL API, upload-image: "at least 10mins must be given between the initial createShipment request and then". */
const WAIT_MS = 600_000;

export function uploadMessage(input: AttachDocumentInput, account: string) {
  const { document } = input;
  const typeCode = KINDS[document.kind];
  if (typeCode === undefined)
    throw fail('invalid-input', 'DHL Express takes commercial invoices and certificates of origin.', {
      field: 'document.kind',
    });
  if (document.bytes.length === 0) throw fail('invalid-input', 'The document is empty.', { field: 'document.bytes' });
  const productCode = input.kept['productCode'];
  const shipDate = input.kept['shipDate'];
  return {
    originalPlannedShippingDate: typeof shipDate === 'string' ? shipDate : input.shipDate,
    accounts: [{ typeCode: 'shipper', number: account }],
    productCode: typeof productCode === 'string' ? productCode : 'P',
    documentImages: [
      { typeCode, imageFormat: FORMATS[document.format], content: Buffer.from(document.bytes).toString('base64') },
    ],
  };
}

async function upload(
  input: AttachDocumentInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<AttachDocumentResult>> {
  const json = uploadMessage(input, accountNumber(env));
  const boughtAt = typeof input.kept['boughtAt'] === 'string' ? Date.parse(input.kept['boughtAt']) : Number.NaN;
  const left = boughtAt + WAIT_MS - env.now().getTime();
  if (left > 0)
    throw fail('temporary-before-effect', 'DHL Express takes documents from ten minutes after the purchase.', {
      retryAfterMs: left,
    });
  await call(env, {
    method: 'PATCH',
    path: path`/shipments/${input.carrierShipmentId}/upload-image`,
    name: 'upload document',
    json,
  });
  // DHL gives a document no number of its own: its kind and its shipment name it.
  return {
    kind: 'done',
    result: { documentId: `${input.carrierShipmentId} ${json.documentImages[0]?.typeCode ?? ''}` },
  };
}

export const attachDocument: SteppedOperation<AttachDocumentInput, AttachDocumentResult> = {
  // The same picture twice does no harm and costs nothing, so an upload that was cut off is repeated.
  steps: [{ name: 'upload', effect: 'reserve', run: upload }],
  recovery: 'none',
  settleAfterMs: 0,
};
