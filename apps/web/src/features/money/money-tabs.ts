/** Tabs of money, by whose money it is, in the order in which they are shown. Each has an address of its own. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Profile } from '@scanship/contracts/access/auth';
import type { ActionRight } from '@scanship/contracts/access/rights';

/** A franchise's are an area of its menu (`franchise-areas.ts`). */
export type MoneyLevel = 'customer' | 'platform';

export interface MoneyTab {
  readonly to: string;
  readonly word: MessageDescriptor;
  /** Right without which the tab is not shown. */
  readonly right?: ActionRight;
  readonly roles?: readonly Profile['roleName'][];
}

export const MONEY_TABS: Readonly<Record<MoneyLevel, readonly MoneyTab[]>> = {
  customer: [
    { to: '/account/billing', word: msg`Balance and payments` },
    { to: '/account/billing/plan', word: msg`Plan` },
    { to: '/account/billing/statements', word: msg`Statements` },
    { to: '/account/billing/adjustments', word: msg`Adjustments` },
    { to: '/account/billing/spend', word: msg`Spend report` },
  ],
  platform: [
    { to: '/platform/money', word: msg`Margins`, right: 'rates.see-cost' },
    { to: '/platform/money/report', word: msg`Report`, right: 'rates.see-cost' },
    { to: '/platform/money/receivables', word: msg`Receivables` },
    { to: '/platform/money/bank', word: msg`Bank`, right: 'money.view' },
    { to: '/platform/money/statements', word: msg`Statements and closing` },
    { to: '/platform/money/audit', word: msg`Carrier invoices` },
    { to: '/platform/money/what-if', word: msg`What if`, right: 'money.pricing' },
    { to: '/platform/money/taxes', word: msg`Taxes`, right: 'money.pricing' },
  ],
};
