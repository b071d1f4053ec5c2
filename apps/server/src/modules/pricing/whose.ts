/** Whom mark-ups are for: a buyer below the level, or the customers of one of its groups or subscription plans. */
import type { MarkupBuyer } from '@scanship/contracts/money/markups';
import { buyerBelow, tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { PlanSummary } from '../carriers/index.ts';

type Level = Pick<RequestContext, 'tenantId' | 'tenantKind'>;

/** Null: everybody's, the default. */
export type Whose = MarkupBuyer | null;

/** The level's subscription plans and its groups of customers, by name; none of the operator's. */
export async function severalBuyers(db: Database, ctx: Level): Promise<readonly MarkupBuyer[]> {
  if (ctx.tenantKind !== 'franchise') return [];
  const [plans, groups] = await db.tenant(
    ctx,
    async (tx) =>
      [
        await tx
          .selectFrom('plans')
          .select(['id', 'name'])
          .where('tenant_id', '=', ctx.tenantId)
          .orderBy('code')
          .execute(),
        await tx
          .selectFrom('customer_groups')
          .select(['id', 'name'])
          .where('tenant_id', '=', ctx.tenantId)
          .where('removed_at', 'is', null)
          .orderBy('name')
          .execute(),
      ] as const,
    { readOnly: true },
  );
  return [
    ...plans.map(({ id, name }) => ({ id, name, kind: 'plan' as const })),
    ...groups.map(({ id, name }) => ({ id, name, kind: 'group' as const })),
  ];
}

/** Problem `not_found` for what is no buyer, plan or group of this level. */
export async function whoseMarkups(db: Database, ctx: Level, id: string | null): Promise<Outcome<Whose>> {
  if (id === null) return { ok: true, value: null };
  const buyer = await buyerBelow(db, ctx, id);
  if (buyer.ok) return { ok: true, value: { ...buyer.value, kind: 'buyer' } };
  const several = (await severalBuyers(db, ctx)).find((each) => each.id === id);
  return several ? { ok: true, value: several } : problem('not_found');
}

/** Whom stored mark-ups are for, by name; those of a removed group are nobody's and left out. */
export async function namedLists(
  db: Database,
  plans: readonly PlanSummary[],
  several: readonly MarkupBuyer[],
): Promise<readonly (PlanSummary & { readonly buyer: Whose })[]> {
  const names = await tenantNames(
    db,
    plans.map(({ kind, buyerId }) => (kind === 'buyer' ? buyerId : null)),
  );
  return plans.flatMap((plan): (PlanSummary & { readonly buyer: Whose })[] => {
    const { buyerId: id, kind } = plan;
    if (id === null) return [{ ...plan, buyer: null }];
    if (kind === 'buyer') return [{ ...plan, buyer: { id, name: names.get(id) ?? '', kind } }];
    const found = several.find((each) => each.id === id);
    return found ? [{ ...plan, buyer: found }] : [];
  });
}
