/** All routes, for a person who is signed in. Loaded when there is a session, so that signing in loads none of it. */
import { createRoute, lazyRouteComponent, redirect, type Router } from '@tanstack/react-router';
import { platformOfId } from '@scanship/domain/stores/store-platforms';
import { readPending } from '../../features/stores/pending.ts';
import { router } from '../router.ts';
import { accountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { companyRoutes } from './company-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import { requireProfile } from './guards.ts';
import { insideRoot, insideRoute } from './inside.ts';
import { moneyRoutes } from './money-routes.ts';
import { firstPage, mayOpen, PAGES } from './pages.ts';
import { publicRoutes } from './public-routes.ts';
import { safeReturnPath } from './return-path.ts';

const homeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ href: firstPage(context.profile), replace: true });
  },
});
/** Unknown paths lead to the first page a person may open. */
const unknownRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '$',
  beforeLoad: ({ context }) => {
    throw redirect({ href: firstPage(context.profile), replace: true });
  },
});
const deniedRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/access-denied',
  component: lazyRouteComponent(() => import('../AccessDenied.tsx'), 'AccessDenied'),
});

const insideTree = insideRoot.addChildren([
  ...publicRoutes(insideRoot),
  insideRoute.addChildren([
    homeRoute,
    deniedRoute,
    ...customerRoutes,
    ...companyRoutes,
    ...accountRoutes,
    ...adminRoutes,
    ...moneyRoutes,
    unknownRoute,
  ]),
]);

declare module '@tanstack/react-router' {
  interface Register {
    router: Router<typeof insideTree>;
  }
}

let entered = false;
/** Puts the signed-in pages under the router; before navigating to one of them. */
export function enterInside(): void {
  if (entered) return;
  entered = true;
  router.update({ ...router.options, routeTree: insideTree });
}

/**
 * Where a signed-in person works: the wished path, or their first page. Undefined when the session turns out to be over.
 */
export async function placeOfWork(wished: string | undefined): Promise<string | undefined> {
  enterInside();
  const profile = await requireProfile('/').catch(() => undefined);
  if (!profile) return undefined;
  const pending = readPending();
  const page = mayOpen(PAGES.stores, profile) && pending && platformOfId(pending.platformId ?? 0);
  // A connection that began before sign-in goes on (product-spec section 2).
  if (page && !wished?.startsWith('/ecommerce/connect-store/'))
    return `/ecommerce/connect-store/${page.code}-store?${new URLSearchParams({ code: pending.code, shop: pending.shop }).toString()}`;
  return safeReturnPath(wished) ?? firstPage(profile);
}
