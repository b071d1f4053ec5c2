/**
 * A courier's price list as a file: read and checked as a whole. The first of an account is put into force; a later one is a draft
 * (sheets/versions.ts), because it would change prices for everybody. Former ones are kept, so that a past price can be explained.
 */
import type { uploadRateSheet } from '@scanship/contracts/carriers/carriers';
import type { DataOf } from '@scanship/contracts/call';
import { writeSheets } from '@scanship/documents/tables/sheet-writer';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { unknownService } from '@scanship/connector-kit/rates/price-list';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { storeBlob } from '../../platform/blobs/store-blob.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { FileAnswer } from '../../platform/http/handler.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import { readGrants } from './account-view.ts';
import { type CarrierRegistry, loadRateSheetTools } from './connector-registry.ts';
import type { PriceList, PriceListSummary } from './price-list-task.ts';
import { addVersion, lockAccount, putSheetDraft, versionInForce } from './sheets/versions.ts';

export type SheetOutcome = Omit<DataOf<typeof uploadRateSheet>, 'account'>;

export interface SheetFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The courier whose labels are numbered by us. */
const OWN_COURIER = 'rate-sheet';

export interface SheetDeps {
  readonly db: Database;
  readonly registry: Pick<CarrierRegistry, 'find'>;
  readonly files: FileReader;
}

/**
 * @returns problems of the sheet with row and column (nothing is stored then), or its summary (it is in force or a draft then);
 * `not_found` when the account is not an own rate-sheet account, `file_unreadable` or `file_too_large` for the file itself
 */
export async function putRateSheet(
  { db, registry, files }: SheetDeps,
  actor: Pick<RequestContext, 'tenantId' | 'userId'>,
  accountId: string,
  file: SheetFile,
): Promise<Outcome<SheetOutcome>> {
  const slug = await db.tenant({ tenantId: actor.tenantId }, (tx) => ownAccount(tx, accountId));
  const manifest = slug === undefined ? undefined : registry.find(slug)?.manifest;
  if (manifest?.prices !== 'list')
    return problem('not_found', { message: 'This is not a rate-sheet account of yours.' });
  const read = await files.read(actor, 'readPriceList', file);
  if (!read.ok) return read;
  const { list, problems } = read.value;
  if (!list) return { ok: true, value: { accepted: false, draft: false, problems: [...problems], summary: null } };
  const foreign = servicesNotOf(manifest, list.summary);
  if (foreign.length > 0)
    return { ok: true, value: { accepted: false, draft: false, problems: foreign, summary: null } };
  const taken = slug === OWN_COURIER ? await prefixTaken(db, actor.tenantId, accountId, list.prefix) : undefined;
  if (taken) return { ok: true, value: { accepted: false, draft: false, problems: [taken], summary: null } };
  const draft = await db.tenant({ tenantId: actor.tenantId }, (tx) => store(tx, actor, accountId, file, list));
  return { ok: true, value: { accepted: true, draft, problems: [], summary: list.summary } };
}

/** Carrier of an account of the current tenant's own. */
async function ownAccount(tx: Tx, accountId: string): Promise<string | undefined> {
  const account = await tx
    .selectFrom('carrier_accounts')
    .select('slug')
    .where('id', '=', accountId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return account?.slug;
}

/** Services of the list that the carrier does not have; an own courier has those of its sheet. */
const servicesNotOf = (manifest: CarrierManifest, { services }: PriceListSummary): SheetOutcome['problems'] =>
  services.flatMap(({ code }) => {
    const message = unknownService(manifest, code);
    return message === undefined ? [] : [{ section: 'Services', row: null, column: 'Service', message }];
  });

/**
 * Tracking numbers are the prefix and a number counted per account, so two couriers that one shipper uses must differ in
 * their prefix. Looks at the sheets in force of every rate-sheet account the tenant can ship with.
 */
async function prefixTaken(
  db: Database,
  tenantId: string,
  accountId: string,
  prefix: string,
): Promise<SheetOutcome['problems'][number] | undefined> {
  const grants = await db.tenant({ tenantId }, (tx) => readGrants(tx));
  const others = grants.filter((g) => g.slug === OWN_COURIER && g.account_id !== accountId);
  for (const grant of others) {
    const row = await db.tenant({ tenantId: grant.owner_tenant_id }, (tx) =>
      tx
        .selectFrom('rate_sheets')
        .select('sheet')
        .where('account_id', '=', grant.account_id)
        .where('state', '=', 'active')
        .executeTakeFirst(),
    );
    const settings = (row?.sheet as RateSheet | undefined)?.settings;
    if (settings?.prefix === prefix)
      return {
        section: 'Settings',
        row: null,
        column: 'Tracking prefix',
        message: `"${prefix}" is the prefix of ${settings.name} already; tracking numbers of two couriers must differ.`,
      };
  }
  return undefined;
}

/** The first list of an account holds at once, every other is a draft. @returns whether it is a draft */
async function store(
  tx: Tx,
  actor: Pick<RequestContext, 'tenantId' | 'userId'>,
  accountId: string,
  file: SheetFile,
  { summary, sheet, sha256 }: PriceList,
): Promise<boolean> {
  const { tenantId } = actor;
  await storeBlob(tx, tenantId, { bytes: file.bytes, type: file.contentType, sha256 });
  // Two uploads at once: the second waits here.
  await lockAccount(tx, accountId);
  const content = { name: summary.name, sourceName: file.fileName, sourceBlob: sha256, sheet };
  if ((await versionInForce(tx, accountId)) > 0) {
    await putSheetDraft(tx, actor, accountId, content);
    return true;
  }
  await addVersion(tx, actor, accountId, content);
  return false;
}

/** The file of the sheet in force, as it was uploaded. */
export async function currentSheetFile(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId'>,
  accountId: string,
): Promise<Outcome<FileAnswer>> {
  const row = await db.tenant({ tenantId: ctx.tenantId }, (tx) =>
    tx
      .selectFrom('rate_sheets')
      .innerJoin('blobs', (join) =>
        join
          .onRef('blobs.tenant_id', '=', 'rate_sheets.tenant_id')
          .onRef('blobs.sha256', '=', 'rate_sheets.source_blob'),
      )
      .select(['rate_sheets.source_name', 'blobs.bytes', 'blobs.type'])
      .where('rate_sheets.account_id', '=', accountId)
      .where('rate_sheets.state', '=', 'active')
      .executeTakeFirst(),
  );
  if (!row?.bytes) return problem('not_found', { message: 'This account has no rate sheet yet.' });
  return { ok: true, value: { kind: 'file', bytes: row.bytes, contentType: row.type, fileName: row.source_name } };
}

/**
 * What to start from: a complete example, or for a carrier that tells no prices its services without prices.
 * @param manifest of that carrier
 */
export async function templateFile(format: 'csv' | 'xlsx', manifest?: CarrierManifest): Promise<FileAnswer> {
  const tools = await loadRateSheetTools();
  const tables =
    manifest && manifest.services.length > 0 ? tools.priceListTemplate(manifest) : tools.rateSheetTemplate();
  if (format === 'csv')
    return {
      kind: 'file',
      bytes: new TextEncoder().encode(tools.sheetAsCsv(tables)),
      contentType: 'text/csv; charset=utf-8',
      fileName: 'RateSheet.csv',
    };
  return {
    kind: 'file',
    bytes: await writeSheets(tables),
    contentType: XLSX,
    fileName: 'RateSheet.xlsx',
  };
}
