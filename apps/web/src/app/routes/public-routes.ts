/**
 * Pages that need no session (product-spec section 2, "Public routes"). The tree is made twice, once for the first load and
 * once around the signed-in pages, which load later; so the routes are made by a function.
 */
import { createRoute, lazyRouteComponent, redirect, type Register, type RootRoute } from '@tanstack/react-router';
import { loadMessages } from '../../lib/i18n.ts';
import { session } from '../api.ts';
import { safeReturnPath } from './return-path.ts';

export interface LoginSearch {
  readonly redirect?: string;
}

/** Sends a person who is signed in to where they work (decisions 13). */
async function leaveWhenSignedIn(to: string | undefined): Promise<void> {
  if (!session.token()) return;
  const { placeOfWork } = await import('./inside-tree.ts');
  const place = await placeOfWork(to);
  if (place !== undefined) throw redirect({ href: place, replace: true });
}

export const publicRoutes = (root: RootRoute<Register>) => {
  const login = createRoute({
    getParentRoute: () => root,
    path: '/auth/login',
    validateSearch: (search: Record<string, unknown>): LoginSearch => {
      const to = safeReturnPath(search.redirect);
      return to ? { redirect: to } : {};
    },
    beforeLoad: ({ search }) => leaveWhenSignedIn(search.redirect),
    component: lazyRouteComponent(() => import('../../features/auth/LoginPage.tsx'), 'LoginPage'),
  });
  const error = createRoute({
    getParentRoute: () => root,
    path: '/error',
    beforeLoad: () => loadMessages('account'),
    component: lazyRouteComponent(() => import('../../features/public/ErrorPages.tsx'), 'ErrorPage'),
  });
  return [login, error] as const;
};
