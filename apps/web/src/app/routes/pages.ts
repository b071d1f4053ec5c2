/** Every page of the signed-in part once: its path, who may open it and whether the menu shows it. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Profile } from '@scanship/contracts/access/auth';
import type { PagePermission } from '@scanship/contracts/call';
import type { ActionRight } from '@scanship/contracts/access/rights';
import type { MessageArea } from '../../lib/i18n.ts';
import { kindOf, permissionsOf, type UserKind } from '../profile.ts';

export type PageIcon =
  | 'announcements'
  | 'audit'
  | 'automation'
  | 'batches'
  | 'brand'
  | 'carriers'
  | 'claims'
  | 'customers'
  | 'dashboard'
  | 'devices'
  | 'endOfDay'
  | 'exceptions'
  | 'franchises'
  | 'import'
  | 'labels'
  | 'money'
  | 'orders'
  | 'packages'
  | 'pickList'
  | 'pickups'
  | 'platform'
  | 'products'
  | 'returns'
  | 'roles'
  | 'scan'
  | 'settings'
  | 'stores'
  | 'users';

/** Parents of the menu; one without a permitted page is dropped (product-spec section 2). */
export type MenuGroup = 'shipping' | 'catalogue' | 'connections' | 'company';
export const MENU_GROUPS: Readonly<Record<MenuGroup, MessageDescriptor>> = {
  shipping: msg`Shipping`,
  catalogue: msg`Catalogue`,
  connections: msg`Connections`,
  company: msg`Company`,
};

export interface Page {
  readonly path: string;
  readonly title: MessageDescriptor;
  /** Where the menu has a shorter word. */
  readonly menuTitle?: MessageDescriptor;
  /** Words of the page's description in the head (product-spec section 2, "Dashboard page descriptions"). */
  readonly description: MessageDescriptor;
  readonly permission?: PagePermission;
  /** Catalogue its words are in, beside the shell's. */
  readonly words?: MessageArea;
  readonly kinds: readonly UserKind[];
  /** Only people with one of these roles, custom ones made on them included. */
  readonly roles?: readonly Profile['roleName'][];
  /** Right without which the page could show nothing. */
  readonly right?: ActionRight;
  /** Pages without an icon are reached from other pages, not from the menu. */
  readonly icon?: PageIcon;
  readonly group?: MenuGroup;
  readonly badge?: 'exceptions';
}

