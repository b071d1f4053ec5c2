/**
 * Reads the archive of a customer and believes nothing of it: anybody may have made it. Everything is looked at once before anything is
 * written, and refused as a whole.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { emailInput, userNameInput } from '@scanship/contracts/access/auth';
import * as z from 'zod/mini';
import { accountKey } from '../modules/users/index.ts';
import { isUuid } from '../platform/database/ids.ts';
import { ArchiveError, readArchive } from './archive.ts';
import { contentHash, TENANT_FORMAT, TENANT_FORMAT_VERSION, type TenantManifest } from './tenant-archive.ts';

const MEGABYTE = 1024 ** 2;
/** A part is 4 MB and one row more. */
const LARGEST_PART = 64 * MEGABYTE;
const LARGEST_FILE = 256 * MEGABYTE;
/** Rows of a company shrink to a tenth or so, a bomb to a thousandth. */
const MOST_TIMES = 60;
const ALWAYS_ALLOWED = 16 * MEGABYTE;
/** What an entry takes of its own, unpacked and remembered: a million empty ones are as much as large ones. */
const ENTRY_BYTES = 4096;

const PART = /^tables\/([a-z][a-z0-9_]{0,62})\.(\d{3,6})\.jsonl$/;
const FILE = /^files\/([0-9a-f]{64})\.[a-z]{1,5}$/;
const PAPER = /^invoices\/[\w.-]{1,80}\.pdf$/;
const MANIFEST = 'export.json';

type TenantEntry = { readonly name: string; readonly bytes: Buffer } & (
  | { readonly is: 'rows'; readonly table: string }
  | { readonly is: 'file'; readonly sha256: string }
  | { readonly is: 'paper' | 'words' | 'manifest' }
);

/** Known entries and no other, none twice, none larger than what we write. The last is the manifest. */
export async function* readTenantEntries(file: string): AsyncGenerator<TenantEntry> {
  const { size: compressed } = await stat(file);
  const most = compressed * MOST_TIMES + ALWAYS_ALLOWED;
  let all = 0;
  let last = '';
  const seen = new Set<string>();
  const admit = (name: string, size: number): void => {
    if (last === MANIFEST) throw new ArchiveError(`something follows its ${MANIFEST}`);
    if (seen.has(name)) throw new ArchiveError(`it holds ${printable(name)} twice`);
    seen.add(name);
    if (size > (FILE.test(name) || PAPER.test(name) ? LARGEST_FILE : LARGEST_PART))
      throw new ArchiveError(`${printable(name)} is larger than anything that is exported`);
    all += size + ENTRY_BYTES;
    if (all > most) throw new ArchiveError('it unpacks to more than anything that is exported');
    last = name;
  };
  for await (const { name, bytes } of readArchive(file, admit)) {
    const [, table] = PART.exec(name) ?? [];
    const [, sha256] = FILE.exec(name) ?? [];
    if (table !== undefined) yield { is: 'rows', name, table, bytes };
    else if (sha256 !== undefined) yield { is: 'file', name, sha256, bytes };
    else if (PAPER.test(name)) yield { is: 'paper', name, bytes };
    else if (name === 'README.txt') yield { is: 'words', name, bytes };
    else if (name === MANIFEST) yield { is: 'manifest', name, bytes };
    else throw new ArchiveError(`it holds ${printable(name)}, which no export does`);
  }
}

/** Names come from anybody and are written to a terminal. */
const printable = (name: string): string => `"${name.replace(/[^\w./ -]/g, '?').slice(0, 80)}"`;

const row = z.record(z.string(), z.unknown());
const sha = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const manifestShape = z.object({
  format: z.literal(TENANT_FORMAT),
  formatVersion: z.number(),
  tenantId: z.string(),
  kind: z.string(),
  name: z.string(),
  seller: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  eventsSince: z.optional(z.nullable(z.string())),
  rows: z.record(z.string(), z.number()),
  columns: z.record(z.string(), z.array(z.string())),
  files: z.number(),
  sha256: sha,
});

