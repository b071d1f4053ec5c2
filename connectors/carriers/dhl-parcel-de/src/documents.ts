/** Labels and papers of an answer, and where a buyer follows a parcel. */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

/** A thermal label of 103 x 150 mm, which a 4x6 inch label holds. */
export const PRINT_FORMAT = '910-300-400';

export const SHIPMENT = /^[A-Z0-9]{8,39}$/;

export function pdfOf(document: ObjectReader): Uint8Array {
  const bytes = pdfIn(document, 'b64');
  return bytes;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];

/** The code that a post office scans in place of a printed label: a picture, or a page with one. Nothing where DHL gave none. */
export function codeOf(answer: ObjectReader): (CarrierFile & { readonly kind: 'bytes' })[] {
  const document = answer.maybe('qrLabel', (n) => answer.object(n));
  const bytes = document?.maybe('b64', (n) => document.base64(n));
  if (!bytes) return [];
  const format = PNG.every((byte, at) => bytes[at] === byte) ? 'png' : 'pdf';
  if (format === 'pdf' && Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return [];
  return [{ kind: 'bytes', document: 'qr-code', format, bytes }];
}

function zplOf(document: ObjectReader): Uint8Array {
  const text = document.string('zpl2');
  if (!text.startsWith('^XA')) throw new FieldProblem(document.at('zpl2'), 'is not ZPL');
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

/** Labels come in the format that was asked for; papers for customs as PDF where DHL has them. */
export const fileOf = (
  document: ObjectReader,
  kind: CarrierFile['document'],
): Pick<CarrierFile & { kind: 'bytes' }, 'kind' | 'document' | 'format' | 'bytes'> =>
  document.has('b64')
    ? { kind: 'bytes', document: kind, format: 'pdf', bytes: pdfOf(document) }
    : { kind: 'bytes', document: kind, format: 'zpl', bytes: zplOf(document) };

export const trackingUrl = (number: string): string =>
  `https://www.dhl.de/de/privatkunden.html?piececode=${encodeURIComponent(number)}`;