const ORDERS_DESCRIPTION = msg`Orders of all your stores in one list, ready to ship.`;
export const PAGES = {
  dashboard: {
    path: '/dashboard',
    words: 'admin',
    title: msg`Dashboard`,
    description: msg`Orders, labels, spend and what needs attention, day by day.`,
    permission: 'DASHBOARD',
    kinds: ['customer', 'franchise', 'agent', 'support', 'platform'],
    icon: 'dashboard',
  },
  orders: {
    path: '/ecommerce/orders',
    title: msg`Orders`,
    description: ORDERS_DESCRIPTION,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'orders',
    group: 'shipping',
  },
  scanShip: {
    path: '/ecommerce/scan-ship',
    words: 'scan',
    title: msg`Scan & Ship`,
    description: msg`Scan an order at the packing table, and its label comes out.`,
    permission: 'SCANSHIP',
    kinds: ['customer'],
    icon: 'scan',
    group: 'shipping',
  },
  labels: {
    path: '/ecommerce/orders/labels',
    words: 'work',
    title: msg`Labels`,
    description: msg`Every label you bought: search, print again, cancel, follow, export.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'labels',
    group: 'shipping',
  },
  batches: {
    path: '/ecommerce/orders/batches',
    words: 'work',
    title: msg`Batches`,
    description: msg`Labels of many orders, planned and bought together.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'batches',
    group: 'shipping',
  },
  pickList: {
    path: '/ecommerce/orders/pick-list',
    words: 'work',
    title: msg`Pick list`,
    description: msg`What to take off the shelves, by bin location, and the orders it goes to.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'pickList',
    group: 'shipping',
  },
  endOfDay: {
    path: '/carrier-manager/end-of-day',
    words: 'work',
    title: msg`End of day`,
    description: msg`Labels bought and not handed over yet, by place and carrier, and the lists of closed days.`,
    permission: 'SHIPPING_CARRIER_MANAGER',
    kinds: ['customer'],
    icon: 'endOfDay',
    group: 'shipping',
  },
  pickups: {
    path: '/carrier-manager/pickups',
    words: 'work',
    title: msg`Pickups`,
    description: msg`Carrier pickups at your addresses: book, change and cancel them.`,
    permission: 'SHIPPING_CARRIER_MANAGER',
    kinds: ['customer'],
    icon: 'pickups',
    group: 'shipping',
  },
  import: {
    path: '/ecommerce/orders/import',
    words: 'imports',
    title: msg`Import orders`,
    menuTitle: msg`Import`,
    description: msg`Bring orders in from a CSV or XLSX file.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'import',
    group: 'shipping',
  },
  exceptions: {
    path: '/ecommerce/orders/exceptions',
    words: 'stores',
    title: msg`Exceptions`,
    description: msg`What needs your attention: open purchases, failed store updates, stale stores, parcels with a problem.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'exceptions',
    group: 'shipping',
    badge: 'exceptions',
  },
  returns: {
    path: '/ecommerce/orders/returns',
    words: 'work',
    title: msg`Returns`,
    description: msg`What buyers want to send back: decide, follow it, check what came.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'returns',
    group: 'shipping',
  },
  claims: {
    path: '/ecommerce/orders/claims',
    words: 'work',
    title: msg`Claims`,
    description: msg`What carriers lost or broke: where and until when to claim it, and what came of it.`,
    permission: 'ECOMMERCE_ORDERS',
    kinds: ['customer'],
    icon: 'claims',
    group: 'shipping',
  },
  returnRules: {
    path: '/ecommerce/orders/returns/rules',
    words: 'work',
    title: msg`Rules for returns`,
    description: msg`What buyers may send back, until when, and who pays.`,
    permission: 'ECOMMERCE_STORE_MANAGER',
    kinds: ['customer'],
  },
  returnsTable: {
    path: '/ecommerce/scan-ship/returns',
    words: 'work',
    title: msg`Returns at the table`,
    description: msg`Scan what came back and say how it looks.`,
    permission: 'SCANSHIP',
    kinds: ['customer'],
  },
  products: {
    path: '/ecommerce/products',
    words: 'products',
    title: msg`Products`,
    description: msg`What you sell, with weights, sizes and customs data, for all your stores.`,
    permission: 'ECOMMERCE_PRODUCTS',
    kinds: ['customer'],
    icon: 'products',
    group: 'catalogue',
  },
  packages: {
    path: '/package-manager',
    words: 'work',
    title: msg`Packages`,
    description: msg`Your boxes and your carriers’ packagings, with sizes, weights and what they cost.`,
    permission: 'ECOMMERCE_PACKAGE_MANAGER',
    kinds: ['customer'],
    icon: 'packages',
    group: 'catalogue',
  },
  stores: {
    path: '/ecommerce/connect-store',
    words: 'stores',
    title: msg`Stores`,
    description: msg`Connected online stores, how old their orders are, and every platform that can be connected.`,
    permission: 'ECOMMERCE_STORE_MANAGER',
    kinds: ['customer'],
    icon: 'stores',
    group: 'connections',
  },
  carriers: {
    path: '/carrier-manager',
    words: 'stores',
    title: msg`Carriers`,
    description: msg`Connected carrier accounts, their services and rate sheets.`,
    permission: 'SHIPPING_CARRIER_MANAGER',
    kinds: ['customer'],
    icon: 'carriers',
    group: 'connections',
  },
  devices: {
    path: '/device-manager',
    words: 'work',
    title: msg`Printers and devices`,
    menuTitle: msg`Printers`,
    description: msg`Computers with the print agent, their printers, what prints where, and every print job.`,
    permission: 'DEVICE_MANAGER',
    kinds: ['customer'],
    icon: 'devices',
    group: 'connections',
  },
  automation: {
    path: '/account/automation',
    words: 'work',
    title: msg`Automation`,
    description: msg`Rules, presets on keys, and what the services that buyers ask for stand for.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    icon: 'automation',
    group: 'company',
  },
  billing: {
    path: '/account/billing',
    words: 'money',
    title: msg`Billing`,
    description: msg`Your balance, payments and cards, your plan, statements, and what carriers charged afterwards.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    right: 'money.view',
    icon: 'money',
    group: 'company',
  },
  settings: {
    path: '/account/settings',
    words: 'account',
    title: msg`Settings`,
    description: msg`Your profile, password and devices; the addresses and defaults your company ships with.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    icon: 'settings',
    group: 'company',
  },
  users: {
    path: '/user-manager',
    words: 'admin',
    title: msg`People`,
    description: msg`Who works here, what they may do, and who is invited.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    roles: ['ROLE_CUSTOMER_ADMIN'],
    right: 'users.manage',
    icon: 'users',
    group: 'company',
  },
  roles: {
    path: '/user/role-and-permissions',
    words: 'admin',
    title: msg`Roles and permissions`,
    menuTitle: msg`Roles`,
    description: msg`What each role of your company may open and do.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    roles: ['ROLE_CUSTOMER_ADMIN'],
    right: 'roles.manage',
    icon: 'roles',
    group: 'company',
  },
  audit: {
    path: '/account/audit',
    words: 'admin',
    title: msg`Audit log`,
    menuTitle: msg`Log`,
    description: msg`Who did what, as whom and when, in a log that cannot be changed unnoticed.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    roles: ['ROLE_CUSTOMER_ADMIN'],
    right: 'audit.read',
    icon: 'audit',
    group: 'company',
  },
  shippingCheck: {
    path: '/account/shipping-check',
    words: 'admin',
    title: msg`What blocks shipping`,
    description: msg`Everything that may keep your company from shipping, and where to fix it.`,
    permission: 'PROFILE_SETTINGS',
    kinds: ['customer'],
    roles: ['ROLE_CUSTOMER_ADMIN'],
    right: 'users.manage',
  },
  customers: {
    path: '/customer',
    words: 'admin',
    title: msg`Customers`,
    description: msg`Your customers with what they ship, their plans and credit, and what you give them to ship with.`,
    kinds: ['franchise', 'agent', 'support'],
    right: 'customers.view',
    icon: 'customers',
  },
  staffRoles: {
    path: '/role-and-permissions',
    words: 'admin',
    title: msg`Roles and permissions`,
    menuTitle: msg`Roles`,
    description: msg`What each role of the franchise may open and do, and who has it.`,
    kinds: ['franchise'],
    icon: 'roles',
  },
  franchises: {
    path: '/franchises',
    words: 'admin',
    title: msg`Franchises`,
    description: msg`Franchises of the platform: their hosts, brands, plans and administrators.`,
    kinds: ['platform'],
    right: 'platform.franchises',
    icon: 'franchises',
  },
  platformCarriers: {
    path: '/platform/carriers',
    words: 'admin',
    title: msg`Platform carriers`,
    description: msg`Carrier accounts of the platform and the franchises they are lent to.`,
    kinds: ['platform'],
    right: 'platform.apps',
    icon: 'carriers',
  },
  liveAccounts: {
    path: '/platform/accounts',
    words: 'admin',
    title: msg`Live accounts`,
    description: msg`Carrier and store accounts of everybody: their exact traffic for a day, and cases for developers.`,
    kinds: ['platform'],
    right: 'connectors.inspect',
    icon: 'stores',
  },
  leftOut: {
    path: '/platform/left-out',
    words: 'admin',
    title: msg`What connectors left out`,
    menuTitle: msg({ message: 'Left out', context: 'page' }),
    description: msg`Prices, tracking events and orders that connectors could not read, and where a vendor changed its answers.`,
    kinds: ['platform'],
    right: 'connectors.inspect',
    icon: 'exceptions',
  },
  system: {
    path: '/platform/system',
    words: 'admin',
    title: msg`System status`,
    description: msg`Work that is overdue, purchases with an unknown outcome, and the database.`,
    kinds: ['platform'],
    right: 'platform.franchises',
  },
  platformMoney: {
    path: '/platform/money',
    words: 'money',
    title: msg`Money`,
    description: msg`What the platform earns, what franchises owe, statements, and the carriers’ invoices.`,
    kinds: ['platform'],
    right: 'money.view',
    icon: 'money',
  },
  apps: {
    path: '/platform/apps',
    words: 'admin',
    title: msg`App registrations`,
    description: msg`The platform’s registrations at stores, carriers, card provider and mail.`,
    kinds: ['platform'],
    right: 'platform.apps',
    icon: 'platform',
  },
  announcements: {
    path: '/platform/announcements',
    words: 'admin',
    title: msg`Announcements`,
    description: msg`News, planned maintenance and known problems for franchises and their customers.`,
    kinds: ['platform'],
    right: 'branding.edit',
    icon: 'announcements',
  },
  staff: {
    path: '/platform/staff',
    words: 'admin',
    title: msg`Staff`,
    description: msg`Who runs the platform, what each role may do, and the audit log.`,
    kinds: ['platform'],
    icon: 'users',
  },
} as const satisfies Record<string, Page>;
export type PageName = keyof typeof PAGES;

