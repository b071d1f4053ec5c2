/** The signed-in part: its root, the shell around its pages, and the guard of a page. */
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { loadMessages } from '../../lib/i18n.ts';
import { requirePage, requireProfile } from './guards.ts';
import type { Page } from './pages.ts';

export const insideRoot = createRootRoute({ component: Outlet });

/** Everything below needs a session; the shell is drawn around it. */
export const insideRoute = createRoute({
  getParentRoute: () => insideRoot,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const [profile] = await Promise.all([requireProfile(location.href), loadMessages('messages')]);
    return { profile };
  },
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Shell'),
});

/** For pages that read their address themselves, so that its parser stays out of the first load of every page. */
export const asItCame = <T extends object>(search: T & SearchSchemaInput): T => search;

/** Opens a page to those who may see it, with the words it needs. */
export const guard =
  (page: Page) =>
  async ({ context }: { context: { profile: Parameters<typeof requirePage>[1] } }): Promise<void> => {
    requirePage(page, context.profile);
    if (page.words) await loadMessages(page.words);
  };
