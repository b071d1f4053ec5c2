/**
 * Rights to act, finer than the nine page permissions of product-spec section 6 and separate from them (decisions 9).
 * A call names at most one (`right` in call.ts); a role holds a set of them.
 *
 * `pages`: at a customer the right counts only while the role holds one of these pages, so that a role without Orders
 * cannot buy labels. At franchise and platform pages do not limit rights. What may be done in somebody else's name is
 * decided call by call in acting-table.ts.
 */
import type { PagePermission } from './pages.ts';

interface Right {
  readonly pages: readonly PagePermission[];
}

export const RIGHTS = {
  /** Create, import, edit and mark orders. */
  'orders.edit': { pages: ['ECOMMERCE_ORDERS'] },
  /** Archive, restore, cancel. */
  'orders.archive': { pages: ['ECOMMERCE_ORDERS'] },
  /** Download orders with the recipients' addresses. */
  'orders.export': { pages: ['ECOMMERCE_ORDERS'] },
  'labels.buy': { pages: ['ECOMMERCE_ORDERS', 'SCANSHIP'] },
  'labels.void': { pages: ['ECOMMERCE_ORDERS', 'SCANSHIP'] },
  'labels.print': { pages: ['ECOMMERCE_ORDERS', 'SCANSHIP', 'DEVICE_MANAGER'] },
  /** Decide what became of a purchase or void whose outcome is unknown. */
  'labels.settle': { pages: ['ECOMMERCE_ORDERS'] },
  'products.edit': { pages: ['ECOMMERCE_PRODUCTS'] },
  'packages.edit': { pages: ['ECOMMERCE_PACKAGE_MANAGER'] },
  'stores.manage': { pages: ['ECOMMERCE_STORE_MANAGER'] },
  'carriers.manage': { pages: ['SHIPPING_CARRIER_MANAGER'] },
  'devices.manage': { pages: ['DEVICE_MANAGER'] },
  /** Default settings, ship-from addresses, automation. */
  'settings.manage': { pages: ['PROFILE_SETTINGS'] },
  /** Invite, suspend and remove people, and give them roles. */
  'users.manage': { pages: ['PROFILE_SETTINGS'] },
  'roles.manage': { pages: ['PROFILE_SETTINGS'] },
  'audit.read': { pages: ['PROFILE_SETTINGS'] },
  /** Balance, statements, what labels cost in sum. */
  'money.view': { pages: ['DASHBOARD', 'PROFILE_SETTINGS'] },
  'money.top-up': { pages: ['PROFILE_SETTINGS'] },
  'money.refund': { pages: ['PROFILE_SETTINGS'] },
  /** See the card provider's keys and keep cards on file. */
  'cards.manage': { pages: ['PROFILE_SETTINGS'] },
  /** See customers and their volumes; a sales agent those assigned to them only. */
  'customers.view': { pages: [] },
  /** Create, invite, suspend and resume customers, set plan and sales agent. */
  'customers.manage': { pages: [] },
  /** Work as one of the people below, with a stated reason. */
  'customers.impersonate': { pages: [] },
  /** What labels cost the franchise, and its margin. */
  'rates.see-cost': { pages: [] },
  /** Mark-ups and price lists. */
  'money.pricing': { pages: [] },
  /** Credit limit and payment terms of customers. */
  'money.credit': { pages: [] },
  'branding.edit': { pages: [] },
  /** Franchises, their hosts, sender domains and plans. */
  'platform.franchises': { pages: [] },
  /** The operator's own registrations at stores and carriers, and accounts lent to franchises. */
  'platform.apps': { pages: [] },
  /** Keep the exact traffic of an account for a day, run the go-live check of its connector, see what connectors left out. */
  'connectors.inspect': { pages: [] },
} as const satisfies Readonly<Record<string, Right>>;

export type ActionRight = keyof typeof RIGHTS;
export const ACTION_RIGHTS = Object.keys(RIGHTS) as readonly ActionRight[];

export const isActionRight = (name: string): name is ActionRight => Object.hasOwn(RIGHTS, name);
/** Pages of which a customer's role must hold one for the right to count; empty: none needed. */
export const pagesOfRight = (right: ActionRight): readonly PagePermission[] => RIGHTS[right].pages;
