/** Takes a bank's file: read in a thread, its columns mapped where they are not known, each line kept once. */
import { bankMapping, type BankMappingDto } from '@scanship/contracts/money/bank';
import { type BankMapping, isWholeMapping } from '@scanship/domain/bank/bank-table';
import { ok } from '@scanship/domain/values/result';
import { type Selectable, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { OpenedBankTable, ReadBank } from './file-tasks.ts';
import { keepFile } from './keep-lines.ts';

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
  return allOrNothing(db, ctx, async (tx) => {
    const own = await belongs(tx, ctx.tenantId, accountId, read.value);
    if (!own.ok) return own;
    if (table && mapping) await remember(tx, ctx.tenantId, accountId, table.headerKey, mapping);
    return ok({ file: await keepFile(tx, ctx, { accountId, fileName }, read.value) });
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
  { heads, currencies }: ReadBank,
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
  const foreign = currencies.find((each) => each !== account.currency);
  if (foreign !== undefined)
    return problem('validation', {
      message: `This statement is in ${foreign}, and the account is in ${account.currency}.`,
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
