/** What each built-in role may open and do: the catalogue of the contracts, by the server's names. */
export { BUILT_IN_ROLES } from '@scanship/contracts/access/role-catalogue';
export type { BaseRole as BuiltInRole } from '@scanship/contracts/access/pages';

/** Kinds of tenant that have roles of their own. */
export type TenantKind = 'platform' | 'franchise' | 'customer';
