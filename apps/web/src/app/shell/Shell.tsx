import '../../styles/mantine-app.css';
import './shell.css';
import './shell-orientations.css';
import { Trans } from '@lingui/react/macro';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrandIcon, BrandMark } from '../../ui/BrandMark.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { ShortcutSheet } from '../../ui/ShortcutSheet.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { marks } from '../../lib/api-client.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { createPageTrace } from '../../lib/page-trace.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useBatchPlan } from '../../features/batches/batch-store.ts';
import { usePreview } from '../../features/shipping/printing/preview-store.ts';
import { useProfile } from '../profile.ts';
import { Beside } from './Beside.tsx';
import { CommandKeys } from './CommandKeys.tsx';
import { MainMenu } from './MainMenu.tsx';
import { RestrictedNotice } from './RestrictedNotice.tsx';
import { surfaceOf } from './surface.ts';
import { TopBar } from './TopBar.tsx';
import { useFollowSettings } from './follow-settings.ts';
import { WelcomeBanner } from './WelcomeBanner.tsx';

marks.put = createPageTrace(() => location.pathname);

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'));
const PreviewHost = lazy(() => import('../../features/shipping/printing/PreviewHost.tsx'));
const BatchPlanHost = lazy(async () => {
  const [host] = await Promise.all([import('../../features/batches/BatchPlanHost.tsx'), loadMessages('work')]);
  return host;
});
const TermsNotice = lazy(() => import('./TermsNotice.tsx'));
const NewsBar = lazy(() => import('./NewsBar.tsx'));
const HorizontalMenu = lazy(() => import('./HorizontalMenu.tsx'));
const TwoColumnMenu = lazy(() => import('./TwoColumnMenu.tsx'));
const ActingBar = lazy(async () => {
  const [bar] = await Promise.all([import('../../features/impersonation/ActingBar.tsx'), loadMessages('admin')]);
  return bar;
});
const Customizer = lazy(() => import('./Customizer.tsx'));

/**
 * Menu, top bar and the page. Four orientations are one grid with data attributes, so that the page stays mounted when
 * somebody changes between them (ux.md line 3). Below 1260 px the menu is a drawer (product-spec section 9).
 */
export function Shell() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [layoutOpen, setLayoutOpen] = useState(false);
  const path = useRouterState({ select: (s) => s.location.pathname });
  const menuLoaded = useLoaded(menuOpen);
  const layoutLoaded = useLoaded(layoutOpen);
  const previewLoaded = useLoaded(usePreview().length > 0);
  const batchesLoaded = useLoaded(useBatchPlan() !== undefined);
  const layout = usePreferences();
  const acting = (useProfile().impersonation?.length ?? 0) > 0;
  useFollowSettings();
  useEffect(() => setMenuOpen(false), [path]);
  const surface = surfaceOf(layout.menuTheme);

  return (
    <div
      className="shell"
      data-orientation={layout.orientation}
      data-mode={layout.mode}
      data-width={layout.width}
      data-menu-size={layout.menuSize}
      data-menu-position={layout.menuPosition}
      data-two-tone={layout.showTwoToneIcons}
    >
      <a className="skip" href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <LoadingBar />
      {layout.orientation !== 'horizontal' && (
        <aside className="side" data-surface={layout.menuTheme}>
          {layout.orientation !== 'detached' && (
            <div className="side-brand">
              {layout.orientation === 'vertical' && <BrandIcon />}
              <BrandMark surface={surface} />
            </div>
          )}
          {layout.orientation === 'two-column' ? (
            <Beside>
              <TwoColumnMenu />
            </Beside>
          ) : (
            <MainMenu />
          )}
        </aside>
      )}
      <TopBar onMenu={() => setMenuOpen(true)} onLayout={() => setLayoutOpen(true)} />
      {layout.orientation === 'horizontal' && layout.horizontalMenu === 'shown' && (
        <div className="bar" data-surface={layout.menuTheme}>
          <Beside>
            <HorizontalMenu />
          </Beside>
        </div>
      )}
      <main className="main" id="content" tabIndex={-1}>
        <RestrictedNotice />
        <Beside>
          <TermsNotice />
          <NewsBar />
        </Beside>
        <WelcomeBanner />
        <ErrorBoundary resetKey={path}>
          <Outlet />
        </ErrorBoundary>
      </main>
      {menuLoaded && (
        <Suspense fallback={null}>
          <MenuDrawer opened={menuOpen} onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      {layoutLoaded && (
        <Suspense fallback={null}>
          <Customizer opened={layoutOpen} onClose={() => setLayoutOpen(false)} />
        </Suspense>
      )}
      {acting && (
        <Suspense fallback={null}>
          <ActingBar />
        </Suspense>
      )}
      <ShortcutSheet />
      <CommandKeys />
      {batchesLoaded && (
        <Suspense fallback={null}>
          <BatchPlanHost />
        </Suspense>
      )}
      {previewLoaded && (
        <Suspense fallback={null}>
          <PreviewHost />
        </Suspense>
      )}
    </div>
  );
}
