import { MantineProvider, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { cspNonce } from '../lib/csp-nonce.ts';
import { preferences, usePreferences } from '../lib/preferences.ts';
import type { TenantColors } from '../theme/tenant-colors.ts';
import { tenantTheme, tenantVariables } from '../theme/tenant-theme.ts';

/** The scheme lives in the layout settings, not under a key of the library. */
const schemeManager = {
  get: (): MantineColorScheme => toScheme(preferences.get().theme),
  set: (scheme: MantineColorScheme) => preferences.set({ theme: scheme === 'auto' ? 'system' : scheme }),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
const toScheme = (theme: 'light' | 'dark' | 'system'): MantineColorScheme => (theme === 'system' ? 'auto' : theme);

/** Follows a change of the scheme made in another tab. */
function FollowPreferences() {
  const { theme, density } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (colorScheme !== toScheme(theme)) setColorScheme(toScheme(theme));
  }, [theme, colorScheme, setColorScheme]);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return null;
}

export function TenantTheme({ colors, children }: { readonly colors: TenantColors; readonly children: ReactNode }) {
  const theme = useMemo(() => tenantTheme(colors), [colors]);
  const variables = useMemo(() => tenantVariables(colors), [colors]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="light"
      getStyleNonce={cspNonce}
    >
      <FollowPreferences />
      {children}
    </MantineProvider>
  );
}
