/** Names of people by id, for histories and claims. */
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { readMembers } from './administer.ts';

/** Full names where there are any, else user names; ids that are not of the caller's realm are left out. */
export const userNames = async (
  db: Database,
  ctx: Pick<RequestContext, 'realmId'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (userIds.length === 0) return new Map();
  const rows = await db.identity(ctx, (tx) =>
    tx
      .selectFrom('users')
      .select(['id', 'username', 'first_name', 'last_name'])
      .where('realm_id', '=', ctx.realmId)
      .where('id', 'in', [...userIds])
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim() || row.username]));
};

/** Active people of the caller's company, by name: those work can be given to. */
export const assignees = async (
  db: Database,
  ctx: Pick<RequestContext, 'realmId' | 'tenantId'>,
): Promise<readonly { readonly id: string; readonly name: string }[]> => {
  const members = await db.identity(ctx, (tx) => readMembers(tx, ctx));
  return members
    .filter((member) => member.state === 'active')
    .map((member) => ({ id: member.id, name: `${member.first_name} ${member.last_name}`.trim() || member.username }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
};
