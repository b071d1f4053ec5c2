/**
 * What each built-in role may open and do (product-spec section 6; decisions 7 to 9). A custom role takes away from its
 * base role and never adds to it.
 */
import { type BaseRole, PAGE_PERMISSIONS, type PagePermission } from './pages.ts';
import { ACTION_RIGHTS, type ActionRight, pagesOfRight } from './rights.ts';

export type TenantKind = 'platform' | 'franchise' | 'group' | 'customer';

export interface BuiltInRole {
  /** Kind of tenant whose people have it. */
  readonly kind: 'platform' | 'franchise' | 'customer';
  /** English name; screens translate by the role's code. */
  readonly name: string;
  readonly pages: readonly PagePermission[];
  readonly rights: readonly ActionRight[];
}

const ofCustomers: readonly ActionRight[] = ACTION_RIGHTS.filter((right) => pagesOfRight(right).length > 0);

/**
 * A franchise admin's carriers and rate sheets are tabs of `/customer`, so the role holds the carrier page although its
 * menu has three entries (decisions 9); the super admin's are below `/platform`.
 */
export const BUILT_IN_ROLES: Readonly<Record<BaseRole, BuiltInRole>> = {
  ROLE_SUPER_ADMIN: {
    kind: 'platform',
    name: 'Super admin',
    pages: ['DASHBOARD', 'SHIPPING_CARRIER_MANAGER'],
    rights: [
      'platform.franchises',
      'platform.apps',
      'connectors.inspect',
      'branding.edit',
      'carriers.manage',
      'rates.see-cost',
      'customers.impersonate',
      'users.manage',
      'roles.manage',
      'audit.read',
      'money.view',
      'money.pricing',
      'money.credit',
      'money.refund',
    ],
  },
  ROLE_FRANCHISE_ADMIN: {
    kind: 'franchise',
    name: 'Franchise admin',
    pages: ['DASHBOARD', 'SHIPPING_CARRIER_MANAGER'],
    rights: [
      'customers.view',
      'customers.manage',
      'customers.impersonate',
      'connectors.inspect',
      'branding.edit',
      'carriers.manage',
      'rates.see-cost',
      'users.manage',
      'roles.manage',
      'audit.read',
      'money.view',
      'money.pricing',
      'money.credit',
      'money.refund',
      'money.top-up',
      'cards.manage',
    ],
  },
  ROLE_SALES_AGENT: {
    kind: 'franchise',
    name: 'Sales agent',
    pages: ['DASHBOARD'],
    rights: ['customers.view', 'rates.see-cost'],
  },
  ROLE_SUPPORT: {
    kind: 'franchise',
    name: 'Support',
    pages: ['DASHBOARD'],
    rights: ['customers.view', 'customers.impersonate'],
  },
  ROLE_CUSTOMER_ADMIN: { kind: 'customer', name: 'Administrator', pages: PAGE_PERMISSIONS, rights: ofCustomers },
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
    rights: [
      'orders.edit',
      'orders.archive',
      'orders.export',
      'labels.buy',
      'labels.void',
      'labels.print',
      'labels.settle',
      'products.edit',
      'packages.edit',
      'devices.manage',
    ],
  },
};

/** SCANSHIP belongs to the Advanced plan, whatever the role says (product-spec section 4). */
export const pagesOnPlan = (pages: Iterable<PagePermission>, planName: string): ReadonlySet<PagePermission> =>
  new Set([...pages].filter((page) => page !== 'SCANSHIP' || planName === 'Advanced'));

/** The rights that count: at a customer only those below a page the role holds. */
export const rightsOnPages = (
  rights: Iterable<ActionRight>,
  pages: ReadonlySet<PagePermission>,
  kind: TenantKind,
): ReadonlySet<ActionRight> =>
  new Set(
    [...rights].filter((right) => {
      const below = pagesOfRight(right);
      return kind !== 'customer' || below.length === 0 || below.some((page) => pages.has(page));
    }),
  );
