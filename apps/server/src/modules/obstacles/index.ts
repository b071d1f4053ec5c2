/** Obstacles: why a customer cannot ship. */
import { getCustomerObstacles, getObstacles } from '@scanship/contracts/network/obstacles';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readSubject, type WalkDeps } from './subject.ts';
import { walkThrough } from './walk.ts';

export function createObstaclesModule(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { carriers }: Pick<WalkDeps, 'carriers'>,
): { readonly routes: readonly Route[] } {
  const deps: WalkDeps = { db, clock, withTest: config.simulators, carriers };
  const answer = async (ctx: RequestContext, customerId: string) => {
    const subject = await readSubject(db, ctx.tenantId, customerId);
    return subject ? data(await walkThrough(deps, subject, ctx.rights.has('money.view'))) : problem('not_found');
  };
  return {
    routes: [
      route(getCustomerObstacles, ({ ctx, params }) => answer(ctx, params.id)),
      route(getObstacles, ({ ctx }) => answer(ctx, ctx.tenantId)),
    ],
  };
}
