/** Consecutive numbers of an account whose labels are numbered by the shipper (a rate sheet, an SSCC range). */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';

/**
 * Takes `count` numbers, in a transaction of its own under the owner: a number taken is never given again, whatever
 * becomes of the purchase, so two labels can never share one.
 */
export async function allotSerials(
  db: Database,
  ownerTenantId: string,
  accountId: string,
  count: number,
): Promise<Outcome<readonly number[]>> {
  if (!Number.isInteger(count) || count < 1 || count > 1000) throw new RangeError(`cannot allot ${count} numbers`);
  const row = await db.tenant({ tenantId: ownerTenantId }, (tx) =>
    tx
      .updateTable('carrier_accounts')
      .set({ next_serial: sql<number>`next_serial + ${count}` })
      .where('id', '=', accountId)
      .returning('next_serial')
      .executeTakeFirst(),
  );
  if (!row) return problem('not_found', { message: 'The carrier account is gone.' });
  return { ok: true, value: Array.from({ length: count }, (_, i) => row.next_serial - count + i) };
}
