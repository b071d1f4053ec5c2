import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PagePermission } from '@scanship/contracts/access/pages';
import type { ActionRight } from '@scanship/contracts/access/rights';
import type { Role } from '@scanship/contracts/access/roles';
import { ROLE_NAMES } from '../../app/role-names.ts';

export const PAGE_WORDS: Readonly<Record<PagePermission, MessageDescriptor>> = {
  DASHBOARD: msg`Dashboard`,
  ECOMMERCE_ORDERS: msg`Orders`,
  SCANSHIP: msg`Scan and Ship`,
  ECOMMERCE_PRODUCTS: msg`Products`,
  ECOMMERCE_STORE_MANAGER: msg`Stores`,
  ECOMMERCE_PACKAGE_MANAGER: msg`Packages`,
  SHIPPING_CARRIER_MANAGER: msg`Carriers`,
  DEVICE_MANAGER: msg`Printers and devices`,
  PROFILE_SETTINGS: msg`Settings`,
};

export const RIGHT_WORDS: Readonly<Record<ActionRight, MessageDescriptor>> = {
  'orders.edit': msg`Create, import and edit orders`,
  'orders.archive': msg`Archive and cancel orders`,
  'orders.export': msg`Download orders with addresses`,
  'labels.buy': msg`Buy labels`,
  'labels.void': msg`Cancel labels`,
  'labels.print': msg`Print labels and documents`,
  'labels.settle': msg`Decide open purchases`,
  'products.edit': msg`Edit products`,
  'packages.edit': msg`Edit packages`,
  'stores.manage': msg`Connect and change stores`,
  'carriers.manage': msg`Connect and change carriers`,
  'devices.manage': msg`Set up printers and devices`,
  'settings.manage': msg`Change defaults and ship-from addresses`,
  'users.manage': msg`Invite, suspend and remove people`,
  'roles.manage': msg`Edit roles`,
  'audit.read': msg`Read the audit log`,
  'money.view': msg`See total amounts`,
  'money.top-up': msg`Top up the balance`,
  'money.refund': msg`Refund`,
  'cards.manage': msg`Keep payment cards`,
  'customers.view': msg`See customers and their volumes`,
  'customers.manage': msg`Create, invite and suspend customers`,
  'customers.impersonate': msg`Act as people of customers, with a reason`,
  'rates.see-cost': msg`See cost and margin`,
  'money.pricing': msg`Set prices and mark-ups`,
  'money.credit': msg`Set credit limits and terms`,
  'branding.edit': msg`Edit branding`,
  'platform.franchises': msg`Run franchises`,
  'platform.apps': msg`App registrations and lent carriers`,
  'connectors.inspect': msg`Exact traffic and go-live checks of connectors`,
};

/** Built-in roles by their name in the reader's language, custom ones as they were called. */
export const roleName = (role: Pick<Role, 'name' | 'baseRole' | 'builtIn'>, i18n: Pick<I18n, '_'>): string =>
  role.builtIn ? i18n._(ROLE_NAMES[role.baseRole]) : role.name;
