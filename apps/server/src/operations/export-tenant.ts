/**
 * Everything one tenant owns, as files a person can open: JSON lines per table, its files as files, and a page that says
 * what is what. Read as `app_tenant`, so that row security, not this code, decides what belongs to the tenant. Sealed
 * columns, password and token hashes are left out: they are of no use elsewhere and of much use to a thief.
 */
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { withClient, withOpened } from '../platform/database/connection.ts';
import { isUuid } from '../platform/database/ids.ts';
import { appliedMigrations } from '../platform/database/migrator.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { type FetchFile, jsonBytes } from './backup.ts';
import {
  contentHash,
  SECRET_HASH,
  TENANT_FORMAT,
  TENANT_FORMAT_VERSION,
  type TenantManifest,
} from './tenant-archive.ts';

/** The export was refused; `message` is one sentence. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/** Tables of no meaning outside the running system. */
const LEFT_OUT = new Set(['secrets', 'idempotency_keys', 'quota_buckets', 'account_facts', 'customer_export_parts']);
const ROWS_AT_ONCE = 500;
/** Of tables with pictures in their rows. */
const PICTURES_AT_ONCE = 4;
const PART_BYTES = 4 * 1024 * 1024;

export interface TenantExport {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Of what is in it: who takes it in elsewhere can be told (see import-tenant.ts). */
  readonly sha256: string;
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
    const tenant = await client.query<{ name: string; kind: string; realm_id: string; since: string | null }>(
      `SELECT name, kind, realm_id, greatest(events_since,
         (SELECT k.since FROM kept_since k WHERE k.table_name = 'audit_events'))::text AS since FROM tenants`,
    );
    const own = tenant.rows[0];
    if (!own) throw new ExportError(`There is no tenant ${tenantId}.`);

    const whole = await createArchive(file, now);
    const hash = contentHash();
    const archive: Pick<ArchiveWriter, 'add'> = {
      add: async (name, bytes) => {
        onStep();
        hash.add(name, bytes);
        await whole.add(name, bytes);
      },
    };
    try {
      const rows: Record<string, number> = {};
      const columns: Record<string, readonly string[]> = {};
      const write = async (table: ReadableTable, where = '', values: unknown[] = []): Promise<void> => {
        columns[table.name] = table.columns;
        rows[table.name] = await writeRows(client, archive, table, `${selectOf(table)}${where}`, values);
      };
      for (const table of await readableTables(client, 'app_tenant', 'tenant_id')) await write(table);
      const [itself] = await readableTables(client, 'app_tenant', 'id', ['tenants']);
      if (itself) await write(itself);
      let files = await writeFiles(client, archive);
      const objects = await listObjects(client);
      if (objects.length > 0 && !fetchFile)
        throw new ExportError('Files of this tenant lie in an object storage that is not set up here (S3_BUCKET).');
      await become(client, 'app_identity', '', own.realm_id);
      const seller = await client.query<{ id: string; name: string }>('SELECT id, name FROM tenants WHERE id = $1', [
        own.realm_id,
      ]);
      for (const table of await readableTables(client, 'app_identity', 'realm_id', Object.keys(PEOPLE)))
        await write(table, ` WHERE ${PEOPLE[table.name]}`, [tenantId]);
      await become(client, 'app_system', '', '');
      const migrations = await appliedMigrations(client);
      await client.query('COMMIT');
      // Nothing is held open while the bucket is asked.
      if (fetchFile) files += await writeObjects(archive, objects, tenantId, fetchFile);
      for await (const { name, bytes } of added ?? []) {
        await archive.add(name, bytes);
        files += 1;
      }
      await archive.add('README.txt', Buffer.from(README));
      const manifest: TenantManifest = {
        format: TENANT_FORMAT,
        formatVersion: TENANT_FORMAT_VERSION,
        tenantId,
        kind: own.kind,
        name: own.name,
        seller: seller.rows[0] ?? { id: own.realm_id, name: '' },
        createdAt: now.toISOString(),
        migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
        eventsSince: own.since,
        rows,
        columns,
        files,
        sha256: hash.digest(),
      };
      await whole.add('export.json', jsonBytes(manifest));
      await whole.finish();
      return { rows, files, sha256: manifest.sha256 };
    } catch (error) {
      await whole.abandon();
      throw error;
    }
  };
  return app instanceof Client ? withOpened(app, work) : withClient(app, work);
}

