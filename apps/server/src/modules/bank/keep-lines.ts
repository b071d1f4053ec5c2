/** Keeps each line of a statement once, some days at a time, so that others are answered in between. */
import type { BankBalance, BankLine } from '@scanship/domain/bank/bank-line';
import { type KeptLine, newLines } from '@scanship/domain/bank/new-lines';
import { type Selectable, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { openList, type PackedList } from '../../platform/file-reading/packed-list.ts';
import type { ReadBank } from './file-tasks.ts';

interface Home {
  readonly tenantId: string;
  readonly accountId: string;
}

const firstDay = (balances: readonly (BankBalance | undefined)[]): BankBalance | undefined =>
  balances.filter((each) => each !== undefined).toSorted((a, b) => (a.day < b.day ? -1 : 1))[0];
const lastDay = (balances: readonly (BankBalance | undefined)[]): BankBalance | undefined =>
  balances.filter((each) => each !== undefined).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];

/** Under the lock of the account, so that two files at once do not both find a line missing. */
export async function keepFile(
  tx: Tx,
  { tenantId, userId }: Pick<RequestContext, 'tenantId' | 'userId'>,
  {
    accountId,
    fileName,
    number,
  }: { readonly accountId: string; readonly fileName: string; readonly number: string | null },
  read: ReadBank,
): Promise<Selectable<Schema['bank_files']>> {
  const opening = firstDay(read.heads.map((each) => each.opening));
  const closing = lastDay(read.heads.map((each) => each.closing));
  const { id } = await tx
    .insertInto('bank_files')
    .values({
      tenant_id: tenantId,
      id: newId(),
      account_id: accountId,
      file_name: fileName.slice(0, 200),
      account_number: number,
      source: [...new Set(read.documents.map(({ source }) => source))].join(' '),
      lines: 0,
      known: read.count,
      pending: read.heads.reduce((sum, { pending }) => sum + pending, 0),
      faults: json([...read.faults]),
      fault_count: read.faultCount,
      from_day: read.fromDay,
      to_day: read.toDay,
      opening_day: opening?.day ?? null,
      opening_minor: opening?.minor ?? null,
      closing_day: closing?.day ?? null,
      closing_minor: closing?.minor ?? null,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let fresh = 0;
  for (const document of read.documents)
    for await (const lines of wholeDays(document.lines))
      fresh += await keepLines(tx, { tenantId, accountId }, { id, source: document.source }, lines);
  return tx
    .updateTable('bank_files')
    .set({ lines: fresh, known: read.count - fresh })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lines of a day are judged together. */
async function* wholeDays(list: PackedList<BankLine>): AsyncGenerator<readonly BankLine[]> {
  let waiting: readonly BankLine[] = [];
  for await (const piece of openList(list)) {
    waiting = [...waiting, ...piece];
    const last = waiting.at(-1)?.bookedOn;
    const whole = waiting.findLastIndex(({ bookedOn }) => bookedOn !== last) + 1;
    if (whole === 0) continue;
    yield waiting.slice(0, whole);
    waiting = waiting.slice(whole);
  }
  if (waiting.length > 0) yield waiting;
}

/** @returns how many were not here */
async function keepLines(
  tx: Tx,
  home: Home,
  file: { readonly id: string; readonly source: string },
  lines: readonly BankLine[],
): Promise<number> {
  let judged = newLines(lines, await keptBeside(tx, home, lines), file.source);
  // What somebody decided about since it was read is judged again as decided.
  while (!(await areOpen(tx, home, judged.replaced)))
    judged = newLines(lines, await keptBeside(tx, home, lines), file.source);
  const { fresh, replaced } = judged;
  if (replaced.length > 0)
    await tx
      .updateTable('bank_lines')
      .set({ state: 'replaced', replaced_by: file.id })
      .where('tenant_id', '=', home.tenantId)
      .where('account_id', '=', home.accountId)
      .where('line_key', 'in', [...replaced])
      .execute();
  for (let from = 0; from < fresh.length; from += LINES_PER_STATEMENT)
    await tx
      .insertInto('bank_lines')
      .values(
        fresh.slice(from, from + LINES_PER_STATEMENT).map((line) => ({
          tenant_id: home.tenantId,
          id: newId(),
          account_id: home.accountId,
          file_id: file.id,
          line_key: line.key,
          part_of: line.partOf,
          source: file.source,
          notice: line.notice ?? '',
          booked_on: line.bookedOn,
          value_on: line.valueOn,
          amount_minor: line.amount.minor,
          currency: line.amount.currency,
          party: line.name,
          party_account: line.account,
          text: line.text,
          reference: line.reference,
          bank_ref: line.bankRef,
        })),
      )
      .execute();
  return fresh.length;
}
const LINES_PER_STATEMENT = 1_000;

/** Whether nobody decided about these; locks them, so that nobody does until their parts stand in their place. */
async function areOpen(tx: Tx, { tenantId, accountId }: Home, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true;
  const open = await tx
    .selectFrom('bank_lines')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('line_key', 'in', [...keys])
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute();
  return open.length === keys.length;
}

/** Lines of the same days: a line and its parts never stand on two. */
async function keptBeside(
  tx: Tx,
  { tenantId, accountId }: Home,
  lines: readonly BankLine[],
): Promise<readonly KeptLine[]> {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const { rows } =
    await sql<KeptLine>`SELECT line_key AS key, booked_on::text AS "bookedOn", amount_minor AS minor, source,
      concat_ws(' ', party, text, reference) AS text, party <> '' AS named, part_of AS "partOf", notice,
      CASE state WHEN 'open' THEN 'open' WHEN 'replaced' THEN 'gone' ELSE 'decided' END AS state
    FROM bank_lines WHERE tenant_id = ${tenantId} AND account_id = ${accountId}
      AND booked_on BETWEEN ${days[0] ?? ''}::date AND ${days.at(-1) ?? ''}::date ORDER BY booked_on, id`.execute(tx);
  return rows;
}
