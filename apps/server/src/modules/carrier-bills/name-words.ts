/** A person says what words of a carrier mean that tell nothing: for every charge of the account with these words, and later ones. */
import type { NameableKind } from '@scanship/domain/carrier-bills/bill-line';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { auditPurchases } from './audit-purchases.ts';
import { readSettings } from './settings.ts';

/**
 * Books nothing: the labels are compared again, and what is found waits to be decided. Problems: `not_found`; `forbidden` where the
 * difference is decided, or none of its charges is without a meaning.
 */
export async function nameWords(
  db: Database,
  who: { readonly tenantId: string; readonly userId: string },
  differenceId: string,
  kind: NameableKind,
): Promise<Outcome<{ readonly charges: number }>> {
  const { tenantId } = who;
  const named = await allOrNothing(db, who, async (tx) => {
    const { rows } = await sql<{ account_id: string; slug: string; unknown: boolean; labels: readonly string[] }>`
      SELECT d.account_id, c.slug, d.state = 'open' AND d.kind = 'unknown' AS unknown, coalesce(array_agg(DISTINCT l.label) FILTER (WHERE l.charge_kind = 'other'), '{}') AS labels
      FROM bill_differences d JOIN carrier_accounts c ON c.tenant_id = d.tenant_id AND c.id = d.account_id
      LEFT JOIN invoice_lines l ON l.tenant_id = d.tenant_id AND l.purchase_id = d.purchase_id AND d.line_ids ? l.id::text
      WHERE d.tenant_id = ${tenantId} AND d.id = ${differenceId}
      GROUP BY d.account_id, c.slug, d.state, d.kind`.execute(tx);
    const [row] = rows;
    if (!row) return problem('not_found');
    if (!row.unknown || row.labels.length === 0)
      return problem('forbidden', { message: 'None of its charges is without a meaning any more.' });
    const labels = [...row.labels];
    await sql`INSERT INTO bill_words (tenant_id, account_id, label, charge_kind, said_by)
      SELECT ${tenantId}, ${row.account_id}, w.label, ${kind}, ${who.userId} FROM unnest(${labels}::text[]) AS w(label)
      ON CONFLICT (tenant_id, account_id, label) DO UPDATE SET charge_kind = excluded.charge_kind, said_by = excluded.said_by,
        updated_at = now()`.execute(tx);
    const changed = await sql<{ purchase_id: string | null }>`UPDATE invoice_lines SET charge_kind = ${kind}
      WHERE tenant_id = ${tenantId} AND account_id = ${row.account_id} AND charge_kind = 'other' AND label = ANY(${labels}::text[])
      RETURNING purchase_id`.execute(tx);
    const { toleranceMinor } = await readSettings(tx, tenantId);
    return ok({
      scope: { tenantId, accountId: row.account_id, slug: row.slug, toleranceMinor },
      purchases: [...new Set(changed.rows.flatMap((line) => line.purchase_id ?? []))],
      charges: changed.rows.length,
    });
  });
  if (!named.ok) return named;
  await auditPurchases(db, named.value.scope, named.value.purchases);
  return ok({ charges: named.value.charges });
}
