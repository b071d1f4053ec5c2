/** Whose purchases a plan is for. */
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listPlans } from '../../carriers/index.ts';
import type { SalesWanted } from './read-sales.ts';

/**
 * @param buyerId null: the default, which is for all without mark-ups of their own
 * @param everyone of the default: those too
 */
export async function concernedBuyers(
  db: Database,
  ctx: RequestContext,
  buyerId: string | null,
  everyone: boolean,
): Promise<Pick<SalesWanted, 'only' | 'except'>> {
  if (buyerId !== null) return { only: [buyerId] };
  if (everyone) return {};
  const plans = await db.tenant(ctx, (tx) => listPlans(tx, ctx.tenantId), { readOnly: true });
  return { except: plans.flatMap((plan) => (plan.used && plan.buyerId !== null ? [plan.buyerId] : [])) };
}
