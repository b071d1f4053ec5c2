/** Adds calls to the hours they were made in, in the transaction that stores their traces. */
import { sql } from 'kysely';
import { toJson } from '../../../platform/database/json-column.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { CLASSES, type Counted } from './call-figures.ts';

const COLUMNS = [...CLASSES.map((bound) => `ms_${bound}`), 'ms_more'] as const;
const columns = sql.raw(COLUMNS.join(', '));
const added = sql.raw(COLUMNS.map((name) => `${name} = h.${name} + excluded.${name}`).join(', '));
const typed = sql.raw(COLUMNS.map((name) => `${name} int`).join(', '));

/** Runs as the owner of the accounts. */
export async function addFigures(tx: Tx, tenantId: string, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const rows = counted.map(({ accountId, times, lastOkAt, ...rest }) => ({
    ...rest,
    account_id: accountId,
    last_ok_at: lastOkAt,
    ...Object.fromEntries(COLUMNS.map((name, index) => [name, times[index] ?? 0])),
  }));
  await sql`INSERT INTO carrier_call_hours AS h (tenant_id, account_id, hour, calls, failed, refused, ${columns}, last_ok_at)
    SELECT ${tenantId}::uuid, account_id, hour, calls, failed, refused, ${columns}, last_ok_at
    FROM json_to_recordset(${toJson(rows)}::json) AS r(account_id uuid, hour timestamptz, calls int, failed int,
      refused int, ${typed}, last_ok_at timestamptz) ORDER BY account_id, hour
    ON CONFLICT (tenant_id, account_id, hour) DO UPDATE SET calls = h.calls + excluded.calls,
      failed = h.failed + excluded.failed, refused = h.refused + excluded.refused, ${added},
      last_ok_at = greatest(h.last_ok_at, excluded.last_ok_at)`.execute(tx);
}
