/** Calls of the role editor; customer, franchise and platform use the same. */
import { queryOptions } from '@tanstack/react-query';
import { addRole, deleteRole, listRoles, type Role, roleHolders, updateRole } from '@scanship/contracts/access/roles';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import type { RoleDraft } from './role-model.ts';

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => fetchData(listRoles, { signal }),
});
export const holdersQuery = (id: string) =>
  queryOptions({
    queryKey: ['roles', id, 'people'],
    queryFn: ({ signal }) => fetchData(roleHolders, { params: { id }, signal }),
  });

const bodyOf = (draft: RoleDraft) => ({
  name: draft.name.trim(),
  pages: [...draft.pages],
  rights: [...draft.rights],
});
export const createRole = (input: { readonly draft: RoleDraft; readonly key: string }) =>
  api.call(addRole, {
    body: { ...bodyOf(input.draft), baseRole: input.draft.baseRole },
    idempotencyKey: input.key,
  });
export const changeRole = (input: { readonly draft: RoleDraft; readonly role: Role }) =>
  api.call(updateRole, {
    params: { id: input.role.id },
    body: { ...bodyOf(input.draft), version: input.role.version },
  });
export const removeRole = (input: { readonly id: string; readonly replacement: string | undefined }) =>
  api.call(deleteRole, {
    params: { id: input.id },
    query: input.replacement ? { replacement: input.replacement } : {},
  });

/** Roles, who has them, and the lists of people that show them. */
export const rolesChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['people'] }),
  ]);
