/**
 * Asks before a price falls below its cost: the labels of the last days are priced again under the new mark-ups, and the rules are
 * looked at for purchases nobody made yet. What publishes them wants the code that is answered here.
 */
import { createHash } from 'node:crypto';
import { GUARD_DAYS, type MarkupCheck } from '@scanship/contracts/money/markup-drafts';
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { money, toDecimal } from '@scanship/domain/money/money';
import { priceBelowCost } from '@scanship/domain/pricing/below-cost';
import type { MarkupRule } from '@scanship/domain/pricing/pricing';
import type { RequestContext } from '../../platform/context.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { tenantNames } from '../../platform/buyer-below.ts';
import { rulesFor, toRule } from '../carriers/index.ts';
import { draftRule } from './preview.ts';
import type { ServiceNames } from './service-names.ts';
import { concernedBuyers } from './what-if/concerned.ts';
import { type Replay, replaySales } from './what-if/replay.ts';

export interface GuardedChange {
  readonly buyer: { readonly id: string; readonly name: string } | null;
  readonly rules: readonly MarkupRuleInput[];
  readonly used: boolean;
  /** Version of the plan the change replaces. */
  readonly version: number;
  /** First day; null: at once. */
  readonly startsOn: string | null;
}

export interface MarginGuard {
  check(ctx: RequestContext, change: GuardedChange, signal: AbortSignal): Promise<MarkupCheck>;
  /** Problem `below_cost`, unless nothing falls below cost or `confirm` is the code of this very change. */
  pass(
    ctx: RequestContext,
    change: GuardedChange,
    confirm: string | undefined,
    signal: AbortSignal,
  ): Promise<Outcome<void>>;
}

const DAY_MS = 86_400_000;
/** Cases a problem names. */
const NAMED = 5;

/** The same for the same change, and for no other. */
const codeOf = ({ buyer, rules, used, version, startsOn }: GuardedChange): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        buyer?.id ?? null,
        used,
        version,
        startsOn,
        rules.map((rule) => [
          rule.scope.carriers,
          rule.scope.services,
          rule.scope.zones,
          rule.scope.minGrams,
          rule.scope.maxGrams,
          rule.percentBp,
          rule.fixedMinor,
          rule.floorMinor,
          rule.capMinor,
          rule.firstDay,
          rule.lastDay,
        ]),
      ]),
    )
    .digest('base64url')
    .slice(0, 32);

export function createMarginGuard(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  deps: { readonly namesFor: (ctx: RequestContext) => Promise<ServiceNames> },
): MarginGuard {
  /** What the change makes of the rules: those of the default where a buyer goes back to it. */
  async function rulesOf(ctx: RequestContext, change: GuardedChange): Promise<readonly MarkupRule[]> {
    if (change.used || change.buyer === null) return change.rules.map(draftRule);
    return (await db.tenant(ctx, (tx) => rulesFor(tx, null), { readOnly: true })).map(toRule);
  }

  async function check(ctx: RequestContext, change: GuardedChange, signal: AbortSignal): Promise<MarkupCheck> {
    const rules = await rulesOf(ctx, change);
    const now = clock.now();
    const replay: Replay = {
      sellerId: ctx.tenantId,
      from: new Date(now.getTime() - GUARD_DAYS * DAY_MS),
      until: new Date(now.getTime() + DAY_MS),
      withTest: config.simulators,
      rules,
      rulesCurrency: ctx.currency,
      ...(await concernedBuyers(db, ctx, change.buyer?.id ?? null, false)),
    };
    const names = { buyers: (ids: readonly string[]) => tenantNames(db, ids), ...(await deps.namesFor(ctx)) };
    let found: Pick<MarkupCheck, 'labels' | 'belowCost' | 'worst'> = { labels: 0, belowCost: 0, worst: [] };
    for await (const event of replaySales(db, replay, names, signal)) {
      if (event.type !== 'result') continue;
      const { totals, belowCost: worst } = event.result;
      const sum = (of: 'labels' | 'belowCost') => totals.reduce((all, total) => all + total[of], 0);
      found = { labels: sum('labels'), belowCost: sum('belowCost'), worst: [...worst] };
    }
    const said = change.used ? priceBelowCost(rules, ctx.currency, localDay(now, ctx.timeZone)) : undefined;
    const known = (name: string): string | null => (name === '?' ? null : name);
    return {
      ...found,
      byDefinition: said
        ? {
            rules: said.ruleIds.map(Number),
            carrier: known(said.purchase.carrier),
            service: known(said.purchase.service),
            zone: known(said.purchase.zones?.at(-1) ?? '?') ?? said.purchase.zones?.[0] ?? null,
            grams: said.purchase.billableGrams ?? 0,
            day: said.purchase.day,
            costMinor: said.costMinor,
            priceMinor: said.priceMinor,
            currency: ctx.currency,
          }
        : null,
      confirm: codeOf(change),
    };
  }

  return {
    check,
    async pass(ctx, change, confirm, signal) {
      if (confirm === codeOf(change)) return { ok: true, value: undefined };
      const { belowCost, worst, byDefinition, confirm: code } = await check(ctx, change, signal);
      if (belowCost === 0 && byDefinition === null) return { ok: true, value: undefined };
      const show = (minor: number, currency: string) => `${toDecimal(money(minor, currency))} ${currency}`;
      const named = ctx.rights.has('rates.see-cost');
      return problem('below_cost', {
        errors: [
          { field: 'confirm', code, message: 'Send this code as "confirm" to publish the mark-ups anyway.' },
          ...(named ? worst.slice(0, NAMED) : []).map((label) => ({
            field: 'rules',
            message: `${label.buyerName}: ${label.carrierName}, ${label.service}, ${label.zone}: cost ${show(label.costMinor, label.currency)}, would be sold for ${show(label.newMinor, label.currency)}.`,
          })),
          ...(byDefinition && named
            ? [
                {
                  field: 'rules',
                  message: `A label that costs ${show(byDefinition.costMinor, byDefinition.currency)} would be sold for ${show(byDefinition.priceMinor, byDefinition.currency)}.`,
                },
              ]
            : []),
        ],
      });
    },
  };
}
