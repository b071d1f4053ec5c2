/**
 * The Ground close. It takes no list: FedEx closes every open Ground shipment of the account, prints its manifest, and a
 * shipment on it can no longer be cancelled. What became of a cut-off close is read by asking for the manifest again.
 */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { ClosingShipment, EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';
import { readRefusal } from './problems.ts';
import { companyOf } from './services.ts';
import { textPdf } from './text-page.ts';

const isGround = (shipment: ClosingShipment): boolean => companyOf(shipment.service) === 'FDXG';

/** Express is tendered without a close: those shipments are named, never silently dropped. */
const leftOut = (input: EndOfDayInput): EndOfDayResult['leftOut'] =>
  input.shipments
    .filter((shipment) => !isGround(shipment))
    .map(({ reference }) => ({ reference, message: 'FedEx Express shipments go without a close.' }));

async function close(input: EndOfDayInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  if (!input.shipments.some(isGround))
    throw fail('invalid-input', 'Only FedEx Ground shipments are closed; FedEx Express goes without.', {
      field: 'shipments',
    });
  const response = await call(env, {
    method: 'PUT',
    path: '/ship/v1/endofday/',
    name: 'ground close',
    readProblem: readRefusal,
    json: {
      closeReqType: 'GCDR',
      groundServiceCategory: 'GROUND',
      accountNumber: { value: accountNumber(env) },
      closeDate: input.date,
      closeDocumentSpecification: { closeDocumentTypes: ['MANIFEST'] },
    },
  });
  return { kind: 'done', result: { ...readClose(response.json()), leftOut: leftOut(input) } };
}

type Papers = Pick<EndOfDayResult, 'manifestNumbers' | 'files'>;

/** @throws FieldProblem when the manifest has no number or cannot be read */
export function readClose(json: unknown): Papers {
  const output = readObject(json).object('output');
  const documents = output.strictList('closeDocuments', (o) => ({
    type: o.string('type', /^[A-Z0-9_]+$/),
    // The shipping cycle is what the paper is called by.
    number: o.id('shippingCycle', /^[0-9A-Za-z-]{1,40}$/),
    files: paperOf(o),
  }));
  if (documents.length === 0) throw new FieldProblem(output.at('closeDocuments'), 'is empty');
  return {
    manifestNumbers: [...new Set(documents.map(({ number }) => number))],
    files: documents.flatMap(({ files }) => files),
  };
}

/** The parts of one paper: text for a printer, unless they say otherwise by their first bytes. */
function paperOf(document: ObjectReader): CarrierFile[] {
  const parts = document
    .strictList('parts', (o) => ({
      at: o.has('documentPartSequenceNumber') ? o.integer('documentPartSequenceNumber', 0) : 0,
      bytes: o.base64('image'),
    }))
    .toSorted((a, b) => a.at - b.at);
  const formatOf = (bytes: Uint8Array): 'pdf' | 'png' | 'zpl' | undefined => {
    const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
    if (start.startsWith('%PDF-')) return 'pdf';
    if (start.startsWith('\x89PNG')) return 'png';
    return start.startsWith('^XA') ? 'zpl' : undefined;
  };
  const file = (format: 'pdf' | 'png' | 'zpl', bytes: Uint8Array): CarrierFile => ({
    kind: 'bytes',
    document: 'manifest',
    format,
    bytes,
  });
  if (parts.length > 0 && parts.every(({ bytes }) => formatOf(bytes) === undefined))
    return [file('pdf', textPdf(parts.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('')))];
  return parts.map(({ bytes }) => {
    const format = formatOf(bytes);
    if (format === undefined) throw new FieldProblem(document.at('parts'), 'are of different kinds');
    return file(format, bytes);
  });
}

async function recover(
  input: EndOfDayInput,
  step: string,
  _kept: unknown,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const trackingNumber = input.shipments.find(isGround)?.trackingNumbers[0];
  if (trackingNumber === undefined) return { kind: 'absent' };
  const response = await call(env, {
    method: 'POST',
    path: '/ship/v1/endofday/',
    name: 'manifest again',
    readOnly: true,
    // A shipment that stands on no manifest is what is asked here.
    accept: [400, 404],
    json: {
      closeReqType: 'RGCDR',
      reprintOption: 'BY_TRACKING_NUMBER',
      trackingNumber,
      groundServiceCategory: 'GROUND',
      accountNumber: { value: accountNumber(env) },
      closeDocumentSpecification: { closeDocumentTypes: ['MANIFEST'] },
    },
  });
  if (response.status !== 200) return { kind: 'absent' };
  return { kind: 'found', step, result: { ...readClose(response.json()), leftOut: leftOut(input) } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [{ name: 'close', effect: 'create', run: close }],
  recovery: 'by-reference',
  recover,
  // Closing again closes only what is still open, so a wrong "absent" costs nothing.
  settleAfterMs: 60_000,
};
