/**
 * The work of a franchise, area by area: each is a line below "Customers" in the menu and has its pages as tabs. The menu keeps
 * its three entries and every page its address below `/customer` (decisions 9).
 */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Profile } from '@scanship/contracts/access/auth';
import type { ActionRight } from '@scanship/contracts/access/rights';
import { kindOf, type UserKind } from '../profile.ts';
import type { PageIcon } from './pages.ts';

export interface AreaTab {
  readonly to: string;
  readonly word: MessageDescriptor;
  readonly kinds: readonly UserKind[];
  /** Right without which the page could show nothing. */
  readonly right?: ActionRight;
}

export interface Area {
  readonly name: 'customers' | 'carriers' | 'prices' | 'money' | 'brand' | 'settings';
  readonly title: MessageDescriptor;
  readonly icon: PageIcon;
  readonly tabs: readonly AreaTab[];
}

const ADMIN: readonly UserKind[] = ['franchise'];
const EVERYBODY: readonly UserKind[] = ['franchise', 'agent', 'support'];

const AREAS: readonly Area[] = [
  {
    name: 'customers',
    title: msg`Customers`,
    icon: 'customers',
    tabs: [{ to: '/customer', word: msg`Customers`, kinds: EVERYBODY }],
  },
  {
    name: 'carriers',
    title: msg`Carriers`,
    icon: 'carriers',
    tabs: [
      { to: '/customer/carriers', word: msg`Carriers and rate sheets`, kinds: ADMIN, right: 'carriers.manage' },
      { to: '/customer/accounts', word: msg`Live accounts`, kinds: ADMIN, right: 'connectors.inspect' },
      {
        to: '/customer/carrier-calls',
        word: msg`Carrier calls`,
        kinds: ['franchise', 'support'],
        right: 'customers.impersonate',
      },
    ],
  },
  {
    name: 'prices',
    title: msg`Prices`,
    icon: 'labels',
    tabs: [
      { to: '/customer/pricing', word: msg`Mark-ups`, kinds: ADMIN, right: 'money.pricing' },
      { to: '/customer/money/what-if', word: msg`What if`, kinds: ADMIN, right: 'money.pricing' },
      { to: '/customer/plans', word: msg`Plans`, kinds: EVERYBODY },
    ],
  },
  {
    name: 'money',
    title: msg`Money`,
    icon: 'money',
    tabs: [
      { to: '/customer/money', word: msg`Margins`, kinds: ADMIN, right: 'rates.see-cost' },
      { to: '/customer/money/report', word: msg`Report`, kinds: ADMIN, right: 'rates.see-cost' },
      { to: '/customer/money/receivables', word: msg`Receivables`, kinds: ADMIN, right: 'money.view' },
      { to: '/customer/money/bank', word: msg`Bank`, kinds: ADMIN, right: 'money.view' },
      { to: '/customer/money/statements', word: msg`Statements and closing`, kinds: ADMIN, right: 'money.view' },
      { to: '/customer/money/agents', word: msg`Commissions`, kinds: ['franchise', 'agent'] },
      { to: '/customer/money/audit', word: msg`Carrier invoices`, kinds: ADMIN, right: 'money.view' },
      { to: '/customer/money/taxes', word: msg`Taxes`, kinds: ADMIN, right: 'money.pricing' },
      { to: '/customer/money/account', word: msg`Account with the platform`, kinds: ADMIN, right: 'money.view' },
    ],
  },
  {
    name: 'brand',
    title: msg`Brand`,
    icon: 'brand',
    tabs: [{ to: '/customer/branding', word: msg`Branding`, kinds: ADMIN, right: 'branding.edit' }],
  },
  {
    name: 'settings',
    title: msg`Settings`,
    icon: 'settings',
    tabs: [
      { to: '/customer/sign-in', word: msg`Sign-in`, kinds: ADMIN },
      { to: '/customer/terms', word: msg`Terms`, kinds: ADMIN, right: 'users.manage' },
      { to: '/customer/announcements', word: msg`Announcements`, kinds: ADMIN, right: 'branding.edit' },
      { to: '/customer/mails', word: msg`E-mails`, kinds: ADMIN },
    ],
  },
];

/** Areas this person has work in, with the pages they may open. */
export const areasFor = (profile: Profile): readonly Area[] =>
  AREAS.map((area) => ({
    ...area,
    tabs: area.tabs.filter(
      ({ kinds, right }) => kinds.includes(kindOf(profile)) && (!right || profile.rights.includes(right)),
    ),
  })).filter(({ tabs }) => tabs.length > 0);

/** The area and the tab an address is in: the one with the longest beginning. A customer's own page is among the customers. */
export function areaOf(
  areas: readonly Area[],
  path: string,
): { readonly area: Area; readonly tab: AreaTab } | undefined {
  return areas
    .flatMap((area) => area.tabs.map((tab) => ({ area, tab })))
    .filter(({ tab: { to } }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.tab.to.length - a.tab.to.length)[0];
}
