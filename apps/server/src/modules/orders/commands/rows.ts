/** Many rows in few statements: order commands never write row by row. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { storable, toJson } from '../../../platform/database/json-column.ts';

/** Rows of one statement. */
export const ROWS_PER_STATEMENT = 500;

type Scalar = string | number | boolean | null;
/** A jsonb column takes any JSON value. */
export type RowValue = Scalar | object;

/**
 * Inserts rows, 500 a statement; each statement carries one JSON parameter, which is cheaper than one parameter a value.
 * @param columns name and PostgreSQL type of each column ("placed_at": "timestamptz")
 */
export async function insertRows<Column extends string>(
  tx: Tx,
  table: string,
  columns: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<Column, RowValue>>[],
): Promise<void> {
  const names = Object.keys(columns);
  const target = sql.join(names.map((name) => sql.ref(name)));
  const shape = sql.join(Object.entries<string>(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const chunk = toJson(rows.slice(from, from + ROWS_PER_STATEMENT));
    await sql`INSERT INTO ${sql.table(table)} (${target})
      SELECT ${target} FROM json_to_recordset(${chunk}::json) AS r(${shape})`.execute(tx);
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text the database can hold: without control characters, unpaired surrogates replaced, trimmed, Unicode-normalised. */
export const cleanText = (text: string | null | undefined): string =>
  storable((text ?? '').replace(CONTROLS, ''))
    .normalize('NFC')
    .trim();

/** The same, or null when nothing is left. */
export const cleanOrNull = (text: string | null | undefined): string | null => cleanText(text) || null;
