/** What others keep of a customer and need no longer: its people, its franchise's notes and cards, calls that named its buyers. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

export interface Erased {
  readonly franchiseId: string;
  readonly customerId: string;
}

const AT_ONCE = 200;
const CALLS_AT_ONCE = 2_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Counts what a step took; answers whether to go on. */
type OnStep = (rows: number) => Promise<boolean>;

const affected = async (call: ReturnType<typeof sql>, tx: Tx): Promise<number> =>
  Number((await call.execute(tx)).numAffectedRows ?? 0n);

/**
 * Of accounts that are the franchise's or the operator's: the calls stay, without what was said.
 * @returns whether it came to the end
 */
export async function eraseCalls(db: Database, { customerId }: Erased, onStep: OnStep): Promise<boolean> {
  const owners = await db.reference((tx) =>
    tx
      .selectFrom('tenant_closure')
      .select('ancestor_id')
      .where('descendant_id', '=', customerId)
      .where('depth', '>', 0)
      .execute(),
  );
  for (const { ancestor_id: owner } of owners)
    for (let after: string | undefined = NO_ID; after !== undefined; ) {
      const from: string = after;
      const [row] = await db.system(
        async (tx) =>
          (
            await sql<{
              last_id: string;
              emptied: number;
            }>`SELECT * FROM maintenance.erase_customer_calls(${customerId}, ${owner}, ${from}, ${CALLS_AT_ONCE})`.execute(
              tx,
            )
          ).rows,
      );
      if (row && !(await onStep(row.emptied))) return false;
      after = row?.last_id;
    }
  return true;
}

/**
 * What its stores and carriers sent. Of what was never worked off nobody knows whose it is: its stores say so, as long as they are there, and
 * where nobody else has connected the same account.
 */
export async function eraseDeliveries(db: Database, { customerId }: Erased, onStep: OnStep): Promise<boolean> {
  const own = sql`SELECT month, id FROM inbound_events WHERE tenant_id = ${customerId}`;
  const unworked = sql`SELECT e.month, e.id FROM stores AS s JOIN inbound_events AS e ON e.tenant_id IS NULL
      AND e.slug = 'store:' || s.platform_code AND e.external_account = s.external_account AND e.mode = s.mode
    WHERE s.tenant_id = ${customerId} AND NOT EXISTS (SELECT FROM stores AS o WHERE o.platform_code = s.platform_code
      AND o.external_account = s.external_account AND o.mode = s.mode AND o.tenant_id <> s.tenant_id)`;
  for (const which of [own, unworked])
    for (let rows = AT_ONCE; rows >= AT_ONCE; ) {
      rows = await db.system((tx) =>
        affected(sql`DELETE FROM inbound_events WHERE (month, id) IN (${which} LIMIT ${AT_ONCE})`, tx),
      );
      if (!(await onStep(rows))) return false;
    }
  return true;
}

/** In the franchise's own tables. Invoices, payments and the ledger stay (decision 0425). */
export async function eraseBooks(db: Database, { franchiseId, customerId }: Erased, onStep: OnStep): Promise<boolean> {
  const rows = await db.tenant({ tenantId: franchiseId }, async (tx) => {
    const mine = sql`tenant_id = ${franchiseId} AND`;
    const counts = [];
    for (const call of [
      sql`DELETE FROM customer_notes WHERE ${mine} customer_id = ${customerId}`,
      sql`DELETE FROM customer_tasks WHERE ${mine} customer_id = ${customerId}`,
      sql`DELETE FROM customer_mails WHERE ${mine} customer_id = ${customerId}`,
      sql`DELETE FROM customer_exports WHERE ${mine} customer_id = ${customerId}`,
      // What is open with it now; what was counted by day and month stays.
      sql`DELETE FROM usage_figures WHERE ${mine} party_id = ${customerId}`,
      sql`DELETE FROM reminder_pauses WHERE ${mine} buyer_id = ${customerId}`,
      sql`DELETE FROM owner_notices WHERE ${mine} subject ^@ ${customerId}::text`,
      sql`DELETE FROM label_findings WHERE ${mine} inbox_tenant_id = ${customerId}`,
      sql`UPDATE payment_promises SET note = '' WHERE ${mine} buyer_id = ${customerId} AND note <> ''`,
      sql`UPDATE cards SET brand = '', last4 = '', provider_id = 'erased ' || id, is_default = false,
        removed_at = coalesce(removed_at, now()) WHERE ${mine} buyer_id = ${customerId} AND last4 <> ''`,
      sql`UPDATE card_customers SET provider_id = 'erased ' || buyer_id WHERE ${mine} buyer_id = ${customerId}
        AND provider_id NOT LIKE 'erased %'`,
      sql`UPDATE payments SET card_name = NULL, receipt_url = NULL WHERE ${mine} buyer_id = ${customerId}
        AND (card_name IS NOT NULL OR receipt_url IS NOT NULL)`,
      sql`UPDATE franchise_customers SET note = '', credit_note = '', suspended_reason = NULL WHERE ${mine} customer_id = ${customerId}
        AND (note <> '' OR credit_note <> '' OR suspended_reason IS NOT NULL)`,
    ])
      counts.push(await affected(call, tx));
    return counts.reduce((sum, n) => sum + n, 0);
  });
  const freed = await db.system((tx) =>
    affected(
      sql`UPDATE tenants SET restricted_reason = NULL, restricted_at = NULL WHERE id = ${customerId} AND restricted_reason IS NOT NULL`,
      tx,
    ),
  );
  return onStep(rows + freed);
}

