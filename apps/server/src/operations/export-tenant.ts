/**
 * Everything one tenant owns, as files a person can open: JSON lines per table, its files as files, and a page that says
 * what is what. Read as `app_tenant`, so that row security, not this code, decides what belongs to the tenant. Sealed
 * columns, password and token hashes are left out: they are of no use elsewhere and of much use to a thief.
 */
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { withClient, withOpened } from '../platform/database/connection.ts';
import { isUuid } from '../platform/database/ids.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { type FetchFile, jsonBytes } from './backup.ts';

/** The export was refused; `message` is one sentence. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/** Tables of no meaning outside the running system. */
const LEFT_OUT = new Set(['secrets', 'idempotency_keys', 'quota_buckets', 'account_facts', 'customer_export_parts']);
/** Not sealed, and still nobody's business. */
const HASHES = /(^|_)(password|token|access|refresh|code)_hash$/;
const ROWS_AT_ONCE = 500;
const PART_BYTES = 4 * 1024 * 1024;

export interface TenantExport {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/** A file that is the tenant's and stored elsewhere. */
export interface AddedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes the archive (a gzipped tar).
 * @param app a connection as the application makes it (see DatabaseServer.app, Database.ownConnection)
 * @param fetchFile absent where there is no bucket
 * @param added what others keep for the tenant
 * @param onStep told again and again as it goes on
 */
export async function exportTenant(
  app: ClientConfig | Client,
  tenantId: string,
  file: string,
  now: Date = new Date(),
  fetchFile?: FetchFile,
  added?: AsyncIterable<AddedFile>,
  onStep: () => void = () => undefined,
): Promise<TenantExport> {
  if (!isUuid(tenantId)) throw new ExportError(`"${tenantId}" is not the id of a tenant.`);
  const work = async (client: Client): Promise<TenantExport> => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL timezone = 'UTC'`);
    await become(client, 'app_tenant', tenantId, '');
    const tenant = await client.query<{ name: string; realm_id: string }>('SELECT name, realm_id FROM tenants');
    const own = tenant.rows[0];
    if (!own) throw new ExportError(`There is no tenant ${tenantId}.`);

    const written = await createArchive(file, now);
    const archive: ArchiveWriter = {
      ...written,
      add(...of) {
        onStep();
        return written.add(...of);
      },
    };
    try {
      const rows: Record<string, number> = {};
      for (const table of await readableTables(client, 'app_tenant', 'tenant_id')) {
        rows[table.name] = await writeRows(client, archive, table.name, selectOf(table));
      }
      let files = await writeFiles(client, archive);
      await become(client, 'app_identity', '', own.realm_id);
      const people = await readableTables(client, 'app_identity', 'realm_id');
      for (const name of ['memberships', 'users']) {
        const table = people.find((each) => each.name === name);
        if (table)
          rows[name] = await writeRows(client, archive, name, `${selectOf(table)} WHERE ${PEOPLE[name]}`, [tenantId]);
      }
      await client.query('COMMIT');
      files += await writeObjects(client, archive, tenantId, fetchFile);
      for await (const { name, bytes } of added ?? []) {
        await archive.add(name, bytes);
        files += 1;
      }
      const summary = { tenantId, name: own.name, createdAt: now.toISOString(), rows, files };
      await archive.add('export.json', jsonBytes(summary));
      await archive.add('README.txt', Buffer.from(README));
      await archive.finish();
      return { rows, files };
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  };
  return app instanceof Client ? withOpened(app, work) : withClient(app, work);
}

const PEOPLE: Readonly<Record<string, string>> = {
  memberships: 'tenant_id = $1',
  users: 'id IN (SELECT user_id FROM memberships WHERE tenant_id = $1)',
};

const README = `Everything stored for this tenant.

export.json            what is here: rows by table, number of files, time
tables/<table>.NNN.jsonl   one JSON object per row, one row per line; times are UTC, money is in minor units (cents),
                       weights in grams, lengths in millimetres
files/<sha256>.<type>  labels, slips, invoices, uploads; tables/documents and tables/blobs say which is which by the
                       sha256 of the content
invoices/<number>.pdf  invoices as they were issued, where the seller made the archive
Left out: passwords, keys, tokens and what is encrypted with the installation's own key.
`;

async function become(client: Client, role: string, tenantId: string, realmId: string): Promise<void> {
  await client.query(
    `SELECT set_config('role', $1, true), set_config('app.tenant', $2, true), set_config('app.realm', $3, true)`,
    [role, tenantId, realmId],
  );
}

interface ReadableTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables whose key starts with `home`, with the columns the role may read. */
async function readableTables(client: Client, role: string, home: string): Promise<ReadableTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = i.indkey[0] AND first.attname = $2
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND has_column_privilege($1, c.oid, a.attnum, 'SELECT')
      GROUP BY c.relname ORDER BY c.relname`,
    [role, home],
  );
  return rows
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => !HASHES.test(column) && !(name === 'blobs' && column === 'bytes')),
    }));
}

