/** A customer whose place another one has taken below another franchise (decision 0427): it may pay, and may not ship any more. */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';

/** Runs in any role that may read the tenant. */
export const hasMoved = async (tx: Tx, customerId: string): Promise<boolean> => {
  const row = await tx.selectFrom('tenants').select('moved_at').where('id', '=', customerId).executeTakeFirst();
  return row?.moved_at != null;
};

/**
 * Whether it is being carried over or back, on either side: until that has ended nobody of its franchise gives it access, takes it away or
 * has it erased. Asks the operator's record, of which a franchise learns nothing more, and goes on as the franchise.
 */
export const isOnTheMove = async (tx: Tx, franchiseId: string, customerId: string): Promise<boolean> => {
  await actAs(tx, { role: 'app_system' });
  const franchise = await tx
    .selectFrom('tenants')
    .select('parent_id')
    .where('id', '=', franchiseId)
    .executeTakeFirstOrThrow();
  let found = false;
  if (franchise.parent_id !== null) {
    await actAs(tx, { role: 'app_tenant', tenantId: franchise.parent_id });
    const { rows } = await sql`SELECT FROM customer_moves WHERE tenant_id = ${franchise.parent_id}
      AND (customer_id = ${customerId} OR successor_id = ${customerId}) AND state IN ('carrying', 'undoing')`.execute(
      tx,
    );
    found = rows.length > 0;
  }
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  return found;
};

const WHY = {
  en: 'Your company ships from its account at another provider now.',
  fr: 'Votre entreprise expédie maintenant depuis son compte chez un autre fournisseur.',
} as const;

/**
 * Beside the mark, a restriction says it to pages and processes that know nothing of moves; one that is there already stays, also when the
 * move is taken back. Runs as the system.
 */
export const markMoved = async (tx: Tx, customerId: string, moved: boolean): Promise<void> => {
  if (moved)
    await sql`UPDATE tenants SET moved_at = clock_timestamp(), restricted_at = coalesce(restricted_at, clock_timestamp()),
        restricted_reason = coalesce(restricted_reason, CASE WHEN locale LIKE 'fr%' THEN ${WHY.fr}::text ELSE ${WHY.en}::text END)
      WHERE id = ${customerId} AND kind = 'customer' AND moved_at IS NULL`.execute(tx);
  else
    await sql`UPDATE tenants SET moved_at = NULL,
        restricted_at = CASE WHEN restricted_reason IN (${WHY.en}, ${WHY.fr}) THEN NULL ELSE restricted_at END,
        restricted_reason = CASE WHEN restricted_reason IN (${WHY.en}, ${WHY.fr}) THEN NULL ELSE restricted_reason END
      WHERE id = ${customerId} AND kind = 'customer'`.execute(tx);
};
