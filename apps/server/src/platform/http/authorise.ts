/** Whether a signed-in person may make a call: limits of the session, then page permission, roles and right. */
import type { Call, SessionLimit } from '@scanship/contracts/call';
import { plainRole } from '@scanship/contracts/pages';
import { movesMoney } from '@scanship/contracts/rights';
import type { RequestContext } from '../context.ts';

/** The limit that keeps a session from making a call; the lock screen is told first, because only its owner can say who is there. */
export const stopsAt = (limits: ReadonlySet<SessionLimit>, call: Pick<Call, 'openWhile'>): SessionLimit | undefined =>
  (['locked', 'second_factor_due'] as const).find((limit) => limits.has(limit) && !call.openWhile?.includes(limit));

/** Why a signed-in person may not make a call, or undefined when they may. */
export const refusalOf = (
  ctx: Pick<RequestContext, 'role' | 'permissions' | 'rights' | 'actors'>,
  call: Pick<Call, 'permission' | 'roles' | 'right'>,
): 'forbidden' | 'money_not_while_supporting' | undefined => {
  if (call.permission !== undefined && !ctx.permissions.has(call.permission)) return 'forbidden';
  if (call.roles !== undefined && !call.roles.some((role) => plainRole(role) === plainRole(ctx.role)))
    return 'forbidden';
  if (call.right === undefined) return undefined;
  if (!ctx.rights.has(call.right)) return 'forbidden';
  // Support looks and helps; money moves in the customer's own name only (decisions 8).
  return movesMoney(call.right) && ctx.actors.some((actor) => actor.role === 'ROLE_SUPPORT')
    ? 'money_not_while_supporting'
    : undefined;
};
