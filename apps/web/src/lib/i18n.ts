/** Language of the screens: catalogues by area follow a change of language, and `lang` of the page with them. */
import { i18n } from '@lingui/core';
import { LOCALES, preferences, type Locale } from './preferences.ts';

type Catalogue = () => Promise<{ messages: Parameters<typeof i18n.load>[1] }>;
/**
 * One catalogue an area, so that a first load carries only the words it shows: `start` is the sign-in page and what is around
 * every page, `messages` the shell with orders and shipping, the others belong to the folders of `lingui.config.ts`.
 */
export type MessageArea =
  | 'start'
  | 'messages'
  | 'account'
  | 'stores'
  | 'admin'
  | 'orders'
  | 'shipping'
  | 'work'
  | 'products'
  | 'imports'
  | 'money'
  | 'scan';
const CATALOGUES: Readonly<Record<MessageArea, Readonly<Record<Locale, Catalogue>>>> = {
  start: { 'en-CA': () => import('../locales/en-CA/start.po'), 'fr-CA': () => import('../locales/fr-CA/start.po') },
  messages: {
    'en-CA': () => import('../locales/en-CA/messages.po'),
    'fr-CA': () => import('../locales/fr-CA/messages.po'),
  },
  account: {
    'en-CA': () => import('../locales/en-CA/account.po'),
    'fr-CA': () => import('../locales/fr-CA/account.po'),
  },
  orders: { 'en-CA': () => import('../locales/en-CA/orders.po'), 'fr-CA': () => import('../locales/fr-CA/orders.po') },
  shipping: {
    'en-CA': () => import('../locales/en-CA/shipping.po'),
    'fr-CA': () => import('../locales/fr-CA/shipping.po'),
  },
  stores: { 'en-CA': () => import('../locales/en-CA/stores.po'), 'fr-CA': () => import('../locales/fr-CA/stores.po') },
  products: {
    'en-CA': () => import('../locales/en-CA/products.po'),
    'fr-CA': () => import('../locales/fr-CA/products.po'),
  },
  imports: {
    'en-CA': () => import('../locales/en-CA/imports.po'),
    'fr-CA': () => import('../locales/fr-CA/imports.po'),
  },
  money: { 'en-CA': () => import('../locales/en-CA/money.po'), 'fr-CA': () => import('../locales/fr-CA/money.po') },
  scan: { 'en-CA': () => import('../locales/en-CA/scan.po'), 'fr-CA': () => import('../locales/fr-CA/scan.po') },
  work: { 'en-CA': () => import('../locales/en-CA/work.po'), 'fr-CA': () => import('../locales/fr-CA/work.po') },
  admin: { 'en-CA': () => import('../locales/en-CA/admin.po'), 'fr-CA': () => import('../locales/fr-CA/admin.po') },
};

/** What the server says is written in this language. */
const SOURCE_LOCALE = 'en-CA';
/** The server's error catalogue in another language. */
async function errorWords(locale: Exclude<Locale, 'en-CA'>): ReturnType<Catalogue> {
  const files: Record<typeof locale, Catalogue> = { 'fr-CA': () => import('../locales/fr-CA/errors.po') };
  const [messages] = await Promise.all([files[locale](), import('./error-translation.ts')]);
  return messages;
}

/** The person's own choice, else what the browser asks for, else English. */
export function preferredLocale(chosen: string, asked: readonly string[]): Locale {
  if ((LOCALES as readonly string[]).includes(chosen)) return chosen as Locale;
  const first = asked.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'en' || tag === 'fr');
  return first === 'fr' ? 'fr-CA' : 'en-CA';
}

let wanted: Locale = 'en-CA';
const areas = new Set<MessageArea>(['start']);
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const parts = await Promise.all([
    ...[...areas].map((area) => CATALOGUES[area][locale]()),
    ...(locale === SOURCE_LOCALE ? [] : [errorWords(locale)]),
  ]);
  // A later choice that loaded faster stays.
  if (wanted !== locale) return;
  for (const { messages } of parts) i18n.load(locale, messages as Record<string, string>);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Loads what the pages of an area say; call before the first of them is drawn. */
export async function loadMessages(area: MessageArea): Promise<void> {
  if (areas.has(area)) return;
  const locale = wanted;
  const { messages } = await CATALOGUES[area][locale]();
  i18n.load(locale, messages as Record<string, string>);
  areas.add(area);
  // The language changed while these were loading: they are needed in the new one, too.
  if (wanted !== locale) await activateLocale(wanted);
}

/** Switches and remembers. */
export async function chooseLocale(locale: Locale): Promise<void> {
  preferences.set({ locale });
  await activateLocale(locale);
}
