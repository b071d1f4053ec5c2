/** Pages of a franchise's and of the operator's people (product-spec section 2; decisions 9). */
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import type { CustomerTab } from '../../features/customers/customer-tabs.ts';
import type { CustomersSearch } from '../../features/customers/customers-search.ts';
import type { DashboardSearch } from '../../features/dashboard/dashboard-api.ts';
import type { FranchisesSearch, FranchiseTab } from '../../features/platform/franchises-search.ts';
import type { CompanySearch } from '../../features/roles/company-search.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { asItCame, guard, insideRoute } from './inside.ts';
import { type Page, PAGES } from './pages.ts';
import { textOf } from './search-text.ts';

type Search = Record<string, unknown>;

const dashboardRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.dashboard.path,
  validateSearch: asItCame<DashboardSearch>,
  beforeLoad: guard(PAGES.dashboard),
  component: lazyRouteComponent(() => import('../../features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

/* A franchise's: all below `/customer`; `franchise-areas.ts` says which pages belong together. */

const customersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.customers.path,
  validateSearch: asItCame<CustomersSearch>,
  beforeLoad: guard(PAGES.customers),
  component: lazyRouteComponent(() => import('../../features/customers/CustomersPage.tsx'), 'CustomersPage'),
});
/** `order`: one of theirs that somebody looks for, opened once they act for the customer. */
const customerSearch = (
  search: { readonly tab?: CustomerTab; readonly order?: string } & SearchSchemaInput,
): { readonly tab?: CustomerTab; readonly order?: string } => ({
  ...(search.tab ? { tab: search.tab } : {}),
  ...(typeof search.order === 'string' && /^[\da-f-]{36}$/.test(search.order) ? { order: search.order } : {}),
});
const customerRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/$customerId',
  validateSearch: customerSearch,
  beforeLoad: guard(PAGES.customers),
  component: lazyRouteComponent(() => import('../../features/customers/CustomerPage.tsx'), 'CustomerPage'),
});

/** The operator has no record of a franchise's customer, but may look why it cannot ship. */
const operatorCustomerRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/customers/$customerId',
  beforeLoad: guard({ ...PAGES.franchises, right: 'customers.impersonate' }),
  component: lazyRouteComponent(
    () => import('../../features/customers/obstacles/ObstaclePages.tsx'),
    'OperatorObstaclesPage',
  ),
});

/** A tab that only the administrator has. */
const FRANCHISE_TAB: Page = { ...PAGES.customers, kinds: ['franchise'] };
const carriersTab = { ...FRANCHISE_TAB, right: 'carriers.manage' } as const satisfies Page;
/** Pages of carriers, and forms that ask for a vendor's values, have their words in another catalogue than the frame around them. */
const guardCarriers =
  (page: Page) =>
  async (of: Parameters<ReturnType<typeof guard>>[0]): Promise<void> => {
    await Promise.all([guard(page)(of), loadMessages('stores')]);
  };
/** Trying mark-ups on past labels has its words with the money pages, its figures with the dashboards. */
const guardPricing =
  (page: Page) =>
  async (of: Parameters<ReturnType<typeof guard>>[0]): Promise<void> => {
    await Promise.all([guardCarriers(page)(of), loadMessages('money'), loadMessages('admin')]);
  };
const customerCarriersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers',
  beforeLoad: guardCarriers(carriersTab),
  component: lazyRouteComponent(
    () => import('../../features/customers/FranchiseCarriersPage.tsx'),
    'FranchiseCarriersPage',
  ),
});
/** What stands beside the accounts, for a franchise and for the operator. */
const markupsPage = () => import('../../features/carriers/markups/MarkupsPage.tsx');
const healthPage = () => import('../../features/carriers/routes/HealthPage.tsx');
const connectedPage = () => import('../../features/carriers/routes/ConnectedPage.tsx');
const customerPricingRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/pricing',
  beforeLoad: guardPricing({ ...FRANCHISE_TAB, right: 'money.pricing' }),
  component: lazyRouteComponent(
    () => import('../../features/customers/FranchisePricingPage.tsx'),
    'FranchisePricingPage',
  ),
});
const customerHealthRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers/health',
  beforeLoad: guardCarriers(carriersTab),
  component: lazyRouteComponent(healthPage, 'HealthPage'),
});
const customerConnectedRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers/connected',
  validateSearch: asItCame<{ readonly consent?: string; readonly problem?: string }>,
  beforeLoad: guardCarriers(carriersTab),
  component: lazyRouteComponent(connectedPage, 'ConnectedPage'),
});
const supportCallsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carrier-calls',
  beforeLoad: guardCarriers({ ...PAGES.customers, kinds: ['franchise', 'support'], right: 'customers.impersonate' }),
  component: lazyRouteComponent(() => import('../../features/customers/FranchiseCarriersPage.tsx'), 'CarrierCallsPage'),
});
const platformPricingRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/carriers/pricing',
  beforeLoad: guardPricing({ ...PAGES.platformCarriers, right: 'money.pricing' }),
  component: lazyRouteComponent(markupsPage, 'MarkupsPage'),
});
const platformHealthRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/carriers/health',
  beforeLoad: guardCarriers(PAGES.platformCarriers),
  component: lazyRouteComponent(healthPage, 'HealthPage'),
});
const platformConnectedRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/carriers/connected',
  validateSearch: asItCame<{ readonly consent?: string; readonly problem?: string }>,
  beforeLoad: guardCarriers(PAGES.platformCarriers),
  component: lazyRouteComponent(connectedPage, 'ConnectedPage'),
});
const carrierPage = () => import('../../features/carriers/routes/CarrierPage.tsx');
const customerCarrierRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers/$accountId',
  beforeLoad: guardCarriers(carriersTab),
  component: lazyRouteComponent(carrierPage, 'CarrierPage'),
});
const brandingRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/branding',
  beforeLoad: guard({ ...FRANCHISE_TAB, right: 'branding.edit' }),
  component: lazyRouteComponent(() => import('../../features/customers/OwnBrandingPage.tsx'), 'OwnBrandingPage'),
});
const tabPages = () => import('../../features/customers/FranchiseTabPages.tsx');
const plansRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/plans',
  beforeLoad: guard(PAGES.customers),
  component: lazyRouteComponent(tabPages, 'PlansPage'),
});
const signInRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/sign-in',
  beforeLoad: guard(FRANCHISE_TAB),
  component: lazyRouteComponent(tabPages, 'SignInPolicyPage'),
});
const mailsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/mails',
  beforeLoad: guard(FRANCHISE_TAB),
  component: lazyRouteComponent(tabPages, 'MailLogPage'),
});
const announcementPages = () => import('../../features/announcements/AnnouncementPages.tsx');
const announcementsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/announcements',
  beforeLoad: guard({ ...FRANCHISE_TAB, right: 'branding.edit' }),
  component: lazyRouteComponent(announcementPages, 'FranchiseAnnouncementsPage'),
});
const platformAnnouncementsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.announcements.path,
  beforeLoad: guard(PAGES.announcements),
  component: lazyRouteComponent(announcementPages, 'PlatformAnnouncementsPage'),
});
const termsPages = () => import('../../features/terms/TermsPages.tsx');
const termsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/terms',
  beforeLoad: guard({ ...FRANCHISE_TAB, right: 'users.manage' }),
  component: lazyRouteComponent(termsPages, 'FranchiseTermsPage'),
});
const platformTermsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/terms',
  beforeLoad: guard({ ...PAGES.announcements, right: 'users.manage' }),
  component: lazyRouteComponent(termsPages, 'PlatformTermsPage'),
});
const companyPage = () => import('../../features/roles/CompanyPage.tsx');
const staffRolesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.staffRoles.path,
  validateSearch: asItCame<CompanySearch>,
  beforeLoad: guard(PAGES.staffRoles),
  component: lazyRouteComponent(companyPage, 'FranchiseRolesPage'),
});

/* The operator's. */

const franchisesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.franchises.path,
  validateSearch: asItCame<FranchisesSearch>,
  beforeLoad: guard(PAGES.franchises),
  component: lazyRouteComponent(() => import('../../features/platform/FranchisesPage.tsx'), 'FranchisesPage'),
});
const franchiseRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/franchises/$franchiseId',
  validateSearch: asItCame<{ readonly tab?: FranchiseTab }>,
  beforeLoad: guard(PAGES.franchises),
  component: lazyRouteComponent(() => import('../../features/platform/FranchisePage.tsx'), 'FranchisePage'),
});
const appsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.apps.path,
  validateSearch: (search: Search): { readonly franchise?: string } => textOf(search, 'franchise'),
  beforeLoad: guardCarriers(PAGES.apps),
  component: lazyRouteComponent(() => import('../../features/platform/AppsPage.tsx'), 'AppsPage'),
});
const platformCarriersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.platformCarriers.path,
  beforeLoad: guardCarriers(PAGES.platformCarriers),
  component: lazyRouteComponent(
    () => import('../../features/platform/PlatformCarriersPage.tsx'),
    'PlatformCarriersPage',
  ),
});
const platformCarrierRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/carriers/$accountId',
  beforeLoad: guardCarriers(PAGES.platformCarriers),
  component: lazyRouteComponent(carrierPage, 'CarrierPage'),
});
const liveAccountsPage = () => import('../../features/platform/live/LiveAccountsPage.tsx');
const liveAccountPage = () => import('../../features/platform/live/LiveAccountPage.tsx');
const liveTab: Page = { ...FRANCHISE_TAB, right: 'connectors.inspect' };
const searched = (search: Search): { readonly q?: string } => textOf(search, 'q');
const customerLiveRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/accounts',
  validateSearch: searched,
  beforeLoad: guard(liveTab),
  component: lazyRouteComponent(liveAccountsPage, 'FranchiseLiveAccountsPage'),
});
const customerLiveAccountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/accounts/$accountId',
  beforeLoad: guard(liveTab),
  component: lazyRouteComponent(liveAccountPage, 'LiveAccountPage'),
});
const platformLiveRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.liveAccounts.path,
  validateSearch: searched,
  beforeLoad: guard(PAGES.liveAccounts),
  component: lazyRouteComponent(liveAccountsPage, 'LiveAccountsPage'),
});
const platformLiveAccountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/platform/accounts/$accountId',
  beforeLoad: guard(PAGES.liveAccounts),
  component: lazyRouteComponent(liveAccountPage, 'LiveAccountPage'),
});
const leftOutRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.leftOut.path,
  beforeLoad: guard(PAGES.leftOut),
  component: lazyRouteComponent(() => import('../../features/platform/LeftOutPage.tsx'), 'LeftOutPage'),
});
const systemRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.system.path,
  beforeLoad: guard(PAGES.system),
  component: lazyRouteComponent(() => import('../../features/platform/SystemPage.tsx'), 'SystemPage'),
});
const staffRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.staff.path,
  validateSearch: asItCame<CompanySearch>,
  beforeLoad: guard(PAGES.staff),
  component: lazyRouteComponent(companyPage, 'PlatformStaffPage'),
});

export const adminRoutes = [
  dashboardRoute,
  customersRoute,
  customerRoute,
  operatorCustomerRoute,
  customerCarriersRoute,
  customerCarrierRoute,
  customerPricingRoute,
  customerHealthRoute,
  customerConnectedRoute,
  supportCallsRoute,
  platformPricingRoute,
  platformHealthRoute,
  platformConnectedRoute,
  brandingRoute,
  plansRoute,
  signInRoute,
  mailsRoute,
  announcementsRoute,
  platformAnnouncementsRoute,
  termsRoute,
  platformTermsRoute,
  staffRolesRoute,
  franchisesRoute,
  franchiseRoute,
  appsRoute,
  platformCarriersRoute,
  platformCarrierRoute,
  customerLiveRoute,
  customerLiveAccountRoute,
  platformLiveRoute,
  platformLiveAccountRoute,
  leftOutRoute,
  systemRoute,
  staffRoute,
] as const;
