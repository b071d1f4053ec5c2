/** Pages with which a customer's administrator runs the company: people, roles, the audit log (product-spec section 2). */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AuditSearch } from '../../features/audit/audit-search.ts';
import type { PeopleSearch } from '../../features/people/people-search.ts';
import { asItCame, guard, insideRoute } from './inside.ts';
import { PAGES } from './pages.ts';

const usersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.users.path,
  validateSearch: asItCame<PeopleSearch>,
  beforeLoad: guard(PAGES.users),
  component: lazyRouteComponent(() => import('../../features/people/PeoplePage.tsx'), 'PeoplePage'),
});
const rolesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.roles.path,
  beforeLoad: guard(PAGES.roles),
  component: lazyRouteComponent(() => import('../../features/people/RolesPage.tsx'), 'RolesPage'),
});
const auditRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.audit.path,
  validateSearch: asItCame<AuditSearch>,
  beforeLoad: guard(PAGES.audit),
  component: lazyRouteComponent(() => import('../../features/audit/AuditPage.tsx'), 'AuditPage'),
});

const shippingCheckRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.shippingCheck.path,
  beforeLoad: guard(PAGES.shippingCheck),
  component: lazyRouteComponent(
    () => import('../../features/customers/obstacles/ObstaclePages.tsx'),
    'OwnObstaclesPage',
  ),
});

export const companyRoutes = [usersRoute, rolesRoute, auditRoute, shippingCheckRoute] as const;
