/** The label of a purchase: base64 of GZIP, whose own check sum proves it ("Manipulate shipping labels", README.md). */
import { gunzipSync } from 'node:zlib';
import type { CarrierFile, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';

/** A label of 8 MB is none. */
const MOST_BYTES = 8_000_000;
const FORMATS = { 'application/pdf': 'pdf', 'application/zpl': 'zpl', 'image/png': 'png' } as const;
const STARTS = { pdf: /^%PDF-/, png: /^\x89PNG/, zpl: /^\s*(\^|~)/ } as const;

/** What is asked for: a picture becomes a page here, 203 dots an inch is what thermal printers have. */
export const WISHES: Readonly<Record<ShipInput['labelFormat'], string>> = { pdf: 'PNG', zpl: 'ZPL203' };

function unpacked(contents: ObjectReader): Uint8Array {
  const packed = contents.base64('Contents');
  try {
    return new Uint8Array(gunzipSync(packed, { maxOutputLength: MOST_BYTES }));
  } catch (error) {
    // Errors of zlib have codes; anything else is ours.
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new FieldProblem(contents.at('Contents'), 'is not a compressed label');
  }
}

/** @throws FieldProblem for bytes that are not what they are said to be */
export function labelOf(label: ObjectReader, parcelNumber: number): CarrierFile {
  const contents = label.object('FileContents');
  const format = contents.choice('FileType', FORMATS);
  const bytes = unpacked(contents);
  if (!STARTS[format].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    throw new FieldProblem(contents.at('Contents'), `is not in the format ${format.toUpperCase()}`);
  return {
    kind: 'bytes',
    document: 'label',
    format,
    bytes,
    parcelNumber,
    ...(format === 'png' ? { picture: labelPicture(bytes) } : {}),
  };
}
