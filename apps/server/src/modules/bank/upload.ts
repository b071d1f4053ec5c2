/** Takes a bank's file: read in a thread, its columns mapped where they are not known, each line kept once. */
import { bankMapping, type BankMappingDto } from '@scanship/contracts/money/bank';
import { type BankMapping, isWholeMapping } from '@scanship/domain/bank/bank-table';
import { ok } from '@scanship/domain/values/result';
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { latestDay } from '../payments/index.ts';
import type { OpenedBankTable, ReadBank } from './file-tasks.ts';
import { keepFile } from './keep-lines.ts';
import { checkElsewhere } from './other-account.ts';

export type Uploaded =
  | { readonly file: Selectable<Schema['bank_files']> }
  | { readonly toMap: Pick<OpenedBankTable, 'headers' | 'sample' | 'askDates'> & { readonly mapping: BankMapping } };

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
 * that says too little, for the statement of another account, and for one that may be (field `alike`, until a person says that it is not).
 */
export async function uploadBank(
  { db, files, clock }: { readonly db: Database; readonly files: FileReader; readonly clock: Clock },
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  accountId: string,
  { bytes, fileName }: UploadedFile,
  wish: { readonly mapping?: string | undefined; readonly remap: boolean; readonly alike: boolean },
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
  const known = table && (given ?? (await remembered(db, ctx.tenantId, accountId, table.headerKey)));
  const toMap = ({ headers, sample, askDates }: OpenedBankTable, mapping: BankMapping, ask = askDates) =>
    ok({ toMap: { headers, sample, mapping, askDates: ask } });
  if (table && !known) return toMap(table, table.suggestion);
  if (table && known && wish.remap && !given) return toMap(table, known, false);
  const read = await files.read(ctx, 'readBank', {
    bytes,
    fileName,
    currency,
    mapping: known ?? undefined,
    latest: latestDay(clock.now()),
  });
  if (!read.ok) return read;
  const file = read.value;
  if ('orders' in file) {
    // Read by halves it would stand on wrong days. Whoever said so is told, a layout that was known is asked for again.
    const [order] = file.orders;
    if (!given && table && known && order !== undefined)
      return toMap(table, { ...known, dates: order }, file.orders.length > 1);
    return problem('validation', {
      message: 'Not every date of this file can be read that way. Choose another order of day, month and year.',
      errors: [{ field: 'mapping', code: 'dates', message: 'Choose how the dates are written.' }],
    });
  }
  return allOrNothing(db, ctx, async (tx) => {
    const own = await belongs(tx, ctx.tenantId, accountId, file);
    if (!own.ok) return own;
    if (table && own.value === null && !wish.alike) {
      const elsewhere = await checkElsewhere(tx, ctx.tenantId, accountId, file);
      if (!elsewhere.ok) return elsewhere;
    }
    if (table && known) await remember(tx, ctx.tenantId, accountId, table.headerKey, known);
    return ok({ file: await keepFile(tx, ctx, { accountId, fileName, number: own.value }, file) });
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

/** Letters and digits; of a number that is partly hidden what stands behind. */
const bare = (number: string): string =>
  number
    .replace(/^.*(?:[*\u2022]{2}|X{3})/i, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();

/** What people tell accounts apart by. Files of one bank name an account in full, without its branch, or by its end. */
const LEAST_DIGITS = 4;
const isSameAccount = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= LEAST_DIGITS && (a.endsWith(b) || b.endsWith(a)));

/**
 * Whether the file is of this account: by the number its first file named, and by its currency. Locks the account.
 * @returns the number that this file names, null where it names none
 */
async function belongs(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { heads, currencies }: ReadBank,
): Promise<Outcome<string | null>> {
  const account = await tx
    .selectFrom('bank_accounts')
    .select(['number', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return problem('not_found');
  const numbers = [...new Set(heads.map((each) => bare(each.account)).filter((each) => each !== ''))];
  const [first = ''] = numbers;
  if (numbers.some((each) => !isSameAccount(each, first)))
    return problem('validation', {
      message: `This file has lines of several accounts, ending in ${numbers.map((each) => each.slice(-4)).join(', ')}.`,
      advice: 'Download the statement of one account at the bank. Nothing of the file was kept.',
      errors: [{ field: 'file', code: 'account', message: 'Several accounts.' }],
    });
  if (account.number !== null && first !== '' && !isSameAccount(first, account.number))
    return problem('validation', {
      message: `This statement is of the account ending in ${first.slice(-4)}, not of this one.`,
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
  if (account.number === null && first !== '')
    await tx
      .updateTable('bank_accounts')
      .set({ number: first })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', accountId)
      .execute();
  return ok(first === '' ? null : first);
}
