/** Whether somebody is a sales agent of a franchise now. */
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { readMembers } from '../users/index.ts';

export const isAgent = async (
  db: Database,
  ctx: Pick<RequestContext, 'realmId' | 'tenantId'>,
  userId: string,
): Promise<boolean> => {
  const members = await db.identity(ctx, (tx) => readMembers(tx, { realmId: ctx.realmId, tenantId: ctx.tenantId }));
  const member = members.find((each) => each.id === userId && each.state === 'active');
  if (!member) return false;
  const role = await db.tenant(ctx, (tx) =>
    tx
      .selectFrom('roles')
      .select('base_role')
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', member.role_id)
      .executeTakeFirst(),
  );
  return role?.base_role === 'ROLE_SALES_AGENT';
};
