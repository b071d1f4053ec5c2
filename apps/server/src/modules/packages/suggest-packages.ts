/** Which boxes the open units of orders go into: sizes from the products, the arithmetic from the domain. */
import type { PackageEntry, PackageSuggestion } from '@scanship/contracts/products/packages';
import { type PackBox, type PackItem, type Packing, suggestPacking } from '@scanship/domain/shipping/packing';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { readPackages } from './package-rows.ts';

interface LineRow {
  readonly order_id: string;
  readonly line: number;
  readonly title: string;
  readonly units: number;
  readonly grams: number | null;
  readonly l_mm: number | null;
  readonly w_mm: number | null;
  readonly h_mm: number | null;
}

/** Open lines with what the product says of their size; by the line's product, else by its SKU. */
async function openLines(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, LineRow[]>> {
  const { rows } = await sql<LineRow>`SELECT i.order_id, i.line, i.title,
      (i.qty - i.qty_cancelled - i.qty_allocated)::int AS units, coalesce(nullif(i.weight_g, 0), p.weight_g) AS grams,
      nullif(p.l_mm, 0) AS l_mm, nullif(p.w_mm, 0) AS w_mm, nullif(p.h_mm, 0) AS h_mm
    FROM order_items i LEFT JOIN products p ON p.tenant_id = i.tenant_id AND i.sku_key <> '' AND p.sku_key = i.sku_key
    WHERE i.order_id = ANY (${orderIds}::uuid[]) AND i.qty - i.qty_cancelled - i.qty_allocated > 0
    ORDER BY i.order_id, i.line`.execute(tx);
  const byOrder = new Map<string, LineRow[]>();
  for (const row of rows) byOrder.set(row.order_id, [...(byOrder.get(row.order_id) ?? []), row]);
  return byOrder;
}

const toItem = ({ line, units, grams, l_mm, w_mm, h_mm }: LineRow): PackItem => ({
  line,
  quantity: units,
  grams: grams === 0 ? null : grams,
  dimensions:
    l_mm === null || w_mm === null || h_mm === null ? null : { lengthMm: l_mm, widthMm: w_mm, heightMm: h_mm },
});

const toBox = (entry: PackageEntry): PackBox => ({
  id: entry.id,
  room: entry.inner ?? entry.outer,
  tareGrams: entry.tareGrams,
  maxGrams: entry.maxGrams,
  costMinor: entry.cost?.minor ?? 0,
});

function noteOf(packing: Packing, lines: readonly LineRow[]): string | null {
  const unsized = lines.filter((row) => row.l_mm === null || row.w_mm === null || row.h_mm === null);
  if (packing.basis === 'default-box')
    return unsized.length === 0
      ? 'Too many units to place one by one: the default package, by weight alone.'
      : `${unsized.length === 1 ? `“${unsized[0]?.title}” has` : `${unsized.length} items have`} no dimensions: the default package, by weight alone. Add dimensions to the products for a better choice.`;
  if (packing.basis !== 'none') return null;
  const title = lines.find(({ line }) => line === packing.line)?.title;
  switch (packing.reason) {
    case 'nothing':
      return 'Nothing is left to ship.';
    case 'no-box':
      return 'There is no package to choose from. Add one in the package manager.';
    case 'too-large':
      return `“${title}” fits into none of your packages. Add a larger one, or type the size of the parcel.`;
    case 'too-heavy':
      return `“${title}” is too heavy for every package it fits into.`;
    default:
      return 'Too many units to suggest packages for.';
  }
}

/**
 * Suggests parcels for each order. Carriers' packagings are left to people and rules: whether one may be used hangs on the
 * service, which is not chosen yet.
 */
export async function suggestForOrders(tx: Tx, orderIds: readonly string[]): Promise<PackageSuggestion[]> {
  const [packages, lines] = await Promise.all([readPackages(tx, (slug) => slug), openLines(tx, orderIds)]);
  const byId = new Map(packages.map((entry) => [entry.id, entry]));
  const boxes = packages.filter(({ kind }) => kind === 'own').map(toBox);
  const fallback = packages.find(({ isDefault }) => isDefault);
  return orderIds.map((orderId) => {
    const own = lines.get(orderId) ?? [];
    const packing = suggestPacking(own.map(toItem), boxes, fallback ? toBox(fallback) : null);
    const parcels = packing.basis === 'none' ? [] : packing.parcels;
    return {
      orderId,
      basis: packing.basis,
      note: noteOf(packing, own),
      parcels: parcels.flatMap(({ boxId, items, weightGrams }) => {
        const entry = byId.get(boxId);
        return entry
          ? {
              packageId: entry.id,
              packageName: entry.name,
              items: items.map((item) => ({ ...item })),
              weightGrams,
              dimensions: entry.outer,
              packaging: entry.presetCode,
            }
          : [];
      }),
    };
  });
}
