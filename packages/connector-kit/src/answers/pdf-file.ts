/** Files that vendors send: what claims to be a PDF is one, or the answer is not understood. */
import { FieldProblem, type ObjectReader } from './json-reader.ts';

export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1').startsWith('%PDF-');

/** A PDF in base64. @throws FieldProblem where it is something else */
export function pdfIn(owner: ObjectReader, name: string): Uint8Array {
  const bytes = owner.base64(name);
  if (!isPdf(bytes)) throw new FieldProblem(owner.at(name), 'is not a PDF');
  return bytes;
}
