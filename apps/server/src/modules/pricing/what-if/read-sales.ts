/** Sales of a level as its own price chain keeps them, page by page; nothing of another level's book is read. */
import type { Json } from '@scanship/domain/values/json';
import type { KeptSale } from '@scanship/domain/pricing/pricing-recompute';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

export interface SoldPurchase {
  readonly purchaseId: string;
  readonly at: Date;
  readonly buyerId: string;
  readonly currency: string;
  readonly costMinor: number;
  readonly priceMinor: number;
  /** Taxes within; null: not known. */
  readonly costTaxMinor: number | null;
  readonly priceTaxMinor: number | null;
  readonly voided: boolean;
  /** Undefined for sales from before their facts were kept. */
  readonly kept: KeptSale | undefined;
  /** Rules that made the price, as stored. */
  readonly applied: readonly Json[];
}

export interface SalesWanted {
  readonly sellerId: string;
  readonly from: Date;
  /** Not included. */
  readonly until: Date;
  readonly withTest: boolean;
  /** Only these buyers, or all but these. */
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

interface Row {
  readonly key: string;
  readonly id: string;
  readonly purchase_id: string;
  readonly created_at: Date;
  readonly to_tenant: string;
  readonly currency: string;
  readonly cost_minor: number;
  readonly price_minor: number;
  readonly cost_tax_minor: number | null;
  readonly price_tax_minor: number | null;
  readonly voided: boolean;
  readonly carrier: string | null;
  readonly service: string | null;
  readonly zones: readonly string[] | null;
  readonly billable_g: number | null;
  readonly list_minor: number | null;
  readonly ship_day: string | null;
  readonly cost_lines: readonly PriceLine[] | null;
  readonly piece: number | null;
  readonly piece_weights: readonly number[] | null;
  readonly markup_versions: readonly Json[];
}

const PAGE = 5000;

const conditions = ({ sellerId, from, until, withTest, only, except }: SalesWanted) => sql`
  c.tenant_id = ${sellerId} AND c.from_tenant = ${sellerId} AND c.to_tenant <> ${sellerId}
  AND c.created_at >= ${from} AND c.created_at < ${until} AND (${withTest} OR NOT c.test)
  ${only ? sql`AND c.to_tenant = ANY (${[...only]}::uuid[])` : sql``}
  ${except && except.length > 0 ? sql`AND c.to_tenant <> ALL (${[...except]}::uuid[])` : sql``}`;

export const countSales = (db: Database, wanted: SalesWanted): Promise<number> =>
  db.tenant(
    { tenantId: wanted.sellerId },
    async (tx) => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM price_chain c WHERE ${conditions(wanted)}`.execute(tx);
      return rows[0]?.n ?? 0;
    },
    { readOnly: true },
  );

const readPage = async (
  tx: Tx,
  wanted: SalesWanted,
  after: { readonly key: string; readonly id: string } | undefined,
): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    SELECT c.created_at::text AS key, c.id, c.purchase_id, c.created_at, c.to_tenant, c.currency, c.cost_minor, c.price_minor,
           c.cost_tax_minor, c.price_tax_minor, c.carrier, c.service, c.zones, c.billable_g, c.list_minor, c.ship_day::text AS ship_day,
           c.cost_lines, c.piece, c.piece_weights, c.markup_versions,
           EXISTS (SELECT FROM entries e WHERE e.tenant_id = c.tenant_id AND e.source_kind = 'void'
             AND e.source_id = c.purchase_id AND e.kind = 'void') AS voided
    FROM price_chain c WHERE ${conditions(wanted)}
      ${after ? sql`AND (c.created_at, c.id) > (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
    ORDER BY c.created_at, c.id LIMIT ${PAGE}`.execute(tx);
  return rows;
};

const toSale = (row: Row): SoldPurchase => ({
  purchaseId: row.purchase_id,
  at: row.created_at,
  buyerId: row.to_tenant,
  currency: row.currency,
  costMinor: row.cost_minor,
  priceMinor: row.price_minor,
  costTaxMinor: row.cost_tax_minor,
  priceTaxMinor: row.price_tax_minor,
  voided: row.voided,
  applied: row.markup_versions,
  kept:
    row.cost_lines === null || row.carrier === null || row.service === null || row.ship_day === null
      ? undefined
      : {
          currency: row.currency,
          costLines: row.cost_lines,
          piece: row.piece ?? 1,
          weights: row.piece_weights ?? [1],
          listMinor: row.list_minor ?? undefined,
          purchase: {
            carrier: row.carrier,
            service: row.service,
            zones: row.zones ?? undefined,
            billableGrams: row.billable_g ?? undefined,
            listMinor: row.list_minor || undefined,
            day: row.ship_day,
          },
        },
});

/** Oldest first; every page in a transaction of its own, and none any more once `signal` fires. */
export async function* salesOf(
  db: Database,
  wanted: SalesWanted,
  signal: AbortSignal,
): AsyncGenerator<readonly SoldPurchase[]> {
  let after: { readonly key: string; readonly id: string } | undefined;
  while (!signal.aborted) {
    const from = after;
    const rows: readonly Row[] = await db.tenant({ tenantId: wanted.sellerId }, (tx) => readPage(tx, wanted, from), {
      readOnly: true,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toSale);
    if (rows.length < PAGE) return;
    after = { key: last.key, id: last.id };
  }
}
