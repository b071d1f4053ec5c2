/** The levels that labels were sold through, from the owner of the account down, and what each was charged for them since. */
import type { PassPolicy, SoldLevel } from '@scanship/domain/carrier-bills/bill-chain';
import type { MarkupRule } from '@scanship/domain/pricing/pricing';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { RULE_COLUMNS_OF_CASES, ruleOfRow } from './case-rules.ts';
import { groupBy } from './group-by.ts';
import { costLinesOf, readSales, type SaleRow } from './purchase-facts.ts';
import { readSettings } from './settings.ts';

export interface Level extends Omit<SoldLevel, 'rule' | 'paidSinceMinor'> {
  readonly policy: PassPolicy;
  readonly settingsVersion: number;
  readonly noticeDays: number;
}

/** A case as one level knows it; cancelled ones are not read. */
export interface LevelCase {
  readonly id: string;
  readonly purchase_id: string;
  readonly kind: string;
  readonly amount_minor: number;
  readonly lines: readonly PriceLine[];
  readonly state: 'notice' | 'disputed' | 'booked';
  readonly version: number;
}

export interface SoldLevels {
  /** By purchase, the owner's own sale first. */
  readonly levels: ReadonlyMap<string, readonly Level[]>;
  readonly cases: (tenantId: string, purchaseId: string) => readonly LevelCase[];
}

const readCases = async (tx: Tx, tenantId: string, purchaseIds: readonly string[]): Promise<readonly LevelCase[]> =>
  (
    await sql<LevelCase>`SELECT id, purchase_id, kind, amount_minor, lines, state, version FROM adjustments
      WHERE tenant_id = ${tenantId} AND purchase_id = ANY(${[...purchaseIds]}::uuid[]) AND case_id IS NOT NULL
        AND state <> 'cancelled' ORDER BY id`.execute(tx)
  ).rows;

/** Mark-ups that labels were sold with; runs as the seller. */
async function rulesOf(tx: Tx, sales: readonly SaleRow[]): Promise<(sale: SaleRow) => readonly MarkupRule[]> {
  const applied = (sale: SaleRow) =>
    sale.markup_versions.map((each) => (typeof each === 'string' ? { id: each } : each));
  const ids = [...new Set(sales.flatMap((sale) => applied(sale).map(({ id }) => id)))];
  const rows =
    ids.length === 0
      ? []
      : await tx.selectFrom('markup_rules').select(RULE_COLUMNS_OF_CASES).where('id', 'in', ids).execute();
  return (sale) =>
    applied(sale).flatMap((each, position) => {
      const row = rows.find(({ id }) => id === each.id);
      return row ? [ruleOfRow(row, position, each)] : [];
    });
}

/** Companies that are closed are charged and given back nothing: who sold to them bears it. */
async function closedOf(tx: Tx, levels: Iterable<readonly Level[]>): Promise<ReadonlySet<string>> {
  const buyers = [...new Set([...levels].flatMap((sold) => sold.map(({ to }) => to)))];
  if (buyers.length === 0) return new Set();
  await actAs(tx, { role: 'app_system' });
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM tenants WHERE id = ANY(${buyers}::uuid[]) AND state = 'closed'`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Reads each level as itself; works for `ownerId` before and afterwards. */
export async function soldLevels(tx: Tx, ownerId: string, purchaseIds: readonly string[]): Promise<SoldLevels> {
  const levels = new Map<string, Level[]>();
  const cases = new Map<string, ReadonlyMap<string, readonly LevelCase[]>>();
  let buyers = new Map(purchaseIds.length === 0 ? [] : [[ownerId, purchaseIds]]);
  while (buyers.size > 0) {
    const next = new Map<string, string[]>();
    for (const [tenantId, ids] of buyers) {
      await actAs(tx, { role: 'app_tenant', tenantId });
      cases.set(
        tenantId,
        groupBy(await readCases(tx, tenantId, ids), (each) => each.purchase_id),
      );
      const sales = [...(await readSales(tx, tenantId, ids)).values()].filter(
        (sale) => sale.from_tenant === tenantId && sale.to_tenant !== tenantId,
      );
      if (sales.length === 0) continue;
      const { policy, version, noticeDays } = await readSettings(tx, tenantId);
      const rules = await rulesOf(tx, sales);
      for (const sale of sales) {
        const level: Level = {
          from: tenantId,
          to: sale.to_tenant,
          costLines: costLinesOf(sale),
          lines: sale.lines,
          rules: rules(sale),
          policy,
          settingsVersion: version,
          noticeDays,
        };
        levels.set(sale.purchase_id, [...(levels.get(sale.purchase_id) ?? []), level]);
        next.set(sale.to_tenant, [...(next.get(sale.to_tenant) ?? []), sale.purchase_id]);
      }
    }
    buyers = next;
  }
  const closed = await closedOf(tx, levels.values());
  for (const [purchaseId, sold] of levels) {
    const end = sold.findIndex(({ to }) => closed.has(to));
    if (end !== -1) levels.set(purchaseId, sold.slice(0, end));
  }
  await actAs(tx, { role: 'app_tenant', tenantId: ownerId });
  return { levels, cases: (tenantId, purchaseId) => cases.get(tenantId)?.get(purchaseId) ?? [] };
}
