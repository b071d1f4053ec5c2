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
function bytesOf(o: ObjectReader, format: keyof typeof STARTS, name = 'GraphicImage'): Uint8Array {
  const bytes = o.base64(name);
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!STARTS[format].test(start)) throw new FieldProblem(o.at(name), `is not in the format ${format}`);
  return bytes;
}

/** The page a shipper signs for a shipment abroad: a picture has it beside the label, ZPL as a label of its own. */
const SIGNED_PAGE = 'InternationalSignatureGraphicImage';

/**
 * The label, and after the first one of a shipment abroad the page with the Warsaw Convention's text (Shipping API).
 * @param o holder of `GraphicImage` @param format UPS's name of the format
 * @throws FieldProblem when the label cannot be read; the page alone does not lose it
 */
export function labelFiles(o: ObjectReader, format: ObjectReader, parcelNumber: number): CarrierFile[] {
  const kind = format.choice('Code', FORMATS);
  const file = (bytes: Uint8Array): CarrierFile => ({
    kind: 'bytes',
    document: 'label',
    format: kind,
    bytes,
    parcelNumber,
    ...(kind === 'zpl' ? {} : { picture: PICTURE }),
  });
  const label = file(bytesOf(o, kind));
  const page = kind === 'zpl' ? o.maybe(SIGNED_PAGE, (name) => file(bytesOf(o, kind, name))) : undefined;
  return page ? [label, page] : [label];
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
