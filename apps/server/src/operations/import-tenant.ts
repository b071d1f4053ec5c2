/**
 * Takes a customer of another installation in, below a franchise of this one: all of it in one transaction, or nothing (decision 0490).
 * What the archive says is written as `app_tenant` of the customer, so that row security and not this code keeps it to itself. It arrives
 * suspended and at rest, and its franchise gives it access.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import * as z from 'zod/mini';
import { OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../modules/audit/index.ts';
import { lendFranchiseAccounts } from '../modules/carriers/index.ts';
import { BUILT_IN_ROLES } from '../modules/roles/index.ts';
import { addCustomerIn } from '../modules/tenants/index.ts';
import { actAs, type Database, type Tx } from '../platform/database/database.ts';
import { isTimeZone } from '../platform/time-zone.ts';
import { ArchiveError } from './archive.ts';
import { AS_IT_IS, CHANGED, MADE_ANEW, NAMED_INSIDE, NOT_TAKEN, OF_THE_LOG, UNDER_WAY } from './arriving-tables.ts';
import {
  indexStage,
  inOrder,
  type Loading,
  loadFile,
  loadLog,
  loadPeople,
  loadTable,
  makeStage,
  readShapes,
  setLinks,
  type Shape,
  stagePart,
} from './load-tenant.ts';
import { ASK_NOTHING } from './older-archives.ts';
import { type CheckedArchive, checkTenantArchive, readTenantEntries } from './read-tenant-archive.ts';
import { contentHash, SECRET_HASH, type TenantManifest } from './tenant-archive.ts';

/** The archive was refused and nothing was written; `message` is one sentence or more. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

interface ImportedTable {
  readonly name: string;
  readonly inArchive: number;
  readonly taken: number;
  /** What is not as it was, or why it was not taken. */
  readonly why?: string | undefined;
}

export interface ImportedTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly people: number;
  readonly files: number;
  /** Invoices of its former seller, which stay in the archive. */
  readonly papers: number;
  /** It worked on when it was exported. */
  readonly wasActive: boolean;
  readonly tables: readonly ImportedTable[];
}

/** One statement may move millions of rows. */
const STATEMENT_MS = 6 * 3_600_000;
/** A company has one seller, and few had others before. */
const MOST_OTHERS = 20;
const LOCK_TIMEOUT = '55P03';
const CHANGED_MEANWHILE = 'it changed while it was read';

const cleanTenant = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  state: z.enum(['active', 'suspended', 'closed']),
  plan_code: z.enum(['Basic', 'Standard', 'Advanced']),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  time_zone: z.string().check(z.refine(isTimeZone)),
  locale: z.string().check(z.regex(/^(?:en|fr)/)),
  created_at: z.string(),
  moved_at: z.nullable(z.string()),
});

interface ImportOptions {
  /** What the export said of its content; absent: whoever made the file is trusted with this customer's data. */
  readonly sha256?: string | undefined;
  /** Makes the partitions of months that lie back; absent: such rows stay in the partition for all others. */
  readonly makeMonths?: ((months: readonly string[]) => Promise<void>) | undefined;
}

/** @param franchise id or host of a franchise of this installation */
export async function importTenant(
  db: Database,
  file: string,
  franchise: string,
  { sha256, makeMonths }: ImportOptions = {},
): Promise<ImportedTenant> {
  try {
    const archive = await checkTenantArchive(file);
    if (sha256 !== undefined && sha256 !== archive.manifest.sha256)
      throw new ArchiveError('its content is not what the export named');
    return await db.system((tx) => take(tx, file, franchise, archive, makeMonths), {
      statementTimeoutMs: STATEMENT_MS,
    });
  } catch (error) {
    if (error instanceof ArchiveError)
      throw new ImportError(`The archive ${file} is refused (${error.message}); nothing was imported.`, {
        cause: error,
      });
    // What PostgreSQL does not take as a row was not written by an export of this schema: data and integrity of what it says.
    if (error instanceof DatabaseError && /^(?:22|23|42501)/.test(error.code ?? ''))
      throw new ImportError(
        `The archive ${file} is refused (a row of ${error.table ?? 'it'} is not what this database takes: ${error.message}); nothing was imported.`,
        { cause: error },
      );
    if (error instanceof DatabaseError && error.code === LOCK_TIMEOUT)
      throw new ImportError(
        'The tables of past months are in use, so that none could be made for what the archive holds; nothing was imported. Try again in a few minutes.',
        { cause: error },
      );
    throw error;
  }
}

