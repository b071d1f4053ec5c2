/**
 * Opens a ZIP container within bounds: what it really unpacks to is counted with a hard limit, because the sizes written in
 * the archive may lie. Structure: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { DocumentError } from '../document-error.ts';

export interface ZipEntry {
  readonly name: string;
  /** Unpacked. */
  readonly bytes: Uint8Array;
}

export interface ZipLimits {
  /** Bytes of all entries together, unpacked. */
  readonly maxTotal: number;
  /** Entries that are not wanted are neither unpacked nor answered; absent: all are wanted. */
  readonly wanted?: ((name: string) => boolean) | undefined;
}

/** Workbooks of a hundred sheets have some hundred; an archive of ten thousand costs time without being a table. */
const MOST_ENTRIES = 2_000;
const END_RECORD = 22;
const CENTRAL_HEADER = 46;
const LOCAL_HEADER = 30;

const damaged = (cause?: unknown): DocumentError =>
  new DocumentError('bad-file', 'The spreadsheet is damaged (its container cannot be read). Save it again and retry.', {
    cause,
  });

const tooLarge = (maxTotal: number): DocumentError =>
  new DocumentError(
    'too-large',
    `The spreadsheet unpacks to more than ${Math.round(maxTotal / 1_000_000)} MB and was not opened. Split it, or save it as CSV.`,
  );

interface Packed {
  readonly name: string;
  readonly stored: boolean;
  readonly body: Uint8Array;
  /** Where its bytes lie in the archive, from its local header on. */
  readonly from: number;
  readonly to: number;
}

function readDirectory(bytes: Uint8Array): Packed[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_RECORD;
  while (end >= 0 && end > bytes.length - 65_558 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw damaged();
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES)
    throw new DocumentError(
      'too-large',
      `The archive holds ${count} files; at most ${MOST_ENTRIES} can be read. Upload the table by itself.`,
    );
  let at = view.getUint32(end + 16, true);
  const found: Packed[] = [];
  for (let i = 0; i < count; i += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw damaged();
    const packed = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_HEADER, at + CENTRAL_HEADER + nameLength));
    const from = view.getUint32(at + 42, true);
    const start = from + LOCAL_HEADER + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    const to = start + packed;
    if (to > bytes.length) throw damaged();
    found.push({ name, stored: view.getUint16(at + 10, true) === 0, body: bytes.subarray(start, to), from, to });
    at += CENTRAL_HEADER + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

/** Entries that share their bytes are how a small archive unpacks to anything (D. Fifield, "A better zip bomb", 2019). */
function requireApart(entries: readonly Packed[]): void {
  let reached = 0;
  for (const { from, to } of entries.toSorted((a, b) => a.from - b.from)) {
    if (from < reached) throw damaged();
    reached = to;
  }
}

/**
 * The wanted entries of an archive, unpacked, whose total stays within `maxTotal` bytes; unpacking stops where it would go
 * beyond. An archive within an archive stays packed.
 * @throws DocumentError `too-large` for a zip bomb, `bad-file` when the archive is broken.
 */
export function openZip(bytes: Uint8Array, { maxTotal, wanted }: ZipLimits): ZipEntry[] {
  try {
    const directory = readDirectory(bytes);
    requireApart(directory);
    let room = maxTotal;
    return directory
      .filter(({ name }) => wanted?.(name) ?? true)
      .map(({ name, stored, body }) => {
        const unpacked = stored ? body : inflateRawSync(body, { maxOutputLength: Math.max(1, room) });
        room -= unpacked.length;
        if (room < 0) throw tooLarge(maxTotal);
        return { name, bytes: unpacked };
      });
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxTotal) : damaged(error);
  }
}

/**
 * The entries as an archive without compression: a reader that is given it sees exactly the bytes that were counted, even
 * where it would have understood the original otherwise.
 */
export function storedZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name);
    // From "version needed" to "extra field length", the same in both headers (4.3.7, 4.3.12); 0x0800: the name is UTF-8.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, nameBytes]));
    parts.push(local, bytes);
    at += local.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(END_RECORD);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}
