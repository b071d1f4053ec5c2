import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activateLocale } from '../../lib/i18n.ts';
import { LOCALES, usePreferences, type Locale } from '../../lib/preferences.ts';
import { settingsQuery } from '../../features/settings/settings-api.ts';
import { useProfile, kindOf } from '../profile.ts';

/** Without a choice of their own on this browser, people read in the language of their account. */
export function useFollowSettings(): void {
  const { locale: chosen } = usePreferences();
  const { i18n } = useLingui();
  const profile = useProfile();
  const { data } = useQuery({ ...settingsQuery, enabled: kindOf(profile) === 'customer' });
  const wanted = chosen || data?.locale || profile.locale;
  useEffect(() => {
    if (wanted !== i18n.locale && (LOCALES as readonly string[]).includes(wanted))
      void activateLocale(wanted as Locale).catch(() => undefined);
  }, [wanted, i18n]);
}
