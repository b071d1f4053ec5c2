/** The draft of an account's price list with its difference, and the versions before it. */
import type { SheetChanges, SheetDifferenceDto } from '@scanship/contracts/carriers/rate-sheet-changes';
import { type RateSheet, unitsOf } from '@scanship/domain/rating/rate-sheet';
import { differenceOf } from '@scanship/domain/rating/rate-sheet-difference';
import { readRateSheet } from '@scanship/domain/rating/read-rate-sheet';
import type { Json } from '@scanship/domain/values/json';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { readSheetDraft, type SheetDraftRow } from '../carriers/index.ts';

const MOST_VERSIONS = 50;
const MOST_CHANGES = 50;

export interface OwnAccount {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** An account of the caller's own that has a list. Problem `not_found`. */
export async function ownSheetAccount(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId'>,
  id: string,
): Promise<Outcome<OwnAccount>> {
  const row = await db.tenant(
    ctx,
    (tx) =>
      tx
        .selectFrom('carrier_accounts as a')
        .innerJoin('rate_sheets as r', (join) =>
          join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.account_id', '=', 'a.id').on('r.state', '=', 'active'),
        )
        .select(['a.id', 'a.slug', 'r.name'])
        .where('a.id', '=', id)
        .where('a.state', '<>', 'removed')
        .executeTakeFirst(),
    { readOnly: true },
  );
  return row ? { ok: true, value: row } : problem('not_found', { message: 'This account has no rate sheet yet.' });
}

export interface SheetPair {
  readonly draft: SheetDraftRow;
  readonly before: RateSheet;
  readonly after: RateSheet;
}

/** The draft beside the list in force; undefined where there is none, or one cannot be read. Runs as the owner. */
export async function readPair(tx: Tx, accountId: string): Promise<SheetPair | undefined> {
  const draft = await readSheetDraft(tx, accountId);
  const inForce = await tx
    .selectFrom('rate_sheets')
    .select('sheet')
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!draft || !inForce) return undefined;
  const [before, after] = [readRateSheet(inForce.sheet as Json), readRateSheet(draft.sheet as Json)];
  return before.ok && after.ok ? { draft, before: before.value, after: after.value } : undefined;
}

export function differenceView({ before, after }: Pick<SheetPair, 'before' | 'after'>): SheetDifferenceDto {
  const { weight } = unitsOf(after.settings.units);
  const { changes, sections, ...counts } = differenceOf(before, after, MOST_CHANGES);
  const nameOf = (code: string): string =>
    (after.services.find((each) => each.code === code) ?? before.services.find((each) => each.code === code))?.name ??
    code;
  return {
    ...counts,
    currencyBefore: before.settings.currency,
    currency: after.settings.currency,
    sections: [...sections],
    changes: changes.map(({ service, fromZone, toZone, over, upTo, before: was, after: is }) => ({
      service: nameOf(service),
      fromZone,
      toZone,
      weight: upTo === null ? `> ${over / 1000} ${weight}` : `${over / 1000} – ${upTo / 1000} ${weight}`,
      beforeMinor: was,
      afterMinor: is,
    })),
  };
}

export async function readChanges(
  db: Database,
  ctx: RequestContext,
  accountId: string,
  userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<SheetChanges> {
  const { pair, versions } = await db.tenant(
    ctx,
    async (tx) => ({
      pair: await readPair(tx, accountId),
      versions: await tx
        .selectFrom('rate_sheets')
        .select(['version', 'name', 'source_name', 'created_at', 'created_by', 'note', 'restores', 'state'])
        .where('account_id', '=', accountId)
        .orderBy('version', 'desc')
        .limit(MOST_VERSIONS)
        .execute(),
    }),
    { readOnly: true },
  );
  const people = await userNames(ctx, [
    ...versions.flatMap((row) => row.created_by ?? []),
    ...(pair?.draft.created_by ? [pair.draft.created_by] : []),
  ]);
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id) ?? null));
  return {
    draft: pair
      ? {
          version: pair.draft.version,
          basedOn: pair.draft.based_on,
          name: pair.draft.name,
          sourceName: pair.draft.source_name,
          restores: pair.draft.restores,
          note: pair.draft.note,
          by: nameOf(pair.draft.created_by),
          at: pair.draft.created_at.toISOString(),
          startsAt: pair.draft.starts_at?.toISOString() ?? null,
          difference: differenceView(pair),
        }
      : null,
    history: versions.map((row) => ({
      version: row.version,
      name: row.name,
      sourceName: row.source_name,
      since: row.created_at.toISOString(),
      by: nameOf(row.created_by),
      note: row.note,
      restores: row.restores,
      inForce: row.state === 'active',
    })),
  };
}
