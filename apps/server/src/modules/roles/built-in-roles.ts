/** Gives a new tenant its built-in roles. */
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { BUILT_IN_ROLES, type BuiltInRole, type TenantKind } from './role-catalogue.ts';

/** Ids of the roles by their base role. */
export type BuiltInRoles = Readonly<Partial<Record<BuiltInRole, string>>>;

/** Runs as the tenant. */
export const addBuiltInRoles = async (tx: Tx, tenantId: string, kind: TenantKind): Promise<BuiltInRoles> => {
  const wanted = (Object.keys(BUILT_IN_ROLES) as BuiltInRole[]).filter((role) => BUILT_IN_ROLES[role].kind === kind);
  const made = wanted.map((role) => ({ role, id: newId() }));
  await tx
    .insertInto('roles')
    .values(
      made.map(({ role, id }) => ({
        tenant_id: tenantId,
        id,
        code: role,
        name: BUILT_IN_ROLES[role].name,
        base_role: role,
        built_in: true,
      })),
    )
    .execute();
  await tx
    .insertInto('role_permissions')
    .values(
      made.flatMap(({ role, id }) =>
        BUILT_IN_ROLES[role].pages.map((permission) => ({ tenant_id: tenantId, role_id: id, permission })),
      ),
    )
    .execute();
  return Object.fromEntries(made.map(({ role, id }) => [role, id]));
};