/** Who worked there and nowhere else, also earlier, with sessions, second factors and codes; of others, that they worked there. */
export async function erasePeople(db: Database, { franchiseId, customerId }: Erased, onStep: OnStep): Promise<boolean> {
  const realm = { realmId: franchiseId };
  const ours = sql`SELECT m.user_id FROM memberships m WHERE m.realm_id = ${franchiseId} AND m.tenant_id = ${customerId}
    AND NOT EXISTS (SELECT FROM memberships o WHERE o.realm_id = m.realm_id AND o.user_id = m.user_id AND o.tenant_id <> ${customerId})
    UNION ALL SELECT u.id FROM users u WHERE u.realm_id = ${franchiseId} AND u.left_tenant_id = ${customerId}
    AND NOT EXISTS (SELECT FROM memberships o WHERE o.realm_id = u.realm_id AND o.user_id = u.id)`;
  const first = await db.identity(realm, async (tx) => {
    const mails = await affected(
      sql`DELETE FROM outbox_mails WHERE realm_id = ${franchiseId} AND lower(recipient) IN (
        SELECT email_key FROM users WHERE realm_id = ${franchiseId} AND id IN (${ours})
        UNION SELECT email_key FROM invitations WHERE realm_id = ${franchiseId} AND tenant_id = ${customerId})`,
      tx,
    );
    const attempts = await affected(
      sql`DELETE FROM sign_in_attempts WHERE realm_id = ${franchiseId} AND split_part(key, ' ', 2) IN (
        SELECT unnest(ARRAY[id::text, username_key, email_key]) FROM users WHERE realm_id = ${franchiseId} AND id IN (${ours}))`,
      tx,
    );
    const gone = [mails, attempts];
    for (const table of ['sessions', 'invitations', 'store_consent_uses'] as const)
      gone.push(
        await affected(
          sql`DELETE FROM ${sql.table(table)} WHERE realm_id = ${franchiseId} AND tenant_id = ${customerId}`,
          tx,
        ),
      );
    return gone.reduce((sum, n) => sum + n, 0);
  });
  if (!(await onStep(first))) return false;
  for (;;) {
    const rows = await db.identity(realm, async (tx) => {
      const { rows: chosen } = await sql<{ user_id: string }>`${ours} LIMIT ${AT_ONCE}`.execute(tx);
      const ids = chosen.map(({ user_id }) => user_id);
      if (ids.length === 0) return 0;
      await sql`DELETE FROM challenges WHERE realm_id = ${franchiseId} AND user_id = ANY (${ids}::uuid[])`.execute(tx);
      return affected(sql`DELETE FROM users WHERE realm_id = ${franchiseId} AND id = ANY (${ids}::uuid[])`, tx);
    });
    if (!(await onStep(rows))) return false;
    if (rows < AT_ONCE) break;
  }
  const left = await db.identity(realm, (tx) =>
    affected(sql`DELETE FROM memberships WHERE realm_id = ${franchiseId} AND tenant_id = ${customerId}`, tx),
  );
  return onStep(left);
}
