/**
 * Roles of the caller's own tenant: built-in ones (read only) and custom ones, a set of pages and rights on a base role
 * (issue 4, line 3; decisions 7 to 9). Customer, franchise and platform use the same calls.
 */
import * as z from 'zod/mini';
import { defineCall, PAGE_PERMISSIONS } from '../call.ts';
import { id, idParams, recordVersion, required } from '../common.ts';
import { BASE_ROLES } from './pages.ts';
import { ACTION_RIGHTS } from './rights.ts';

const pageName = z.enum(PAGE_PERMISSIONS);
const rightName = z.enum(
  ACTION_RIGHTS as readonly [(typeof ACTION_RIGHTS)[number], ...(typeof ACTION_RIGHTS)[number][]],
);

export const role = z.object({
  id,
  name: z.string(),
  baseRole: z.enum(BASE_ROLES as [(typeof BASE_ROLES)[number], ...(typeof BASE_ROLES)[number][]]),
  /** Cannot be changed or deleted; screens show its name by `baseRole` in the person's language. */
  builtIn: z.boolean(),
  pages: z.array(pageName),
  rights: z.array(rightName),
  /** People who have it. */
  people: z.int(),
  /** Whether the caller may give it to people: it holds nothing the caller lacks. */
  assignable: z.boolean(),
  version: recordVersion,
});
export type Role = z.infer<typeof role>;

/** Rows of the matrix for one base role: what a custom role on it may hold at most. */
export const baseRole = z.object({
  baseRole: role.shape.baseRole,
  pages: z.array(pageName),
  rights: z.array(rightName),
  /** Of those, what the caller may give. */
  grantablePages: z.array(pageName),
  grantableRights: z.array(rightName),
});

export const roleMatrix = z.object({ roles: z.array(role), baseRoles: z.array(baseRole) });
export type RoleMatrix = z.infer<typeof roleMatrix>;

const editor = {
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_CUSTOMER_ADMIN'],
  right: 'roles.manage',
} as const;

export const listRoles = defineCall({
  id: 'listRoles',
  method: 'GET',
  path: '/roles',
  summary: 'The permission matrix: roles, what each holds, and what may be given',
  ...editor,
  data: roleMatrix,
});

const roleBody = z.object({
  name: required(60),
  pages: z.array(pageName).check(z.maxLength(20)),
  rights: z.array(rightName).check(z.maxLength(100)),
});

export const addRole = defineCall({
  id: 'addRole',
  method: 'POST',
  path: '/roles',
  summary: "A custom role: never more than its base role's or the editor's own",
  ...editor,
  audited: true,
  idempotent: true,
  body: z.extend(roleBody, { baseRole: role.shape.baseRole }),
  data: role,
});

export const updateRole = defineCall({
  id: 'updateRole',
  method: 'PUT',
  path: '/roles/{id}',
  summary: 'Change a custom role; people who have it are held to it from their next call on',
  ...editor,
  audited: true,
  params: idParams,
  body: z.extend(roleBody, { version: recordVersion }),
  data: role,
});

export const deleteRole = defineCall({
  id: 'deleteRole',
  method: 'DELETE',
  path: '/roles/{id}',
  summary: 'Delete a custom role; one in use only with a replacement, which its people get (else role_in_use)',
  ...editor,
  audited: true,
  params: idParams,
  query: z.object({ replacement: z.optional(id) }),
  data: z.object({ moved: z.int() }),
});

export const roleHolders = defineCall({
  id: 'listRoleHolders',
  method: 'GET',
  path: '/roles/{id}/people',
  summary: 'Who has a role',
  ...editor,
  params: idParams,
  data: z.object({
    people: z.array(z.object({ id, userName: z.string(), fullName: z.string(), email: z.string(), state: z.string() })),
  }),
});
