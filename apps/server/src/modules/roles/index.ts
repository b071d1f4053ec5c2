/** Roles: the built-in ones of each kind of tenant. Custom roles come with the role editor. */
export { addBuiltInRoles, type BuiltInRoles } from './built-in-roles.ts';
export { BUILT_IN_ROLES, type BuiltInRole } from './role-catalogue.ts';
