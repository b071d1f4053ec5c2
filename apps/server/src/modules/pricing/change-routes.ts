/** The calls that change mark-ups: drafts, publishing at once or from a day on, undo. */
import * as drafts from '@scanship/contracts/money/markup-drafts';
import * as calls from '@scanship/contracts/money/markups';
import type { MarkupPlan, MarkupRuleInput } from '@scanship/contracts/money/markups';
import { localDay } from '@scanship/domain/calendar/ship-date';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Answer, data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { startOfDay } from '../../platform/time-zone.ts';
import {
  discardDraft,
  forgetDraft,
  publishPlan,
  readDraft,
  readPlan,
  readVersions,
  saveDraft,
  withdrawVersion,
} from '../carriers/index.ts';
import { logPriceAct, planWords } from './log-changes.ts';
import type { GuardedChange, MarginGuard } from './margin-guard.ts';
import { type Whose, whoseMarkups } from './whose.ts';

export interface ChangeDeps {
  readonly guard: MarginGuard;
  readonly answerPlan: (
    ctx: RequestContext,
    buyer: Whose,
    successMessage?: string,
  ) => Promise<Outcome<Answer<MarkupPlan>>>;
}

interface Change extends GuardedChange {
  readonly note: string;
  /** What the log calls it. */
  readonly action: string;
  readonly summary: string;
  readonly confirm: string | undefined;
  readonly restores?: number;
  /** The draft that is published by it. */
  readonly draft?: number;
}

