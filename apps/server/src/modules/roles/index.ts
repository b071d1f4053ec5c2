/** Roles: the built-in ones of each kind of tenant, custom ones, and what they let their people open and do. */
import {
  addRole as addRoleCall,
  deleteRole as deleteRoleCall,
  listRoles,
  roleHolders,
  updateRole as updateRoleCall,
} from '@scanship/contracts/access/roles';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { addRole, deleteRole, readHolders, readMatrix, updateRole } from './edit-roles.ts';

export { addBuiltInRoles, type BuiltInRoles } from './built-in-roles.ts';
export { BUILT_IN_ROLES, type BuiltInRole } from './role-catalogue.ts';
export { readPeopleWith, peopleWith, type ToldCompany, type ToldPerson } from './people-with.ts';
export { type HeldRoleRow, type Holder, readRoles, within } from './held-roles.ts';

export const createRolesModule = ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): { readonly routes: readonly Route[] } => ({
  routes: [
    route(listRoles, async ({ ctx }) => data(await readMatrix(db, ctx))),
    route(addRoleCall, async ({ ctx, body }) => {
      const added = await addRole(db, ctx, body);
      return added.ok ? data(added.value, { successMessage: 'Role added.' }) : added;
    }),
    route(updateRoleCall, async ({ ctx, params, body }) => {
      const updated = await updateRole(db, ctx, params.id, body);
      return updated.ok ? data(updated.value, { successMessage: 'Role saved.' }) : updated;
    }),
    route(deleteRoleCall, async ({ ctx, params, query }) => {
      const deleted = await deleteRole(db, ctx, params.id, query.replacement, clock.now());
      return deleted.ok ? data(deleted.value, { successMessage: 'Role deleted.' }) : deleted;
    }),
    route(roleHolders, async ({ ctx, params }) => {
      const people = await readHolders(db, ctx, params.id);
      return people.ok ? data({ people: people.value }) : people;
    }),
  ],
});