/** What tells the month whose partition a row belongs to (migration 0009). */
const MONTH_BY: Readonly<Record<string, string>> = {
  audit_events: 'id',
  carrier_calls: 'id',
  quotes: 'id',
  rates: 'quote_id',
  state_changes: 'at',
  sync_runs: 'id',
  tracking_events: 'occurred_at',
};
/** Of before them nobody has rows; ten years are more than any has. */
const FIRST_MONTH = '2015-01';
const MOST_MONTHS = 120;

/** Undefined: no month that partitions are made for. */
function monthOf(value: unknown): string | undefined {
  const text = String(value);
  const at = isUuid(text) ? Number.parseInt(text.replace('-', '').slice(0, 12), 16) : Date.parse(text);
  const month = at <= Date.now() ? new Date(at).toISOString().slice(0, 7) : '';
  return month >= FIRST_MONTH ? month : undefined;
}

/** Rows of a realm; all others are the tenant's. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['memberships', 'notice_choices', 'users']);

export interface CheckedArchive {
  readonly manifest: TenantManifest;
  /** Its row of `tenants`. */
  readonly tenant: Readonly<Record<string, unknown>>;
  readonly people: readonly { readonly id: string; readonly username: string; readonly email: string }[];
  /** What its roles are made of. */
  readonly baseRoles: ReadonlySet<string>;
  /** Months that rows of partitioned tables belong to, as 2026-11. */
  readonly months: readonly string[];
  /** Files by hash. */
  readonly files: ReadonlySet<string>;
  /** Invoices as their seller issued them: its papers, kept in the archive. */
  readonly papers: number;
}

const person = z.object({
  id: z.string(),
  username: z.string(),
  username_key: z.string(),
  email: z.string(),
  email_key: z.string(),
  state: z.string(),
  left_tenant_id: z.nullish(z.string()),
});

/**
 * People are found by these keys when they sign in, the name first: a name that is an address, or a key that is not the name's, would be
 * somebody else's door.
 */
function readPerson(row: Readonly<Record<string, unknown>>): z.infer<typeof person> {
  const read = person.safeParse(row);
  if (!read.success) throw new ArchiveError('what it says of people cannot be');
  const { id, username, email, ...is } = read.data;
  const keys =
    is.state === 'erased'
      ? [`closed ${id}`, `closed ${id}`]
      : userNameInput.safeParse(username).success && emailInput.safeParse(email).success
        ? [accountKey(username), accountKey(email)]
        : [];
  if (!isUuid(id) || !same(keys, [is.username_key, is.email_key]))
    throw new ArchiveError('it has user names or e-mail addresses that nobody signs in with');
  return read.data;
}

