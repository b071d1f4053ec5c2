/**
 * What is known of billed labels. The shipper's rows are read as the shipper, the owner's price as the owner: a price of a
 * level between them is not read here at all.
 */
import { splitPrice } from '@scanship/domain/money/ledger';
import type { Dimensions } from '@scanship/domain/values/measure';
import { money } from '@scanship/domain/money/money';
import type { Parcel, PriceLine } from '@scanship/domain/shipping/shipment';
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { groupBy } from './group-by.ts';

export interface PurchaseFacts {
  readonly purchaseId: string;
  readonly tenantId: string;
  readonly shipmentId: string;
  readonly grantId: string;
  readonly service: string | null;
  readonly serviceName: string | null;
  readonly shipDate: string | null;
  readonly boughtAt: Date;
  readonly voided: boolean;
  readonly trackingNumber: string | null;
  readonly packageName: string | null;
  readonly parcels: readonly Parcel[];
  readonly from: Address;
  readonly to: Address;
  readonly options: object;
}

interface FactRow {
  readonly id: string;
  readonly shipment_id: string;
  readonly grant_id: string;
  readonly service: string | null;
  readonly service_name: string | null;
  readonly ship_date: string | null;
  readonly created_at: Date;
  readonly voided: boolean;
  readonly from_address: Address;
  readonly to_address: Address;
  readonly options: object;
  readonly parcels: readonly {
    readonly no: number;
    readonly weight: number;
    readonly l: number | null;
    readonly w: number | null;
    readonly h: number | null;
    readonly tracking: string | null;
    readonly package: string | null;
  }[];
}

/** Runs as the shipper. */
async function factsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<readonly PurchaseFacts[]> {
  const { rows } = await sql<FactRow>`
    SELECT p.id, p.shipment_id, p.grant_id, p.service, s.service_name, s.ship_date::text AS ship_date, p.created_at, s.from_address, s.to_address, s.options,
      EXISTS (SELECT 1 FROM voids v WHERE v.tenant_id = p.tenant_id AND v.purchase_id = p.id
        AND v.state IN ('confirmed', 'complete') AND v.refund_state <> 'refused') AS voided,
      coalesce((SELECT jsonb_agg(jsonb_build_object('no', c.no, 'weight', c.weight_g, 'l', c.l_mm, 'w', c.w_mm, 'h', c.h_mm,
          'tracking', c.tracking_number, 'package', k.name) ORDER BY c.no)
        FROM parcels c LEFT JOIN packages k ON k.tenant_id = c.tenant_id AND k.id = c.package_id
        WHERE c.tenant_id = p.tenant_id AND c.purchase_id = p.id), '[]') AS parcels
    FROM purchases p JOIN shipments s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
    WHERE p.tenant_id = ${tenantId} AND p.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows.map((row) => ({
    purchaseId: row.id,
    tenantId,
    shipmentId: row.shipment_id,
    grantId: row.grant_id,
    service: row.service,
    serviceName: row.service_name,
    shipDate: row.ship_date,
    boughtAt: row.created_at,
    voided: row.voided,
    trackingNumber: row.parcels[0]?.tracking ?? null,
    packageName: row.parcels[0]?.package ?? null,
    parcels: row.parcels.map((parcel) => ({
      number: parcel.no,
      weightGrams: parcel.weight,
      ...(parcel.l && parcel.w && parcel.h
        ? { dimensions: { lengthMm: parcel.l, widthMm: parcel.w, heightMm: parcel.h } satisfies Dimensions }
        : {}),
    })),
    from: row.from_address,
    to: row.to_address,
    options: row.options,
  }));
}

export async function readFacts(
  db: Database,
  purchases: readonly { readonly purchaseId: string; readonly tenantId: string }[],
): Promise<ReadonlyMap<string, PurchaseFacts>> {
  const byTenant = groupBy(purchases, (each) => each.tenantId);
  const facts = new Map<string, PurchaseFacts>();
  for (const [tenantId, list] of byTenant) {
    const ids = list.map((each) => each.purchaseId);
    for (const one of await db.tenant({ tenantId }, (tx) => factsOf(tx, tenantId, ids), { readOnly: true }))
      facts.set(one.purchaseId, one);
  }
  return facts;
}

export interface SaleRow {
  readonly purchase_id: string;
  readonly from_tenant: string;
  readonly to_tenant: string;
  readonly cost_minor: number;
  readonly price_minor: number;
  readonly cost_tax_minor: number | null;
  readonly currency: string;
  readonly lines: readonly PriceLine[];
  readonly cost_lines: readonly PriceLine[] | null;
  readonly piece: number | null;
  readonly piece_weights: readonly number[] | null;
  readonly markup_versions: readonly (
    | string
    | { readonly id: string; readonly fixed?: number; readonly floor?: number | null; readonly cap?: number | null }
  )[];
}

/** What a level sold of these purchases, or bought for itself; runs as the level. One row for each. */
export async function readSales(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaleRow>> {
  const { rows } = await sql<SaleRow>`
    SELECT purchase_id, from_tenant, to_tenant, cost_minor, price_minor, cost_tax_minor, currency, lines, cost_lines, piece, piece_weights, markup_versions
    FROM price_chain WHERE tenant_id = ${tenantId} AND purchase_id = ANY(${[...ids]}::uuid[])
      AND (from_tenant = ${tenantId} OR to_tenant = ${tenantId})
    ORDER BY (from_tenant = ${tenantId}) DESC`.execute(tx);
  const sales = new Map<string, SaleRow>();
  for (const row of rows) if (!sales.has(row.purchase_id)) sales.set(row.purchase_id, row);
  return sales;
}

const totalOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, line) => sum + line.amount.minor, 0);

/** Lines of what the level itself paid; one line where only the sum is known, or the carrier charged another sum. */
export function costLinesOf(row: SaleRow): readonly PriceLine[] {
  const own = row.from_tenant === row.to_tenant;
  const quoted = own ? row.lines : (row.cost_lines ?? []);
  const weights = row.piece_weights ?? [];
  const lines =
    own || weights.length <= 1
      ? quoted
      : (splitPrice(money(totalOf(quoted), row.currency), quoted, weights)[(row.piece ?? 1) - 1]?.lines ?? []);
  if (lines.length > 0 && totalOf(lines) === row.cost_minor) return lines;
  const tax = row.cost_tax_minor ?? 0;
  const line = (kind: 'base' | 'tax', minor: number): PriceLine => ({
    kind,
    code: kind,
    label: kind === 'base' ? 'Shipping' : 'Tax',
    amount: money(minor, row.currency),
  });
  return [line('base', row.cost_minor - tax), ...(tax === 0 ? [] : [line('tax', tax)])];
}
