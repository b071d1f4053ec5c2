/** Language of the screens: catalogues load one at a time, `lang` of the page follows. */
import { i18n } from '@lingui/core';
import { LOCALES, preferences, type Locale } from './preferences.ts';

const CATALOGUES: Readonly<Record<Locale, () => Promise<{ messages: Parameters<typeof i18n.load>[1] }>>> = {
  'en-CA': () => import('../locales/en-CA/messages.po'),
  'fr-CA': () => import('../locales/fr-CA/messages.po'),
};

/** The person's own choice, else what the browser asks for, else English. */
export function preferredLocale(chosen: string, asked: readonly string[]): Locale {
  if ((LOCALES as readonly string[]).includes(chosen)) return chosen as Locale;
  const first = asked.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'en' || tag === 'fr');
  return first === 'fr' ? 'fr-CA' : 'en-CA';
}

let wanted: Locale | undefined;
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const { messages } = await CATALOGUES[locale]();
  // A later choice that loaded faster stays.
  if (wanted !== locale) return;
  i18n.loadAndActivate({ locale, messages: messages as Record<string, string> });
  document.documentElement.lang = locale;
}

/** Switches and remembers. */
export async function chooseLocale(locale: Locale): Promise<void> {
  preferences.set({ locale });
  await activateLocale(locale);
}
