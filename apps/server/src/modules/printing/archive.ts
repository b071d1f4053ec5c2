/** Archives written as they are sent: zip (PKWARE APPNOTE 6.3, deflate with data descriptors) and tar with gzip (POSIX ustar). */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw, createGzip } from 'node:zlib';

export interface ArchiveFile {
  /** With the top folder, "/" between. ASCII, at most 99 characters. */
  readonly path: string;
  readonly size: number;
  /** Unix permissions, as 0o644. */
  readonly mode: number;
  read(): AsyncIterable<Uint8Array>;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

function tarHeader(file: ArchiveFile, mtime: Date): Buffer {
  const header = Buffer.alloc(512);
  if (file.path.length > 99) throw new RangeError(`too long a name for an archive: ${file.path}`);
  header.write(file.path, 0, 'latin1');
  header.write(octal(file.mode, 8), 100, 'latin1');
  header.write(octal(0, 8), 108, 'latin1');
  header.write(octal(0, 8), 116, 'latin1');
  header.write(octal(file.size, 12), 124, 'latin1');
  header.write(octal(Math.floor(mtime.getTime() / 1000), 12), 136, 'latin1');
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

async function* tarBlocks(files: readonly ArchiveFile[], mtime: Date): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield tarHeader(file, mtime);
    let written = 0;
    for await (const part of file.read()) {
      written += part.byteLength;
      yield part;
    }
    if (written !== file.size) throw new Error(`${file.path} changed while it was sent`);
    if (written % 512 !== 0) yield new Uint8Array(512 - (written % 512));
  }
  yield new Uint8Array(1024);
}

export function tgz(files: readonly ArchiveFile[], mtime: Date): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: 6 });
  const tar = Readable.from(tarBlocks(files, mtime), { objectMode: false });
  tar.on('error', (error) => gzip.destroy(error));
  return tar.pipe(gzip);
}

/** MS-DOS date and time; zip knows no zone. */
const dosTime = (moment: Date): { readonly time: number; readonly day: number } => ({
  time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  day: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
});

/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;

export async function* zip(files: readonly ArchiveFile[], mtime: Date): AsyncGenerator<Uint8Array> {
  const { time, day } = dosTime(mtime);
  const entries: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const start = at;
    const name = Buffer.from(file.path, 'utf8');
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(FLAGS, 6);
    local.writeUInt16LE(DEFLATE, 8);
    local.writeUInt16LE(time, 10);
    local.writeUInt16LE(day, 12);
    local.writeUInt16LE(name.length, 26);
    yield Buffer.concat([local, name]);
    at += 30 + name.length;

    const sums = { crc: 0, size: 0, packed: 0 };
    const counted = async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const part of file.read()) {
        sums.crc = crc32(part, sums.crc);
        sums.size += part.byteLength;
        yield part;
      }
    };
    const deflate = createDeflateRaw({ level: 6 });
    const plain = Readable.from(counted(), { objectMode: false });
    plain.on('error', (error) => deflate.destroy(error));
    for await (const part of plain.pipe(deflate) as AsyncIterable<Uint8Array>) {
      sums.packed += part.byteLength;
      yield part;
    }
    at += sums.packed;
    const after = Buffer.alloc(16);
    after.writeUInt32LE(0x08074b50, 0);
    after.writeUInt32LE(sums.crc, 4);
    after.writeUInt32LE(sums.packed, 8);
    after.writeUInt32LE(sums.size, 12);
    yield after;
    at += 16;

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((3 << 8) | 20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(FLAGS, 8);
    entry.writeUInt16LE(DEFLATE, 10);
    entry.writeUInt16LE(time, 12);
    entry.writeUInt16LE(day, 14);
    entry.writeUInt32LE(sums.crc, 16);
    entry.writeUInt32LE(sums.packed, 20);
    entry.writeUInt32LE(sums.size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((0o100000 | file.mode) << 16) >>> 0, 38);
    entry.writeUInt32LE(start, 42);
    entries.push(entry, name);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([directory, end]);
}
