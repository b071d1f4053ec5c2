/** Labels and papers out of an answer: base64 data, held against the format DHL says they have. */
import type { CarrierFile, DocumentKind } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

/** First bytes of each format. */
const STARTS = { pdf: /^%PDF-/, zpl: /^\s*(\^|~)/, png: /^\x89PNG/ } as const;

const FORMATS: Readonly<Record<string, keyof typeof STARTS>> = {
  PDF: 'pdf',
  pdf: 'pdf',
  ZPL: 'zpl',
  zpl: 'zpl',
  ZPL2: 'zpl',
  zpl2: 'zpl',
  PNG: 'png',
  png: 'png',
};

/** Base64 data that begins as its format does. @throws FieldProblem */
export function file(
  o: ObjectReader,
  formatField: string,
  document: DocumentKind,
  parcelNumber?: number,
): Extract<CarrierFile, { kind: 'bytes' }> {
  const format = o.choice(formatField, FORMATS);
  const bytes = o.base64('content');
  if (!STARTS[format].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    throw new FieldProblem(o.at('content'), `is not in the format ${format}`);
  return { kind: 'bytes', document, format, bytes, parcelNumber };
}

/** DHL's names of papers; what is none of these is left out. */
const DOCUMENTS: Readonly<Record<string, DocumentKind>> = {
  label: 'label',
  waybillDoc: 'receipt',
  invoice: 'customs-invoice',
  proforma: 'customs-invoice',
  receipt: 'receipt',
  shipmentReceipt: 'receipt',
};

/**
 * The files of a purchase. A label names its parcel where they were asked for piece by piece; else the first one is the label
 * of the only parcel and a second one the waybill document, as older answers have it.
 * @param numbers of our parcels, in the order they were sent
 * @throws FieldProblem when a file cannot be read or a parcel has no label
 */
export function shipmentFiles(answer: ObjectReader, numbers: readonly number[]): CarrierFile[] {
  const files: CarrierFile[] = [];
  let loose = 0;
  answer.strictList('documents', (o) => {
    const type = o.has('typeCode') ? o.string('typeCode') : 'label';
    const kind = Object.hasOwn(DOCUMENTS, type) ? DOCUMENTS[type] : undefined;
    if (kind === undefined) return;
    if (kind !== 'label') {
      files.push(file(o, 'imageFormat', kind));
      return;
    }
    const piece = o.has('packageReferenceNumber') ? o.integer('packageReferenceNumber', 1) : undefined;
    if (piece !== undefined) {
      const number = numbers[piece - 1];
      if (number === undefined) throw new FieldProblem(o.at('packageReferenceNumber'), 'is no parcel of ours');
      files.push(file(o, 'imageFormat', 'label', number));
      return;
    }
    loose += 1;
    files.push(
      loose === 1 && numbers.length === 1
        ? file(o, 'imageFormat', 'label', numbers[0])
        : file(o, 'imageFormat', loose === 1 ? 'label' : 'receipt'),
    );
  });
  const labelled = new Set(files.flatMap((f) => (f.document === 'label' ? [f.parcelNumber] : [])));
  const missing = labelled.has(undefined) ? undefined : numbers.find((number) => !labelled.has(number));
  if (missing !== undefined || labelled.size === 0)
    throw new FieldProblem(answer.at('documents'), `hold no label of parcel ${missing ?? numbers[0] ?? 1}`);
  return files;
}
