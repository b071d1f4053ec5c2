/** Rows of `packages` as the calls answer them. */
import type { PackageEntry } from '@scanship/contracts/products/packages';
import type { Dimensions } from '@scanship/domain/values/measure';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

interface PackageRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'own' | 'preset';
  readonly slug: string | null;
  readonly preset_code: string | null;
  readonly inner_l_mm: number | null;
  readonly inner_w_mm: number | null;
  readonly inner_h_mm: number | null;
  readonly outer_l_mm: number;
  readonly outer_w_mm: number;
  readonly outer_h_mm: number;
  readonly tare_g: number;
  readonly max_g: number | null;
  readonly cost_minor: number | null;
  readonly currency: string | null;
  readonly is_default: boolean;
  readonly version: number;
}

/** Name of a carrier for people. */
export type CarrierName = (slug: string) => string;

const innerOf = (row: PackageRow): Dimensions | null =>
  row.inner_l_mm === null || row.inner_w_mm === null || row.inner_h_mm === null
    ? null
    : { lengthMm: row.inner_l_mm, widthMm: row.inner_w_mm, heightMm: row.inner_h_mm };

const toEntry = (row: PackageRow, nameOf: CarrierName): PackageEntry => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  carrier: row.slug,
  carrierName: row.slug === null ? null : nameOf(row.slug),
  presetCode: row.preset_code,
  inner: innerOf(row),
  outer: { lengthMm: row.outer_l_mm, widthMm: row.outer_w_mm, heightMm: row.outer_h_mm },
  tareGrams: row.tare_g,
  maxGrams: row.max_g,
  cost: row.cost_minor === null || row.currency === null ? null : { minor: row.cost_minor, currency: row.currency },
  isDefault: row.is_default,
  version: row.version,
});

/** All in use, the default first, then by name. */
export async function readPackages(tx: Tx, nameOf: CarrierName): Promise<PackageEntry[]> {
  const { rows } = await sql<PackageRow>`SELECT id, name, kind, slug, preset_code, inner_l_mm, inner_w_mm, inner_h_mm,
      outer_l_mm, outer_w_mm, outer_h_mm, tare_g, max_g, cost_minor, currency, is_default, version
    FROM packages WHERE archived_at IS NULL ORDER BY is_default DESC, lower(name), id`.execute(tx);
  return rows.map((row) => toEntry(row, nameOf));
}

/** One in use, or undefined. */
export async function readPackage(tx: Tx, id: string, nameOf: CarrierName): Promise<PackageEntry | undefined> {
  return (await readPackages(tx, nameOf)).find((each) => each.id === id);
}
