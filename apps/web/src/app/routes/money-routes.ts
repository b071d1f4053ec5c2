/**
 * Pages of money at three levels: a customer's billing, a franchise's money (tabs of `/customer`), the platform's. What a
 * level pays to the one above it and what it is paid by those below are the same pages where they can be.
 */
import { loadMessages } from '../../lib/i18n.ts';
import { guard } from './inside.ts';
import { type Page, PAGES } from './pages.ts';

/** A customer's; each tab of `/account/billing`. */
export const BILLING: Page = PAGES.billing;
/** A franchise's, for its administrator; each tab of `/customer/money`. */
export const FRANCHISE_MONEY: Page = { ...PAGES.customers, kinds: ['franchise'], right: 'money.view' };
/** The platform's; each tab of `/platform/money`. */
export const PLATFORM_MONEY: Page = PAGES.platformMoney;

/** The frame of a franchise's pages has its words in another catalogue than what is inside it. */
export const guardMoney =
  (page: Page) =>
  async (of: Parameters<ReturnType<typeof guard>>[0]): Promise<void> => {
    await Promise.all([guard(page)(of), loadMessages('money')]);
  };

export const moneyRoutes = [] as const;
