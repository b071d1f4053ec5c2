/** Everything that may lead to a row of `blobs`: whoever deletes rows or lets them move asks here. A test holds it to the foreign keys. */
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** By table, where the hash stands in a row `x` of it, whose blob is `b`. Pictures and evidence have no foreign key. */
const REFERRERS = {
  documents: 'x.blob = b.sha256',
  print_contents: 'x.blob = b.sha256',
  print_jobs: 'x.blob = b.sha256',
  order_imports: 'x.blob = b.sha256',
  product_imports: 'x.blob = b.sha256',
  invoice_papers: 'x.blob = b.sha256',
  bill_files: 'x.blob = b.sha256',
  rate_sheets: 'x.source_blob = b.sha256',
  rate_sheet_drafts: 'x.source_blob = b.sha256',
  idempotency_keys: 'x.answer_blob = b.sha256',
  products: 'x.picture = b.sha256',
  customer_settings: "x.more ->> 'logo' = b.sha256",
  buyer_page_settings: 'x.banner = b.sha256',
  branding: 'b.sha256 IN (SELECT value FROM jsonb_each_text(to_jsonb(x)))',
  disputes: "x.evidence -> 'file' ->> 'sha256' = b.sha256",
} as const;

export type Referrer = keyof typeof REFERRERS;
export const REFERRER_NAMES = Object.keys(REFERRERS).filter((name): name is Referrer => name in REFERRERS);

/** Condition for `blobs AS b`: nothing leads to it, apart from what is named. */
export const notReferred = (apartFrom: readonly Referrer[] = []) =>
  sql.join(
    REFERRER_NAMES.filter((name) => !apartFrom.includes(name)).map(
      (name) =>
        sql`NOT EXISTS (SELECT FROM ${sql.table(name)} x WHERE x.tenant_id = b.tenant_id AND ${sql.raw(REFERRERS[name])})`,
    ),
    sql` AND `,
  );

/**
 * Deletes those of these files that nothing leads to any more.
 * @param type only files of this media type
 * @returns their hashes
 */
export async function dropUnreferred(
  tx: Tx,
  tenantId: string,
  hashes: readonly string[],
  type?: string,
): Promise<readonly string[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ sha256: string }>`DELETE FROM blobs b WHERE b.tenant_id = ${tenantId}
      AND b.sha256 = ANY (${[...new Set(hashes)]}::text[]) ${type === undefined ? sql`` : sql`AND b.type = ${type}`}
      AND ${notReferred()} RETURNING b.sha256`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}
