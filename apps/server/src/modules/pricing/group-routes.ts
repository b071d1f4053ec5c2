/** The calls of customer groups: kept beside customers, guarded here, because who is in one decides what is charged. */
import * as calls from '@scanship/contracts/network/customer-groups';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { listPlans, readPlan } from '../carriers/index.ts';
import { addGroup, putInGroup, readGroups, removeGroup, renameGroup } from '../customers/index.ts';
import type { MarginGuard } from './margin-guard.ts';

/** Names that the audit log tells of those who moved. */
const NAMED = 20;

export function groupRoutes({ db }: Pick<Services, 'db'>, guard: MarginGuard): readonly Route[] {
  const list = async (ctx: RequestContext) =>
    db.tenant(
      ctx,
      async (tx) => {
        const plans = new Map((await listPlans(tx, ctx.tenantId)).map((plan) => [plan.buyerId, plan]));
        const groups: calls.CustomerGroup[] = [];
        for (const group of await readGroups(tx, ctx)) {
          const plan = plans.get(group.id);
          const waits = plan && !plan.used && (await readPlan(tx, ctx, group.id)).next !== null;
          groups.push({ ...group, markups: plan?.used ? 'used' : waits ? 'waits' : 'none' });
        }
        return { groups };
      },
      { readOnly: true },
    );

  return [
    route(calls.listCustomerGroups, async ({ ctx }) => data(await list(ctx))),
    route(calls.addCustomerGroup, async ({ ctx, body }) => {
      const added = await addGroup(db, ctx, body.name);
      return added.ok ? data(await list(ctx), { successMessage: 'Group added.' }) : added;
    }),
    route(calls.renameCustomerGroup, async ({ ctx, params, body }) => {
      const renamed = await renameGroup(db, ctx, params.id, body);
      if (!renamed.ok) return renamed;
      return data(await list(ctx), {
        successMessage: 'Group renamed.',
        told: { group: `${renamed.value} -> ${body.name}` },
      });
    }),
    route(calls.removeCustomerGroup, async ({ ctx, params }) => {
      const removed = await removeGroup(db, ctx, params.id, async (tx) => {
        const plan = await readPlan(tx, ctx, params.id);
        return plan.version > 0 && (plan.used || plan.next !== null)
          ? problem('group_in_use', {
              message: 'The mark-ups of this group are active or wait for their day.',
              advice: 'Switch them off under Prices, or take them back, first.',
            })
          : { ok: true, value: undefined };
      });
      if (!removed.ok) return removed;
      return data(await list(ctx), { successMessage: 'Group removed.', told: { group: removed.value } });
    }),
    route(calls.putCustomersInGroup, async ({ ctx, body, signal }) => {
      const passed = await guard.passMove(ctx, body, body.confirm, signal);
      if (!passed.ok) return passed;
      const put = await putInGroup(db, ctx, body.customerIds, body.groupId);
      if (!put.ok) return put;
      const { moved, to } = put.value;
      const more = moved.length > NAMED ? ` (+${moved.length - NAMED})` : '';
      return data(
        { moved: moved.length },
        {
          successMessage: 'Group saved. New quotes have its prices.',
          told: {
            group: to ?? '-',
            customers: `${moved
              .slice(0, NAMED)
              .map(({ name, from }) => `${name}: ${from ?? '-'} -> ${to ?? '-'}`)
              .join('; ')}${more}`,
          },
        },
      );
    }),
  ];
}
