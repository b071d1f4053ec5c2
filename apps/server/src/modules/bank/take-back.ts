/** Takes a statement back that was read wrongly or is of another account: as if it had never been uploaded. */
import { toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

const NAMED_LINES = 3;

interface TakenBack {
  readonly lines: number;
  readonly told: Readonly<Record<string, string>>;
}

/**
 * Problems: `not_found`, `stale_version` for one that is taken back already, `validation` while lines of it are matched, which books
 * money: these are undone first, one by one.
 */
export const takeBackFile = (
  db: Database,
  { tenantId, userId }: Pick<RequestContext, 'tenantId' | 'userId'>,
  fileId: string,
): Promise<Outcome<TakenBack>> =>
  allOrNothing(db, { tenantId }, async (tx): Promise<Outcome<TakenBack>> => {
    const found = await lockFile(tx, tenantId, fileId);
    if (!found) return problem('not_found');
    if (found.taken_back_at !== null) return problem('stale_version');
    const lines = await tx
      .selectFrom('bank_lines')
      .select(['state', 'booked_on', 'amount_minor', 'currency', 'party', 'text'])
      .where('tenant_id', '=', tenantId)
      .where('file_id', '=', fileId)
      .where('state', '<>', 'replaced')
      .orderBy('id')
      .forUpdate()
      .execute();
    const matched = lines.filter(({ state }) => state === 'matched');
    if (matched.length > 0) {
      const named = matched
        .slice(0, NAMED_LINES)
        .map(({ booked_on: day, amount_minor: minor, currency, party, text }) => {
          const amount = `${toDecimal({ minor, currency })} ${currency}`;
          return [day, amount, (party || text).slice(0, 40)].filter((each) => each !== '').join(' ');
        });
      return problem('validation', {
        message: `Matched lines of this statement: ${matched.length}. Undo them first: ${named.join('; ')}${matched.length > NAMED_LINES ? ' …' : ''}`,
        advice: 'Choose Matched under Lines, and Undo at each.',
        errors: [{ field: 'id', code: 'matched', message: 'Lines are matched.' }],
      });
    }
    // Its keys are free again, so that its lines can come in another file.
    await sql`UPDATE bank_lines SET state = 'replaced', replaced_by = NULL, line_key = 't|' || id || '|' || line_key
      WHERE tenant_id = ${tenantId} AND file_id = ${fileId}`.execute(tx);
    await tx
      .updateTable('bank_lines')
      .set({ state: 'open', replaced_by: null })
      .where('tenant_id', '=', tenantId)
      .where('replaced_by', '=', fileId)
      .where('state', '=', 'replaced')
      .execute();
    await tx
      .updateTable('bank_files')
      .set({ taken_back_at: sql<Date>`clock_timestamp()`, taken_back_by: userId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', fileId)
      .execute();
    await forget(tx, tenantId, found);
    return ok({ lines: lines.length, told: { name: found.file_name, lines: String(lines.length) } });
  });

/** With its account locked first, as an upload does. */
async function lockFile(tx: Tx, tenantId: string, id: string) {
  const file = await tx
    .selectFrom('bank_files')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file) return undefined;
  await tx
    .selectFrom('bank_accounts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', file.account_id)
    .forUpdate()
    .executeTakeFirst();
  return tx
    .selectFrom('bank_files')
    .select(['account_id', 'file_name', 'source', 'taken_back_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What was learned from it and may be why it is taken back: what its columns are, and the number of the account, which is as a file that stands names it. */
async function forget(
  tx: Tx,
  tenantId: string,
  { account_id: accountId, source }: { readonly account_id: string; readonly source: string },
): Promise<void> {
  if (source.startsWith('table:'))
    await tx
      .deleteFrom('bank_mappings')
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .where('header_key', '=', source.slice('table:'.length))
      .execute();
  await sql`UPDATE bank_accounts AS a SET number = (SELECT f.account_number FROM bank_files AS f
      WHERE f.tenant_id = a.tenant_id AND f.account_id = a.id AND f.taken_back_at IS NULL AND f.account_number IS NOT NULL
      ORDER BY f.created_at, f.id LIMIT 1)
    WHERE a.tenant_id = ${tenantId} AND a.id = ${accountId}`.execute(tx);
}
