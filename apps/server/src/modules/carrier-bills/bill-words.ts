/** What people said that an account's words mean. */
import type { Tx } from '../../platform/database/database.ts';

/** What was said of an account's words. Runs as the owner. */
export async function readWords(tx: Tx, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('bill_words')
    .select(['label', 'charge_kind'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map((row) => [row.label, row.charge_kind]));
}
