/** Changes of price lists: what a draft would change, publishing it at once or from a day on, undo. */
import {
  discardSheetDraft as discardCall,
  draftFormerSheet,
  getSheetChanges,
  getSheetEffect,
  publishSheet,
  type SheetDifferenceDto,
} from '@scanship/contracts/carriers/rate-sheet-changes';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { startOfDay } from '../../platform/time-zone.ts';
import { actorsOf, OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';
import {
  createSheetFollower,
  discardSheetDraft,
  lockAccount,
  publishSheetDraft,
  putSheetDraft,
} from '../carriers/index.ts';
import { readSheetEffect } from './sheet-effect.ts';
import { differenceView, type OwnAccount, ownSheetAccount, readChanges, readPair } from './sheet-views.ts';

export interface RateSheetsDeps {
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Changes that the log names. */
const MOST_LOGGED = 20;

export function createRateSheetsModule(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { userNames }: RateSheetsDeps,
): { readonly routes: readonly Route[]; readonly follower: ReturnType<typeof createSheetFollower> } {
  const answer = async (ctx: RequestContext, id: string, successMessage?: string) =>
    data(await readChanges(db, ctx, id, userNames), successMessage === undefined ? {} : { successMessage });

  const startOf = (ctx: RequestContext, startsOn: string | null): Outcome<Date | undefined> => {
    if (startsOn === null) return { ok: true, value: undefined };
    if (startsOn <= localDay(clock.now(), ctx.timeZone))
      return problem('validation', {
        errors: [{ field: 'startsOn', code: 'range', message: 'Choose a day after today, or publish at once.' }],
      });
    return { ok: true, value: startOfDay(startsOn, ctx.timeZone) };
  };

  return {
    follower: createSheetFollower({ db, log }),
    routes: [
      route(getSheetChanges, async ({ ctx, params }) => {
        const account = await ownSheetAccount(db, ctx, params.id);
        return account.ok ? answer(ctx, params.id) : account;
      }),
      route(getSheetEffect, async ({ ctx, params }) => {
        const account = await ownSheetAccount(db, ctx, params.id);
        if (!account.ok) return account;
        const pair = await db.tenant(ctx, (tx) => readPair(tx, params.id), { readOnly: true });
        return pair ? data(await readSheetEffect(db, ctx, account.value, pair, clock.now())) : problem('not_found');
      }),
      route(draftFormerSheet, async ({ ctx, params, body }) => {
        const account = await ownSheetAccount(db, ctx, params.id);
        if (!account.ok) return account;
        const found = await db.tenant(ctx, async (tx) => {
          await lockAccount(tx, params.id);
          const former = await tx
            .selectFrom('rate_sheets')
            .select(['name', 'source_name', 'source_blob', 'sheet'])
            .where('account_id', '=', params.id)
            .where('version', '=', body.of)
            .executeTakeFirst();
          if (!former) return false;
          const content = {
            name: former.name,
            sourceName: former.source_name,
            sourceBlob: former.source_blob,
            sheet: JSON.stringify(former.sheet),
          };
          await putSheetDraft(tx, ctx, params.id, content, body.of);
          return true;
        });
        return found ? answer(ctx, params.id, 'The former rate sheet is the draft.') : problem('not_found');
      }),
      route(discardCall, async ({ ctx, params, query }) => {
        const account = await ownSheetAccount(db, ctx, params.id);
        if (!account.ok) return account;
        const done = await discardSheetDraft(db, ctx, params.id, query.version, (tx, draft) =>
          logAct(tx, ctx, account.value, {
            action: discardCall.id,
            summary: discardCall.summary,
            told: { from: draft.name, startsAt: draft.starts_at?.toISOString() },
          }),
        );
        return done.ok ? answer(ctx, params.id, 'Draft thrown away.') : done;
      }),
      route(publishSheet, async ({ ctx, params, body }) => {
        const account = await ownSheetAccount(db, ctx, params.id);
        if (!account.ok) return account;
        const start = startOf(ctx, body.startsOn);
        if (!start.ok) return start;
        const pair = await db.tenant(ctx, (tx) => readPair(tx, params.id), { readOnly: true });
        if (!pair) return problem('stale_version');
        const change = { draft: body.draft, version: body.version, startsAt: start.value, note: body.note };
        const done = await publishSheetDraft(db, ctx, params.id, change, (tx, draft) =>
          logAct(tx, ctx, account.value, {
            action: publishSheet.id,
            summary: publishSheet.summary,
            told: {
              from: account.value.name,
              to: draft.name,
              difference: differenceWords(differenceView(pair)),
              startsOn: body.startsOn ?? undefined,
              note: body.note,
            },
          }),
        );
        if (!done.ok) return done;
        return answer(
          ctx,
          params.id,
          body.startsOn === null ? 'The rate sheet is active.' : 'The rate sheet takes effect on its day.',
        );
      }),
    ],
  };
}

/** "2 changed, 1 new, 0 gone. STD A 0 – 1 kg 8.95 -> 89.50 CAD": signs, so that it reads in any language. */
export function differenceWords({ changes, currency, changed, added, removed }: SheetDifferenceDto): string {
  const amount = (minor: number | null): string => (minor === null ? '-' : toDecimal(money(minor, currency)));
  const rows = changes
    .slice(0, MOST_LOGGED)
    .map(
      ({ service, fromZone, toZone, weight, beforeMinor, afterMinor }) =>
        `${service} ${fromZone === null ? '' : `${fromZone} > `}${toZone} ${weight}: ${amount(beforeMinor)} -> ${amount(afterMinor)} ${currency}`,
    );
  return [`~${changed} +${added} -${removed}`, ...rows].join('; ');
}

/** Within the change's own transaction: there is no change without its entry, and no entry without its change. */
async function logAct(
  tx: Tx,
  ctx: RequestContext,
  account: OwnAccount,
  act: {
    readonly action: string;
    readonly summary: string;
    readonly told: Readonly<Record<string, string | undefined>>;
  },
): Promise<void> {
  const actors = await actorsOf(tx, ctx);
  const { tenantId, requestId } = ctx;
  const told = Object.fromEntries(
    Object.entries({ name: account.name, ...act.told }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    ),
  );
  const id = await recordEvent(tx, {
    tenantId,
    actors,
    action: act.action,
    subject: { kind: 'carrier_account', id: account.id },
    details: { summary: act.summary, params: { id: account.id }, fields: [], told },
    requestId,
  });
  await recordEvent(tx, {
    tenantId,
    actors,
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
    requestId,
  });
}
