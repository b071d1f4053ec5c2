/** Calls of the seller's returns: rules, list, decisions, the packing table. */
import {
  buyReturnLabel,
  checkReturn,
  decideReturns,
  finishReturn,
  getReturn,
  getReturnRules,
  listReturns,
  putReturnRules,
  type ReturnDetail,
  scanReturn,
} from '@scanship/contracts/shipping/returns';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { check, decide, findScanned, finish, orderLabel, takeIn } from './change-return.ts';
import { readReturn, readReturns } from './read-returns.ts';
import { readRules, saveRules } from './rules.ts';

export interface RouteDeps extends Pick<Services, 'db' | 'clock'> {
  /** Ids of the accounts this customer may buy from. */
  readonly grantsOf: (ctx: RequestContext) => Promise<ReadonlySet<string>>;
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly nameOf: (slug: string) => string | null;
}

export function returnRoutes(deps: RouteDeps): readonly Route[] {
  const { db, clock } = deps;

  async function seen(ctx: RequestContext, id: string): Promise<Outcome<ReturnDetail>> {
    const found = await db.tenant(ctx, (tx) => readReturn(tx, ctx.tenantId, id, deps.nameOf), { readOnly: true });
    if (!found) return problem('not_found', { message: 'This return was not found.' });
    const { detail, decidedBy } = found;
    const names = decidedBy === null ? undefined : await deps.userNames(ctx, [decidedBy]);
    return { ok: true, value: { ...detail, decidedBy: (decidedBy !== null && names?.get(decidedBy)) || null } };
  }
  async function changed(ctx: RequestContext, id: string, change: (tx: Tx) => Promise<Outcome<void>>, words?: string) {
    const outcome = await db.tenant(ctx, change);
    if (!outcome.ok) return outcome;
    const now = await seen(ctx, id);
    return now.ok ? data(now.value, words === undefined ? {} : { successMessage: words }) : now;
  }

  return [
    route(getReturnRules, async ({ ctx }) => {
      const { rules, version } = await db.tenant(ctx, (tx) => readRules(tx, ctx.tenantId), { readOnly: true });
      return data({ ...rules, version });
    }),
    route(putReturnRules, async ({ ctx, body }) => {
      const grants = body.grantId === null ? new Set<string>() : await deps.grantsOf(ctx);
      const saved = await db.tenant(ctx, (tx) => saveRules(tx, ctx, body, grants));
      return saved.ok ? data(saved.value, { successMessage: 'Rules for returns saved.' }) : saved;
    }),
    route(listReturns, async ({ ctx, query }) =>
      data(await db.tenant(ctx, (tx) => readReturns(tx, ctx.tenantId, query), { readOnly: true })),
    ),
    route(getReturn, async ({ ctx, params }) => {
      const found = await seen(ctx, params.id);
      return found.ok ? data(found.value) : found;
    }),
    route(decideReturns, async ({ ctx, body }) => {
      const { approve, ids } = body;
      const answer = body.answer?.trim() || null;
      if (!approve && answer === null)
        return problem('validation', {
          errors: [{ field: 'answer', message: 'Say why: the buyer reads it on the page of the return.' }],
        });
      const decided = await db.tenant(ctx, (tx) => decide(tx, ctx, { ids, approve, answer }, clock.now()));
      return data({ decided: [...decided], passedOver: ids.filter((id) => !decided.includes(id)) });
    }),
    route(buyReturnLabel, ({ ctx, params }) => changed(ctx, params.id, (tx) => orderLabel(tx, ctx, params.id))),
    route(scanReturn, async ({ ctx, body }) => {
      const id = await db.tenant(ctx, (tx) => findScanned(tx, ctx.tenantId, body.code), { readOnly: true });
      if (id === undefined) return problem('not_found', { message: `No return has the code ${body.code}.` });
      return changed(ctx, id, (tx) => takeIn(tx, ctx.tenantId, id, clock.now()));
    }),
    route(checkReturn, ({ ctx, params, body }) =>
      changed(ctx, params.id, (tx) => check(tx, ctx.tenantId, params.id, body, clock.now()), 'Return checked.'),
    ),
    route(finishReturn, ({ ctx, params }) =>
      changed(ctx, params.id, (tx) => finish(tx, ctx.tenantId, params.id, clock.now()), 'Return done.'),
    ),
  ];
}
