/** All routes in one place. Pages load lazily; a chunk that went away with a deploy reloads the page once. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import type { OrderSearch } from '../features/orders/model/order-search.ts';
import { RouteFailed, RouteWaiting } from './RouteStates.tsx';
import { requirePage, requireProfile, safeReturnPath } from './guards.ts';
import { firstPage, kindOf, type Page, PAGES } from './pages.ts';
import { loadInsideMessages } from '../lib/i18n.ts';
import { session } from './api.ts';

const rootRoute = createRootRoute({ component: Outlet });

interface LoginSearch {
  readonly redirect?: string;
}
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/login',
  validateSearch: (search: Record<string, unknown>): LoginSearch => {
    const to = safeReturnPath(search.redirect);
    return to ? { redirect: to } : {};
  },
  beforeLoad: async ({ search }) => {
    if (!session.token()) return;
    const profile = await requireProfile('/').catch(() => undefined);
    if (profile) throw redirect({ to: search.redirect ?? firstPage(profile), replace: true });
  },
  component: lazyRouteComponent(() => import('../features/auth/LoginPage.tsx'), 'LoginPage'),
});

const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error',
  component: lazyRouteComponent(() => import('./ErrorPage.tsx'), 'ErrorPage'),
});

/** Everything below needs a session; the shell is drawn around it. */
const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const [profile] = await Promise.all([requireProfile(location.href), loadInsideMessages()]);
    return { profile };
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const guard =
  (page: Page) =>
  ({ context }: { context: { profile: Parameters<typeof requirePage>[1] } }) =>
    requirePage(page, context.profile);

const homeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstPage(context.profile), replace: true });
  },
});
const unknownRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '$',
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstPage(context.profile), replace: true });
  },
});
const deniedRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/access-denied',
  component: lazyRouteComponent(() => import('./AccessDenied.tsx'), 'AccessDenied'),
});

export const ordersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.orders.path,
  // The page itself reads the address with care; its parser stays out of the first load.
  validateSearch: (search: OrderSearch & SearchSchemaInput): OrderSearch => search,
  beforeLoad: guard(PAGES.orders),
  component: lazyRouteComponent(() => import('../features/orders/routes/OrdersPage.tsx'), 'OrdersPage'),
});
export const newOrderRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/orders/new',
  beforeLoad: guard(PAGES.orders),
  component: lazyRouteComponent(() => import('../features/orders/routes/NewOrderPage.tsx'), 'NewOrderPage'),
});
const importRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.import.path,
  beforeLoad: guard(PAGES.import),
  component: lazyRouteComponent(() => import('../features/imports/ImportPage.tsx'), 'ImportPage'),
});
const exceptionsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.exceptions.path,
  beforeLoad: guard(PAGES.exceptions),
  component: lazyRouteComponent(() => import('../features/exceptions/ExceptionsPage.tsx'), 'ExceptionsPage'),
});
export const orderRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/order/$orderId',
  beforeLoad: guard(PAGES.orders),
  component: lazyRouteComponent(() => import('../features/orders/routes/OrderPage.tsx'), 'OrderPage'),
});

const carriersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.carriers.path,
  beforeLoad: guard(PAGES.carriers),
  component: lazyRouteComponent(() => import('../features/carriers/routes/CarriersPage.tsx'), 'CarriersPage'),
});
const carrierRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/carrier-manager/$accountId',
  beforeLoad: guard(PAGES.carriers),
  component: lazyRouteComponent(() => import('../features/carriers/routes/CarrierPage.tsx'), 'CarrierPage'),
});
const settingsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.settings.path,
  beforeLoad: guard(PAGES.settings),
  component: lazyRouteComponent(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

/** A franchise admin sees only this set (decisions 9): carriers and rate sheets are a tab of `/customer`. */
const customerRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.customers.path,
  beforeLoad: ({ context }) => {
    requirePage(PAGES.customers, context.profile);
    throw redirect({ to: '/customer/carriers', replace: true });
  },
});
const customerCarriersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers',
  beforeLoad: guard(PAGES.customers),
  component: lazyRouteComponent(() => import('../features/carriers/routes/CarriersPage.tsx'), 'CarriersPage'),
});
const customerCarrierRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers/$accountId',
  beforeLoad: guard(PAGES.customers),
  component: lazyRouteComponent(() => import('../features/carriers/routes/CarrierPage.tsx'), 'CarrierPage'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  errorRoute,
  insideRoute.addChildren([
    homeRoute,
    deniedRoute,
    ordersRoute,
    newOrderRoute,
    importRoute,
    exceptionsRoute,
    orderRoute,
    carriersRoute,
    carrierRoute,
    settingsRoute,
    customerRoute,
    customerCarriersRoute,
    customerCarrierRoute,
    unknownRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 30_000,
  scrollRestoration: false,
  defaultPendingMs: 250,
  defaultPendingMinMs: 0,
  defaultPendingComponent: RouteWaiting,
  defaultErrorComponent: RouteFailed,
});

// Every change of page begins at the top (product-spec section 2); filters of one page are not a change of page.
router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) window.scrollTo(0, 0);
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export const carriersPathOf = (profile: Parameters<typeof kindOf>[0]): '/customer/carriers' | '/carrier-manager' =>
  kindOf(profile) === 'franchise' ? '/customer/carriers' : '/carrier-manager';