const selectOf = (table: ReadableTable): string =>
  `SELECT ${table.columns.map((column) => escapeIdentifier(column)).join(', ')} FROM ${escapeIdentifier(table.name)}`;

/** Reads through a cursor, so that a table of any size needs little memory. */
async function* fetchAll<R extends object>(
  client: Client,
  select: string,
  at: number,
  values: unknown[],
): AsyncGenerator<R[]> {
  await client.query(`DECLARE export_rows NO SCROLL CURSOR FOR ${select}`, values);
  for (;;) {
    const { rows } = await client.query<R>(`FETCH ${at} FROM export_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < at) break;
  }
  await client.query('CLOSE export_rows');
}

async function writeRows(
  client: Client,
  archive: ArchiveWriter,
  name: string,
  select: string,
  values: unknown[] = [],
): Promise<number> {
  let count = 0;
  let part = 0;
  let lines = '';
  const write = async (): Promise<void> => {
    part += 1;
    await archive.add(`tables/${name}.${String(part).padStart(3, '0')}.jsonl`, Buffer.from(lines));
    lines = '';
  };
  const asJson = `SELECT row_to_json(r)::text AS line FROM (${select}) r`;
  for await (const rows of fetchAll<{ line: string }>(client, asJson, ROWS_AT_ONCE, values)) {
    for (const { line } of rows) lines += `${line}\n`;
    count += rows.length;
    if (lines.length >= PART_BYTES) await write();
  }
  if (lines !== '' || part === 0) await write();
  return count;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/zpl': 'zpl',
};

async function writeFiles(client: Client, archive: ArchiveWriter): Promise<number> {
  let count = 0;
  const select = `SELECT sha256, type, bytes FROM blobs WHERE place = 'db'`;
  for await (const rows of fetchAll<{ sha256: string; type: string; bytes: Buffer }>(client, select, 1, [])) {
    for (const { sha256, type, bytes } of rows) {
      await archive.add(`files/${sha256}.${EXTENSIONS[type] ?? 'bin'}`, bytes);
      count += 1;
    }
  }
  return count;
}

const OBJECTS_AT_ONCE = 500;

/** Files that lie in the bucket: read after the snapshot, so that nothing is held open while it is asked. */
async function writeObjects(
  client: Client,
  archive: ArchiveWriter,
  tenantId: string,
  fetchFile: FetchFile | undefined,
): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    await client.query('BEGIN READ ONLY');
    await become(client, 'app_tenant', tenantId, '');
    const { rows } = await client.query<{ sha256: string; type: string }>(
      `SELECT sha256, type FROM blobs WHERE sha256 > $1 AND place = 'object' ORDER BY sha256 LIMIT ${OBJECTS_AT_ONCE}`,
      [after],
    );
    await client.query('COMMIT');
    for (const { sha256, type } of rows) {
      if (!fetchFile)
        throw new ExportError('Files of this tenant lie in an object storage that is not set up here (S3_BUCKET).');
      const bytes = await fetchFile(tenantId, sha256);
      if (typeof bytes === 'string')
        throw new ExportError(
          `A file of this tenant is not in the object storage as it was stored (${sha256}, ${bytes}).`,
        );
      if (!bytes) continue;
      await archive.add(`files/${sha256}.${EXTENSIONS[type] ?? 'bin'}`, bytes);
      count += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < OBJECTS_AT_ONCE) return count;
    after = last.sha256;
  }
}
