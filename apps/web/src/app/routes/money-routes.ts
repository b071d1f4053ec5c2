/**
 * Pages of money at three levels: a customer's billing, a franchise's money (tabs of `/customer`), the platform's. What a
 * level pays to the one above it and what it is paid by those below are the same pages where they can be.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardSearch } from '../../features/dashboard/dashboard-api.ts';
import type { ReportSearch } from '../../features/money/reports/report-search.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { asItCame, guard, insideRoute } from './inside.ts';
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

/** Charts have their words with the dashboards, rules of mark-ups with the carriers. */
const guardMargins = (page: Page) => async (of: Parameters<ReturnType<typeof guard>>[0]) => {
  await Promise.all([guardMoney(page)(of), loadMessages('admin'), loadMessages('stores')]);
};
const marginsPage = () => import('../../features/money/margins/MarginsPage.tsx');
const whatIfPage = () => import('../../features/money/what-if/WhatIfPage.tsx');
const taxesPage = () => import('../../features/money/taxes/TaxesPage.tsx');
const franchiseMarginsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money',
  validateSearch: asItCame<DashboardSearch>,
  beforeLoad: guardMargins({ ...FRANCHISE_MONEY, right: 'rates.see-cost' }),
  component: lazyRouteComponent(marginsPage, 'MarginsPage'),
});
const franchiseWhatIfRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/what-if',
  beforeLoad: guardMargins({ ...FRANCHISE_MONEY, right: 'money.pricing' }),
  component: lazyRouteComponent(whatIfPage, 'WhatIfPage'),
});
const franchiseTaxesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/taxes',
  beforeLoad: guardMargins({ ...FRANCHISE_MONEY, right: 'money.pricing' }),
  component: lazyRouteComponent(taxesPage, 'TaxesPage'),
});
const platformMarginsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money',
  validateSearch: asItCame<DashboardSearch>,
  beforeLoad: guardMargins({ ...PLATFORM_MONEY, right: 'rates.see-cost' }),
  component: lazyRouteComponent(marginsPage, 'MarginsPage'),
});
const platformWhatIfRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/what-if',
  beforeLoad: guardMargins({ ...PLATFORM_MONEY, right: 'money.pricing' }),
  component: lazyRouteComponent(whatIfPage, 'WhatIfPage'),
});
const platformTaxesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/taxes',
  beforeLoad: guardMargins({ ...PLATFORM_MONEY, right: 'money.pricing' }),
  component: lazyRouteComponent(taxesPage, 'TaxesPage'),
});
const reportPages = () => import('../../features/money/reports/ReportPages.tsx');
const franchiseReportRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/report',
  validateSearch: asItCame<ReportSearch>,
  beforeLoad: guardMargins({ ...FRANCHISE_MONEY, right: 'rates.see-cost' }),
  component: lazyRouteComponent(reportPages, 'BusinessReportPage'),
});
const platformReportRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/report',
  validateSearch: asItCame<ReportSearch>,
  beforeLoad: guardMargins({ ...PLATFORM_MONEY, right: 'rates.see-cost' }),
  component: lazyRouteComponent(reportPages, 'BusinessReportPage'),
});
const spendReportRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/billing/spend',
  validateSearch: asItCame<ReportSearch>,
  beforeLoad: guardMargins({ ...BILLING, right: 'money.view' }),
  component: lazyRouteComponent(reportPages, 'SpendReportPage'),
});
const marginRoutes = [
  franchiseReportRoute,
  platformReportRoute,
  spendReportRoute,
  franchiseMarginsRoute,
  franchiseWhatIfRoute,
  franchiseTaxesRoute,
  platformMarginsRoute,
  platformWhatIfRoute,
  platformTaxesRoute,
] as const;

/** How pages of a list are turned is said in the words of the franchise's desk. */
const planRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/billing/plan',
  beforeLoad: async (of) => {
    await Promise.all([guard(BILLING)(of), loadMessages('admin')]);
  },
  component: lazyRouteComponent(() => import('../../features/money/plans/PlanPage.tsx'), 'PlanPage'),
});

