/** How the rows of an archive get into the tables, as the database says what they are. Runs in the transaction of import-tenant.ts. */
import { type RawBuilder, sql } from 'kysely';
import { actAs, type Tx } from '../platform/database/database.ts';
import { ArchiveError } from './archive.ts';
import { CHANGED, LINKS } from './arriving-tables.ts';
import { linesOf } from './read-tenant-archive.ts';

/** A table of a tenant, or of a realm's people. */
export interface Shape {
  readonly name: string;
  readonly ofPeople: boolean;
  /** Columns that are written; others are made by the database from them. */
  readonly columns: readonly string[];
  readonly all: readonly string[];
  readonly sealed: readonly string[];
  /** Columns that name a company, the tenant itself aside: those that refer to one, and those that say so by their name alone. */
  readonly companies: readonly string[];
  /** Tables that its rows refer to. */
  readonly needs: readonly string[];
}

export async function readShapes(tx: Tx): Promise<Shape[]> {
  const { rows } = await sql<Shape>`
    SELECT c.relname::text AS name, f.attname = 'realm_id' AS "ofPeople",
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS "all",
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.atttypid = 'sealed'::regtype) AS sealed,
      ARRAY(SELECT DISTINCT a.attname::text FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'tenants'::regclass AND a.attname <> 'tenant_id'
        UNION SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.atttypid = 'uuid'::regtype AND a.attname <> 'tenant_id'
        AND (a.attname LIKE '%tenant%' OR a.attname IN ('party_id', 'customer_id', 'seller_id'))) AS companies,
      ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0 AND k.confrelid <> c.oid
        AND NOT EXISTS (SELECT FROM jsonb_to_recordset(${JSON.stringify(LINKS.map(([table, link]) => ({ table, link })))}::jsonb) AS l("table" text, link text)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = l.link
          WHERE l.table = c.relname AND a.attnum = ANY (k.conkey))) AS needs
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute f ON f.attrelid = c.oid AND f.attnum = i.indkey[0]
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND (f.attname = 'tenant_id' OR c.relname IN ('memberships', 'notice_choices', 'users')) ORDER BY 1`.execute(tx);
  return rows;
}

/** Those that others refer to first. */
export function inOrder(shapes: readonly Shape[]): Shape[] {
  const ordered: Shape[] = [];
  const waiting = new Map(shapes.map((shape) => [shape.name, shape]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const shape of free) waiting.delete(shape.name);
    ordered.push(...free);
  }
  return ordered;
}

/** A table that nobody else sees and that goes with the transaction. As the system. */
export async function makeStage(tx: Tx): Promise<void> {
  await sql`CREATE TEMPORARY TABLE incoming (name text NOT NULL, line jsonb NOT NULL) ON COMMIT DROP`.execute(tx);
  await sql`GRANT SELECT ON incoming TO app_tenant, app_identity`.execute(tx);
}

export async function stagePart(tx: Tx, table: string, bytes: Buffer): Promise<void> {
  await sql`INSERT INTO incoming (name, line) SELECT ${table}::text, each
    FROM jsonb_array_elements(${`[${linesOf(bytes).join(',')}]`}::jsonb) AS each`.execute(tx);
}

/** Each file looks for its row. */
export async function indexStage(tx: Tx): Promise<void> {
  await sql`CREATE INDEX ON incoming (name)`.execute(tx);
  await sql`CREATE INDEX ON incoming ((line ->> 'sha256')) WHERE name = 'blobs'`.execute(tx);
  await sql`ANALYZE incoming`.execute(tx);
}

export interface Loading {
  readonly shape: Shape;
  /** Columns that the archive has of it; others have what a new row has. */
  readonly given: readonly string[];
  /** SQL that they have instead, beside what `CHANGED` says. */
  readonly instead?: Readonly<Record<string, RawBuilder<unknown>>>;
}

