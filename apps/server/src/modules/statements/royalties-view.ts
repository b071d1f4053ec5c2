/** Royalty terms of every franchise and what they came to. */
import type { RoyaltyData } from '@scanship/contracts/money/commissions';
import { money } from '@scanship/domain/money/money';
import type { Database } from '../../platform/database/database.ts';
import { readRoyaltyTerms } from './royalty-terms.ts';
import { readBuyers } from './seller.ts';

const SHOWN = 300;

export async function readRoyalties(db: Database, platformId: string): Promise<RoyaltyData> {
  const franchises = await readBuyers(db, platformId);
  const { terms, rows } = await db.tenant(
    { tenantId: platformId },
    async (tx) => ({
      terms: await readRoyaltyTerms(tx, platformId),
      rows: await tx
        .selectFrom('royalties')
        .selectAll()
        .where('tenant_id', '=', platformId)
        .orderBy('month', 'desc')
        .orderBy('id')
        .limit(SHOWN)
        .execute(),
    }),
    { readOnly: true },
  );
  return {
    franchises: [...franchises.values()]
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name, currency }) => {
        const held = terms.find(({ franchiseId }) => franchiseId === id);
        return {
          id,
          name,
          currency,
          terms: held
            ? {
                basis: held.basis,
                rateBp: held.rateBp,
                perLabelMinor: held.perLabelMinor,
                minimumMinor: held.minimumMinor,
                currency: held.currency,
                firstMonth: held.firstMonth,
              }
            : null,
        };
      }),
    months: rows.map((row) => ({
      id: row.id,
      month: row.month,
      franchiseId: row.franchise_id,
      franchiseName: franchises.get(row.franchise_id)?.name ?? '',
      share: money(row.share_minor, row.currency),
      labels: money(row.labels_minor, row.currency),
      topUp: money(row.top_up_minor, row.currency),
      total: money(row.total_minor, row.currency),
    })),
  };
}
