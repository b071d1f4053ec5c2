/** Whether a table that does not name its account may be of another one: the days and amounts of its lines stand there already. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { openList } from '../../platform/file-reading/packed-list.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { ReadBank } from './file-tasks.ts';

/** Fees and standing orders are alike in two accounts on a day; half of a statement is not. */
const ALIKE = 0.5;

/** Of the lines that are not here yet. Problem: `validation` with the name of the other account, which a person may go past. */
export async function checkElsewhere(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { documents }: Pick<ReadBank, 'documents'>,
): Promise<Outcome<void>> {
  const [days, amounts]: [string[], number[]] = [[], []];
  for (const { lines } of documents)
    for await (const piece of openList(lines))
      for (const { bookedOn, amount } of piece) {
        days.push(bookedOn);
        amounts.push(amount.minor);
      }
  const { rows } = await sql<{ name: string; alike: number; fresh: number }>`WITH fresh AS (
      SELECT DISTINCT t.day, t.minor FROM unnest(${days}::date[], ${amounts}::int8[]) AS t (day, minor)
      WHERE NOT EXISTS (SELECT FROM bank_lines l WHERE l.tenant_id = ${tenantId} AND l.account_id = ${accountId}
        AND l.booked_on = t.day AND l.amount_minor = t.minor AND l.state <> 'replaced'))
    SELECT a.name, count(DISTINCT (f.day, f.minor))::int AS alike, (SELECT count(*) FROM fresh)::int AS fresh
    FROM fresh f JOIN bank_accounts own ON own.tenant_id = ${tenantId} AND own.id = ${accountId}
    JOIN bank_accounts a ON a.tenant_id = own.tenant_id AND a.id <> own.id AND a.currency = own.currency
    JOIN bank_lines l ON l.tenant_id = a.tenant_id AND l.account_id = a.id AND l.booked_on = f.day AND l.amount_minor = f.minor
      AND l.state <> 'replaced'
    GROUP BY a.id, a.name ORDER BY alike DESC, a.name LIMIT 1`.execute(tx);
  const [most] = rows;
  if (!most || most.alike < most.fresh * ALIKE) return { ok: true, value: undefined };
  return problem('validation', {
    message: `Lines of this file that are in the account "${most.name}" too, with the same days and amounts: ${most.alike} of ${most.fresh}. The file does not say whose it is.`,
    advice: 'Look whether it belongs to that account. Nothing of the file was kept.',
    errors: [{ field: 'alike', code: 'other-account', message: 'It may be of another account.' }],
  });
}