/** All rows of a table that were staged. Runs as the role that may write them. @returns how many */
export async function loadTable(tx: Tx, { shape, given, instead = {} }: Loading): Promise<number> {
  const { name } = shape;
  const changed = new Map<string, RawBuilder<unknown>>([
    ...Object.entries(CHANGED[name]?.columns ?? {}).map(([column, value]) => [column, sql.raw(value)] as const),
    ...LINKS.filter(([table]) => table === name).map(([, column]) => [column, sql`NULL`] as const),
    ...Object.entries(instead),
  ]);
  const columns = shape.columns.filter((column) => given.includes(column) || changed.has(column));
  const merged = sql`line || jsonb_build_object(${sql.join([...changed].flatMap(([column, value]) => [sql`${column}::text`, value]))})`;
  const { numAffectedRows } = await sql`INSERT INTO ${sql.table(name)} (${list(columns)})
    SELECT ${list(columns, 'made.')} FROM (SELECT ${merged} AS merged FROM incoming WHERE name = ${name}) AS each,
      jsonb_populate_record(NULL::${sql.table(name)}, each.merged) AS made`.execute(tx);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM incoming WHERE name = ${name}`.execute(tx);
  const taken = Number(numAffectedRows ?? 0n);
  if (taken !== rows[0]?.n) throw new ArchiveError(`rows of ${name} are not what this database takes`);
  return taken;
}

/** One file. @returns how many rows lead to it */
export async function loadFile(
  tx: Tx,
  { shape, given }: Loading,
  { sha256, bytes }: { readonly sha256: string; readonly bytes: Buffer },
): Promise<number> {
  const columns = shape.columns.filter(
    (column) => given.includes(column) && column !== 'place' && column !== 'object_key',
  );
  const { numAffectedRows } = await sql`INSERT INTO blobs (${list(columns)}, place, bytes)
    SELECT ${list(columns, 'made.')}, 'db', ${bytes} FROM incoming, jsonb_populate_record(NULL::blobs, incoming.line) AS made
    WHERE incoming.name = 'blobs' AND incoming.line ->> 'sha256' = ${sha256}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

const list = (columns: readonly string[], of = ''): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(`${of}${column}`)));

/** What was left open because the other table was not there yet. As the tenant. */
export async function setLinks(tx: Tx, tenantId: string): Promise<void> {
  for (const [table, column] of LINKS)
    await sql`UPDATE ${sql.table(table)} AS t SET ${sql.ref(column)} = (line ->> ${column})::uuid FROM incoming
      WHERE incoming.name = ${table} AND line ->> ${column} IS NOT NULL AND t.tenant_id = ${tenantId} AND t.id = (line ->> 'id')::uuid`.execute(
      tx,
    );
}

/** The log with the seals it had. As the role that seals; ends as it. */
export async function loadLog(
  tx: Tx,
  tenantId: string,
  loading: readonly Loading[],
): Promise<ReadonlyMap<string, number>> {
  await actAs(tx, { role: 'app_system' });
  // Made by triggers, as if all of it happened now.
  for (const table of ['audit_pending', 'rollup_due'])
    await sql`DELETE FROM ${sql.table(table)} WHERE tenant_id = ${tenantId}`.execute(tx);
  const taken = new Map<string, number>();
  for (const each of loading) {
    await actAs(tx, each.shape.name === 'audit_pending' ? { role: 'app_tenant', tenantId } : { role: 'app_system' });
    taken.set(each.shape.name, await loadTable(tx, each));
  }
  await actAs(tx, { role: 'app_system' });
  return taken;
}

/** Into the realm of the franchise. Ends as the system. */
export async function loadPeople(
  tx: Tx,
  realmId: string,
  loading: readonly Loading[],
): Promise<ReadonlyMap<string, number>> {
  await actAs(tx, { role: 'app_identity', realmId });
  const taken = new Map<string, number>();
  for (const each of loading)
    taken.set(each.shape.name, await loadTable(tx, { ...each, instead: { realm_id: sql`${realmId}::text` } }));
  await actAs(tx, { role: 'app_system' });
  return taken;
}