/** What is kept of the realm's people, by table: those who work there, and who left it and work nowhere else. */
const OURS = `SELECT user_id FROM memberships WHERE tenant_id = $1 UNION SELECT id FROM users u WHERE left_tenant_id = $1
  AND NOT EXISTS (SELECT FROM memberships m WHERE m.realm_id = u.realm_id AND m.user_id = u.id)`;
const PEOPLE: Readonly<Record<string, string>> = {
  memberships: 'tenant_id = $1',
  notice_choices: `user_id IN (${OURS})`,
  users: `id IN (${OURS})`,
};

const README = `Everything stored for this tenant.

export.json            what is here: rows and columns by table, number of files, time, hash of everything before it
tables/<table>.NNN.jsonl   one JSON object per row, one row per line; times are UTC, money is in minor units (cents),
                       weights in grams, lengths in millimetres
files/<sha256>.<type>  labels, slips, invoices, uploads; tables/documents and tables/blobs say which is which by the
                       sha256 of the content
invoices/<number>.pdf  invoices as they were issued, where the seller made the archive
Left out: passwords, keys, tokens and what is encrypted with the installation's own key.
Another installation takes it in with: npm start -- import-tenant
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
  readonly pictures: boolean;
}

/** Tables whose key starts with `home`, with the columns the role may read. */
async function readableTables(
  client: Client,
  role: string,
  home: string,
  only?: readonly string[],
): Promise<ReadableTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; pictures: boolean }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
            bool_or(a.attname = 'png') AS pictures
       FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = i.indkey[0] AND first.attname = $2
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND has_column_privilege($1, c.oid, a.attnum, 'SELECT')
      GROUP BY c.relname ORDER BY c.relname`,
    [role, home],
  );
  return rows
    .filter(({ name }) => !LEFT_OUT.has(name) && (only === undefined || only.includes(name)))
    .map(({ name, columns, pictures }) => ({
      name,
      pictures,
      columns: columns.filter((column) => !SECRET_HASH.test(column) && !(name === 'blobs' && column === 'bytes')),
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
  archive: Pick<ArchiveWriter, 'add'>,
  { name, pictures }: ReadableTable,
  select: string,
  values: unknown[],
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
  for await (const rows of fetchAll<{ line: string }>(
    client,
    asJson,
    pictures ? PICTURES_AT_ONCE : ROWS_AT_ONCE,
    values,
  )) {
    for (const { line } of rows) {
      lines += `${line}\n`;
      if (lines.length >= PART_BYTES) await write();
    }
    count += rows.length;
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

async function writeFiles(client: Client, archive: Pick<ArchiveWriter, 'add'>): Promise<number> {
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

interface ListedFile {
  readonly sha256: string;
  readonly type: string;
}

/** Files that lie in the bucket at the moment of the rows. */
async function listObjects(client: Client): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = [];
  const select = `SELECT sha256, type FROM blobs WHERE place = 'object'`;
  for await (const rows of fetchAll<ListedFile>(client, select, ROWS_AT_ONCE, [])) listed.push(...rows);
  return listed;
}

/** One that moved meanwhile is read where it is now; the rows lead to each of them, so that none may be missing. */
async function writeObjects(
  archive: Pick<ArchiveWriter, 'add'>,
  objects: readonly ListedFile[],
  tenantId: string,
  fetchFile: FetchFile,
): Promise<number> {
  for (const { sha256, type } of objects) {
    const bytes = await fetchFile(tenantId, sha256);
    if (bytes === undefined)
      throw new ExportError(`A file of this tenant was erased while it was exported (${sha256}): export it again.`);
    if (typeof bytes === 'string')
      throw new ExportError(
        `A file of this tenant is not in the object storage as it was stored (${sha256}, ${bytes}).`,
      );
    await archive.add(`files/${sha256}.${EXTENSIONS[type] ?? 'bin'}`, bytes);
  }
  return objects.length;
}
