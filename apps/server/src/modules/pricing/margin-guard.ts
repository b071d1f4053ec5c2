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
import type { RequestContext } from '../../platform/context.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { tenantNames } from '../../platform/buyer-below.ts';
import { draftRule } from './preview.ts';
import type { ServiceNames } from './service-names.ts';
import type { Whose } from './whose.ts';
import { concernedBuyers, rulesInGroup, rulesWithout, type RulesByBuyer } from './what-if/concerned.ts';
import { type Replay, replaySales } from './what-if/replay.ts';

export interface GuardedChange {
  readonly buyer: Whose;
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
  /** The same of customers that go to another group, or to none. */
  passMove(
    ctx: RequestContext,
    move: { readonly customerIds: readonly string[]; readonly groupId: string | null },
    confirm: string | undefined,
    signal: AbortSignal,
  ): Promise<Outcome<void>>;
}

const DAY_MS = 86_400_000;
/** Cases a problem names. */
const NAMED = 5;

const hashOf = (said: unknown): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 32);

/** The same for the same change, and for no other. */
const codeOf = ({ buyer, rules, used, version, startsOn }: GuardedChange): string =>
  hashOf([
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
      rule.offListBp ?? null,
      rule.fixedMinor,
      rule.floorMinor,
      rule.capMinor,
      rule.firstDay,
      rule.lastDay,
    ]),
  ]);

type Tried = Pick<MarkupCheck, 'labels' | 'belowCost' | 'worst'>;

export function createMarginGuard(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  deps: { readonly namesFor: (ctx: RequestContext) => Promise<ServiceNames> },
): MarginGuard {
  /** Labels of the last days, priced again. */
  async function tried(
    ctx: RequestContext,
    what: Pick<Replay, 'rules' | 'rulesOfBuyer' | 'only' | 'except' | 'whoseId'>,
    signal: AbortSignal,
  ): Promise<Tried> {
    const now = clock.now();
    const replay: Replay = {
      sellerId: ctx.tenantId,
      from: new Date(now.getTime() - GUARD_DAYS * DAY_MS),
      until: new Date(now.getTime() + DAY_MS),
      withTest: config.simulators,
      rulesCurrency: ctx.currency,
      ...what,
    };
    const names = { buyers: (ids: readonly string[]) => tenantNames(db, ids), ...(await deps.namesFor(ctx)) };
    let found: Tried = { labels: 0, belowCost: 0, worst: [] };
    for await (const event of replaySales(db, replay, names, signal)) {
      if (event.type !== 'result') continue;
      const { totals, belowCost: worst } = event.result;
      const sum = (of: 'labels' | 'belowCost') => totals.reduce((all, total) => all + total[of], 0);
      found = { labels: sum('labels'), belowCost: sum('belowCost'), worst: [...worst] };
    }
    return found;
  }

  async function check(ctx: RequestContext, change: GuardedChange, signal: AbortSignal): Promise<MarkupCheck> {
    const { buyer } = change;
    const rules = change.rules.map(draftRule);
    const concerned = await concernedBuyers(db, ctx, buyer, false);
    const off = buyer !== null && !change.used;
    const rulesOfBuyer = off ? await rulesWithout(db, ctx, buyer, concerned.only ?? []) : undefined;
    const found = await tried(ctx, { rules, rulesOfBuyer, whoseId: buyer?.id ?? null, ...concerned }, signal);
    const said = off ? undefined : priceBelowCost(rules, ctx.currency, localDay(clock.now(), ctx.timeZone));
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
            listMinor: said.purchase.listMinor ?? null,
            priceMinor: said.priceMinor,
            currency: ctx.currency,
          }
        : null,
      confirm: codeOf(change),
    };
  }

  const show = (minor: number, currency: string) => `${toDecimal(money(minor, currency))} ${currency}`;
  const wordsOf = ({
    costMinor,
    listMinor,
    priceMinor,
    currency,
  }: NonNullable<MarkupCheck['byDefinition']>): string => {
    const [cost, price] = [show(costMinor, currency), show(priceMinor, currency)];
    return listMinor === null
      ? `A label that costs ${cost} would be sold for ${price}.`
      : `A label that costs ${cost} and has a list price of ${show(listMinor, currency)} would be sold for ${price}.`;
  };
  /** The question, with the worst cases for who may see costs. */
  const asks = (ctx: RequestContext, code: string, { worst }: Tried, more: readonly string[], confirms: string) => {
    const cases = worst
      .slice(0, NAMED)
      .map(
        (label) =>
          `${label.buyerName}: ${label.carrierName}, ${label.service}, ${label.zone}: cost ${show(label.costMinor, label.currency)}, would be sold for ${show(label.newMinor, label.currency)}.`,
      );
    return problem('below_cost', {
      errors: [
        { field: 'confirm', code, message: confirms },
        ...(ctx.rights.has('rates.see-cost') ? [...cases, ...more] : []).map((message) => ({
          field: 'rules',
          message,
        })),
      ],
    });
  };

  return {
    check,
    async passMove(ctx, { customerIds, groupId }, confirm, signal) {
      const rulesOfBuyer: RulesByBuyer = await rulesInGroup(db, ctx, groupId, customerIds);
      const only = [...rulesOfBuyer.keys()].toSorted();
      // Other rules by the time of the answer are another question.
      const priced = only.map((id) => [id, rulesOfBuyer.get(id)?.map((rule) => rule.id)]);
      const code = hashOf([groupId, customerIds.toSorted(), priced]);
      if (only.length === 0 || confirm === code) return { ok: true, value: undefined };
      const found = await tried(ctx, { rules: [], rulesOfBuyer, only, whoseId: groupId }, signal);
      if (found.belowCost === 0) return { ok: true, value: undefined };
      return asks(ctx, code, found, [], 'Send this code as "confirm" to change the group anyway.');
    },
    async pass(ctx, change, confirm, signal) {
      if (confirm === codeOf(change)) return { ok: true, value: undefined };
      const found = await check(ctx, change, signal);
      const { belowCost, byDefinition } = found;
      if (belowCost === 0 && byDefinition === null) return { ok: true, value: undefined };
      return asks(
        ctx,
        found.confirm,
        found,
        byDefinition ? [wordsOf(byDefinition)] : [],
        'Send this code as "confirm" to publish the mark-ups anyway.',
      );
    },
  };
}
