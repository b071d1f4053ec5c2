import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { chooseLocale } from '../lib/i18n.ts';
import { LOCALES } from '../lib/preferences.ts';
import { notify } from '../app/notify.ts';

export const LOCALE_NAMES = { 'en-CA': 'English', 'fr-CA': 'Français' } as const;

/** Each language under its own name, in its own language. */
export function LanguageLinks() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return (
    <nav className="row tight" aria-label={t`Language`}>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          className="chip-button"
          lang={locale}
          aria-pressed={i18n.locale === locale}
          onClick={() => void chooseLocale(locale).catch((error: unknown) => notify.error(error))}
        >
          {LOCALE_NAMES[locale]}
        </button>
      ))}
    </nav>
  );
}
