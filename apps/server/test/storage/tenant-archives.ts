/** Archives of customers, opened and made anew with changes. */
import path from 'node:path';
import { newId } from '../../src/platform/database/ids.ts';
import { createArchive, readArchive } from '../../src/operations/archive.ts';
import { contentHash } from '../../src/operations/tenant-archive.ts';

export const entriesOf = async (archive: string): Promise<Map<string, Buffer>> => {
  const entries = new Map<string, Buffer>();
  for await (const { name, bytes } of readArchive(archive)) entries.set(name, bytes);
  return entries;
};

export type Row = Readonly<Record<string, unknown>>;
export const rowsOf = (entries: ReadonlyMap<string, Buffer>, table: string): Row[] =>
  (entries.get(`tables/${table}.001.jsonl`)?.toString('utf8') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

/** The archive with changes, whole in itself unless said otherwise. */
export type Forging = readonly [
  change: (
    entries: Map<string, Buffer>,
    manifest: { [name: string]: unknown; rows: Record<string, number>; columns: Record<string, string[]> },
  ) => void,
  after?: (entries: Map<string, Buffer>) => void,
];

/** Beside the other file. */
export async function forgeArchive(file: string, ...[change, after]: Forging): Promise<string> {
  const entries = await entriesOf(file);
  const manifest = JSON.parse(entries.get('export.json')?.toString() ?? '');
  entries.delete('export.json');
  change(entries, manifest);
  const hash = contentHash();
  for (const [name, bytes] of entries) hash.add(name, bytes);
  entries.set('export.json', Buffer.from(JSON.stringify({ ...manifest, sha256: hash.digest() })));
  after?.(entries);
  const made = path.join(path.dirname(file), `${newId()}.tar.gz`);
  const archive = await createArchive(made, new Date());
  for (const [name, bytes] of entries) await archive.add(name, bytes);
  await archive.finish();
  return made;
}
export const editRow =
  (table: string, change: (row: { [column: string]: unknown }) => void) => (entries: Map<string, Buffer>) => {
    const rows = rowsOf(entries, table).map((row) => ({ ...row }));
    for (const row of rows.slice(0, 1)) change(row);
    entries.set(`tables/${table}.001.jsonl`, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  };
