/**
 * Pages that need no session (product-spec section 2, "Public routes"). The tree is made twice, once for the first load and
 * once around the signed-in pages, which load later; so the routes are made by a function.
 */
import { createRoute, lazyRouteComponent, redirect, type Register, type RootRoute } from '@tanstack/react-router';
import { loadMessages } from '../../lib/i18n.ts';
import { firstQuery } from '../../lib/first-address.ts';
import { browserStore, STORAGE_KEYS } from '../../lib/storage.ts';
import { session } from '../api.ts';
import { safeReturnPath } from './return-path.ts';
import { textOf } from './search-text.ts';

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
  const account = () => loadMessages('account');
  /** A page that only somebody who is not signed in needs (decisions 13). */
  const outside = async (): Promise<void> => {
    await leaveWhenSignedIn(undefined);
    await account();
  };
  const register = createRoute({
    getParentRoute: () => root,
    path: '/auth/register',
    validateSearch: (search: Record<string, unknown>): { readonly invitation?: string; readonly agent?: string } => ({
      ...textOf(search, 'invitation'),
      ...textOf(search, 'agent'),
    }),
    beforeLoad: outside,
    component: lazyRouteComponent(() => import('../../features/account/RegisterPage.tsx'), 'RegisterPage'),
  });
  const both = createRoute({
    getParentRoute: () => root,
    path: '/auth/signin-signup',
    beforeLoad: outside,
    component: lazyRouteComponent(() => import('../../features/account/SignInSignUpPage.tsx'), 'SignInSignUpPage'),
  });
  const otp = createRoute({
    getParentRoute: () => root,
    path: '/otp/verify',
    beforeLoad: outside,
    component: lazyRouteComponent(() => import('../../features/account/OtpPage.tsx'), 'OtpPage'),
  });
  const forgot = createRoute({
    getParentRoute: () => root,
    path: '/auth/forget-password',
    beforeLoad: outside,
    component: lazyRouteComponent(() => import('../../features/account/ForgotPage.tsx'), 'ForgotPage'),
  });
  const reset = createRoute({
    getParentRoute: () => root,
    path: '/auth/reset-password',
    validateSearch: (search: Record<string, unknown>): { readonly token?: string } => textOf(search, 'token'),
    beforeLoad: outside,
    component: lazyRouteComponent(() => import('../../features/account/ResetPage.tsx'), 'ResetPage'),
  });
  const stopFactorReset = createRoute({
    getParentRoute: () => root,
    path: '/auth/stop-factor-reset',
    validateSearch: (search: Record<string, unknown>): { readonly token?: string } => textOf(search, 'token'),
    beforeLoad: account,
    component: lazyRouteComponent(
      () => import('../../features/account/StopFactorResetPage.tsx'),
      'StopFactorResetPage',
    ),
  });
  const emailVerification = createRoute({
    getParentRoute: () => root,
    path: '/email-verification/$user/$token',
    beforeLoad: account,
    component: lazyRouteComponent(
      () => import('../../features/account/EmailVerificationPage.tsx'),
      'EmailVerificationPage',
    ),
  });
  const lock = createRoute({
    getParentRoute: () => root,
    path: '/auth/lock-screen',
    validateSearch: (search: Record<string, unknown>): LoginSearch => {
      const to = safeReturnPath(search.redirect);
      return to ? { redirect: to } : {};
    },
    beforeLoad: account,
    component: lazyRouteComponent(() => import('../../features/account/LockPage.tsx'), 'LockPage'),
  });
  const signedOut = createRoute({
    getParentRoute: () => root,
    path: '/auth/logout',
    beforeLoad: account,
    component: lazyRouteComponent(() => import('../../features/account/LogoutPage.tsx'), 'LogoutPage'),
  });
  const landing = createRoute({
    getParentRoute: () => root,
    path: '/landing',
    beforeLoad: account,
    component: lazyRouteComponent(() => import('../../features/public/LandingPage.tsx'), 'LandingPage'),
  });
  const errorPages = () => import('../../features/public/ErrorPages.tsx');
  const error = createRoute({
    getParentRoute: () => root,
    path: '/error',
    beforeLoad: account,
    component: lazyRouteComponent(errorPages, 'ErrorPage'),
  });
  const error404 = createRoute({
    getParentRoute: () => root,
    path: '/error-404',
    beforeLoad: account,
    component: lazyRouteComponent(errorPages, 'Error404'),
  });
  const error500 = createRoute({
    getParentRoute: () => root,
    path: '/error-500',
    beforeLoad: account,
    component: lazyRouteComponent(errorPages, 'Error500'),
  });
  const error500two = createRoute({
    getParentRoute: () => root,
    path: '/error-500-two',
    beforeLoad: account,
    component: lazyRouteComponent(errorPages, 'Error500Two'),
  });
  const upcoming = createRoute({
    getParentRoute: () => root,
    path: '/upcoming',
    beforeLoad: account,
    component: lazyRouteComponent(errorPages, 'UpcomingPage'),
  });
  const marketplace = createRoute({
    getParentRoute: () => root,
    path: '/connect-marketplace/$marketPlaceId',
    beforeLoad: async () => {
      const { isReturn } = await import('../../features/stores/marketplace-return.ts');
      const saved = browserStore().getItem(STORAGE_KEYS.redirectUrl) ?? undefined;
      if (!isReturn(Object.fromEntries(new URLSearchParams(firstQuery)), saved))
        throw redirect({ to: '/', replace: true });
      await loadMessages('stores');
    },
    component: lazyRouteComponent(
      () => import('../../features/stores/ConnectMarketplacePage.tsx'),
      'ConnectMarketplacePage',
    ),
  });
  const maintenance = createRoute({
    getParentRoute: () => root,
    path: '/maintenance',
    component: lazyRouteComponent(() => import('../Maintenance.tsx'), 'MaintenancePage'),
  });
  /** Works in both states: the codes are needed before there is a session. */
  const outbox = createRoute({
    getParentRoute: () => root,
    path: '/mail/outbox',
    validateSearch: (search: Record<string, unknown>): { readonly mail?: string } => textOf(search, 'mail'),
    beforeLoad: account,
    component: lazyRouteComponent(() => import('../../features/account/OutboxPage.tsx'), 'OutboxPage'),
  });
  return [
    login,
    register,
    both,
    otp,
    forgot,
    reset,
    stopFactorReset,
    emailVerification,
    lock,
    signedOut,
    landing,
    error,
    error404,
    error500,
    error500two,
    upcoming,
    maintenance,
    marketplace,
    outbox,
  ] as const;
};
