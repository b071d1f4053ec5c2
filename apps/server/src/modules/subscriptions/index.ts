/** Subscriptions: a customer's plan, its fees, and what it allows. What other modules may use. */
import {
  choosePlan,
  getCustomerPlan,
  getPlan,
  keepCustomerPlan,
  keepPlan as keepPlanCall,
  listCustomerPlanCharges,
  listPlanCharges,
  quoteCustomerPlan,
  quotePlan,
  setCustomerPlan,
} from '@scanship/contracts/money/plans';
import type { BillingInterval, PlanCode } from '@scanship/domain/money/subscription';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import type { CatchUpOptions } from './catch-up.ts';
import { type By, changePlan, type ChangeWish, keepPlan, quoteChange, type When } from './change-plan.ts';
import { listCharges, showQuote, viewPlan } from './read-plan.ts';
import { createRenewalWorker, type RenewalWorker } from './renewal-worker.ts';
import { readSubscription } from './subscription-rows.ts';

export { labelsAbovePlan, mayBuyLabels } from './allowance.ts';
export { openFor } from './open.ts';
export { viewPlan } from './read-plan.ts';
export { type Company, companyOf } from './tell.ts';
export { addPlans, changePlanOffer, planLimitsOf, type PlanLimits, readPlans } from './plan-offers.ts';

export interface SubscriptionsModule {
  readonly routes: readonly Route[];
  readonly worker: RenewalWorker;
}

export interface SubscriptionsDeps {
  readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'>;
  /** Of the worker, for tests; never a setting. */
  readonly sweepMs?: number | undefined;
}

interface Asked {
  readonly plan: PlanCode;
  readonly interval?: BillingInterval | undefined;
  readonly when?: When | undefined;
}

export function createSubscriptionsModule(services: Services, deps: SubscriptionsDeps): SubscriptionsModule {
  const { db, clock, log, config } = services;
  const withTest = config.simulators;
  const options = (): CatchUpOptions => ({ now: clock.now(), withTest });

  const asCustomer = <T>(customerId: string, work: (tx: Tx) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    db.tenant({ tenantId: customerId }, work);
  const view = async (customerId: string, successMessage?: string) => {
    const shown = await asCustomer(customerId, (tx) => viewPlan(tx, customerId, options()));
    return shown.ok ? data(shown.value, successMessage === undefined ? {} : { successMessage }) : shown;
  };
  /** How it is paid for stays as it is where nothing else is said. */
  const wishOf = async (tx: Tx, customerId: string, asked: Asked): Promise<ChangeWish> => {
    const held = await readSubscription(tx, customerId);
    const interval = asked.interval ?? held?.subscription.interval ?? 'month';
    return { code: asked.plan, interval, when: asked.when };
  };
  const quote = async (customerId: string, asked: Asked, bySeller: boolean) => {
    const quoted = await asCustomer(customerId, async (tx) => {
      const wish = await wishOf(tx, customerId, asked);
      const found = await quoteChange(tx, customerId, { ...wish, bySeller }, options());
      return found.ok ? { ok: true as const, value: await showQuote(tx, customerId, found.value) } : found;
    });
    return quoted.ok ? data(quoted.value) : quoted;
  };
  const change = async (
    customerId: string,
    asked: Asked & { readonly quote: string },
    by: By,
    bySeller: boolean,
    words: string,
  ) => {
    const done = await asCustomer(customerId, async (tx) => {
      const wish = await wishOf(tx, customerId, asked);
      return changePlan(tx, customerId, { ...wish, bySeller, quote: asked.quote }, by, options());
    });
    return done.ok ? view(customerId, words) : done;
  };
  const keep = async (customerId: string) => {
    const done = await asCustomer(customerId, (tx) => keepPlan(tx, customerId, options()));
    return done.ok ? view(customerId, 'The plan stays as it is.') : done;
  };
  const charges = async (customerId: string, page: number | undefined) =>
    data(await db.tenant({ tenantId: customerId }, (tx) => listCharges(tx, customerId, page ?? 1, clock.now())));

  /** Runs for a customer of this franchise only: its record is looked up under the franchise. */
  const ofOwn = async <T>(ctx: RequestContext, customerId: string, work: () => Promise<T>) => {
    const record = await db.tenant(ctx, (tx) =>
      tx
        .selectFrom('franchise_customers')
        .select('customer_id')
        .where('tenant_id', '=', ctx.tenantId)
        .where('customer_id', '=', customerId)
        .where('state', '<>', 'closed')
        .executeTakeFirst(),
    );
    return record ? work() : problem('not_found');
  };

  return {
    worker: createRenewalWorker({ db, clock, log, withTest, mail: deps.mail, sweepMs: deps.sweepMs }),
    routes: [
      route(getPlan, ({ ctx }) => view(ctx.tenantId)),
      route(quotePlan, ({ ctx, query }) => quote(ctx.tenantId, query, false)),
      route(choosePlan, ({ ctx, body }) => change(ctx.tenantId, body, { userId: ctx.userId }, false, 'Plan changed.')),
      route(keepPlanCall, ({ ctx }) => keep(ctx.tenantId)),
      route(listPlanCharges, ({ ctx, query }) => charges(ctx.tenantId, query.page)),
      route(getCustomerPlan, ({ ctx, params }) => ofOwn(ctx, params.id, () => view(params.id))),
      route(quoteCustomerPlan, ({ ctx, params, query }) => ofOwn(ctx, params.id, () => quote(params.id, query, true))),
      route(setCustomerPlan, ({ ctx, params, body }) =>
        ofOwn(ctx, params.id, () =>
          change(params.id, body, { userId: ctx.userId, reason: body.reason }, true, 'Plan saved.'),
        ),
      ),
      route(keepCustomerPlan, ({ ctx, params }) => ofOwn(ctx, params.id, () => keep(params.id))),
      route(listCustomerPlanCharges, ({ ctx, params, query }) =>
        ofOwn(ctx, params.id, () => charges(params.id, query.page)),
      ),
    ],
  };
}
