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
