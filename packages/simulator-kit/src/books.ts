/**
 * What a simulator has done, on disk: one line of JSON per entry, flushed before the answer goes out, so the books are the
 * judge after either side is killed. Append only; state is what the entries say.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '@scanship/domain/values/json';

/**
 * `paid` and `voided` are the kinds judges count: one `paid` per purchase that cost money, naming the caller's reference;
 * `voided` takes a paid one back. `fulfilled` is one report of parcels to a store, naming the first tracking number as
 * reference; `withdrawn` takes it back; `refunded` is money or goods
 * given back for a return. `pickup` is one booked, `pickup-cancelled` takes it back; `manifest` is one paper of
 * an end of day; `claim` is one filed. Any other kind is the simulator's own.
 */
export interface BookEntry {
  readonly seq: number;
  /** ISO 8601, by the simulator's clock. */
  readonly at: string;
  readonly kind:
    | 'paid'
    | 'voided'
    | 'fulfilled'
    | 'withdrawn'
    | 'refunded'
    | 'pickup'
    | 'pickup-cancelled'
    | 'manifest'
    | 'claim'
    | 'draft'
    | 'document'
    | 'note';
  /** The simulator's id of the thing. */
  readonly id: string;
  /** The account that did it. */
  readonly account: string;
  /** The caller's reference, where it gave one. */
  readonly reference?: string | undefined;
  readonly data: JsonObject;
}

export type NewEntry = Omit<BookEntry, 'seq' | 'at'>;

export interface Books {
  append(entry: NewEntry): BookEntry;
  all(): readonly BookEntry[];
  byId(id: string): readonly BookEntry[];
  byReference(reference: string): readonly BookEntry[];
  close(): void;
}

function readEntries(file: string): { entries: BookEntry[]; bytes: number } {
  if (!existsSync(file)) return { entries: [], bytes: 0 };
  const text = readFileSync(file, 'utf8');
  // A last line without its end was being written when the process was killed: its answer never went out.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const entries = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BookEntry);
  return { entries, bytes: Buffer.byteLength(whole) };
}

function group(map: Map<string, BookEntry[]>, key: string | undefined, entry: BookEntry): void {
  if (key === undefined) return;
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}

/** @param now the simulator's clock */
export function openBooks(file: string, now: () => Date): Books {
  mkdirSync(dirname(file), { recursive: true });
  const { entries, bytes } = readEntries(file);
  const handle = openSync(file, 'a+');
  ftruncateSync(handle, bytes);
  const ids = new Map<string, BookEntry[]>();
  const references = new Map<string, BookEntry[]>();
  for (const entry of entries) {
    group(ids, entry.id, entry);
    group(references, entry.reference, entry);
  }
  return {
    append(fresh) {
      const entry: BookEntry = { seq: entries.length + 1, at: now().toISOString(), ...fresh };
      writeSync(handle, `${JSON.stringify(entry)}\n`);
      fdatasyncSync(handle);
      entries.push(entry);
      group(ids, entry.id, entry);
      group(references, entry.reference, entry);
      return entry;
    },
    all: () => entries,
    byId: (id) => ids.get(id) ?? [],
    byReference: (reference) => references.get(reference) ?? [],
    close: () => closeSync(handle),
  };
}
