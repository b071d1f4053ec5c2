/** Takes a billing file: looked at at once, kept as it came, read and audited as due work. The same file is taken once. */
import type { BillMappingDto } from '@scanship/contracts/carriers/carrier-bills';
import type { BillLayout } from '@scanship/domain/carrier-bills/bill-kinds';
import type { BillMapping } from '@scanship/domain/carrier-bills/mapped';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { storeBlob } from '../documents/index.ts';

export interface ToMap {
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly mapping: BillMapping;
  readonly remembered: boolean;
}
export type Uploaded = { readonly fileId: string } | { readonly toMap: ToMap };

const readMapping = (text: string | undefined): BillMappingDto | undefined | 'bad' => {
  if (text === undefined || text === '') return undefined;
  try {
    const value = JSON.parse(text) as BillMappingDto;
    const right =
      typeof value === 'object' &&
      value !== null &&
      typeof value.columns === 'object' &&
      Object.values(value.columns).every((index) => Number.isInteger(index) && (index ?? -1) >= 0) &&
      ['ymd', 'mdy', 'dmy'].includes(value.dates) &&
      ['g', 'kg', 'lb', 'oz'].includes(value.weightUnit) &&
      ['mm', 'cm', 'in'].includes(value.lengthUnit) &&
      ['boolean', 'undefined'].includes(typeof value.taxIncluded);
    return right ? value : 'bad';
  } catch {
    // Not JSON: said to the caller in a sentence, like any other wrong field.
    return 'bad';
  }
};

/** Runs as the owner. */
const rememberedMapping = async (tx: Tx, accountId: string, headerKey: string): Promise<BillMappingDto | undefined> => {
  const row = await tx
    .selectFrom('bill_mappings')
    .select('mapping')
    .where('account_id', '=', accountId)
    .where('header_key', '=', headerKey)
    .executeTakeFirst();
  // Written below, from a mapping that was checked.
  return row?.mapping as BillMappingDto | undefined;
};

/**
 * Problems: `not_found` (no such own account), `file_unreadable` and `file_too_large` with a sentence, `key_reused` when
 * this very file was taken before, `validation` for a mapping that is none.
 */
export async function uploadBill(
  { db, files }: { readonly db: Database; readonly files: FileReader },
  ctx: Pick<RequestContext, 'tenantId' | 'userId' | 'currency'>,
  file: UploadedFile,
  wish: {
    readonly accountId: string;
    readonly layout?: BillLayout | 'auto' | undefined;
    readonly mapping?: string | undefined;
  },
): Promise<Outcome<Uploaded>> {
  const { tenantId } = ctx;
  const account = await db.tenant(ctx, (tx) =>
    tx
      .selectFrom('carrier_accounts')
      .select(['id', 'slug'])
      .where('id', '=', wish.accountId)
      .where('state', '<>', 'removed')
      .executeTakeFirst(),
  );
  if (!account) return problem('not_found', { message: 'This is not a carrier account of yours.' });
  const given = readMapping(wish.mapping);
  if (given === 'bad')
    return problem('validation', {
      errors: [{ field: 'mapping', code: 'mapping', message: 'This is not a mapping.' }],
    });
  const { bytes, fileName } = file;
  const opened = await files.read(ctx, 'openBill', { bytes, fileName });
  if (!opened.ok) return opened;
  const { known, headers, headerKey, sample, suggestion } = opened.value;
  const layout =
    wish.layout === undefined || wish.layout === 'auto' ? (given ? 'mapped' : (known ?? 'mapped')) : wish.layout;
  const remembered = await db.tenant(ctx, (tx) => rememberedMapping(tx, account.id, headerKey));
  const mapping = layout === 'mapped' ? (given ?? remembered) : undefined;
  if (layout === 'mapped' && !mapping)
    return ok({ toMap: { headers, sample, mapping: suggestion, remembered: false } });
  const tried = await files.read(ctx, 'tryBill', { bytes, fileName, layout, currency: ctx.currency, mapping });
  if (!tried.ok) return tried;
  const fileId = newId();
  try {
    await db.tenant(ctx, async (tx) => {
      const blob = await storeBlob(tx, tenantId, {
        bytes: file.bytes,
        type: file.contentType || 'application/octet-stream',
      });
      if (mapping && layout === 'mapped')
        await tx
          .insertInto('bill_mappings')
          .values({ tenant_id: tenantId, account_id: account.id, header_key: headerKey, mapping: json(mapping) })
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'account_id', 'header_key'])
              .doUpdateSet({ mapping: json(mapping), updated_at: sql<Date>`now()` }),
          )
          .execute();
      await tx
        .insertInto('bill_files')
        .values({
          tenant_id: tenantId,
          id: fileId,
          account_id: account.id,
          slug: account.slug,
          layout,
          file_name: file.fileName,
          blob,
          currency: ctx.currency,
          mapping: mapping ? json(mapping) : null,
          due_at: sql<Date>`clock_timestamp()`,
          created_by: ctx.userId,
        })
        .execute();
    });
  } catch (error) {
    if (violated(error) === 'bill_files_once')
      return problem('key_reused', {
        message:
          'This very file was uploaded for this account before. Nothing is counted twice; look at it in the list.',
      });
    throw error;
  }
  return ok({ fileId });
}
