/**
 * Roles of one tenant with what their people may really do, and the rule that nobody gives more than they hold. Reads run as
 * the tenant.
 */
import type { PagePermission } from '@scanship/contracts/call';
import type { BaseRole } from '@scanship/contracts/access/pages';
import type { ActionRight } from '@scanship/contracts/access/rights';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { permissionsOf } from '../../platform/http/session-context.ts';

export interface HeldRoleRow {
  readonly id: string;
  readonly name: string;
  readonly baseRole: BaseRole;
  readonly builtIn: boolean;
  readonly version: number;
  readonly pages: ReadonlySet<PagePermission>;
  readonly rights: ReadonlySet<ActionRight>;
}

/** What an editor holds, for comparison; SCANSHIP counts by the tenant's plan on both sides. */
export type Holder = Pick<RequestContext, 'permissions' | 'rights' | 'planName' | 'tenantKind'>;

/** Roles of a tenant, built-in ones first, then by name. Without a plan (franchise, platform) SCANSHIP is nobody's anyway. */
export const readRoles = async (tx: Tx, tenantId: string, planName: string): Promise<HeldRoleRow[]> => {
  const rows = await tx
    .selectFrom('roles')
    .select(['id', 'name', 'base_role', 'built_in', 'version'])
    .where('tenant_id', '=', tenantId)
    .orderBy('built_in', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
  const stored = await tx
    .selectFrom('role_permissions')
    .select(['role_id', 'permission'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return rows.map((row) => {
    const permissions = stored.filter((each) => each.role_id === row.id).map((each) => each.permission);
    const held = permissionsOf({ baseRole: row.base_role, builtIn: row.built_in, permissions }, planName);
    return {
      id: row.id,
      name: row.name,
      baseRole: row.base_role,
      builtIn: row.built_in,
      version: row.version,
      ...held,
    };
  });
};

export const within = (
  role: Pick<HeldRoleRow, 'pages' | 'rights'>,
  holder: Pick<Holder, 'permissions' | 'rights'>,
): boolean =>
  [...role.pages].every((page) => holder.permissions.has(page)) &&
  [...role.rights].every((right) => holder.rights.has(right));
