/** Labels and papers out of an answer: base64 held against the format FedEx says they have. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

const FORMATS = { PDF: 'pdf', ZPLII: 'zpl', ZPL: 'zpl', PNG: 'png' } as const;

/** First bytes of each format. */
const STARTS = { png: /^\x89PNG/, zpl: /^\s*(\^|~)/, pdf: /^%PDF-/ } as const;

/** Base64 data that begins as its format does. @throws FieldProblem */
export function bytesOf(o: ObjectReader, name: string, format: keyof typeof STARTS): Uint8Array {
  const bytes = o.base64(name);
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!STARTS[format].test(start)) throw new FieldProblem(o.at(name), `is not in the format ${format}`);
  return bytes;
}

export interface Document {
  readonly contentType: string;
  file(document: CarrierFile['document'], parcelNumber?: number): CarrierFile;
}

/** One document of a package or shipment; its bytes are read when it is asked for. @throws FieldProblem */
export function documentOf(o: ObjectReader): Document {
  return {
    contentType: o.string('contentType', /^[A-Z0-9_]{2,60}$/),
    file(document, parcelNumber) {
      const format = o.choice('docType', FORMATS);
      const bytes = bytesOf(o, 'encodedLabel', format);
      return {
        kind: 'bytes',
        document: document as 'label',
        format,
        bytes,
        ...(parcelNumber === undefined ? {} : { parcelNumber }),
        ...(format === 'png' ? { picture: { turn: 0 as const, dotsPerInch: 200 } } : {}),
      };
    },
  };
}
