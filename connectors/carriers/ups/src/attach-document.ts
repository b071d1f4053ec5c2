/**
 * The seller's own customs papers (Paperless Documents API v2): uploaded to the account's forms, which costs nothing and may be
 * abandoned, then tied to the shipment. UPS cannot be asked whether a paper has been tied.
 */
import type { TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { AttachDocumentInput, AttachDocumentResult } from '@scanship/connector-kit/carrier/shipment-papers';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';

const TYPES: Readonly<Record<TradeDocument, string>> = {
  'commercial-invoice': '002',
  'certificate-of-origin': '003',
  'packing-list': '010',
  'export-licence': '005',
  other: '008',
};
/** Paperless API, UserCreatedFormFile. */
const MOST_BYTES = 10_000_000;

async function upload(
  { document, reference }: AttachDocumentInput,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<AttachDocumentResult>> {
  if (document.bytes.length > MOST_BYTES)
    throw fail('invalid-input', 'UPS takes documents of up to 10 MB.', { field: 'document' });
  const account = accountNumber(env);
  const response = await call(env, {
    method: 'POST',
    path: '/api/paperlessdocuments/v2/upload',
    name: 'upload document',
    headers: { ShipperNumber: account },
    json: {
      UploadRequest: {
        Request: { TransactionReference: { CustomerContext: reference } },
        ShipperNumber: account,
        UserCreatedForm: [
          {
            UserCreatedFormFileName: document.name.slice(0, 300),
            UserCreatedFormFile: Buffer.from(document.bytes).toString('base64'),
            UserCreatedFormFileFormat: document.format,
            UserCreatedFormDocumentType: TYPES[document.kind],
          },
        ],
      },
    },
  });
  const documentId = readUpload(response.json());
  return { kind: 'done', keep: { documentId }, result: { documentId } };
}

function succeeded(answer: ObjectReader): void {
  const response = answer.object('Response');
  if (!response.object('ResponseStatus').choice('Code', { '1': true, '0': false }))
    throw new FieldProblem(response.at('ResponseStatus'), 'does not say success');
}

/** "2016-01-18-11.01.07.589501", alone or in a list. @throws FieldProblem */
export function readUpload(json: unknown): string {
  const answer = readObject(json).object('UploadResponse');
  succeeded(answer);
  const holder = answer.object('FormsHistoryDocumentID');
  const raw = holder.raw('DocumentID');
  const id: unknown = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
  if (typeof id !== 'string' || !/^[0-9.-]{26}$/.test(id))
    throw new FieldProblem(holder.at('DocumentID'), 'should be one number of 26 characters');
  return id;
}

async function push(
  input: AttachDocumentInput,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<AttachDocumentResult>> {
  const { documentId } = kept;
  if (typeof documentId !== 'string') throw new RangeError('the number of the uploaded document was not kept');
  const account = accountNumber(env);
  const response = await call(env, {
    method: 'POST',
    path: '/api/paperlessdocuments/v2/image',
    name: 'tie document to shipment',
    headers: { ShipperNumber: account },
    json: {
      PushToImageRepositoryRequest: {
        Request: { TransactionReference: { CustomerContext: input.reference } },
        ShipperNumber: account,
        FormsHistoryDocumentID: { DocumentID: [documentId] },
        ShipmentIdentifier: input.carrierShipmentId,
        // The hour of the purchase is not known here; UPS asks for one and uses the day.
        ShipmentDateAndTime: `${input.shipDate}-12.00.00`,
        ShipmentType: '1',
        TrackingNumber: input.trackingNumbers,
      },
    },
  });
  succeeded(readObject(response.json()).object('PushToImageRepositoryResponse'));
  return { kind: 'done' };
}

export const attachDocument: SteppedOperation<AttachDocumentInput, AttachDocumentResult> = {
  steps: [
    { name: 'upload', effect: 'reserve', run: upload },
    { name: 'push', effect: 'create', run: push },
  ],
  recovery: 'none',
  settleAfterMs: 0,
};
