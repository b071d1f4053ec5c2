/** A person says which label a charge is for, out of what was suggested, or that it is of none. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { auditOwnLines, auditPurchases } from './audit-purchases.ts';
import type { Suggestion } from './match-lines.ts';
import { readSettings } from './settings.ts';

/** Problems: `not_found`; `forbidden` when it has a label already, or the label was not suggested for it. */
export async function matchByHand(
  db: Database,
  who: { readonly tenantId: string },
  lineId: string,
  purchaseId: string | null,
): Promise<Outcome<'matched' | 'own'>> {
  const { tenantId } = who;
  const done = await db.tenant(
    who,
    async (tx): Promise<Outcome<{ accountId: string; slug: string; toleranceMinor: number }>> => {
      const { rows } = await sql<{
        account_id: string;
        slug: string;
        state: string;
        suggestions: readonly Suggestion[] | null;
      }>`
      SELECT l.account_id, a.slug, l.state, l.suggestions FROM invoice_lines l
      JOIN carrier_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
      WHERE l.tenant_id = ${tenantId} AND l.id = ${lineId} FOR UPDATE OF l`.execute(tx);
      const [line] = rows;
      if (!line) return problem('not_found');
      if (line.state !== 'open' && line.state !== 'suggested')
        return problem('forbidden', { message: 'This charge has been assigned already.' });
      const chosen = purchaseId === null ? null : line.suggestions?.find((each) => each.purchaseId === purchaseId);
      if (chosen === undefined)
        return problem('forbidden', { message: 'This label was not suggested for the charge.' });
      await sql`UPDATE invoice_lines SET state = ${chosen ? 'matched' : 'own'}, match_by = ${chosen ? 'person' : null},
        purchase_id = ${chosen?.purchaseId ?? null}, shipper_tenant_id = ${chosen?.tenantId ?? null}, suggestions = NULL
      WHERE tenant_id = ${tenantId} AND id = ${lineId}`.execute(tx);
      const { toleranceMinor } = await readSettings(tx, tenantId);
      return ok({ accountId: line.account_id, slug: line.slug, toleranceMinor });
    },
  );
  if (!done.ok) return done;
  const scope = { tenantId, ...done.value };
  if (purchaseId === null) await auditOwnLines(db, scope);
  else await auditPurchases(db, scope, [purchaseId]);
  return ok(purchaseId === null ? 'own' : 'matched');
}