export function changeRoutes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { guard, answerPlan }: ChangeDeps,
): readonly Route[] {
  const buyerOf = (ctx: RequestContext, id: string | null): Promise<Outcome<Whose>> => whoseMarkups(db, ctx, id);

  const startOf = (ctx: RequestContext, startsOn: string | null): Outcome<Date | undefined> => {
    if (startsOn === null) return { ok: true, value: undefined };
    if (startsOn <= localDay(clock.now(), ctx.timeZone))
      return problem('validation', {
        errors: [{ field: 'startsOn', code: 'range', message: 'Choose a day after today, or publish at once.' }],
      });
    return { ok: true, value: startOfDay(startsOn, ctx.timeZone) };
  };

  /** Guarded, logged with what was and what is, in one transaction with the change. */
  async function publish(ctx: RequestContext, change: Change, signal: AbortSignal) {
    const { buyer, rules, version, startsOn, note } = change;
    const used = buyer === null || change.used;
    const buyerId = buyer?.id ?? null;
    const startsAt = startOf(ctx, startsOn);
    if (!startsAt.ok) return startsAt;
    const before = await db.tenant(ctx, (tx) => readPlan(tx, ctx, buyerId), { readOnly: true });
    if (before.version !== version) return problem('stale_version');
    const passed = await guard.pass(ctx, { ...change, used }, change.confirm, signal);
    if (!passed.ok) return passed;
    const also = async (tx: Tx) => {
      if (change.draft !== undefined) await forgetDraft(tx, ctx.tenantId, buyerId, change.draft);
      await logPriceAct(tx, ctx, {
        action: change.action,
        summary: change.summary,
        buyer,
        told: {
          before: planWords(before),
          after: planWords({ used, rules, currency: ctx.currency }),
          from: startsOn ?? undefined,
          reason: note,
        },
      });
    };
    const published = await publishPlan(
      db,
      ctx,
      buyerId,
      { rules, used, note, version, kind: buyer?.kind, startsAt: startsAt.value, restores: change.restores },
      also,
    );
    if (!published.ok) return published;
    return answerPlan(
      ctx,
      buyer,
      startsOn === null ? 'Mark-ups saved. New quotes have them.' : 'Mark-ups saved. They begin on the day you chose.',
    );
  }

  const setAtOnce = (
    ctx: RequestContext,
    buyer: Whose,
    body: { rules: readonly MarkupRuleInput[]; used: boolean; version: number; note?: string; confirm?: string },
    signal: AbortSignal,
  ) =>
    publish(
      ctx,
      {
        ...body,
        buyer,
        note: body.note ?? '',
        confirm: body.confirm,
        startsOn: null,
        action: buyer ? 'putBuyerMarkups' : 'putDefaultMarkups',
        summary: 'Changed mark-ups',
      },
      signal,
    );

  return [
    route(calls.putDefaultMarkups, async ({ ctx, body, signal }) => setAtOnce(ctx, null, body, signal)),
    route(calls.putBuyerMarkups, async ({ ctx, params, body, signal }) => {
      const buyer = await buyerOf(ctx, params.id);
      return buyer.ok ? setAtOnce(ctx, buyer.value, body, signal) : buyer;
    }),
    route(drafts.saveMarkupDraft, async ({ ctx, body }) => {
      const buyer = await buyerOf(ctx, body.buyerId);
      if (!buyer.ok) return buyer;
      const saved = await saveDraft(db, ctx, body.buyerId, body);
      return saved.ok ? answerPlan(ctx, buyer.value) : saved;
    }),
    route(drafts.discardMarkupDraft, async ({ ctx, body }) => {
      const buyer = await buyerOf(ctx, body.buyerId);
      if (!buyer.ok) return buyer;
      const gone = await discardDraft(db, ctx, body.buyerId, body.version);
      return gone.ok ? answerPlan(ctx, buyer.value, 'Draft discarded.') : gone;
    }),
    route(drafts.checkMarkups, async ({ ctx, body, signal }) => {
      const buyer = await buyerOf(ctx, body.buyerId);
      if (!buyer.ok) return buyer;
      return data(
        await guard.check(ctx, { ...body, buyer: buyer.value, used: buyer.value === null || body.used }, signal),
      );
    }),
    route(drafts.publishMarkups, async ({ ctx, body, signal }) => {
      const buyer = await buyerOf(ctx, body.buyerId);
      if (!buyer.ok) return buyer;
      const draft = await db.tenant(ctx, (tx) => readDraft(tx, ctx.tenantId, body.buyerId), { readOnly: true });
      if (draft?.version !== body.draft) return problem('stale_version');
      return publish(
        ctx,
        {
          ...body,
          buyer: buyer.value,
          rules: draft.rules,
          used: draft.used,
          note: draft.note,
          confirm: body.confirm,
          action: 'publishMarkups',
          summary: 'Published mark-ups',
        },
        signal,
      );
    }),
    route(drafts.restoreMarkups, async ({ ctx, body, signal }) => {
      const buyer = await buyerOf(ctx, body.buyerId);
      if (!buyer.ok) return buyer;
      const versions = await db.tenant(ctx, (tx) => readVersions(tx, ctx.tenantId, body.buyerId), { readOnly: true });
      const former = versions.find((one) => one.version === body.of);
      if (!former) return problem('not_found');
      if (former.currency !== null && former.currency !== ctx.currency)
        return problem('validation', {
          errors: [{ field: 'of', message: 'Its amounts are in another currency than yours is now.' }],
        });
      return publish(
        ctx,
        {
          ...body,
          buyer: buyer.value,
          rules: former.rules,
          used: former.used,
          confirm: body.confirm,
          restores: former.version,
          action: 'restoreMarkups',
          summary: 'Published former mark-ups again',
        },
        signal,
      );
    }),
    route(drafts.withdrawMarkups, async ({ ctx, body }) => {
      const buyer = await buyerOf(ctx, body.buyerId);
      if (!buyer.ok) return buyer;
      const plan = await db.tenant(ctx, (tx) => readPlan(tx, ctx, body.buyerId), { readOnly: true });
      if (plan.next?.version !== body.waiting) return problem('stale_version');
      const { next } = plan;
      const withdrawn = await withdrawVersion(db, ctx, body.buyerId, body.waiting, (tx) =>
        logPriceAct(tx, ctx, {
          action: 'withdrawMarkups',
          summary: 'Withdrew scheduled mark-ups',
          buyer: buyer.value,
          told: {
            before: planWords({ ...next, currency: plan.currency }),
            after: planWords(plan),
            from: localDay(next.startsAt, ctx.timeZone),
          },
        }),
      );
      return withdrawn.ok ? answerPlan(ctx, buyer.value, 'Taken back. The mark-ups that hold now go on.') : withdrawn;
    }),
  ];
}
