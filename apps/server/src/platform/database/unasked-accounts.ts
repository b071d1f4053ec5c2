/**
 * Carrier accounts that nothing is bought with until their carrier was asked for the labels that may be missing here, or a person says
 * that none is: after a restore or a failover (decision 0375). The table is empty otherwise, and is looked up beside what is read anyway.
 */
import { type RawBuilder, sql } from 'kysely';
import { actAs, type Database, type Tx } from './database.ts';

/** SQL: from when on labels bought with a grant may be missing here; null: nothing is. */
export const unaskedSince = (tenant: string, grant: string): RawBuilder<Date | null> =>
  sql`(SELECT u.since FROM account_grants AS ug JOIN maintenance.unasked_accounts AS u ON u.account_id = ug.account_id
    WHERE ug.tenant_id = ${sql.ref(tenant)} AND ug.id = ${sql.ref(grant)})`;

export interface UnaskedAccount {
  readonly accountId: string;
  /** The owner. */
  readonly tenantId: string;
  readonly since: Date;
  readonly markedAt: Date;
}

/** @param only of one owner; absent: all. Runs in any role that may know */
export async function readUnasked(tx: Tx, only?: string): Promise<readonly UnaskedAccount[]> {
  const { rows } = await sql<{ account_id: string; tenant_id: string; since: Date; marked_at: Date }>`
    SELECT account_id, tenant_id, since, marked_at FROM maintenance.unasked_accounts
    ${only === undefined ? sql`` : sql`WHERE tenant_id = ${only}`} ORDER BY tenant_id, account_id`.execute(tx);
  return rows.map((row) => ({
    accountId: row.account_id,
    tenantId: row.tenant_id,
    since: row.since,
    markedAt: row.marked_at,
  }));
}

/**
 * A comparison asked for everything from `since` on, or a person answers for it. A comparison that was begun before the account was
 * marked (again) says nothing of what was lost then.
 * @returns whether it was still to be
 */
export const markAsked = (
  db: Database,
  account: { readonly tenantId: string; readonly accountId: string },
  run?: { readonly id: string; readonly since: Date },
): Promise<boolean> =>
  db.system(async (tx) => {
    const { numAffectedRows } =
      await sql`DELETE FROM maintenance.unasked_accounts WHERE account_id = ${account.accountId}
      AND tenant_id = ${account.tenantId} ${
        run === undefined
          ? sql``
          : sql`AND since >= ${run.since} AND marked_at <= (SELECT created_at FROM label_runs
              WHERE tenant_id = ${account.tenantId} AND id = ${run.id})`
      }`.execute(tx);
    return numAffectedRows === 1n;
  });

/** Of an account that was removed in the moment it was marked nothing is bought, so nothing waits. */
export const forgetRemoved = (db: Database): Promise<unknown> =>
  db.system((tx) =>
    sql`DELETE FROM maintenance.unasked_accounts AS u USING carrier_accounts AS a
      WHERE a.tenant_id = u.tenant_id AND a.id = u.account_id AND a.state = 'removed'`.execute(tx),
  );

/**
 * A new account of the same owner at the same carrier may be one that still waits, connected again: it waits as well.
 * Runs as the owner.
 * @returns whether it is marked
 */
export async function inheritHold(
  tx: Tx,
  account: { readonly tenantId: string; readonly accountId: string; readonly slug: string; readonly mode: string },
): Promise<boolean> {
  const { tenantId, accountId, slug, mode } = account;
  // Empty but for after a restore.
  if ((await readUnasked(tx, tenantId)).length === 0) return false;
  await actAs(tx, { role: 'app_system' });
  const { numAffectedRows } = await sql`INSERT INTO maintenance.unasked_accounts (account_id, tenant_id, since)
    SELECT ${accountId}, ${tenantId}, min(u.since) FROM maintenance.unasked_accounts AS u
    JOIN carrier_accounts AS a ON a.tenant_id = u.tenant_id AND a.id = u.account_id
    WHERE u.tenant_id = ${tenantId} AND a.slug = ${slug} AND a.mode = ${mode} AND a.state <> 'removed' HAVING count(*) > 0
    ON CONFLICT DO NOTHING`.execute(tx);
  await actAs(tx, { role: 'app_tenant', tenantId });
  return numAffectedRows === 1n;
}

/**
 * Marks the accounts that are shipped with, except own couriers (`leaveOut`), whose labels nobody else knows, and those that buy TEST labels
 * only unless `withTest`. Those that are marked already keep the earlier moment. @returns how many are marked now
 */
export const markUnasked = (
  db: Database,
  since: Date,
  accounts: { readonly leaveOut: readonly string[]; readonly withTest: boolean },
): Promise<number> =>
  db.system(async (tx) => {
    await sql`INSERT INTO maintenance.unasked_accounts AS u (account_id, tenant_id, since)
      SELECT id, tenant_id, ${since} FROM carrier_accounts
      WHERE state IN ('active', 'needs_attention', 'paused') AND (${accounts.withTest} OR mode = 'live')
        AND NOT slug = ANY (${[...accounts.leaveOut]}::text[])
      ON CONFLICT (account_id) DO UPDATE SET since = least(u.since, excluded.since), marked_at = excluded.marked_at`.execute(
      tx,
    );
    return (await readUnasked(tx)).length;
  });
