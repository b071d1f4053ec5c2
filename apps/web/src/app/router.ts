/**
 * The router. It starts with the public pages; those of a signed-in person come under it when there is a session
 * (`routes/inside-tree.ts`). Pages load lazily; a chunk that went away with a deploy reloads the page once.
 */
import { type AnyRoute, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { parseSearch } from './parse-search.ts';
import { RouteFailed, RouteWaiting } from './RouteStates.tsx';
import { session } from './api.ts';
import { publicRoutes } from './routes/public-routes.ts';

const root = createRootRoute({ component: Outlet });

/** Any other path: to sign-in, which returns there afterwards. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ location }) => {
    if (session.token()) {
      // Signed in by another tab meanwhile: begin again with everything a signed-in person has.
      globalThis.location.assign(location.href);
      await new Promise(() => undefined);
    }
    const { href } = location;
    throw redirect({ to: '/auth/login', search: href === '/' ? {} : { redirect: href }, replace: true });
  },
});
const publicTree: AnyRoute = root.addChildren([...publicRoutes(root), elsewhere]);

export const router = createRouter({
  routeTree: publicTree,
  parseSearch,
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
