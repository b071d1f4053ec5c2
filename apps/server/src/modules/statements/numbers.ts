/** Numbers of invoices and credit notes: without a gap for each seller and year, because they are taken with the paper itself. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * The next numbers of a series, in order. The row stays locked until the transaction ends, so a number is used or never taken.
 * @param day any day of the year the papers belong to
 */
export async function takeNumbers(
  tx: Tx,
  sellerId: string,
  kind: 'invoice' | 'credit',
  day: string,
  prefix: string,
  count: number,
): Promise<readonly string[]> {
  const year = Number(day.slice(0, 4));
  const { rows } = await sql<{ next_no: number }>`
    INSERT INTO invoice_series AS s (tenant_id, kind, year, next_no) VALUES (${sellerId}, ${kind}, ${year}, 1 + ${count}::int)
    ON CONFLICT (tenant_id, kind, year) DO UPDATE SET next_no = s.next_no + ${count}::int RETURNING next_no`.execute(
    tx,
  );
  const next = rows[0]?.next_no ?? 1 + count;
  return Array.from(
    { length: count },
    (_, index) => `${prefix}-${year}-${String(next - count + index).padStart(6, '0')}`,
  );
}
