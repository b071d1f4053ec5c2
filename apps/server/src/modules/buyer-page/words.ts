/** The words of the buyer's page: one data file a language, all with the same keys. */
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };

export type WordKey = keyof typeof en;

/** With the tag that dates are written by. */
export const LANGUAGES = {
  en: { tag: 'en-CA', words: en },
  fr: { tag: 'fr-CA', words: fr },
} as const satisfies Record<string, { readonly tag: string; readonly words: Readonly<Record<WordKey, string>> }>;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** What the page's own choice says, else what the browser prefers among the languages there are, else English. */
export function languageOf(chosen: unknown, acceptLanguage: string | undefined): Language {
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen;
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((entry) => {
      const [tag = '', ...rest] = entry.trim().toLowerCase().split(';');
      const weight = rest.map((each) => /^\s*q=([\d.]{1,5})\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
      const language = tag.split('-')[0] ?? '';
      const q = weight === undefined ? 1 : Number(weight);
      return isLanguage(language) && q > 0 ? [{ language, q }] : [];
    })
    .toSorted((a, b) => b.q - a.q);
  return wanted[0]?.language ?? 'en';
}

export type Say = (key: WordKey, ...values: readonly (string | number)[]) => string;

export const wordsOf =
  (language: Language): Say =>
  (key, ...values) =>
    LANGUAGES[language].words[key].replaceAll(/\{(\d)\}/g, (_whole, at: string) => String(values[Number(at)] ?? ''));
