/**
 * Until branding is known only a neutral skeleton shows: no colour, no name, no logo of anybody (ux.md line 1). A failure
 * shows the maintenance screen, which keeps trying.
 */
import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { BrandProvider, brandingQuery } from './branding.ts';
import { Maintenance } from './Maintenance.tsx';
import { useOtherPerson } from './other-person.ts';
import { router } from './router.ts';
import { TenantTheme } from './TenantTheme.tsx';

/** Loads beside the first page, and is there before anything can fail on it. */
const Toaster = lazy(() => import('../ui/Toaster.tsx'));
const OtherPersonNotice = lazy(() => import('./OtherPersonNotice.tsx'));

export function StartUp() {
  const branding = useQuery(brandingQuery);
  const otherPerson = useOtherPerson();
  const favicon = branding.data?.favicon;
  useEffect(() => {
    if (!favicon) return;
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.createElement('link');
    link.rel = 'icon';
    link.href = favicon;
    document.head.append(link);
  }, [favicon]);

  if (branding.data)
    return (
      <BrandProvider value={branding.data}>
        <TenantTheme colors={branding.data.colors}>
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
  if (branding.isError) return <Maintenance retrying={branding.isFetching} onRetry={() => void branding.refetch()} />;
  return (
    <div className="boot" role="status" aria-busy="true">
      <span className="boot-bar" />
    </div>
  );
}
