/** What a store did that a person should look at. One is open per order and kind; it closes when its cause is gone. */
import type { StoreNotice } from '@scanship/contracts/stores/stores';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Cause, clearException, raiseException } from '../exceptions/index.ts';

export type NoticeCode =
  | 'cancelled-with-label'
  | 'items-with-label'
  | 'order-unreadable'
  | 'import-failed'
  | 'tell-store'
  | 'cancel-at-store'
  | 'test-label'
  | 'data-request';

export interface NewNotice {
  readonly storeId: string;
  readonly orderId: string | null;
  readonly code: NoticeCode;
  readonly message: string;
  readonly nextStep: string;
}

/** Opens notices; one that is open already gets the newer words. */
export async function openNotices(tx: Tx, tenantId: string, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = toJson(notices.map((notice) => ({ id: newId(), ...notice })));
  const opened = await sql<{
    id: string;
  }>`INSERT INTO store_notices AS n (tenant_id, id, store_id, order_id, code, message, next_step)
    SELECT DISTINCT ON (r."storeId", r."orderId", r.code) ${tenantId}::uuid, r.id, r."storeId", r."orderId", r.code, r.message,
      r."nextStep"
    FROM json_to_recordset(${rows}::json) AS r(id uuid, "storeId" uuid, "orderId" uuid, code text, message text, "nextStep" text)
    ON CONFLICT (tenant_id, store_id, order_id, code) WHERE resolved_at IS NULL
    DO UPDATE SET message = excluded.message, next_step = excluded.next_step RETURNING n.id`.execute(tx);
  const ids = opened.rows.map(({ id }) => id);
  const of = sql`n.id = ANY (${ids}::uuid[])`;
  for (const row of await openNoticeRows(tx, of, notices.length)) await raiseException(tx, tenantId, noticeCause(row));
}

/** Closes notices of these kinds whose cause is gone. */
export async function closeNotices(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
  codes: readonly NoticeCode[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const closed = await sql<{ id: string }>`UPDATE store_notices SET resolved_at = now()
    WHERE resolved_at IS NULL AND order_id = ANY (${[...orderIds]}::uuid[])
      AND code IN (${sql.join(codes.map((code) => sql`${code}`))}) RETURNING id`.execute(tx);
  for (const { id } of closed.rows) await clearException(tx, tenantId, `storenotice:${id}`);
}

/** A person has seen to it. False when there is no such open notice. */
export async function dismissNotice(tx: Tx, tenantId: string, id: string, userId: string): Promise<boolean> {
  const done = await sql`UPDATE store_notices SET resolved_at = now(), resolved_by = ${userId}
    WHERE id = ${id} AND resolved_at IS NULL`.execute(tx);
  if ((done.numAffectedRows ?? 0n) === 0n) return false;
  await clearException(tx, tenantId, `storenotice:${id}`);
  return true;
}

/** Open notices of an order, oldest first. */
export async function noticesOf(tx: Tx, orderId: string): Promise<StoreNotice[]> {
  const { rows } = await sql<
    Omit<StoreNotice, 'since'> & { since: Date }
  >`SELECT id, code, message, next_step AS "nextStep", since
    FROM store_notices WHERE order_id = ${orderId} AND resolved_at IS NULL ORDER BY since, id`.execute(tx);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

interface NoticeRow {
  readonly id: string;
  readonly code: NoticeCode;
  readonly message: string;
  readonly next_step: string;
  readonly since: Date;
  readonly store_id: string;
  readonly store_name: string;
  readonly order_id: string | null;
  readonly order_number: string | null;
}

const noticeCause = (row: NoticeRow): Cause => ({
  key: `storenotice:${row.id}`,
  kind:
    row.code === 'tell-store' || row.code === 'test-label'
      ? 'push'
      : row.code === 'import-failed' || row.code === 'order-unreadable'
        ? 'import'
        : 'store',
  reason: row.code,
  summary: row.order_number === null ? row.message : `Order ${row.order_number}: ${row.message}`,
  nextStep: row.next_step,
  actions: [row.order_id === null ? 'open-store' : 'open-order', 'mark-handled'],
  subject: {
    store: { id: row.store_id, name: row.store_name },
    ...(row.order_id === null ? {} : { order: { id: row.order_id, name: row.order_number ?? '' } }),
  },
  since: row.since,
});

async function openNoticeRows(tx: Tx, condition: RawBuilder<unknown>, limit: number): Promise<NoticeRow[]> {
  const { rows } =
    await sql<NoticeRow>`SELECT n.id, n.code, n.message, n.next_step, n.since, n.store_id, s.name AS store_name,
      n.order_id, o.number AS order_number
    FROM store_notices n JOIN stores s ON s.tenant_id = n.tenant_id AND s.id = n.store_id
    LEFT JOIN orders o ON o.tenant_id = n.tenant_id AND o.id = n.order_id
    WHERE n.resolved_at IS NULL AND ${condition} ORDER BY n.since, n.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Open notices as causes of the inbox. */
export const noticeCauses = async (tx: Tx, limit: number): Promise<Cause[]> =>
  (await openNoticeRows(tx, sql`true`, limit)).map(noticeCause);
