/** Labels and forms out of an answer: base64 pictures or printer code, held against the format UPS says they have. */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

const FORMATS = { GIF: 'gif', PNG: 'png', ZPL: 'zpl' } as const;

/** First bytes of each format. */
const STARTS = { gif: /^GIF8[79]a/, png: /^\x89PNG/, zpl: /^\s*(\^|~)/, pdf: /^%PDF-/ } as const;

/**
 * UPS's label pictures are 1400 x 800 dots at 200 dpi and lie on their left side: the first 1200 columns are the 4x6 inch
 * label, the rest is blank (recorded answer; Shipping API: "Label Image will only scale up to 4 X 6").
 */
const PICTURE = { turn: 90, dotsPerInch: 200 } as const;

/** Base64 data that begins as its format does. @throws FieldProblem */
function bytesOf(o: ObjectReader, format: keyof typeof STARTS): Uint8Array {
  const bytes = o.base64('GraphicImage');
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!STARTS[format].test(start)) throw new FieldProblem(o.at('GraphicImage'), `is not in the format ${format}`);
  return bytes;
}

/** @param o holder of `GraphicImage` @param code UPS's name of the format @throws FieldProblem */
export function labelFile(o: ObjectReader, format: ObjectReader, parcelNumber: number): CarrierFile {
  const kind = format.choice('Code', FORMATS);
  const bytes = bytesOf(o, kind);
  return {
    kind: 'bytes',
    document: 'label',
    format: kind,
    bytes,
    parcelNumber,
    ...(kind === 'zpl' ? {} : { picture: PICTURE }),
  };
}

/** The commercial invoice UPS made, as PDF; absent where the account sends it without paper only. */
export function formFile(holder: ObjectReader): CarrierFile | undefined {
  return holder.maybe('Form', (name) => {
    const form = holder.object(name);
    if (!form.has('Image')) return undefined;
    const image = form.object('Image');
    image.object('ImageFormat').choice('Code', { PDF: true });
    return { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: bytesOf(image, 'pdf') };
  });
}
