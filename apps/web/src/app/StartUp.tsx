/**
 * Until branding is known only a neutral skeleton shows: no colour, no name, no logo of anybody (ux.md line 1). A failure
 * shows the maintenance screen, which keeps trying.
 */
import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { BrandProvider, brandingQuery, sessionBrandingQuery } from './branding.ts';
import { Maintenance } from './Maintenance.tsx';
import { useOtherPerson } from './other-person.ts';
import { profileQuery } from './profile.ts';
import { router } from './router.ts';
import { TenantTheme } from './TenantTheme.tsx';
import { loadToasts } from './toasts.ts';

type Drawn = { readonly default: ComponentType };
/** Loads beside the first page. Without it the pages work; `notify` says what it has to say by the browser then. */
const Toaster = lazy(() =>
  loadToasts().then<Drawn, Drawn>(
    (toasts) => ({ default: toasts.Toaster }),
    () => ({ default: () => null }),
  ),
);
const OtherPersonNotice = lazy(() => import('./OtherPersonNotice.tsx'));

export function StartUp() {
  const ofHost = useQuery(brandingQuery);
  const { data: profile } = useQuery({ ...profileQuery, enabled: false });
  const acting = (profile?.impersonation.length ?? 0) > 0;
  const ofSession = useQuery({ ...sessionBrandingQuery(profile?.principal), enabled: acting });
  const brand = ofSession.data ?? ofHost.data;
  const otherPerson = useOtherPerson();
  const favicon = brand?.favicon;
  useEffect(() => {
    if (!favicon) return;
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.createElement('link');
    link.rel = 'icon';
    link.href = favicon;
    document.head.append(link);
  }, [favicon]);

  if (brand)
    return (
      <BrandProvider value={brand}>
        <TenantTheme colors={brand.colors}>
          <RouterProvider router={router} />
          {otherPerson && (
            <Suspense>
              <OtherPersonNotice />
            </Suspense>
          )}
          <Suspense>
            <Toaster />
          </Suspense>
        </TenantTheme>
      </BrandProvider>
    );
  if (ofHost.isError) return <Maintenance retrying={ofHost.isFetching} onRetry={() => void ofHost.refetch()} />;
  return (
    <div className="boot" role="status" aria-busy="true">
      <span className="boot-bar" />
    </div>
  );
}
