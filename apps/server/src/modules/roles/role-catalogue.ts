/** What each built-in role may open (product-spec section 6, decisions 8 and 9). */
import { PAGE_PERMISSIONS, type PagePermission, type RoleName } from '@scanship/contracts/call';

export type BuiltInRole = Exclude<RoleName, 'ROLE_USER'>;
export type TenantKind = 'platform' | 'franchise' | 'customer';

/**
 * Which kind of tenant has the role, its name, and its pages. A franchise admin's carriers and rate sheets are tabs of
 * `/customer`, so the role holds the carrier permission although its menu has three entries.
 */
export const BUILT_IN_ROLES: Readonly<
  Record<BuiltInRole, { readonly kind: TenantKind; readonly name: string; readonly pages: readonly PagePermission[] }>
> = {
  ROLE_SUPER_ADMIN: { kind: 'platform', name: 'Super admin', pages: ['DASHBOARD'] },
  ROLE_FRANCHISE_ADMIN: {
    kind: 'franchise',
    name: 'Franchise admin',
    pages: ['DASHBOARD', 'SHIPPING_CARRIER_MANAGER'],
  },
  ROLE_SALES_AGENT: { kind: 'franchise', name: 'Sales agent', pages: ['DASHBOARD'] },
  ROLE_SUPPORT: { kind: 'franchise', name: 'Support', pages: ['DASHBOARD'] },
  ROLE_CUSTOMER_ADMIN: { kind: 'customer', name: 'Administrator', pages: PAGE_PERMISSIONS },
  ROLE_CUSTOMER_USER: {
    kind: 'customer',
    name: 'User',
    pages: [
      'DASHBOARD',
      'ECOMMERCE_ORDERS',
      'SCANSHIP',
      'ECOMMERCE_PRODUCTS',
      'ECOMMERCE_PACKAGE_MANAGER',
      'DEVICE_MANAGER',
    ],
  },
};
