/** The nine page permissions of product-spec section 6, exactly these (decisions 9). */
export const PAGE_PERMISSIONS = [
  'DASHBOARD',
  'ECOMMERCE_ORDERS',
  'SCANSHIP',
  'ECOMMERCE_PRODUCTS',
  'ECOMMERCE_STORE_MANAGER',
  'ECOMMERCE_PACKAGE_MANAGER',
  'SHIPPING_CARRIER_MANAGER',
  'DEVICE_MANAGER',
  'PROFILE_SETTINGS',
] as const;
export type PagePermission = (typeof PAGE_PERMISSIONS)[number];

/** Roles of product-spec section 6; ROLE_USER is accepted as a synonym of ROLE_CUSTOMER_USER (decisions 7). */
export const ROLES = [
  'ROLE_SUPER_ADMIN',
  'ROLE_FRANCHISE_ADMIN',
  'ROLE_SALES_AGENT',
  'ROLE_SUPPORT',
  'ROLE_CUSTOMER_ADMIN',
  'ROLE_CUSTOMER_USER',
  'ROLE_USER',
] as const;
export type RoleName = (typeof ROLES)[number];
/** A role as it is stored: the synonym is not (decisions 7). */
export type BaseRole = Exclude<RoleName, 'ROLE_USER'>;
export const BASE_ROLES = ROLES.filter((role): role is BaseRole => role !== 'ROLE_USER');
export const plainRole = (role: RoleName): BaseRole => (role === 'ROLE_USER' ? 'ROLE_CUSTOMER_USER' : role);
