/**
 * Looks into a ZIP container before a reader unpacks it: what it really unpacks to is counted with a hard limit, because the
 * sizes written in the archive may lie. Structure: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
 */
import { inflateRawSync } from 'node:zlib';
import { DocumentError } from './document-error.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

const damaged = (cause?: unknown): DocumentError =>
  new DocumentError('bad-file', 'The spreadsheet is damaged (its container cannot be read). Save it again and retry.', {
    cause,
  });

/**
 * Lists the entries of an archive whose unpacked total stays within `maxTotal` bytes.
 * @throws DocumentError `too-large` for a zip bomb, `bad-file` when the archive is broken.
 */
export function openZip(bytes: Uint8Array, maxTotal: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 65_558 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw damaged();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  const entries: ZipEntry[] = [];
  try {
    for (let i = 0; i < count; i += 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw damaged();
      const method = view.getUint16(at + 10, true);
      const packed = view.getUint32(at + 20, true);
      const nameLength = view.getUint16(at + 28, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const body = bytes.subarray(start, start + packed);
      const unpack = (): Uint8Array =>
        method === 0 ? body : inflateRawSync(body, { maxOutputLength: Math.max(1, maxTotal - total) });
      total += unpack().length;
      if (total > maxTotal) throw tooLarge(maxTotal);
      entries.push({ name, bytes: () => (method === 0 ? body : inflateRawSync(body, { maxOutputLength: maxTotal })) });
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxTotal) : damaged(error);
  }
  return entries;
}

const tooLarge = (maxTotal: number): DocumentError =>
  new DocumentError(
    'too-large',
    `The spreadsheet unpacks to more than ${Math.round(maxTotal / 1_000_000)} MB and was not opened.`,
  );
