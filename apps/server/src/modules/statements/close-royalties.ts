/**
 * What the platform asks of its franchises for a month. A share needs the franchise's revenue, so its own month is closed
 * first; what it is a share of is read in the franchise's book and stays there.
 */
import { royaltyOf } from '@scanship/domain/money/earnings';
import { money } from '@scanship/domain/money/money';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { bookCharge } from '../billing/index.ts';
import type { ClosingMonth } from './close-invoices.ts';
import { type HeldTerms, readRoyaltyTerms } from './royalty-terms.ts';

/** Terms that hold in a month: of each franchise and currency the latest. */
export const termsIn = (all: readonly HeldTerms[], month: string): readonly HeldTerms[] => {
  const latest = new Map<string, HeldTerms>();
  for (const terms of all) {
    const key = `${terms.franchiseId}/${terms.currency}`;
    if (terms.firstMonth <= month && !latest.has(key)) latest.set(key, terms);
  }
  return [...latest.values()].filter((terms) => terms.rateBp > 0 || terms.perLabelMinor > 0 || terms.minimumMinor > 0);
};

/** Franchises whose own month must be closed before the royalty of `month` can be reckoned. */
export const franchisesWithRoyalty = async (tx: Tx, platformId: string, month: string): Promise<readonly string[]> => [
  ...new Set(termsIn(await readRoyaltyTerms(tx, platformId), month).map(({ franchiseId }) => franchiseId)),
];

interface Month {
  readonly labels: number;
  readonly revenueMinor: number;
  readonly marginMinor: number;
}

const earnedBy = async (tx: Tx, franchiseId: string, month: string, currency: string): Promise<Month> => {
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  const row = await tx
    .selectFrom('invoice_earnings')
    .select(({ fn }) => [
      fn.sum<string | null>('labels').as('labels'),
      fn.sum<string | null>('revenue_minor').as('revenue'),
      fn.sum<string | null>('margin_minor').as('margin'),
    ])
    .where('tenant_id', '=', franchiseId)
    .where('month', '=', month)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return {
    labels: Number(row?.labels ?? 0),
    revenueMinor: Number(row?.revenue ?? 0),
    marginMinor: Number(row?.margin ?? 0),
  };
};

/** Reckons and books the royalties of a month, once. Runs as the platform, in the transaction that moves the stage. */
export async function bookRoyalties(tx: Tx, closing: ClosingMonth): Promise<void> {
  const platformId = closing.seller.id;
  const all = termsIn(await readRoyaltyTerms(tx, platformId), closing.month);
  for (const terms of all.toSorted((a, b) => (a.franchiseId < b.franchiseId ? -1 : 1))) {
    const earned = await earnedBy(tx, terms.franchiseId, closing.month, terms.currency);
    await actAs(tx, { role: 'app_tenant', tenantId: platformId });
    const royalty = royaltyOf(terms, earned);
    const id = newId();
    await tx
      .insertInto('royalties')
      .values({
        tenant_id: platformId,
        id,
        month: closing.month,
        franchise_id: terms.franchiseId,
        currency: terms.currency,
        basis: terms.basis,
        rate_bp: terms.rateBp,
        share_minor: royalty.shareMinor,
        labels_minor: royalty.labelsMinor,
        top_up_minor: royalty.topUpMinor,
        total_minor: royalty.totalMinor,
      })
      .execute();
    if (royalty.totalMinor === 0) continue;
    await bookCharge(
      tx,
      {
        homeTenantId: platformId,
        kind: 'royalty',
        source: { kind: 'royalty', id, occurredAt: new Date(closing.endsAt.getTime() - 1) },
      },
      { from: platformId, to: terms.franchiseId, price: money(royalty.totalMinor, terms.currency), lines: [] },
    );
  }
}
