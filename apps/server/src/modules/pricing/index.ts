/**
 * Mark-ups: the editor's calls. Rules and versions are kept by the carriers module, quotes read them there; what is here
 * reads and previews them for the level that earns. No call answers a price that another level pays or is paid.
 */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import * as calls from '@scanship/contracts/money/markups';
import { checkMarkupRules, type KnownCarriers } from '@scanship/domain/pricing/markup-check';
import { localDay } from '@scanship/domain/calendar/ship-date';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type CarriersModule, listPlans } from '../carriers/index.ts';
import { changeRoutes } from './change-routes.ts';
import { costedRates } from './examples.ts';
import { createMarginGuard } from './margin-guard.ts';
import { groupRoutes } from './group-routes.ts';
import { createPlanViews } from './plan-views.ts';
import { draftRule, previewPrices } from './preview.ts';
import { remarkWords } from './remark-words.ts';
import { serviceNames } from './service-names.ts';
import { concernedBuyers } from './what-if/concerned.ts';
import { whatIfRoute } from './what-if/what-if-route.ts';
import { namedLists, severalBuyers, type Whose, whoseMarkups } from './whose.ts';

export { type ServiceNames, serviceNames } from './service-names.ts';

export interface PricingDeps {
  readonly carriers: Pick<CarriersModule, 'accounts' | 'registry'>;
  /** Names of people by id, for "changed by". */
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export function createPricingModule(
  services: Pick<Services, 'db' | 'sealer' | 'clock' | 'config'>,
  deps: PricingDeps,
): { readonly routes: readonly Route[] } {
  const { db, sealer, clock } = services;
  const { registry } = deps.carriers;
  const exampleDeps = { db, sealer, registry };
  const today = (ctx: RequestContext): string => localDay(clock.now(), ctx.timeZone);

  /** Carriers of accounts the level ships with or lends, with their services. */
  async function carriersOf(ctx: RequestContext) {
    const accounts = await deps.carriers.accounts(ctx);
    const known = new Map<string, { id: string; name: string; services: Map<string, string> }>();
    for (const account of accounts) {
      const name = registry.find(account.carrier)?.manifest.name ?? account.carrierName;
      const entry = known.get(account.carrier) ?? { id: account.carrier, name, services: new Map<string, string>() };
      for (const { code, name: service } of account.services) entry.services.set(code, service);
      known.set(account.carrier, entry);
    }
    return [...known.values()].map(({ id, name, services: of }) => ({
      id,
      name,
      services: [...of].map(([code, service]) => ({ code, name: service })),
    }));
  }
  async function remarksOn(ctx: RequestContext, rules: readonly MarkupRuleInput[]) {
    const carriers = await carriersOf(ctx);
    const known: KnownCarriers = {
      services: new Map(carriers.map(({ id, services: of }) => [id, new Set(of.map(({ code }) => code))])),
    };
    return checkMarkupRules(rules.map(draftRule), today(ctx), known).map(remarkWords);
  }

  const views = createPlanViews(services, { userNames: deps.userNames, remarksOn });
  const guard = createMarginGuard(services, { namesFor: (ctx) => serviceNames(deps.carriers, ctx) });
  /** Who quotes with accounts of this level: the buyer itself, those of a plan or group, or the customers of a franchise. */
  async function quotersOf(ctx: RequestContext, whose: Whose): Promise<readonly string[]> {
    if (whose === null) return [];
    const buyerId = whose.id;
    if (whose.kind !== 'buyer')
      return ((await concernedBuyers(db, ctx, whose, false)).only ?? []).slice(0, MOST_QUOTERS);
    if (ctx.tenantKind !== 'platform') return [buyerId];
    const rows = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select('id')
        .where('realm_id', '=', buyerId)
        .where('kind', '=', 'customer')
        .orderBy('created_at', 'desc')
        .limit(MOST_QUOTERS)
        .execute(),
    );
    return rows.map((row) => row.id);
  }

  return {
    routes: [
      whatIfRoute(services, { namesFor: (ctx) => serviceNames(deps.carriers, ctx) }),
      route(calls.listMarkupPlans, async ({ ctx }) => {
        const [plans, choices] = await Promise.all([
          db.tenant(ctx, (tx) => listPlans(tx, ctx.tenantId), { readOnly: true }),
          severalBuyers(db, ctx),
        ]);
        return data({
          currency: ctx.currency,
          plans: (await namedLists(db, plans, choices)).map((plan) => ({
            buyer: plan.buyer,
            used: plan.used,
            ruleCount: plan.ruleCount,
            changedAt: plan.changedAt?.toISOString() ?? null,
          })),
          choices: [...choices],
          carriers: await carriersOf(ctx),
        });
      }),
      route(calls.getDefaultMarkups, async ({ ctx }) => views.answerPlan(ctx, null)),
      route(calls.getBuyerMarkups, async ({ ctx, params }) => {
        const buyer = await whoseMarkups(db, ctx, params.id);
        return buyer.ok ? views.answerPlan(ctx, buyer.value) : buyer;
      }),
      route(calls.defaultMarkupHistory, async ({ ctx }) => views.history(ctx, null)),
      route(calls.buyerMarkupHistory, async ({ ctx, params }) => {
        const buyer = await whoseMarkups(db, ctx, params.id);
        return buyer.ok ? views.history(ctx, params.id) : buyer;
      }),
      ...groupRoutes(services, guard),
      ...changeRoutes(services, { guard, answerPlan: views.answerPlan }),
      route(calls.listMarkupExamples, async ({ ctx, params }) => {
        const buyer = await whoseMarkups(db, ctx, params.id);
        if (!buyer.ok) return buyer;
        const rates = await costedRates(exampleDeps, ctx.tenantId, await quotersOf(ctx, buyer.value));
        return data({ examples: rates.map(({ example }) => example) });
      }),
      route(calls.previewMarkups, async ({ ctx, body }) => {
        const buyer = await whoseMarkups(db, ctx, body.buyerId);
        if (!buyer.ok) return buyer;
        const quoted = body.examples.some((example) => example.kind === 'rate');
        if (quoted && (!buyer.value || !ctx.rights.has('rates.see-cost'))) return problem('not_found');
        const quoters = quoted ? await quotersOf(ctx, buyer.value) : [];
        const prices = await previewPrices(db, ctx, body, today(ctx), async (quoteId, rateId) => {
          const [rate] = await costedRates(exampleDeps, ctx.tenantId, quoters, { quoteId, rateId });
          return rate;
        });
        return data({ prices, remarks: await remarksOn(ctx, body.rules) });
      }),
    ],
  };
}

/** Enough customers of a franchise to have examples of everything it sells. */
const MOST_QUOTERS = 50;
