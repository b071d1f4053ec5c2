/** Screens of customers, of a franchise's people and of the operator, by the address and the heading it is known by. */
import { addOrder } from '@scanship/contracts/orders/orders';
import { listAccounts } from '@scanship/contracts/carriers/carriers';
import { listCustomers } from '@scanship/contracts/network/customers';
import { listFranchises } from '@scanship/contracts/network/franchises';
import { randomUUID } from 'node:crypto';
import { type DemoUser, orderTo } from './demo.ts';
import type { Seller } from './seller.ts';

export interface Screen {
  readonly name: string;
  readonly path: string;
}

/** Makes one order, so that every screen has something to show. */
export async function customerScreens(seller: Seller): Promise<readonly Screen[]> {
  const body = orderTo(`SCREEN-${randomUUID().slice(0, 8)}`, { customerNote: 'Ring twice.', tags: ['wholesale'] });
  const order = await seller.must(addOrder, { body, idempotencyKey: randomUUID() });
  const { accounts } = await seller.must(listAccounts);
  const sheet = accounts.find((account) => account.carrier === 'rate-sheet');
  if (!sheet) throw new Error('the demo has no carrier with a rate sheet');
  return [
    { name: 'orders', path: '/ecommerce/orders' },
    { name: 'orders with the panel', path: `/ecommerce/orders?order=${order.id}` },
    { name: 'order', path: `/ecommerce/order/${order.id}` },
    { name: 'new order', path: '/ecommerce/orders/new' },
    { name: 'import', path: '/ecommerce/orders/import' },
    { name: 'labels', path: '/ecommerce/orders/labels' },
    { name: 'no label is like that', path: '/ecommerce/orders/labels?q=nosuchnumber' },
    { name: 'batches', path: '/ecommerce/orders/batches' },
    { name: 'exceptions', path: '/ecommerce/orders/exceptions' },
    { name: 'what is in the way', path: '/account/shipping-check' },
    { name: 'pick list', path: '/ecommerce/orders/pick-list' },
    { name: 'end of day', path: '/carrier-manager/end-of-day' },
    { name: 'rules', path: '/account/automation' },
    { name: 'presets', path: '/account/automation?tab=presets' },
    { name: 'requested services', path: '/account/automation?tab=services' },
    { name: 'products', path: '/ecommerce/products' },
    { name: 'no product is like that', path: '/ecommerce/products?q=nosuchproduct' },
    { name: 'import of products', path: '/ecommerce/products/import' },
    { name: 'packages', path: '/package-manager' },
    { name: 'carriers', path: '/carrier-manager' },
    { name: 'carrier', path: `/carrier-manager/${sheet.id}` },
    { name: 'settings', path: '/account/settings' },
    { name: 'password and second factor', path: '/account/settings?tab=security' },
    { name: 'devices', path: '/account/settings?tab=sessions' },
    { name: 'notifications', path: '/account/settings?tab=notifications' },
    { name: 'tax numbers', path: '/account/settings?tab=tax-numbers' },
    { name: 'people', path: '/user-manager' },
    { name: 'nobody of this name', path: '/user-manager?q=nobody+of+this+name' },
    { name: 'roles', path: '/user/role-and-permissions' },
    { name: 'log of acts', path: '/account/audit' },
    { name: 'no such act', path: '/account/audit?act=no-such-act' },
  ];
}

/** Every page that needs no session (product-spec section 2); sign-in itself is looked at on its own. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'sign-up', path: '/auth/register' },
  { name: 'sign-in or sign-up', path: '/auth/signin-signup' },
  { name: 'code of a new account', path: '/otp/verify' },
  { name: 'link of a new account, spoilt', path: '/email-verification/nobody/nothing' },
  { name: 'forgotten password', path: '/auth/forget-password' },
  { name: 'new password', path: '/auth/reset-password?token=none' },
  { name: 'lock screen', path: '/auth/lock-screen' },
  { name: 'signed out', path: '/auth/logout' },
  { name: 'landing', path: '/landing' },
  { name: 'maintenance', path: '/maintenance' },
  { name: 'error', path: '/error' },
  { name: 'error 404', path: '/error-404' },
  { name: 'error 500', path: '/error-500' },
  { name: 'error 500, second', path: '/error-500-two' },
  { name: 'coming soon', path: '/upcoming' },
  { name: 'outbox', path: '/mail/outbox' },
];

export interface DeskScreen extends Screen {
  readonly as: DemoUser;
}

/** Every screen of a franchise's people and of the operator; of who sees less, what they see of it. */
export async function deskScreens(admin: Seller, operator: Seller): Promise<readonly DeskScreen[]> {
  const { customers } = await admin.must(listCustomers, { query: { sort: 'labels' } });
  const { franchises } = await operator.must(listFranchises, { query: {} });
  // One that a sales agent looks after, so that all who see customers see it.
  const customer = customers.find(({ agent }) => agent !== null);
  const franchise = franchises.find(({ hosts }) => hosts.some(({ host }) => host === 'localhost'));
  if (!customer || !franchise) throw new Error('the demo has no franchise with an assigned customer');
  const { accounts } = await admin.must(listAccounts);
  const screens = (as: DemoUser, paths: Readonly<Record<string, string>>): DeskScreen[] =>
    Object.entries(paths).map(([name, path]) => ({ as, name: `${as}: ${name}`, path }));
  const record = `/customer/${customer.id}`;
  const desk = `/franchises/${franchise.id}`;
  return [
    ...screens('maple', {
      dashboard: '/dashboard',
      'a year': '/dashboard?range=byYear',
      customers: '/customer',
      'no customer': '/customer?q=nobody+of+this+name',
      'new customer': '/customer?create=true',
      customer: record,
      'can they ship': `${record}?tab=shipping`,
      people: `${record}?tab=people`,
      plan: `${record}?tab=plan`,
      credit: `${record}?tab=credit`,
      'sales agent': `${record}?tab=agent`,
      carriers: '/customer/carriers',
      ...(accounts[0] ? { carrier: `/customer/carriers/${accounts[0].id}` } : {}),
      'live accounts': '/customer/accounts',
      branding: '/customer/branding',
      plans: '/customer/plans',
      'sign-in': '/customer/sign-in',
      'e-mails': '/customer/mails',
      roles: '/role-and-permissions',
      staff: '/role-and-permissions?tab=people',
      log: '/role-and-permissions?tab=log',
    }),
    ...screens('agent', { dashboard: '/dashboard', customers: '/customer', customer: record }),
    ...screens('support', { dashboard: '/dashboard', customers: '/customer', people: `${record}?tab=people` }),
    ...screens('super', {
      dashboard: '/dashboard',
      franchises: '/franchises',
      'new franchise': '/franchises?create=true',
      franchise: desk,
      hosts: `${desk}?tab=hosts`,
      sender: `${desk}?tab=sender`,
      branding: `${desk}?tab=branding`,
      plans: `${desk}?tab=plans`,
      administrators: `${desk}?tab=administrators`,
      carriers: '/platform/carriers',
      'carrier health': '/platform/carriers/health',
      'live accounts': '/platform/accounts',
      'left out': '/platform/left-out',
      system: '/platform/system',
      apps: '/platform/apps',
      roles: '/platform/staff',
      staff: '/platform/staff?tab=people',
      'sign-in': '/platform/staff?tab=sign-in',
      'e-mails': '/platform/staff?tab=mails',
    }),
  ];
}
