/** What a draft would have done to the labels of the last 30 days: both lists price what was really bought on the account. */
import { SHEET_EFFECT_DAYS, type SheetEffect } from '@scanship/contracts/carriers/rate-sheet-changes';
import { rateShipment } from '@scanship/domain/rating/rate-shipment';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type PurchaseFacts, readFacts } from '../carrier-bills/index.ts';

const MOST_LABELS = 1_000;
const MOST_SHOWN = 20;
const DAY_MS = 86_400_000;

interface Bought {
  readonly purchaseId: string;
  readonly tenantId: string;
}

/** The newest purchases on an account. The owner's book names carrier and buyer; the account is known to the buyer alone. */
async function readBought(
  db: Database,
  owner: { readonly tenantId: string },
  account: { readonly id: string; readonly slug: string },
  now: Date,
): Promise<readonly PurchaseFacts[]> {
  const since = new Date(now.getTime() - SHEET_EFFECT_DAYS * DAY_MS);
  const { rows } = await db.tenant(
    owner,
    (tx) =>
      sql<Bought>`SELECT purchase_id AS "purchaseId", to_tenant AS "tenantId" FROM price_chain
        WHERE tenant_id = ${owner.tenantId} AND from_tenant = ${owner.tenantId} AND created_at >= ${since} AND carrier = ${account.slug}
        ORDER BY created_at DESC, id DESC LIMIT ${MOST_LABELS}`.execute(tx),
    { readOnly: true },
  );
  const grants = new Set<string>();
  for (const tenantId of new Set(rows.map((row) => row.tenantId)))
    for (const { id } of await db.tenant(
      { tenantId },
      (tx) => tx.selectFrom('account_grants').select('id').where('account_id', '=', account.id).execute(),
      { readOnly: true },
    ))
      grants.add(id);
  const facts = await readFacts(db, rows);
  return rows.flatMap(({ purchaseId }) => {
    const fact = facts.get(purchaseId);
    return fact && !fact.voided && grants.has(fact.grantId) ? [fact] : [];
  });
}

/** Minor units with taxes; undefined where the list has no price. */
function priceOf(sheet: RateSheet, facts: PurchaseFacts): number | undefined {
  if (facts.service === null || facts.parcels.length === 0) return undefined;
  const { offers } = rateShipment(
    sheet,
    {
      from: facts.from,
      to: facts.to,
      parcels: facts.parcels,
      shipDate: facts.shipDate ?? facts.boughtAt.toISOString().slice(0, 10),
      options: facts.options,
      references: [],
      language: 'en',
    },
    [facts.service],
  );
  return offers[0]?.total.minor;
}

export async function readSheetEffect(
  db: Database,
  owner: { readonly tenantId: string },
  account: { readonly id: string; readonly slug: string },
  lists: { readonly before: RateSheet; readonly after: RateSheet },
  now: Date,
): Promise<SheetEffect> {
  const priced = (await readBought(db, owner, account, now)).flatMap((facts) => {
    const before = priceOf(lists.before, facts);
    return before === undefined ? [] : [{ facts, before, after: priceOf(lists.after, facts) }];
  });
  const both = priced.flatMap(({ before, after }) => (after === undefined ? [] : [{ before, after }]));
  const sum = (of: (row: (typeof both)[number]) => number): number => both.reduce((total, row) => total + of(row), 0);
  const size = ({ before, after }: { readonly before: number; readonly after: number | undefined }): number =>
    after === undefined ? Infinity : Math.abs(after - before);
  return {
    days: SHEET_EFFECT_DAYS,
    currency: lists.after.settings.currency,
    labels: both.length,
    beforeMinor: sum(({ before }) => before),
    afterMinor: sum(({ after }) => after),
    higher: both.filter(({ before, after }) => after > before).length,
    lower: both.filter(({ before, after }) => after < before).length,
    unpriced: priced.length - both.length,
    labelsMost: priced
      .filter(({ before, after }) => before !== after)
      .toSorted((a, b) => size(b) - size(a))
      .slice(0, MOST_SHOWN)
      .map(({ facts, before, after }) => ({
        trackingNumber: facts.trackingNumber,
        service: facts.serviceName ?? facts.service ?? '',
        beforeMinor: before,
        afterMinor: after ?? null,
      })),
  };
}
