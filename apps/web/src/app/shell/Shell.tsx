import '../../styles/mantine-app.css';
import './shell.css';
import { Trans } from '@lingui/react/macro';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { usePreview } from '../../features/shipping/preview-store.ts';
import { MainMenu } from './MainMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useFollowSettings } from './follow-settings.ts';

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'));
const PreviewHost = lazy(() => import('../../features/shipping/PreviewHost.tsx'));

/** Menu, top bar and the page. Below 1260 px the menu is a drawer (product-spec section 9). */
export function Shell() {
  const [menuOpen, setMenuOpen] = useState(false);
  const path = useRouterState({ select: (s) => s.location.pathname });
  const menuLoaded = useLoaded(menuOpen);
  const previewLoaded = useLoaded(usePreview().length > 0);
  useFollowSettings();
  useEffect(() => setMenuOpen(false), [path]);

  return (
    <div className="shell">
      <a className="skip" href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <LoadingBar />
      <aside className="side">
        <div className="side-brand">
          <BrandMark />
        </div>
        <MainMenu />
      </aside>
      <TopBar onMenu={() => setMenuOpen(true)} />
      <main className="main" id="content" tabIndex={-1}>
        <ErrorBoundary resetKey={path}>
          <Outlet />
        </ErrorBoundary>
      </main>
      {menuLoaded && (
        <Suspense fallback={null}>
          <MenuDrawer opened={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <ShortcutSheet />
      {previewLoaded && (
        <Suspense fallback={null}>
          <PreviewHost />
        </Suspense>
      )}
    </div>
  );
}
