/** What the platform has agreed with each franchise; superseded from a month on, never rewritten. */
import type { RoyaltyTerms } from '@scanship/domain/money/earnings';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

export interface HeldTerms extends RoyaltyTerms {
  readonly id: string;
  readonly franchiseId: string;
  readonly firstMonth: string;
}

/** Newest first. Runs as the platform. */
export const readRoyaltyTerms = async (tx: Tx, platformId: string): Promise<readonly HeldTerms[]> => {
  const rows = await tx
    .selectFrom('royalty_terms')
    .selectAll()
    .where('tenant_id', '=', platformId)
    .orderBy('first_month', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    franchiseId: row.franchise_id,
    basis: row.basis,
    rateBp: row.rate_bp,
    perLabelMinor: row.per_label_minor,
    minimumMinor: row.minimum_minor,
    currency: row.currency,
    firstMonth: row.first_month,
  }));
};

/** Problems: `validation` for a month that is closed already. Runs as the platform. */
export const addRoyaltyTerms = async (
  tx: Tx,
  platformId: string,
  terms: Omit<HeldTerms, 'id'>,
  createdBy: string | null,
): Promise<Outcome<void>> => {
  const closed = await tx
    .selectFrom('month_closes')
    .select('month')
    .where('tenant_id', '=', platformId)
    .where('state', '<>', 'due')
    .where('month', '>=', terms.firstMonth)
    .executeTakeFirst();
  if (closed)
    return problem('validation', {
      errors: [
        { field: 'firstMonth', code: 'closed', message: 'That month is closed. Choose a month that is still open.' },
      ],
    });
  await tx
    .insertInto('royalty_terms')
    .values({
      tenant_id: platformId,
      id: newId(),
      franchise_id: terms.franchiseId,
      basis: terms.basis,
      rate_bp: terms.rateBp,
      per_label_minor: terms.perLabelMinor,
      minimum_minor: terms.minimumMinor,
      currency: terms.currency,
      first_month: terms.firstMonth,
      created_by: createdBy,
    })
    .execute();
  return { ok: true, value: undefined };
};
