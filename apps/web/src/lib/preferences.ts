/**
 * Layout settings of this browser (product-spec section 3; decisions 21), kept under one key and shared by all tabs.
 * Unknown or spoilt values fall back one by one, so that an older version's record is never lost as a whole.
 */
import { useSyncExternalStore } from 'react';
import { browserStore, readJson, STORAGE_KEYS, writeJson } from './storage.ts';

export const LOCALES = ['en-CA', 'fr-CA'] as const;
export type Locale = (typeof LOCALES)[number];

/** Also the choices of the settings panel, in their order. */
export const CHOICES = {
  theme: ['light', 'dark', 'system'],
  orientation: ['vertical', 'horizontal', 'detached', 'two-column'],
  /** The whole frame, or the contents alone, as wide as the window. */
  mode: ['fluid', 'boxed'],
  width: ['fluid', 'boxed'],
  topBarTheme: ['light', 'dark', 'brand'],
  menuTheme: ['light', 'dark', 'brand'],
  menuSize: ['default', 'compact', 'condensed', 'small-hover'],
  menuPosition: ['fixed', 'scrollable'],
  twoColumnTheme: ['light', 'dark', 'brand'],
  showTwoToneIcons: ['no', 'yes'],
  showUserInfo: ['no', 'yes'],
  horizontalMenu: ['shown', 'hidden'],
  /** Rows of 32 or of 46 pixels in tables. */
  density: ['comfortable', 'compact'],
  locale: [...LOCALES, ''],
} as const;

/** Pixels of a row; the style sheet of the tables has the same. */
export const ROW_HEIGHTS = { compact: 32, comfortable: 46 } as const;

export type Preferences = { readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

/**
 * The first of each, but for rows of tables. Light whatever the system prefers (decisions 21); an empty locale follows the customer's
 * settings, then the browser.
 */
export const DEFAULT_PREFERENCES = {
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first])),
  density: 'compact',
  locale: '',
} as Preferences;

export function readPreferences(value: unknown): Preferences {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const result: Record<string, string> = { ...DEFAULT_PREFERENCES };
  for (const [name, allowed] of Object.entries(CHOICES)) {
    const wanted = given[name];
    if (typeof wanted === 'string' && (allowed as readonly string[]).includes(wanted)) result[name] = wanted;
  }
  return result as Preferences;
}

let current: Preferences | undefined;
const listeners = new Set<() => void>();
const load = () => readPreferences(readJson(browserStore(), STORAGE_KEYS.layoutSettings));
const tell = () => {
  for (const listener of listeners) listener();
};

export const preferences = {
  get: (): Preferences => (current ??= load()),
  set(change: Partial<Preferences>) {
    current = { ...preferences.get(), ...change };
    writeJson(browserStore(), STORAGE_KEYS.layoutSettings, current);
    tell();
  },
  /** The layout as it is at first; the language is no part of it. */
  reset() {
    preferences.set({ ...DEFAULT_PREFERENCES, locale: preferences.get().locale });
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes over what another tab wrote. */
  follow() {
    window.addEventListener('storage', (event) => {
      if (event.key !== STORAGE_KEYS.layoutSettings) return;
      current = load();
      tell();
    });
  },
};

const subscribe = (listener: () => void) => preferences.subscribe(listener);

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences.get);