async function take(
  tx: Tx,
  file: string,
  franchise: string,
  archive: CheckedArchive,
  makeMonths: ImportOptions['makeMonths'],
): Promise<ImportedTenant> {
  const { manifest } = archive;
  const { tenantId } = manifest;
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
  await sql`SET LOCAL timezone = 'UTC'`.execute(tx);
  const seller = await sellerOf(tx, franchise);
  const tenant = readTenant(archive);
  await refuseOtherSchemas(tx, archive);
  const shapes = await readShapes(tx);
  refuseTables(archive, shapes);
  await refuseKnown(tx, archive, seller);

  await makeStage(tx);
  await stageRows(tx, file, archive);
  await refuseUnderWay(tx);
  const others = await othersIn(tx, archive, shapes);
  // Elsewhere and for good: not before everything that refuses was asked, and before anything here is locked that it waits for.
  await makeMonths?.(archive.months);
  await makeOthers(tx, others, archive);

  await addCustomerIn(tx, {
    cameAs: tenantId,
    franchiseId: seller.id,
    planName: tenant.plan_code,
    name: tenant.name,
    opensLater: true,
    currency: tenant.currency,
    timeZone: tenant.time_zone,
    locale: tenant.locale.startsWith('fr') ? 'fr' : 'en',
    // Prepaid, until the franchise knows it better.
    creditLimitMinor: 0,
  });
  await suspend(tx, seller, tenantId, tenant.created_at);
  await noteWhereFrom(tx, manifest);

  const loading = (which: (shape: Shape) => boolean): Loading[] =>
    inOrder(shapes.filter(which)).map((shape) => ({ shape, given: manifest.columns[shape.name] ?? [] }));
  const [blobs] = loading(({ name }) => name === 'blobs');
  const taken = new Map<string, number>([['tenants', 1]]);
  await actAs(tx, { role: 'app_tenant', tenantId });
  if (blobs) taken.set('blobs', await loadFiles(tx, file, archive, blobs));
  for (const each of loading((shape) => isTaken(shape) && shape.name !== 'blobs'))
    taken.set(each.shape.name, await loadTable(tx, each));
  await setLinks(tx, tenantId);
  await keepStoresQuiet(tx, tenantId);
  for (const name of MADE_ANEW) taken.set(name, await countMadeAnew(tx, name, tenantId));
  const log = await loadLog(
    tx,
    tenantId,
    loading(({ name }) => OF_THE_LOG.has(name)),
  );
  const people = await loadPeople(
    tx,
    seller.id,
    loading(({ ofPeople }) => ofPeople),
  );
  for (const [name, rows] of [...log, ...people]) taken.set(name, rows);
  await lendFranchiseAccounts(tx, seller.id, tenantId);
  await actAs(tx, { role: 'app_system' });
  await tellLog(tx, seller.id, tenantId);
  return {
    tenantId,
    name: tenant.name,
    people: archive.people.length,
    files: archive.files.size,
    papers: archive.papers,
    wasActive: tenant.state === 'active',
    tables: report(archive, shapes, taken),
  };
}

const isTaken = ({ name }: Shape): boolean => AS_IT_IS.has(name) || name in CHANGED;

interface Seller {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
}

async function sellerOf(tx: Tx, franchise: string): Promise<Seller> {
  const { rows } = await sql<Seller & { state: string }>`SELECT id, name, locale, state FROM tenants
    WHERE kind = 'franchise' AND (id::text = ${franchise}
      OR id IN (SELECT tenant_id FROM hosts WHERE host = ${franchise.toLowerCase()}))`.execute(tx);
  const [found] = rows;
  if (!found) throw new ImportError(`There is no franchise with the id or host "${franchise}".`);
  if (found.state === 'closed') throw new ImportError(`The franchise ${found.name} is closed.`);
  return found;
}

const KINDS: Readonly<Record<string, string>> = { franchise: 'a franchise', platform: 'an operator' };

