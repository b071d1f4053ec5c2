/** Takes a bank's file: read in a thread, its columns mapped where they are not known, each line kept once. */
import { bankMapping, type BankMappingDto } from '@scanship/contracts/money/bank';
import { type BankBalance, type BankLine, type KeptLine, newLines } from '@scanship/domain/bank/bank-line';
import { type BankMapping, isWholeMapping } from '@scanship/domain/bank/bank-table';
import { ok } from '@scanship/domain/values/result';
import { type Selectable, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import { openWhole } from '../../platform/file-reading/packed-list.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { BankHead, OpenedBankTable, ReadBank } from './file-tasks.ts';

export type Uploaded =
  | { readonly file: Selectable<Schema['bank_files']> }
  | { readonly toMap: Pick<OpenedBankTable, 'headers' | 'sample'> & { readonly mapping: BankMapping } };

function mappingOf(text: string | undefined): BankMappingDto | undefined | 'bad' {
  if (text === undefined || text === '') return undefined;
  try {
    const value = bankMapping.safeParse(JSON.parse(text));
    return value.success && isWholeMapping(value.data) ? value.data : 'bad';
  } catch {
    // Not JSON: said like any other wrong field.
    return 'bad';
  }
}

const unmapped = () =>
  problem('validation', {
    errors: [{ field: 'mapping', code: 'mapping', message: 'Say which columns hold the day and the amount.' }],
  });

/**
 * Problems: `not_found` (no such account), `file_unreadable` and `file_too_large` with a sentence, `validation` for a mapping
 * that says too little and for the statement of another account.
 */
export async function uploadBank(
  { db, files }: { readonly db: Database; readonly files: FileReader },
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  accountId: string,
  { bytes, fileName }: UploadedFile,
  wish: { readonly mapping?: string | undefined; readonly remap: boolean },
): Promise<Outcome<Uploaded>> {
  const given = mappingOf(wish.mapping);
  if (given === 'bad') return unmapped();
  const account = await db.tenant(ctx, (tx) =>
    tx
      .selectFrom('bank_accounts')
      .select('currency')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', accountId)
      .executeTakeFirst(),
  );
  if (!account) return problem('not_found', { message: 'This is not a bank account of yours.' });
  const { currency } = account;
  const opened = await files.read(ctx, 'openBank', { bytes, fileName, currency });
  if (!opened.ok) return opened;
  const table = opened.value;
  const mapping = table && (given ?? (await remembered(db, ctx.tenantId, accountId, table.headerKey)));
  if (table && (!mapping || (wish.remap && !given)))
    return ok({ toMap: { headers: table.headers, sample: table.sample, mapping: mapping ?? table.suggestion } });
  const read = await files.read(ctx, 'readBank', { bytes, fileName, currency, mapping: mapping ?? undefined });
  if (!read.ok) return read;
  const lines = openWhole(read.value.lines);
  return allOrNothing(db, ctx, async (tx) => {
    const own = await belongs(tx, ctx.tenantId, accountId, read.value, lines);
    if (!own.ok) return own;
    if (table && mapping) await remember(tx, ctx.tenantId, accountId, table.headerKey, mapping);
    return ok({ file: await keep(tx, ctx, { accountId, fileName }, read.value, lines) });
  });
}

async function remembered(db: Database, tenantId: string, accountId: string, headerKey: string) {
  const row = await db.tenant(
    { tenantId },
    (tx) =>
      tx
        .selectFrom('bank_mappings')
        .select('mapping')
        .where('tenant_id', '=', tenantId)
        .where('account_id', '=', accountId)
        .where('header_key', '=', headerKey)
        .executeTakeFirst(),
    { readOnly: true },
  );
  return row ? bankMapping.parse(row.mapping) : undefined;
}

const remember = (tx: Tx, tenantId: string, accountId: string, headerKey: string, mapping: BankMapping) =>
  tx
    .insertInto('bank_mappings')
    .values({ tenant_id: tenantId, account_id: accountId, header_key: headerKey, mapping: json(mapping) })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'header_key'])
        .doUpdateSet({ mapping: json(mapping), updated_at: sql<Date>`now()` }),
    )
    .execute();

