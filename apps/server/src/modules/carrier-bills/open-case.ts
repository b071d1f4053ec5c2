/**
 * An accepted difference becomes a case: one row at every level that pays, under its own tenant, with what it is charged and
 * what it charges on. Nothing moves before the notice has passed; credits move at once.
 */
import {
  type CarrierDifference,
  passDown,
  passRuleOf,
  type SoldLevel,
} from '@scanship/domain/carrier-bills/bill-chain';
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import type { Sale } from '@scanship/domain/money/ledger';
import type { MarkupRule } from '@scanship/domain/pricing/pricing';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { RULE_COLUMNS_OF_CASES, ruleOfRow } from './case-rules.ts';
import { costLinesOf, readSales, type SaleRow } from './purchase-facts.ts';
import { readSettings } from './settings.ts';

export interface DecidedDifference {
  readonly id: string;
  readonly purchase_id: string | null;
  readonly kind: DifferenceKind;
  readonly minor: number;
  readonly tax_minor: number;
  readonly currency: string;
  readonly evidence: object;
}

/** Kinds a person reads on a statement. */
const LABELS: Readonly<Record<DifferenceKind, string>> = {
  weight: 'Weight correction',
  dimensions: 'Size correction',
  address_correction: 'Address correction',
  residential: 'Residential delivery',
  surcharge: 'Surcharge',
  fuel: 'Fuel surcharge',
  tax: 'Taxes',
  price: 'Price correction',
  duplicate: 'Billed twice',
  void_not_credited: 'Cancelled label',
  late_fee: 'Late payment',
  service_credit: 'Refund for late delivery',
  credit: 'Credit of the carrier',
  unknown: 'Carrier charge',
};
export const caseNote = (kind: string, trackingNumber: unknown): string => {
  const label = LABELS[kind as DifferenceKind] ?? 'Carrier charge';
  return typeof trackingNumber === 'string' ? `${label} ${trackingNumber}` : label;
};

async function rulesOf(tx: Tx, sale: SaleRow): Promise<readonly MarkupRule[]> {
  const applied = sale.markup_versions.map((each) => (typeof each === 'string' ? { id: each } : each));
  if (applied.length === 0) return [];
  const rows = await tx
    .selectFrom('markup_rules')
    .select(RULE_COLUMNS_OF_CASES)
    .where(
      'id',
      'in',
      applied.map(({ id }) => id),
    )
    .execute();
  return applied.flatMap((each, position) => {
    const row = rows.find(({ id }) => id === each.id);
    return row ? [ruleOfRow(row, position, each)] : [];
  });
}

interface Level extends SoldLevel {
  readonly noticeDays: number;
}

/** The sales of a purchase from the owner down, each read as its seller. Works for `home` again afterwards. */
async function levelsOf(tx: Tx, home: string, purchaseId: string, kind: DifferenceKind): Promise<readonly Level[]> {
  const levels: Level[] = [];
  let seller = home;
  for (;;) {
    await actAs(tx, { role: 'app_tenant', tenantId: seller });
    const sale = (await readSales(tx, seller, [purchaseId])).get(purchaseId);
    if (!sale || sale.from_tenant !== seller || sale.to_tenant === seller) break;
    const settings = await readSettings(tx, seller);
    levels.push({
      from: seller,
      to: sale.to_tenant,
      costLines: costLinesOf(sale),
      lines: sale.lines,
      rules: await rulesOf(tx, sale),
      rule: passRuleOf(settings.policy, kind),
      noticeDays: settings.noticeDays,
    });
    seller = sale.to_tenant;
  }
  await actAs(tx, { role: 'app_tenant', tenantId: home });
  return levels;
}

/**
 * Opens the case of a difference; part of the transaction that decides it, which works as the owner.
 * @param bear the owner bears it: nothing is passed on
 * @returns levels below the owner that are told
 */
export async function openCase(
  tx: Tx,
  owner: { readonly tenantId: string; readonly userId: string },
  difference: DecidedDifference,
  bear: boolean,
): Promise<{ readonly caseId: string; readonly told: number }> {
  const { tenantId } = owner;
  const levels =
    bear || difference.purchase_id === null
      ? []
      : await levelsOf(tx, tenantId, difference.purchase_id, difference.kind);
  const carrier: CarrierDifference = {
    kind: difference.kind,
    label: LABELS[difference.kind],
    currency: difference.currency,
    beforeTaxMinor: difference.minor - difference.tax_minor,
    taxMinor: difference.tax_minor,
  };
  const chain = passDown(tenantId, carrier, levels);
  const caseId = newId();
  const shipmentId = await shipmentOf(tx, tenantId, difference.purchase_id);
  const tenants = chain.map((sale) => sale.to);
  // Credits are never kept waiting.
  const days = (index: number): number =>
    (chain[index]?.price.minor ?? 0) <= 0 ? 0 : (levels[index - 1]?.noticeDays ?? 0);
  const longest = Math.max(0, ...chain.map((_, index) => days(index)));
  for (const [index, sale] of chain.entries()) {
    await actAs(tx, { role: 'app_tenant', tenantId: sale.to });
    await tx
      .insertInto('adjustments')
      .values(levelRow({ chain, index, sale, caseId, difference, owner, shipmentId, tenants, longest }))
      .execute();
  }
  await actAs(tx, { role: 'app_tenant', tenantId });
  return { caseId, told: chain.length - 1 };
}

async function shipmentOf(tx: Tx, tenantId: string, purchaseId: string | null): Promise<string | null> {
  if (purchaseId === null) return null;
  const row = await tx
    .selectFrom('bill_shipments')
    .select('shipment_id')
    .where('tenant_id', '=', tenantId)
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst();
  return row?.shipment_id ?? null;
}

interface RowFacts {
  readonly chain: readonly Sale[];
  readonly index: number;
  readonly sale: Sale;
  readonly caseId: string;
  readonly difference: DecidedDifference;
  readonly owner: { readonly userId: string };
  readonly shipmentId: string | null;
  readonly tenants: readonly string[];
  /** The whole case is booked together: everybody waits for the longest notice. */
  readonly longest: number;
}

const levelRow = ({ chain, index, sale, caseId, difference, owner, shipmentId, tenants, longest }: RowFacts) => {
  const next = chain[index + 1];
  return {
    tenant_id: sale.to,
    id: newId(),
    case_id: caseId,
    purchase_id: difference.purchase_id,
    // Whose difference it is, is known to the owner alone.
    difference_id: index === 0 ? difference.id : null,
    from_tenant: sale.from,
    to_tenant: next?.to ?? null,
    kind: difference.kind,
    amount_minor: sale.price.minor,
    passed_minor: next?.price.minor ?? 0,
    lines: json(sale.lines),
    passed_lines: json(next?.lines ?? []),
    currency: difference.currency,
    reason: LABELS[difference.kind],
    evidence: json(difference.evidence),
    shipment_id: shipmentId,
    levels: json(tenants),
    notice_until: sql<Date>`clock_timestamp() + make_interval(days => ${longest})`,
    due_at: index === 0 ? sql<Date>`clock_timestamp() + make_interval(days => ${longest})` : null,
    created_by: index === 0 ? owner.userId : null,
  };
};