function readTenant({ manifest, tenant }: CheckedArchive): z.infer<typeof cleanTenant> {
  if (manifest.kind !== 'customer')
    throw new ImportError(
      `The archive is of ${KINDS[manifest.kind] ?? 'no customer'}: customers are imported, one by one, below a franchise.`,
    );
  const read = cleanTenant.safeParse(tenant);
  if (!read.success) throw new ArchiveError('what it says of the company cannot be');
  if (read.data.state === 'closed') throw new ImportError(`${read.data.name} was closed when it was exported.`);
  if (read.data.moved_at !== null)
    throw new ImportError(
      `${read.data.name} was moved to another franchise before it was exported: export its successor.`,
    );
  return read.data;
}

async function refuseOtherSchemas(tx: Tx, { manifest }: CheckedArchive): Promise<void> {
  const { rows } = await sql<{ name: string; checksum: string }>`SELECT name, checksum FROM maintenance.migrations
    ORDER BY name`.execute(tx);
  const here = new Set(rows.map(({ checksum }) => checksum));
  const unknown = manifest.migrations.find(({ checksum }) => !here.has(checksum));
  if (unknown)
    throw new ImportError(
      `The archive was made by another version (${unknown.name} is not known here): upgrade this installation first.`,
    );
  const there = new Set(manifest.migrations.map(({ checksum }) => checksum));
  const missing = rows.find(({ name, checksum }) => !there.has(checksum) && !ASK_NOTHING.has(name));
  if (missing)
    throw new ImportError(
      `The archive was made by an older version (${missing.name} is not known there): upgrade the other installation and export again.`,
    );
}

/** What is not here is of sellers, for whom workers go by such rows, or never exported. */
const DECIDED: ReadonlySet<string> = new Set([
  'tenants',
  'memberships',
  'notice_choices',
  'users',
  ...AS_IT_IS,
  ...Object.keys(CHANGED),
  ...Object.keys(NOT_TAKEN),
  ...MADE_ANEW,
  ...OF_THE_LOG,
]);
const CUSTOMER_ROLES: ReadonlySet<string> = new Set(
  Object.entries(BUILT_IN_ROLES).flatMap(([name, { kind }]) => (kind === 'customer' ? name : [])),
);

function refuseTables({ manifest, baseRoles }: CheckedArchive, shapes: readonly Shape[]): void {
  const here = new Set(['tenants', ...shapes.map(({ name }) => name)]);
  for (const [name, rows] of Object.entries(manifest.rows)) {
    if (rows === 0) continue;
    if (!here.has(name)) throw new ArchiveError(`this installation has no table ${name}`);
    if (!DECIDED.has(name)) throw new ArchiveError(`it has rows of ${name}, which no customer's archive has`);
  }
  for (const { name, sealed } of shapes)
    for (const column of manifest.columns[name] ?? [])
      if (SECRET_HASH.test(column) || sealed.includes(column))
        throw new ArchiveError(`it has ${column} of ${name}, which is exported never`);
  for (const each of baseRoles)
    if (!CUSTOMER_ROLES.has(each)) throw new ArchiveError('it gives its people a role that no customer has');
}