const bare = (number: string): string => number.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** Whether the file is of this account: by the number its first file named, and by its currency. Locks the account. */
async function belongs(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { heads }: ReadBank,
  lines: readonly BankLine[],
): Promise<Outcome<void>> {
  const account = await tx
    .selectFrom('bank_accounts')
    .select(['number', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return problem('not_found');
  const numbers = [...new Set(heads.map((each) => bare(each.account)).filter((each) => each !== ''))];
  const other = numbers.find((each) => each !== (account.number ?? numbers[0]));
  if (other !== undefined)
    return problem('validation', {
      message: `This statement is of the account ending in ${other.slice(-4)}, not of this one.`,
      advice: 'Choose the account it belongs to, or add it. Nothing of the file was kept.',
      errors: [{ field: 'file', code: 'account', message: 'Another account.' }],
    });
  const foreign = lines.find(({ amount }) => amount.currency !== account.currency);
  if (foreign)
    return problem('validation', {
      message: `This statement is in ${foreign.amount.currency}, and the account is in ${account.currency}.`,
      advice: 'Choose the account it belongs to, or add it. Nothing of the file was kept.',
      errors: [{ field: 'file', code: 'currency', message: 'Another currency.' }],
    });
  const [number] = numbers;
  if (account.number === null && number !== undefined)
    await tx
      .updateTable('bank_accounts')
      .set({ number })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', accountId)
      .execute();
  return ok(undefined);
}

const firstDay = (balances: readonly (BankBalance | undefined)[]): BankBalance | undefined =>
  balances.filter((each) => each !== undefined).toSorted((a, b) => (a.day < b.day ? -1 : 1))[0];
const lastDay = (balances: readonly (BankBalance | undefined)[]): BankBalance | undefined =>
  balances.filter((each) => each !== undefined).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];

const LINES_PER_STATEMENT = 1_000;

/** Under the lock of the account, so that two files at once do not both find a line missing. */
async function keep(
  tx: Tx,
  { tenantId, userId }: Pick<RequestContext, 'tenantId' | 'userId'>,
  { accountId, fileName }: { readonly accountId: string; readonly fileName: string },
  read: ReadBank,
  all: readonly BankLine[],
): Promise<Selectable<Schema['bank_files']>> {
  // The same statement may be twice in one ZIP.
  const lines = [...new Map(all.map((line) => [line.key, line])).values()];
  const { fresh, replaced } = newLines(lines, await keptNear(tx, tenantId, accountId, lines), read.source);
  const days = all.map(({ bookedOn }) => bookedOn).toSorted();
  const heads: readonly BankHead[] = read.heads;
  const [opening, closing] = [firstDay(heads.map((each) => each.opening)), lastDay(heads.map((each) => each.closing))];
  const file = await tx
    .insertInto('bank_files')
    .values({
      tenant_id: tenantId,
      id: newId(),
      account_id: accountId,
      file_name: fileName.slice(0, 200),
      source: read.source,
      lines: fresh.length,
      known: all.length - fresh.length,
      pending: heads.reduce((sum, { pending }) => sum + pending, 0),
      faults: json([...read.faults]),
      fault_count: read.faultCount,
      from_day: days[0] ?? null,
      to_day: days.at(-1) ?? null,
      opening_day: opening?.day ?? null,
      opening_minor: opening?.minor ?? null,
      closing_day: closing?.day ?? null,
      closing_minor: closing?.minor ?? null,
      created_by: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (replaced.length > 0)
    await tx
      .updateTable('bank_lines')
      .set({ state: 'replaced' })
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .where('line_key', 'in', [...replaced])
      .where('state', '=', 'open')
      .execute();
  for (let from = 0; from < fresh.length; from += LINES_PER_STATEMENT)
    await tx
      .insertInto('bank_lines')
      .values(
        fresh.slice(from, from + LINES_PER_STATEMENT).map((line) => ({
          tenant_id: tenantId,
          id: newId(),
          account_id: accountId,
          file_id: file.id,
          line_key: line.key,
          part_of: line.partOf,
          source: read.source,
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
  return file;
}

/** Lines of the same days, and those with the same keys. */
async function keptNear(
  tx: Tx,
  tenantId: string,
  accountId: string,
  lines: readonly BankLine[],
): Promise<readonly KeptLine[]> {
  if (lines.length === 0) return [];
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const { rows } =
    await sql<KeptLine>`SELECT line_key AS key, booked_on::text AS "bookedOn", amount_minor AS minor, source,
      concat_ws(' ', party, text, reference) AS text, part_of AS "partOf", state <> 'open' AS decided
    FROM bank_lines WHERE tenant_id = ${tenantId} AND account_id = ${accountId}
      AND (booked_on BETWEEN ${days[0] ?? ''}::date AND ${days.at(-1) ?? ''}::date
        OR line_key = ANY (${lines.map(({ key }) => key)}::text[]))`.execute(tx);
  return rows;
}
