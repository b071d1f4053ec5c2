/**
 * Takes away what has had its time (platform/retention), in steps that hold no long lock: a month of a partitioned table at once, or some
 * thousand rows, each in a transaction of its own.
 */
import { type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { dropUnreferred } from '../../../platform/blobs/referrers.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { firstIdAt } from '../../../platform/database/ids.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { KEPT, KEPT_NAMES, oldestKept, type Retention } from '../../../platform/retention/retention-table.ts';
import { storeBlob } from '../../documents/index.ts';

/** Rows that one transaction takes away. */
const AT_ONCE = 2_000;
/** Months of one table in one round; a round that follows goes on. */
const MONTHS_A_ROUND = 24;
const LOCK_NOT_AVAILABLE = '55P03';

export interface LetGoDeps {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly retention: Retention;
}

/** Months of what is partitioned. A table that somebody reads for long (a backup) is left for the next round. */
export async function letMonthsGo({ db, log, retention }: LetGoDeps, now: Date): Promise<void> {
  for (const name of KEPT_NAMES) {
    const before = oldestKept(retention, name, now);
    if (!before) continue;
    for (const table of KEPT[name].months ?? [])
      try {
        for (let n = 0; n < MONTHS_A_ROUND; n += 1) if (!(await oneMonth(db, table, before))) break;
      } catch (error) {
        if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
        log.warn({ table }, 'a month that has had its time is still being read; it goes with the next round');
      }
  }
}

/** @returns whether there may be more */
const oneMonth = (db: Database, table: string, before: Date): Promise<boolean> =>
  db.system(async (tx) => {
    const { rows } = await sql<{
      more: boolean;
    }>`SELECT maintenance.let_go(${table}, ${before.toISOString()}::timestamptz) AS more`.execute(tx);
    return rows[0]?.more === true;
  });

/** Rows of one customer that no month holds. */
export async function letRowsGo(
  { db, retention }: Pick<LetGoDeps, 'db' | 'retention'>,
  tenantId: string,
  now: Date,
): Promise<void> {
  const inSteps = async (step: (tx: Tx) => Promise<number>): Promise<void> => {
    while ((await db.tenant({ tenantId }, step)) >= AT_ONCE);
  };
  await inSteps((tx) => deleteSome(tx, 'idempotency_keys', sql`expires_at < ${now.toISOString()}::timestamptz`));
  const edits = oldestKept(retention, 'order-edits', now);
  if (edits) {
    const first = firstIdAt(edits);
    // Lines first: what an edit of ten thousand orders left would otherwise go with it in one transaction.
    for (const [table, id] of [
      ['order_edit_lines', 'edit_id'],
      ['order_edit_heads', 'edit_id'],
      ['order_edits', 'id'],
    ] as const)
      await inSteps((tx) => deleteSome(tx, table, sql`${sql.ref(id)} < ${first}::uuid`));
  }
  const unread = oldestKept(retention, 'unread-orders', now);
  if (unread) await inSteps((tx) => forgetAnswers(tx, unread));
  const photos = oldestKept(retention, 'return-photos', now);
  if (photos) {
    const first = sql`${firstIdAt(photos)}::uuid`;
    await inSteps((tx) => deleteSome(tx, 'return_photos', sql`id < ${first}`));
    // A copy is as old as what it was copied from.
    await inSteps((tx) => deleteSome(tx, 'claim_photos', sql`(id < ${first} OR of_return < ${first})`));
  }
  const files = oldestKept(retention, 'import-files', now);
  if (files)
    for (const table of ['order_imports', 'product_imports'] as const)
      await inSteps((tx) => emptyFiles(tx, tenantId, table, files));
}

/** Rows of one franchise. */
export async function letListsGo(
  { db, retention }: Pick<LetGoDeps, 'db' | 'retention'>,
  franchiseId: string,
  now: Date,
): Promise<void> {
  const mails = oldestKept(retention, 'customer-mails', now);
  if (!mails) return;
  const old = sql`id < ${firstIdAt(mails)}::uuid`;
  while ((await db.tenant({ tenantId: franchiseId }, (tx) => deleteSome(tx, 'customer_mails', old))) >= AT_ONCE);
}

/** A table with a sealed column, which nobody may read as a whole: `ctid` is out of reach. */
async function forgetAnswers(tx: Tx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM unread_orders WHERE order_id IN (
    SELECT order_id FROM unread_orders WHERE seen_at < ${before.toISOString()}::timestamptz LIMIT ${sql.lit(AT_ONCE)})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

async function deleteSome(tx: Tx, table: string, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${sql.lit(AT_ONCE)}))`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** The entries stay, with their mapping; the bytes go unless something else has the very same. */
async function emptyFiles(
  tx: Tx,
  tenantId: string,
  table: 'order_imports' | 'product_imports',
  before: Date,
): Promise<number> {
  const nothing = await storeBlob(tx, tenantId, { bytes: new Uint8Array(), type: 'application/octet-stream' });
  const { rows } = await sql<{ blob: string }>`WITH old AS (SELECT id, blob FROM ${sql.table(table)}
      WHERE blob <> ${nothing} AND created_at < ${before.toISOString()}::timestamptz LIMIT ${sql.lit(AT_ONCE)})
    UPDATE ${sql.table(table)} AS i SET blob = ${nothing} FROM old WHERE i.tenant_id = ${tenantId} AND i.id = old.id RETURNING old.blob`.execute(
    tx,
  );
  await dropUnreferred(
    tx,
    tenantId,
    rows.map(({ blob }) => blob),
  );
  return rows.length;
}
