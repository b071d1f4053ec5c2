/** Files that vendors send: what claims to be a PDF, or ZPL, is one, or the answer is not understood. */
import { FieldProblem, type ObjectReader } from './json-reader.ts';

export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1').startsWith('%PDF-');

/**
 * Whether a label is what it claims to be: it is printed as it is, so an error page or a JSON text in its place must not pass for one. It is
 * paid for by then, so what any reader or printer takes is taken: blanks before either, and in ZPL commands that stand before `^XA`.
 */
export function isLabel(bytes: Uint8Array, format: 'pdf' | 'zpl'): boolean {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart();
  return format === 'pdf' ? start.startsWith('%PDF-') : /^[^<>{}"]*\^XA/.test(start);
}

/** A PDF in base64. @throws FieldProblem where it is something else */
export function pdfIn(owner: ObjectReader, name: string): Uint8Array {
  const bytes = owner.base64(name);
  if (!isPdf(bytes)) throw new FieldProblem(owner.at(name), 'is not a PDF');
  return bytes;
}