export function mayOpen(page: Page, profile: Profile): boolean {
  if (!page.kinds.includes(kindOf(profile))) return false;
  if (page.roles && !page.roles.includes(profile.roleName)) return false;
  if (page.right && !profile.rights.includes(page.right)) return false;
  return !page.permission || permissionsOf(profile).includes(page.permission);
}

/** Pages this person may open, in the order of the menu. */
export const pagesFor = (profile: Profile): readonly Page[] =>
  Object.values<Page>(PAGES).filter((page) => mayOpen(page, profile));

/** Pages of the menu. */
export const menuFor = (profile: Profile): readonly Page[] => pagesFor(profile).filter((page) => page.icon);

export interface MenuSection {
  /** Absent: pages that stand by themselves. */
  readonly group: MenuGroup | undefined;
  readonly pages: readonly Page[];
}

/** The menu in its parents, in the order in which they first appear. */
export function menuSections(profile: Profile): readonly MenuSection[] {
  const sections = new Map<MenuGroup | undefined, Page[]>();
  for (const page of menuFor(profile)) sections.set(page.group, [...(sections.get(page.group) ?? []), page]);
  return [...sections].map(([group, pages]) => ({ group, pages }));
}

/** Where a person starts, and where unknown paths lead; `/access-denied` when nothing is permitted. */
export const firstPage = (profile: Profile): string => menuFor(profile)[0]?.path ?? '/access-denied';
