/**
 * Whether a signed-in person may make a call: limits of the session, then page permission, roles and right, then what may
 * be done in another's name.
 */
import { actingRefusal } from '@scanship/contracts/access/acting-table';
import type { Call, SessionLimit } from '@scanship/contracts/call';
import { plainRole } from '@scanship/contracts/access/pages';
import type { RequestContext } from '../context.ts';

/** The limit that keeps a session from making a call; the lock screen is told first, because only its owner can say who is there. */
export const stopsAt = (limits: ReadonlySet<SessionLimit>, call: Pick<Call, 'openWhile'>): SessionLimit | undefined =>
  (['locked', 'second_factor_due'] as const).find((limit) => limits.has(limit) && !call.openWhile?.includes(limit));

/** Why a signed-in person may not make a call, or undefined when they may. */
export const refusalOf = (
  ctx: Pick<RequestContext, 'role' | 'permissions' | 'rights' | 'actors'>,
  call: Pick<Call, 'id' | 'permission' | 'roles' | 'right'>,
): 'forbidden' | 'not_while_acting' | 'not_while_supporting' | undefined => {
  if (call.permission !== undefined && !ctx.permissions.has(call.permission)) return 'forbidden';
  if (call.roles !== undefined && !call.roles.some((role) => plainRole(role) === plainRole(ctx.role)))
    return 'forbidden';
  if (call.right !== undefined && !ctx.rights.has(call.right)) return 'forbidden';
  return actingRefusal(ctx.actors, call);
};
