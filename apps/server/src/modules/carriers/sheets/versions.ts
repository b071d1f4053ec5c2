/** Versions of an account's price list, and the one that is being prepared or waits for its day. Everything runs as the owner. */
import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/database/column-types.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { createSweep } from '../../../platform/jobs/sweep.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';

export interface SheetContent {
  readonly name: string;
  readonly sourceName: string;
  readonly sourceBlob: string | null;
  /** The list as JSON text. */
  readonly sheet: string;
}

export interface SheetDraftRow {
  readonly version: number;
  readonly based_on: number;
  readonly name: string;
  readonly source_name: string;
  readonly source_blob: string | null;
  readonly sheet: unknown;
  readonly restores: number | null;
  readonly note: string;
  readonly starts_at: Date | null;
  readonly created_by: string | null;
  readonly created_at: Date;
}

/** One change of an account's list at a time, whoever makes it. */
export const lockAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.selectFrom('carrier_accounts').select('id').where('id', '=', accountId).forUpdate().execute();
};

/** The version in force; 0 where there is none. */
export const versionInForce = async (tx: Tx, accountId: string): Promise<number> => {
  const row = await tx
    .selectFrom('rate_sheets')
    .select('version')
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row?.version ?? 0;
};

/** Puts a list into force; the one before is kept. Under the account's lock. @param from since when it holds; default now */
export async function addVersion(
  tx: Tx,
  owner: { readonly tenantId: string; readonly userId: string | null },
  accountId: string,
  content: SheetContent,
  more: { readonly note?: string; readonly restores?: number | null; readonly from?: Date } = {},
): Promise<number> {
  const last = await tx
    .selectFrom('rate_sheets')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  await tx
    .updateTable('rate_sheets')
    .set({ state: 'retired' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .execute();
  await tx
    .insertInto('rate_sheets')
    .values({
      tenant_id: owner.tenantId,
      id: newId(),
      account_id: accountId,
      version,
      name: content.name,
      source_name: content.sourceName,
      source_blob: content.sourceBlob,
      sheet: sql<JsonValue>`${content.sheet}::jsonb`,
      created_by: owner.userId,
      note: more.note ?? '',
      restores: more.restores ?? null,
      ...(more.from ? { created_at: more.from } : {}),
    })
    .execute();
  await tx
    .updateTable('carrier_accounts')
    .set({ state: 'active' })
    .where('id', '=', accountId)
    .where('state', '=', 'pending')
    .execute();
  return version;
}

/** Keeps a list as the draft of an account; one that was there, also one that waits for its day, is replaced. Under its lock. */
export async function putSheetDraft(
  tx: Tx,
  owner: { readonly tenantId: string; readonly userId: string | null },
  accountId: string,
  content: SheetContent,
  restores: number | null = null,
): Promise<void> {
  const before = await readSheetDraft(tx, accountId);
  const values = {
    version: (before?.version ?? 0) + 1,
    based_on: await versionInForce(tx, accountId),
    name: content.name,
    source_name: content.sourceName,
    source_blob: content.sourceBlob,
    sheet: sql<JsonValue>`${content.sheet}::jsonb`,
    restores,
    note: '',
    starts_at: null,
    published_by: null,
    created_by: owner.userId,
    created_at: sql<Date>`clock_timestamp()`,
  };
  await tx
    .insertInto('rate_sheet_drafts')
    .values({ tenant_id: owner.tenantId, account_id: accountId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doUpdateSet(values))
    .execute();
}

export const readSheetDraft = (tx: Tx, accountId: string): Promise<SheetDraftRow | undefined> =>
  tx
    .selectFrom('rate_sheet_drafts')
    .select([
      'version',
      'based_on',
      'name',
      'source_name',
      'source_blob',
      'sheet',
      'restores',
      'note',
      'starts_at',
      'created_by',
      'created_at',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

const contentOf = (draft: SheetDraftRow): SheetContent => ({
  name: draft.name,
  sourceName: draft.source_name,
  sourceBlob: draft.source_blob,
  sheet: JSON.stringify(draft.sheet),
});

/** What else happens in the transaction of a change: its entry in the log. */
export type WithSheetChange = (tx: Tx, draft: SheetDraftRow) => Promise<void>;

/**
 * Publishes the draft that was seen, at once or from a moment on.
 * @returns problem `stale_version` where the draft or what is in force is another one by now
 */
export const publishSheetDraft = (
  db: Database,
  owner: { readonly tenantId: string; readonly userId: string | null },
  accountId: string,
  change: {
    readonly draft: number;
    readonly version: number;
    readonly startsAt: Date | undefined;
    readonly note: string;
  },
  also: WithSheetChange,
): Promise<Outcome<void>> =>
  db.tenant(owner, async (tx): Promise<Outcome<void>> => {
    await lockAccount(tx, accountId);
    const draft = await readSheetDraft(tx, accountId);
    if (draft?.version !== change.draft || (await versionInForce(tx, accountId)) !== change.version)
      return problem('stale_version');
    if (change.startsAt)
      await tx
        .updateTable('rate_sheet_drafts')
        .set({ starts_at: change.startsAt, note: change.note, published_by: owner.userId })
        .where('account_id', '=', accountId)
        .execute();
    else {
      await addVersion(tx, owner, accountId, contentOf(draft), { note: change.note, restores: draft.restores });
      await forget(tx, accountId);
    }
    await also(tx, draft);
    return { ok: true, value: undefined };
  });

/** @returns problem `stale_version` where it is another one by now */
export const discardSheetDraft = (
  db: Database,
  owner: { readonly tenantId: string },
  accountId: string,
  version: number,
  also: WithSheetChange,
): Promise<Outcome<void>> =>
  db.tenant(owner, async (tx): Promise<Outcome<void>> => {
    await lockAccount(tx, accountId);
    const draft = await readSheetDraft(tx, accountId);
    if (draft?.version !== version) return problem('stale_version');
    await forget(tx, accountId);
    await also(tx, draft);
    return { ok: true, value: undefined };
  });

const forget = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.deleteFrom('rate_sheet_drafts').where('account_id', '=', accountId).execute();
};

const ROUND_MS = 15_000;

export interface SheetFollower {
  /** One round; answers how many lists became the version in force. */
  work(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Makes lists whose day has come the version of their account. Quotes take them at that moment without it (`open-grant.ts`); the
 * pages, the history and the release before follow with this.
 */
export function createSheetFollower({ db, log }: { readonly db: Database; readonly log: Logger }): SheetFollower {
  const follow = (tenantId: string, accountId: string): Promise<boolean> =>
    db.tenant({ tenantId }, async (tx) => {
      await lockAccount(tx, accountId);
      const due = await tx
        .selectFrom('rate_sheet_drafts')
        .select('published_by')
        .where('account_id', '=', accountId)
        .where('starts_at', '<=', sql<Date>`clock_timestamp()`)
        .executeTakeFirst();
      const draft = due && (await readSheetDraft(tx, accountId));
      if (!draft?.starts_at) return false;
      await addVersion(tx, { tenantId, userId: due?.published_by ?? null }, accountId, contentOf(draft), {
        note: draft.note,
        restores: draft.restores,
        from: draft.starts_at,
      });
      await forget(tx, accountId);
      return true;
    });

  const work = async (): Promise<number> => {
    const due = await db.system((tx) =>
      tx
        .selectFrom('rate_sheet_drafts')
        .select(['tenant_id', 'account_id'])
        .where('starts_at', '<=', sql<Date>`clock_timestamp()`)
        .execute(),
    );
    let done = 0;
    for (const { tenant_id: tenantId, account_id: accountId } of due) if (await follow(tenantId, accountId)) done += 1;
    return done;
  };

  const sweep = createSweep(
    {
      log,
      everyMs: ROUND_MS,
      name: 'dated-price-lists',
      failed: 'price lists whose day has come could not be looked for; this is tried again',
    },
    work,
  );
  return { ...sweep, work };
}
