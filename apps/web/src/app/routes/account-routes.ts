/** The own account, for everybody who is signed in, and the settings of a customer (decisions 9). */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AccountTab } from '../../features/account/AccountPage.tsx';
import { loadMessages } from '../../lib/i18n.ts';
import { guard, insideRoute } from './inside.ts';
import { PAGES } from './pages.ts';

const OWN = ['security', 'sessions', 'notifications'] as const satisfies readonly AccountTab[];
const ALL = [...OWN, 'defaults', 'addresses', 'tax-numbers'] as const satisfies readonly AccountTab[];
const tabOf =
  (tabs: readonly AccountTab[]) =>
  (search: Record<string, unknown>): { readonly tab?: AccountTab } => {
    const tab = tabs.find((name) => name === search.tab);
    return tab ? { tab } : {};
  };
const page = () => import('../../features/account/AccountPage.tsx');

const settingsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.settings.path,
  validateSearch: tabOf(ALL),
  beforeLoad: guard(PAGES.settings),
  component: lazyRouteComponent(page, 'AccountSettingsPage'),
});
const meRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/account/me',
  validateSearch: tabOf(OWN),
  beforeLoad: () => loadMessages('account'),
  component: lazyRouteComponent(page, 'MyAccountPage'),
});

const newsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/news',
  beforeLoad: () => loadMessages('account'),
  component: lazyRouteComponent(() => import('../../features/account/news/NewsPage.tsx'), 'NewsPage'),
});

export const accountRoutes = [settingsRoute, meRoute, newsRoute] as const;