/** Names are said, so that a person can rename or remove one at either side. */
async function refuseKnown(tx: Tx, { manifest, people }: CheckedArchive, seller: Seller): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM tenants WHERE id = ${manifest.tenantId}`.execute(tx);
  if (rows[0]) throw new ImportError(`${rows[0].name} (${manifest.tenantId}) is in this installation already.`);
  await actAs(tx, { role: 'app_identity', realmId: seller.id });
  const taken = await sql<{ name: string }>`SELECT u.username AS name FROM users u
      JOIN jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p(id text, username text, email text)
        ON u.username_key = p.username OR u.id::text = p.id OR (u.email_key = p.email AND u.verified_at IS NOT NULL)
    WHERE u.realm_id = ${seller.id} ORDER BY 1 LIMIT 20`.execute(tx);
  await actAs(tx, { role: 'app_system' });
  if (taken.rows.length > 0)
    throw new ImportError(
      `User names or e-mail addresses of its people are taken at ${seller.name}: ${taken.rows.map(({ name }) => name).join(', ')}. Change them at either side first.`,
    );
}

async function stageRows(tx: Tx, file: string, { manifest }: CheckedArchive): Promise<void> {
  const hash = contentHash();
  let complete = false;
  for await (const entry of readTenantEntries(file)) {
    complete = entry.is === 'manifest';
    if (complete) continue;
    hash.add(entry.name, entry.bytes);
    if (entry.is === 'rows') await stagePart(tx, entry.table, entry.bytes);
  }
  // Somebody may have put another file there since it was looked at.
  if (!complete || hash.digest() !== manifest.sha256) throw new ArchiveError(CHANGED_MEANWHILE);
  await indexStage(tx);
}

/** Companies that its rows name, itself aside. */
async function othersIn(tx: Tx, { manifest }: CheckedArchive, shapes: readonly Shape[]): Promise<readonly string[]> {
  const named = shapes
    .filter(isTaken)
    .flatMap(({ name, companies }) =>
      companies
        .filter((column) => CHANGED[name]?.columns[column] === undefined)
        .map((column) => sql`SELECT line ->> ${column} AS id FROM incoming WHERE name = ${name}`),
    );
  for (const { table, ids } of NAMED_INSIDE)
    named.push(sql`SELECT ${sql.raw(ids)} AS id FROM incoming WHERE name = ${table}`);
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT id FROM (${sql.join(named, sql` UNION ALL `)}) AS named
    WHERE id IS NOT NULL AND id <> ${manifest.tenantId} LIMIT ${MOST_OTHERS + 1}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function refuseUnderWay(tx: Tx): Promise<void> {
  const open: string[] = [];
  for (const { table, where, what } of UNDER_WAY) {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM incoming
      WHERE name = ${table} AND ${sql.raw(where)}`.execute(tx);
    const n = rows[0]?.n ?? 0;
    if (n > 0) open.push(`${n} ${what}`);
  }
  if (open.length > 0)
    throw new ImportError(
      `When it was exported, something was under way that only the other installation can bring to its end: ${open.join('; ')}. Suspend the customer there, let it end, and export again.`,
    );
}

/**
 * Its history names who sold to it there. They stand here as closed companies that nobody can sign in to and nothing is sold to or by, so that
 * every row keeps what it says, and no money of there is mixed with money of here.
 */
async function makeOthers(tx: Tx, ids: readonly string[], { manifest }: CheckedArchive): Promise<void> {
  if (ids.length > MOST_OTHERS) throw new ArchiveError('it names more companies than a customer had to do with');
  for (const id of ids) {
    const known = await sql<{ elsewhere: boolean }>`SELECT kind = 'group' AND state = 'closed' AS elsewhere
      FROM tenants WHERE id::text = ${id}`.execute(tx);
    if (known.rows[0]?.elsewhere) continue;
    if (known.rows[0]) throw new ArchiveError('it names companies of this installation; a copy of it is no other one');
    const name = id === manifest.seller.id ? manifest.seller.name.slice(0, 200) : '';
    await sql`INSERT INTO tenants (id, parent_id, realm_id, kind, state, name)
      SELECT ${id}::uuid, id, id, 'group', 'closed', ${name || 'Company of another installation'} FROM tenants WHERE kind = 'platform'`.execute(
      tx,
    );
    await sql`INSERT INTO tenant_closure (ancestor_id, descendant_id, depth)
      SELECT ${id}::uuid, ${id}::uuid, 0 UNION ALL SELECT id, ${id}::uuid, 1 FROM tenants WHERE kind = 'platform'`.execute(
      tx,
    );
  }
}

const WORDS = {
  en: 'It came from another installation. Give it access when it does not work there any more.',
  fr: 'Il vient d’une autre installation. Donnez-lui accès quand il n’y travaille plus.',
} as const;

async function suspend(tx: Tx, seller: Seller, tenantId: string, createdAt: string): Promise<void> {
  const why = WORDS[seller.locale.startsWith('fr') ? 'fr' : 'en'];
  await actAs(tx, { role: 'app_tenant', tenantId: seller.id });
  await sql`UPDATE franchise_customers SET state = 'suspended', suspended_reason = ${why}
    WHERE tenant_id = ${seller.id} AND customer_id = ${tenantId}`.execute(tx);
  await actAs(tx, { role: 'app_system' });
  await sql`UPDATE tenants SET state = 'suspended', created_at = ${createdAt}::timestamptz WHERE id = ${tenantId}`.execute(
    tx,
  );
}