/** Reads all of it. Throws `ArchiveError` with what is wrong. */
export async function checkTenantArchive(file: string): Promise<CheckedArchive> {
  const hash = contentHash();
  const tables = new Map<string, { columns: readonly string[]; rows: number }>();
  const found = {
    people: new Map<string, { id: string; username: string; email: string }>(),
    files: new Set<string>(),
  };
  const baseRoles = new Set<string>();
  const choosers = new Set<string>();
  const working = new Set<string>();
  const gone = new Map<string, string>();
  const months = new Set<string>();
  let tenant: Readonly<Record<string, unknown>> | undefined;
  let tenantId: unknown;
  let realmId: unknown;
  let papers = 0;
  let manifest: TenantManifest | undefined;

  const look = (table: string, each: Readonly<Record<string, unknown>>): void => {
    if (table === 'tenants') {
      if (tenant) throw new ArchiveError('it holds more than one company');
      tenant = each;
      tenantId ??= each['id'];
      if (each['id'] !== tenantId) throw new ArchiveError(`a row of ${table} belongs to another company`);
      return;
    }
    if (OF_PEOPLE.has(table)) {
      realmId ??= each['realm_id'];
      if (each['realm_id'] !== realmId)
        throw new ArchiveError(`a row of ${table} belongs to people of another company`);
      if (table === 'users') {
        const { id, username_key: username, email_key: email, left_tenant_id: leftAt } = readPerson(each);
        found.people.set(id, { id, username, email });
        if (typeof leftAt === 'string') gone.set(id, leftAt);
      } else choosers.add(String(each['user_id']));
      if (table !== 'memberships') return;
      working.add(String(each['user_id']));
    }
    const month = table in MONTH_BY ? monthOf(each[MONTH_BY[table] ?? '']) : undefined;
    if (month !== undefined) months.add(month);
    if (table === 'roles') baseRoles.add(String(each['base_role']));
    tenantId ??= each['tenant_id'];
    if (each['tenant_id'] !== tenantId) throw new ArchiveError(`a row of ${table} belongs to another company`);
  };

  for await (const { name, bytes, ...entry } of readTenantEntries(file)) {
    if (entry.is === 'manifest') {
      manifest = readManifest(bytes);
      break;
    }
    hash.add(name, bytes);
    if (entry.is === 'paper') papers += 1;
    if (entry.is === 'file') {
      if (createHash('sha256').update(bytes).digest('hex') !== entry.sha256)
        throw new ArchiveError(`the file ${entry.sha256} is not the one that was exported`);
      found.files.add(entry.sha256);
    }
    if (entry.is !== 'rows') continue;
    for (const each of rowsOf(bytes, entry.table)) {
      const known = tables.get(entry.table) ?? { columns: Object.keys(each), rows: 0 };
      if (!same(known.columns, Object.keys(each)))
        throw new ArchiveError(`the rows of ${entry.table} are not of one kind`);
      look(entry.table, each);
      tables.set(entry.table, { columns: known.columns, rows: known.rows + 1 });
    }
  }
  if (!manifest) throw new ArchiveError('it ends too early');
  if (hash.digest() !== manifest.sha256) throw new ArchiveError('what it holds was changed');
  if (!tenant || tenantId !== manifest.tenantId || !isUuid(manifest.tenantId))
    throw new ArchiveError('it says that it is of another company than its rows');
  if (realmId !== undefined && realmId !== manifest.seller.id)
    throw new ArchiveError('its people belong to another company than it says');
  for (const id of choosers)
    if (!found.people.has(id)) throw new ArchiveError('it says something of people who are not in it');
  for (const id of found.people.keys())
    if (gone.has(id) ? gone.get(id) !== tenantId : !working.has(id))
      throw new ArchiveError('it has people who neither work there nor did');
  for (const [table, { columns, rows }] of tables)
    if (manifest.rows[table] !== rows || !same(manifest.columns[table] ?? [], columns))
      throw new ArchiveError(`the rows of ${table} are not those that were exported`);
  for (const [table, rows] of Object.entries(manifest.rows))
    if (rows !== (tables.get(table)?.rows ?? 0)) throw new ArchiveError(`rows of ${table} are missing`);
  return {
    manifest,
    tenant,
    people: [...found.people.values()],
    baseRoles,
    months: [...months].toSorted().slice(-MOST_MONTHS),
    files: found.files,
    papers,
  };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);

/** Lines of a part. */
export const linesOf = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

function rowsOf(bytes: Buffer, table: string): Readonly<Record<string, unknown>>[] {
  return linesOf(bytes).map((line) => {
    const read = row.safeParse(parseJson(line));
    if (!read.success) throw new ArchiveError(`the rows of ${table} cannot be read`);
    return read.data;
  });
}

function readManifest(bytes: Buffer): TenantManifest {
  const json = parseJson(bytes.toString('utf8'));
  const read = manifestShape.safeParse(json);
  if (!read.success)
    throw new ArchiveError(
      'it was not made for being imported: export the customer again with a version that knows import-tenant',
    );
  if (read.data.formatVersion !== TENANT_FORMAT_VERSION)
    throw new ArchiveError(
      `it has format ${read.data.formatVersion}, this version reads format ${TENANT_FORMAT_VERSION}`,
    );
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ArchiveError('it was changed', { cause: error });
  }
}
