import { ActionIcon } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { useEffect, useState } from 'react';
import { useBrand } from '../branding.ts';
import { nameOf, useProfile } from '../profile.ts';

/** Product-spec section 9: the welcome hides by itself after this. */
export const WELCOME_MS = 80_000;
const KEY = 'welcomed';

/** Once after signing in, on this tab: what one can do here. */
export function WelcomeBanner() {
  const { t } = useLingui();
  const brand = useBrand();
  const profile = useProfile();
  const [shown, setShown] = useState(() => seen() !== profile.userName);
  useEffect(() => {
    if (!shown) return;
    remember(profile.userName);
    const timer = setTimeout(() => setShown(false), WELCOME_MS);
    return () => clearTimeout(timer);
  }, [shown, profile.userName]);
  if (!shown || profile.tenantKind !== 'customer') return null;
  const name = profile.firstName || nameOf(profile);
  return (
    <div className="welcome" role="status">
      <div className="grow">
        <strong>
          <Trans>
            Welcome to {brand.name}, {name}.
          </Trans>
        </strong>{' '}
        <Trans>Compare rates, print labels and ship smarter.</Trans>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t`Hide the welcome`}
        onClick={() => setShown(false)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Kept for the life of the tab; where storage is refused the banner shows again after a reload, which harms nobody. */
function seen(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
function remember(userName: string): void {
  try {
    sessionStorage.setItem(KEY, userName);
  } catch {
    // Nothing depends on it.
  }
}
