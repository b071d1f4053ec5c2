/** Whether a signed-in person may make a call: limits of the session, then its page permission, then its roles. */
import type { Call, RoleName, SessionLimit } from '@scanship/contracts/call';
import type { RequestContext } from '../context.ts';

/** ROLE_USER and ROLE_CUSTOMER_USER are one role (decisions 7). */
const plain = (role: RoleName): RoleName => (role === 'ROLE_USER' ? 'ROLE_CUSTOMER_USER' : role);

/** The limit that keeps a session from making a call; the lock screen is told first, because only its owner can say who is there. */
export const stopsAt = (limits: ReadonlySet<SessionLimit>, call: Pick<Call, 'openWhile'>): SessionLimit | undefined =>
  (['locked', 'second_factor_due'] as const).find((limit) => limits.has(limit) && !call.openWhile?.includes(limit));

export const mayCall = (
  ctx: Pick<RequestContext, 'role' | 'permissions'>,
  call: Pick<Call, 'permission' | 'roles'>,
): boolean => {
  if (call.permission !== undefined && !ctx.permissions.has(call.permission)) return false;
  return call.roles === undefined || call.roles.some((role) => plain(role) === plain(ctx.role));
};
