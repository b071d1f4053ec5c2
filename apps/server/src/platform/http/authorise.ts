/** Whether a signed-in person may make a call: its page permission, then its roles. */
import type { Call, RoleName } from '@scanship/contracts/call';
import type { RequestContext } from '../context.ts';

/** ROLE_USER and ROLE_CUSTOMER_USER are one role (decisions 7). */
const plain = (role: RoleName): RoleName => (role === 'ROLE_USER' ? 'ROLE_CUSTOMER_USER' : role);

export const mayCall = (
  ctx: Pick<RequestContext, 'role' | 'permissions'>,
  call: Pick<Call, 'permission' | 'roles'>,
): boolean => {
  if (call.permission !== undefined && !ctx.permissions.has(call.permission)) return false;
  return call.roles === undefined || call.roles.some((role) => plain(role) === plain(ctx.role));
};
