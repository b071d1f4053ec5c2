/**
 * The journal: lines of JSON at the end of one file, on the disk before anybody is told. Appends that come together share one
 * sync. A line that was cut by a loss of power is the last one and counts as not written.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../files.ts';
import type { Passing } from '../printers/printer-port.ts';
import { type Book, compacted, emptyBook, enter, type Entry } from './job-record.ts';

/** Job ids are remembered this long. */
export const REMEMBER_MS = 7 * 24 * 3_600_000;

export interface JournalOptions {
  readonly file: string;
  readonly now?: () => number;
  readonly passing?: Passing;
  /** Lines written before the journal is looked at for compaction. */
  readonly linesBetween?: number;
  /** Nothing can be written any more (a full disk): the program has to begin anew from the file. */
  readonly broke?: (error: unknown) => void;
}

export interface Journal {
  readonly book: Book;
  /** Resolves when the entry is on the disk and in the book. */
  append(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly entry: Entry;
  resolve(): void;
  reject(error: unknown): void;
}

/** Reads what was written; answers the length of the part that is whole. */
function readLines(text: string, book: Book): { readonly whole: number; readonly lines: number } {
  let at = 0;
  let lines = 0;
  for (;;) {
    const end = text.indexOf('\n', at);
    if (end === -1) return { whole: at, lines };
    try {
      enter(book, JSON.parse(text.slice(at, end)) as Entry);
    } catch (error) {
      // Only the last line can have been cut; anything else is damage that must not be passed over in silence.
      if (text.indexOf('\n', end + 1) !== -1)
        throw new Error(`the journal is damaged at line ${lines + 1}`, { cause: error });
      return { whole: at, lines };
    }
    lines += 1;
    at = end + 1;
  }
}

/** @throws when the file holds something that is no journal; the caller keeps it and says so */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { file } = options;
  const now = options.now ?? Date.now;
  const linesBetween = options.linesBetween ?? 5_000;
  const book = emptyBook();
  const created = await fs.open(file, 'a', 0o600);
  await created.close();
  await fs.rm(`${file}.new`, { force: true });
  const bytes = await fs.readFile(file);
  const { whole, lines } = readLines(bytes.toString('utf8'), book);
  const wholeBytes = Buffer.byteLength(bytes.toString('utf8').slice(0, whole));
  let handle = await fs.open(file, 'r+');
  if (wholeBytes < bytes.length) {
    await handle.truncate(wholeBytes);
    await handle.sync();
  }
  await handle.close();
  await syncFolder(path.dirname(file));
  handle = await fs.open(file, 'a', 0o600);

  let linesInFile = lines;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let broken: unknown;

  function fail(error: unknown): void {
    if (broken === undefined) options.broke?.(error);
    broken ??= error;
  }

  async function compact(): Promise<void> {
    const entries = [...compacted(book, now() - REMEMBER_MS)];
    const aside = await fs.open(`${file}.new`, 'w', 0o600);
    try {
      await aside.writeFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      await aside.sync();
    } finally {
      await aside.close();
    }
    await options.passing?.('compacted aside');
    await fs.rename(`${file}.new`, file);
    await syncFolder(path.dirname(file));
    await options.passing?.('compacted');
    await handle.close();
    handle = await fs.open(file, 'a', 0o600);
    for (const [id, seen] of book.seen) if (seen.at < now() - REMEMBER_MS) book.seen.delete(id);
    linesInFile = entries.length;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (broken !== undefined) throw broken;
        await handle.appendFile(batch.map(({ entry }) => `${JSON.stringify(entry)}\n`).join(''));
        await handle.datasync();
        for (const { entry } of batch) enter(book, entry);
        linesInFile += batch.length;
      } catch (error) {
        // A half-written line would swallow the next one: nothing is written any more until a restart has read the file.
        fail(error);
        for (const each of batch) each.reject(error);
        continue;
      }
      for (const each of batch) each.resolve();
      if (linesInFile > linesBetween + 2 * (book.seen.size + book.jobs.size * 6)) await compact();
    }
  }

  function start(): void {
    writing ??= writeAll()
      .catch((error: unknown) => {
        fail(error);
        for (const each of waiting.splice(0)) each.reject(error);
      })
      .finally(() => {
        writing = undefined;
        if (waiting.length > 0) start();
      });
  }

  async function settled(): Promise<void> {
    await writing;
    if (writing) await settled();
  }

  return {
    book,
    append(entry) {
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve: () => resolve(), reject });
        start();
      });
    },
    async close() {
      await settled();
      await handle.close();
    },
  };
}
