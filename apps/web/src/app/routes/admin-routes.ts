/** Pages of a franchise's and of the operator's people (product-spec section 2; decisions 9). */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requirePage } from './guards.ts';
import { guard, insideRoute } from './inside.ts';
import { PAGES } from './pages.ts';

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
  component: lazyRouteComponent(() => import('../../features/carriers/routes/CarriersPage.tsx'), 'CarriersPage'),
});
const customerCarrierRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/customer/carriers/$accountId',
  beforeLoad: guard(PAGES.customers),
  component: lazyRouteComponent(() => import('../../features/carriers/routes/CarrierPage.tsx'), 'CarrierPage'),
});

export const adminRoutes = [customerRoute, customerCarriersRoute, customerCarrierRoute] as const;
