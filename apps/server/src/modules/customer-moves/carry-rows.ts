/** Copies rows of one customer to another, table by table, as the database says what they are; like an erasure, of whichever module. */
import { type RawBuilder, sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { CarriedTable, CarryScope } from './carried-tables.ts';
import { withNewIds } from './new-ids.ts';

const ROWS_AT_ONCE = 500;

export interface Carrying extends CarryScope {
  readonly from: string;
  readonly to: string;
  readonly ids: ReadonlyMap<string, string>;
}

/** Ids of what goes of a table. Runs as the customer that is left. */
export async function idsOf(tx: Tx, table: CarriedTable, scope: CarryScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT t.id FROM ${sql.table(table.name)} t
    WHERE ${table.where?.(scope) ?? sql`true`}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Shape {
  readonly columns: readonly string[];
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

const shapeOf = async (tx: Tx, table: string): Promise<Shape> => {
  const { rows } = await sql<{ name: string; type: string; place: number | null; made: boolean }>`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attgenerated <> '' AS made,
      array_position(i.indkey::int2[], a.attnum) AS place
    FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ${table} ORDER BY place`.execute(tx);
  return {
    columns: rows.filter(({ made }) => !made).map(({ name }) => name),
    key: rows.filter(({ place, name }) => place !== null && name !== 'tenant_id'),
  };
};

export type KeyOf = readonly string[];

/**
 * The rows after one; what is there already stays as it is. Runs as the customer that is left and ends so.
 * @param only beside what the table says
 * @returns the key of the last row; undefined when there are no more
 */
export async function carryRows(
  tx: Tx,
  table: CarriedTable,
  carrying: Carrying,
  after: KeyOf | undefined,
  only: RawBuilder<unknown> = sql`true`,
): Promise<KeyOf | undefined> {
  const { columns, key } = await shapeOf(tx, table.name);
  const most = table.atOnce ?? ROWS_AT_ONCE;
  // One row a customer: its whole key is the customer.
  const keys = key.length === 0 ? [sql.ref('t.tenant_id')] : key.map(({ name }) => sql.ref(`t.${name}`));
  const beyond = after
    ? sql`(${sql.join(keys)}) > (${sql.join(after.map((value, n) => sql`${value}::${sql.raw(key[n]?.type ?? 'uuid')}`))})`
    : sql`true`;
  const { rows } = await sql<{ line: string; key: string[] }>`
    SELECT (to_jsonb(t) || ${JSON.stringify(table.instead ?? {})}::jsonb)::text AS line,
      ARRAY[${sql.join(keys.map((each) => sql`${each}::text`))}] AS key
    FROM ${sql.table(table.name)} t WHERE ${table.where?.(carrying) ?? sql`true`} AND ${only} AND ${beyond}
    ORDER BY ${sql.join(keys)} LIMIT ${most}`.execute(tx);
  if (rows.length === 0) return undefined;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await actAs(tx, { role: 'app_tenant', tenantId: carrying.to });
  await sql`INSERT INTO ${sql.table(table.name)} (${names}) SELECT ${names}
    FROM jsonb_populate_recordset(NULL::${sql.table(table.name)}, ${`[${rows.map(({ line }) => withNewIds(line, carrying.ids)).join(',')}]`}::jsonb)
    ON CONFLICT DO NOTHING`.execute(tx);
  await actAs(tx, { role: 'app_tenant', tenantId: carrying.from });
  return rows.length < most ? undefined : rows.at(-1)?.key;
}
