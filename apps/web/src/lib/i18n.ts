/**
 * Language of the screens. The first catalogue holds what the start and the sign-in page say, the second the rest; both
 * follow a change of language, and `lang` of the page with them.
 */
import { i18n } from '@lingui/core';
import { LOCALES, preferences, type Locale } from './preferences.ts';

type Catalogue = () => Promise<{ messages: Parameters<typeof i18n.load>[1] }>;
const START: Readonly<Record<Locale, Catalogue>> = {
  'en-CA': () => import('../locales/en-CA/start.po'),
  'fr-CA': () => import('../locales/fr-CA/start.po'),
};
const INSIDE: Readonly<Record<Locale, Catalogue>> = {
  'en-CA': () => import('../locales/en-CA/messages.po'),
  'fr-CA': () => import('../locales/fr-CA/messages.po'),
};

/** The person's own choice, else what the browser asks for, else English. */
export function preferredLocale(chosen: string, asked: readonly string[]): Locale {
  if ((LOCALES as readonly string[]).includes(chosen)) return chosen as Locale;
  const first = asked.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'en' || tag === 'fr');
  return first === 'fr' ? 'fr-CA' : 'en-CA';
}

let wanted: Locale = 'en-CA';
let inside = false;
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const parts = await Promise.all([START[locale](), ...(inside ? [INSIDE[locale]()] : [])]);
  // A later choice that loaded faster stays.
  if (wanted !== locale) return;
  for (const { messages } of parts) i18n.load(locale, messages as Record<string, string>);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Loads what the signed-in pages say; call before the first of them is drawn. */
export async function loadInsideMessages(): Promise<void> {
  if (inside) return;
  const locale = wanted;
  const { messages } = await INSIDE[locale]();
  i18n.load(locale, messages as Record<string, string>);
  inside = true;
  // The language changed while these were loading: they are needed in the new one, too.
  if (wanted !== locale) await activateLocale(wanted);
}

/** Switches and remembers. */
export async function chooseLocale(locale: Locale): Promise<void> {
  preferences.set({ locale });
  await activateLocale(locale);
}