/** How pages of a list are turned is said in the words of the franchise's desk. */
const guardPayments = (page: Page) => async (of: Parameters<ReturnType<typeof guard>>[0]) => {
  await Promise.all([guardMoney(page)(of), loadMessages('admin')]);
};
const billingPages = () => import('../../features/money/payments/BillingPages.tsx');
const receivablesPage = () => import('../../features/money/payments/ReceivablesPage.tsx');
const billingRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/billing',
  beforeLoad: guardPayments(BILLING),
  component: lazyRouteComponent(billingPages, 'BillingPage'),
});
const franchiseAccountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/account',
  beforeLoad: guardPayments(FRANCHISE_MONEY),
  component: lazyRouteComponent(billingPages, 'AccountWithPlatformPage'),
});
const franchiseReceivablesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/receivables',
  beforeLoad: guardPayments(FRANCHISE_MONEY),
  component: lazyRouteComponent(receivablesPage, 'ReceivablesPage'),
});
const platformReceivablesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/receivables',
  beforeLoad: guardPayments(PLATFORM_MONEY),
  component: lazyRouteComponent(receivablesPage, 'ReceivablesPage'),
});
const bankPage = () => import('../../features/money/bank/BankPage.tsx');
const franchiseBankRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/bank',
  beforeLoad: guardPayments(FRANCHISE_MONEY),
  component: lazyRouteComponent(bankPage, 'BankPage'),
});
const platformBankRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/bank',
  beforeLoad: guardPayments(PLATFORM_MONEY),
  component: lazyRouteComponent(bankPage, 'BankPage'),
});
const paymentRoutes = [
  billingRoute,
  franchiseAccountRoute,
  franchiseReceivablesRoute,
  platformReceivablesRoute,
  franchiseBankRoute,
  platformBankRoute,
] as const;

const statementPages = () => import('../../features/money/statements/StatementsPage.tsx');
const invoicePage = () => import('../../features/money/statements/InvoicePage.tsx');
const customerStatementsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/billing/statements',
  beforeLoad: guardPayments(BILLING),
  component: lazyRouteComponent(statementPages, 'StatementsPage'),
});
const customerInvoiceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/billing/statements/$invoiceId',
  beforeLoad: guardPayments(BILLING),
  component: lazyRouteComponent(invoicePage, 'InvoicePage'),
});
const franchiseStatementsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/statements',
  beforeLoad: guardPayments(FRANCHISE_MONEY),
  component: lazyRouteComponent(statementPages, 'SellerStatementsPage'),
});
const franchiseInvoiceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/statements/$invoiceId',
  beforeLoad: guardPayments(FRANCHISE_MONEY),
  component: lazyRouteComponent(invoicePage, 'InvoicePage'),
});
/** A sales agent sees their own commissions here. */
const agentsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/agents',
  beforeLoad: guardPayments({ ...PAGES.customers, kinds: ['franchise', 'agent'], right: 'customers.view' }),
  component: lazyRouteComponent(() => import('../../features/money/statements/AgentsPage.tsx'), 'AgentsPage'),
});
const platformStatementsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/statements',
  beforeLoad: guardPayments(PLATFORM_MONEY),
  component: lazyRouteComponent(statementPages, 'SellerStatementsPage'),
});
const platformInvoiceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/statements/$invoiceId',
  beforeLoad: guardPayments(PLATFORM_MONEY),
  component: lazyRouteComponent(invoicePage, 'InvoicePage'),
});
const statementRoutes = [
  customerStatementsRoute,
  customerInvoiceRoute,
  franchiseStatementsRoute,
  franchiseInvoiceRoute,
  agentsRoute,
  platformStatementsRoute,
  platformInvoiceRoute,
] as const;

const auditPage = () => import('../../features/money/audit/AuditPage.tsx');
/** Pages of a list are turned in the words of the franchise's desk. */
const guardAudit = (page: Page) => async (of: Parameters<ReturnType<typeof guard>>[0]) => {
  await Promise.all([guardMoney(page)(of), loadMessages('admin')]);
};
const customerAdjustmentsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/billing/adjustments',
  beforeLoad: guardAudit(BILLING),
  component: lazyRouteComponent(auditPage, 'AdjustmentsPage'),
});
const franchiseAuditRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/money/audit',
  beforeLoad: guardAudit({ ...FRANCHISE_MONEY, right: 'rates.see-cost' }),
  component: lazyRouteComponent(auditPage, 'AuditPage'),
});
const platformAuditRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/money/audit',
  beforeLoad: guardAudit({ ...PLATFORM_MONEY, right: 'rates.see-cost' }),
  component: lazyRouteComponent(auditPage, 'AuditPage'),
});
const auditRoutes = [customerAdjustmentsRoute, franchiseAuditRoute, platformAuditRoute] as const;

export const moneyRoutes = [...auditRoutes, ...statementRoutes, ...paymentRoutes, ...marginRoutes, planRoute] as const;