/** Of this month no installation lets go of anything, and of what is to come neither. */
const noteWhereFrom = (tx: Tx, { tenantId, eventsSince = null }: TenantManifest) =>
  sql`UPDATE tenants SET came_at = now(), events_since = least(${eventsSince}::timestamptz,
      CASE WHEN ${eventsSince}::timestamptz IS NOT NULL THEN date_trunc('month', now()) END) WHERE id = ${tenantId}`.execute(
    tx,
  );

/** Their rows are there; the bytes come from the archive, one file at a time. */
async function loadFiles(tx: Tx, file: string, archive: CheckedArchive, blobs: Loading): Promise<number> {
  let done = 0;
  for await (const entry of readTenantEntries(file)) {
    if (entry.is !== 'file') continue;
    if (createHash('sha256').update(entry.bytes).digest('hex') !== entry.sha256)
      throw new ArchiveError(CHANGED_MEANWHILE);
    if ((await loadFile(tx, blobs, entry)) !== 1) throw new ArchiveError(`no row leads to the file ${entry.sha256}`);
    done += 1;
  }
  if (done !== (archive.manifest.rows['blobs'] ?? 0))
    throw new ArchiveError('files are missing that its rows lead to: export it again');
  return done;
}

/** Sums that came and went stay as zeros, and mean nothing. */
const MEANS_SOMETHING: Readonly<Record<string, string>> = {
  label_months: '(labels, voided, sold, delivered) <> (0, 0, 0, 0)',
};

/** What the database made of the rows that came, which is what it had made of them where they come from. As the tenant. */
async function countMadeAnew(tx: Tx, name: string, tenantId: string): Promise<number> {
  const meant = sql.raw(MEANS_SOMETHING[name] ?? 'true');
  const { rows } = await sql<{ here: number; meant: number; came: number }>`SELECT count(*)::int AS here,
    count(*) FILTER (WHERE ${meant})::int AS meant, (SELECT count(*)::int FROM incoming,
      jsonb_populate_record(NULL::${sql.table(name)}, line) WHERE incoming.name = ${name} AND ${meant}) AS came
    FROM ${sql.table(name)} WHERE tenant_id = ${tenantId}`.execute(tx);
  const [found] = rows;
  if (found?.meant !== found?.came) throw new ArchiveError(`its ${name} do not follow from its other rows`);
  return found?.here ?? 0;
}

/** Its people are not mailed that their stores were disconnected: whoever imports them knows (modules/stores/watch). */
const keepStoresQuiet = (tx: Tx, tenantId: string) =>
  sql`INSERT INTO store_spells (tenant_id, store_id, began_at, reason, told)
    SELECT tenant_id, id, now(), 'imported', 0 FROM stores AS s
    WHERE tenant_id = ${tenantId} AND state = 'disconnected' AND deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM store_spells o WHERE o.tenant_id = s.tenant_id AND o.store_id = s.id AND o.ended_at IS NULL)`.execute(
    tx,
  );

/** Its franchise reads of it in its log. */
async function tellLog(tx: Tx, sellerId: string, tenantId: string): Promise<void> {
  const id = await recordEvent(tx, {
    tenantId: sellerId,
    actors: [],
    action: 'customerImported',
    subject: { kind: 'franchise', id: tenantId },
    details: { summary: 'A customer of another installation was imported', params: { id: tenantId }, fields: [] },
  });
  await recordEvent(tx, {
    tenantId: sellerId,
    actors: [],
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
  });
}

function report(
  { manifest }: CheckedArchive,
  shapes: readonly Shape[],
  taken: ReadonlyMap<string, number>,
): ImportedTable[] {
  const known = new Map(shapes.map((shape) => [shape.name, shape]));
  return Object.entries(manifest.rows)
    .filter(([, rows]) => rows > 0)
    .map(([name, inArchive]) => {
      const gone = (manifest.columns[name] ?? []).filter((column) => known.get(name)?.all.includes(column) === false);
      const why = NOT_TAKEN[name] ?? CHANGED[name]?.why ?? (name === 'users' ? NO_PASSWORDS : undefined);
      return {
        name,
        inArchive,
        taken: taken.get(name) ?? 0,
        why: [why, ...gone.map((column) => `${column} is not kept any more`)].filter(Boolean).join('; ') || undefined,
      };
    });
}

const NO_PASSWORDS = 'without passwords and second factors: "Forgot the password?" leads in';
