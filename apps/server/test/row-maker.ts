/**
 * One valid row for every table of the database, made from the catalog, so that tests about all tables cover the table
 * that is added tomorrow. Ids are the same in every table of a tenant, so the rows fit each other's foreign keys.
 */
import { createHash } from 'node:crypto';
import { type ClientBase, escapeIdentifier } from 'pg';

export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number | null;
  readonly required: boolean;
  /** First value of a CHECK (column IN (...)). */
  readonly firstValue: string | undefined;
  readonly references: { readonly table: string; readonly column: string } | undefined;
}

export interface CatalogTable {
  readonly name: string;
  /** What its rows belong to, by the first column of the primary key. */
  readonly home: 'tenant_id' | 'realm_id' | undefined;
  /** Whether its rows survive a crash and go into a backup; an unlogged table's do neither. */
  readonly logged: boolean;
  readonly columns: readonly CatalogColumn[];
  readonly sealed: readonly string[];
  readonly key: readonly string[];
}

/** Values that a CHECK asks for and a type alone does not tell. */
const SPECIAL: Readonly<Record<string, unknown>> = {
  'announcements.shown_until': '2099-01-01T00:00:00Z',
  'terms_consents.hash': '0'.repeat(64),
  'blobs.bytes': Buffer.from('bytes of a blob'),
  'blobs.size': 15,
  'blobs.sha256': createHash('sha256').update('bytes of a blob').digest('hex'),
  'purchases.carrier_ref': '0123456789ABCDEF',
  'rates.problem': '{"message":"not from here"}',
  'inbound_events.month': '2026-01-01',
  'tenants.plan_code': 'Basic',
  'audit_events.actors': '[]',
  'buyer_page_settings.life_days': 90,
};

/** Every table of schema public, partitions left out, in an order in which rows can be inserted. */
export async function readCatalog(client: ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<{
    table: string;
    name: string;
    type: string;
    length: number | null;
    required: boolean;
    logged: boolean;
    check: string | null;
    key_position: number | null;
    ref_table: string | null;
    ref_column: string | null;
  }>(`
    SELECT c.relname AS table, a.attname AS name, t.typname AS type,
           CASE WHEN t.typname = 'bpchar' THEN a.atttypmod - 4 END AS length,
           a.attnotnull AND NOT a.atthasdef AS required, c.relpersistence <> 'u' AS logged,
           (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
             WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
               AND pg_get_constraintdef(k.oid) LIKE '%= ANY (ARRAY[%' LIMIT 1) AS check,
           (SELECT array_position(i.indkey::int2[], a.attnum) FROM pg_index i
             WHERE i.indrelid = c.oid AND i.indisprimary) AS key_position,
           f.ref_table, f.ref_column
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN LATERAL (
        SELECT r.relname AS ref_table, ra.attname AS ref_column
          FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
          JOIN pg_attribute ra ON ra.attrelid = r.oid AND ra.attnum = k.confkey[array_position(k.conkey, a.attnum)]
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey) AND k.conparentid = 0
         ORDER BY r.relname = 'tenants' LIMIT 1) f ON true
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY c.relname, a.attnum`);
  const tables = new Map<string, typeof rows>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  const catalog = [...tables].map(([name, columns]): CatalogTable => {
    const key = columns
      .filter((column) => column.key_position !== null)
      .toSorted((a, b) => (a.key_position ?? 0) - (b.key_position ?? 0))
      .map((column) => column.name);
    return {
      name,
      home: key[0] === 'tenant_id' || key[0] === 'realm_id' ? key[0] : undefined,
      key,
      logged: columns.every((column) => column.logged),
      sealed: columns.filter((column) => column.type === 'sealed').map((column) => column.name),
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type,
        length: column.length,
        required: column.required,
        firstValue: column.check === null ? undefined : /ARRAY\['([^']*)'/.exec(column.check)?.[1],
        references:
          column.ref_table === null || column.ref_column === null
            ? undefined
            : { table: column.ref_table, column: column.ref_column },
      })),
    };
  });
  return inInsertOrder(catalog);
}

function inInsertOrder(catalog: readonly CatalogTable[]): CatalogTable[] {
  const ordered: CatalogTable[] = [];
  const waiting = new Set(catalog);
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const table of waiting) {
      const needs = table.columns
        .filter((column) => column.required && column.references)
        .map((c) => c.references?.table);
      if (needs.some((need) => need !== table.name && [...waiting].some((other) => other.name === need))) continue;
      ordered.push(table);
      waiting.delete(table);
    }
    if (waiting.size === before)
      throw new Error(`Required foreign keys in a circle: ${[...waiting].map((t) => t.name).join(', ')}`);
  }
  return ordered;
}

/** Column values of the tenant's row of a table: what is required, and every sealed column. */
export function makeRow(
  catalog: readonly CatalogTable[],
  table: CatalogTable,
  tenantId: string,
): ReadonlyMap<string, unknown> {
  const row = new Map<string, unknown>();
  for (const column of table.columns) {
    const special = SPECIAL[`${table.name}.${column.name}`];
    if (column.required || column.type === 'sealed' || special !== undefined) {
      row.set(column.name, valueOf(catalog, table, column, tenantId));
    }
  }
  return row;
}

function valueOf(
  catalog: readonly CatalogTable[],
  table: CatalogTable,
  column: CatalogColumn,
  tenantId: string,
): unknown {
  const special = SPECIAL[`${table.name}.${column.name}`];
  if (special !== undefined) return special;
  if (column.name === 'tenant_id' || column.name === 'realm_id') return tenantId;
  if (column.references) {
    const { references } = column;
    if (references.table === 'tenants') return tenantId;
    const target = catalog.find((each) => each.name === references.table);
    const targetColumn = target?.columns.find((each) => each.name === references.column);
    if (target && targetColumn) return valueOf(catalog, target, targetColumn, tenantId);
  }
  if (column.firstValue !== undefined) return column.firstValue;
  switch (column.type) {
    case 'uuid':
      return idOf(tenantId);
    case 'text':
      return `${column.name} of ${tenantId.slice(-4)}`;
    case 'bpchar':
      return 'CAD'.slice(0, column.length ?? 3);
    case 'int4':
    case 'int2':
    case 'int8':
    case 'float8':
      return 1;
    case 'bool':
      return true;
    case 'timestamptz':
      return '2026-03-04T05:06:07.891Z';
    case 'date':
      return '2026-03-04';
    case 'time':
      return '09:30';
    case 'jsonb':
      return '{"text":"line\\nbreak \\\\ tab\\t é 漢","n":[1,2.5,null]}';
    case 'bytea':
    case 'sealed':
      return createHash('sha256').update(`${tenantId} ${table.name} ${column.name}`).digest();
    default:
      throw new Error(`row-maker does not know the type ${column.type} of ${table.name}.${column.name}`);
  }
}

/** The id every row of a tenant has: a UUIDv7 of March 2026. */
export function idOf(tenantId: string): string {
  const hash = createHash('sha256').update(tenantId).digest('hex');
  return `019cb800-0000-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** Inserts as whoever the connection is. */
export async function insertRow(client: ClientBase, table: string, row: ReadonlyMap<string, unknown>): Promise<void> {
  const names = [...row.keys()].map((name) => escapeIdentifier(name)).join(', ');
  const places = [...row.keys()].map((_, index) => `$${index + 1}`).join(', ');
  await client.query(`INSERT INTO ${escapeIdentifier(table)} (${names}) VALUES (${places})`, [...row.values()]);
}
