/**
 * The container of backups and exports: a gzipped tar (POSIX ustar) that every system can open. Written and read here in
 * a stream, one entry at a time in memory.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import { createGunzip, createGzip } from 'node:zlib';

const BLOCK = 512;
const NAME_BYTES = 100;
const FOLDER_AT = 345;
const FOLDER_BYTES = 155;
/** No entry we write is larger; a header that says more is damage. */
const LARGEST_ENTRY = 1024 ** 3;

/** The file is not an archive of ours, or not whole; `message` says what is wrong with it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Completes the file and moves it to its name: a file under that name is always whole. */
  finish(): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

/** Writes `<file>.part`, readable by its owner only, until it is finished. Refuses to overwrite a file. */
export async function createArchive(file: string, now: Date): Promise<ArchiveWriter> {
  if (fs.existsSync(file)) throw new ArchiveError(`The file ${file} exists already; give another name.`);
  const part = `${file}.part`;
  const out = fs.createWriteStream(part, { mode: 0o600, flush: true });
  await once(out, 'open');
  // Level 1: labels and images are compressed already, and speed counts while a snapshot is held open.
  const gzip = createGzip({ level: 1 });
  let failed: Error | undefined;
  const fail = (error: Error) => {
    failed ??= error;
    gzip.destroy();
  };
  out.on('error', fail);
  gzip.on('error', fail);
  gzip.pipe(out);
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (failed) throw failed;
    if (!gzip.write(bytes)) {
      // Whichever comes second is not waited for: of a million files it would be a million listeners.
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([once(gzip, 'drain', { signal }), once(gzip, 'close', { signal })]).finally(() =>
        waiting.abort(),
      );
    }
    if (failed) throw failed;
  };
  return {
    async add(name, bytes) {
      await write(header(name, bytes.byteLength, now));
      await write(bytes);
      await write(Buffer.alloc(padding(bytes.byteLength)));
    },
    async finish() {
      await write(Buffer.alloc(2 * BLOCK));
      gzip.end();
      await Promise.race([once(out, 'close'), once(gzip, 'close').then(() => once(out, 'close'))]);
      if (failed) throw failed;
      await fs.promises.rename(part, file);
    },
    async abandon() {
      gzip.destroy();
      out.destroy();
      await fs.promises.rm(part, { force: true });
    },
  };
}

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The entries in order. Throws `ArchiveError` when the file is cut off or its bytes are not what was written.
 * @param admit looks at what an entry says of itself before so much is read into memory; throws what it refuses
 */
export async function* readArchive(
  file: string,
  admit: (name: string, size: number) => void = () => undefined,
): AsyncGenerator<ArchiveEntry> {
  const source = fs.createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  const chunks: Buffer[] = [];
  let held = 0;
  let ended = false;
  const iterator: AsyncIterator<Buffer> = gunzip[Symbol.asyncIterator]();
  const take = async (length: number): Promise<Buffer> => {
    while (held < length && !ended) {
      const next = await iterator.next().catch((error: unknown) => {
        throw asArchiveError(error, file);
      });
      if (next.done) ended = true;
      else {
        chunks.push(next.value);
        held += next.value.length;
      }
    }
    if (held < length) throw new ArchiveError(`it ends too early`);
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks.length = 0;
    held = all.length - length;
    if (held > 0) chunks.push(all.subarray(length));
    return all.subarray(0, length);
  };
  try {
    for (;;) {
      const head = await take(BLOCK);
      if (head.every((byte) => byte === 0)) return;
      const { name, size } = parseHeader(head);
      admit(name, size);
      const bytes = await take(size);
      await take(padding(size));
      yield { name, bytes };
    }
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function asArchiveError(error: unknown, file: string): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new ArchiveError(`there is no file ${file}`, { cause: error });
  if (code === 'Z_BUF_ERROR') return new ArchiveError('it ends too early', { cause: error });
  if (code.startsWith('Z_')) return new ArchiveError('it is not a gzip file or was changed', { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function header(name: string, size: number, now: Date): Buffer {
  const [folder, own] = splitName(name);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');
  block.write(own, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(now.getTime() / 1000), 136, 12);
  block.write('0', 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(folder, FOLDER_AT);
  block.write(checksum(block).toString(8).padStart(6, '0'), 148, 'latin1');
  block.write('\0 ', 154, 'latin1');
  return block;
}

/** Long names are kept in two fields, which a slash divides. */
function splitName(name: string): readonly [folder: string, own: string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return ['', name];
  const at = name.lastIndexOf('/');
  const parts = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)] as const;
  if (Buffer.byteLength(parts[0]) > FOLDER_BYTES || Buffer.byteLength(parts[1]) > NAME_BYTES)
    throw new ArchiveError(`The name ${name} is too long for the archive.`);
  return parts;
}

/** Sum of the header's bytes with its own field read as blanks. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0;
  return sum;
}

function parseHeader(block: Buffer): { name: string; size: number } {
  const text = (at: number, length: number) => block.toString('utf8', at, at + length).replace(/(?<![\0 ])[\0 ]+$/, '');
  const size = Number.parseInt(text(124, 12), 8);
  if (Number.parseInt(text(148, 7), 8) !== checksum(block) || !(size >= 0 && size <= LARGEST_ENTRY)) {
    throw new ArchiveError('it is not an archive or was changed');
  }
  const folder = text(FOLDER_AT, FOLDER_BYTES);
  return { name: `${folder}${folder === '' ? '' : '/'}${text(0, NAME_BYTES)}`, size };
}
