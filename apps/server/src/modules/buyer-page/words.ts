/** The words of the buyer's page: one data file a language, all with the same keys. */
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

export type WordKey = keyof typeof en;

/** With the tag that dates are written by. */
export const LANGUAGES = {
  en: { tag: 'en-CA', words: en },
  fr: { tag: 'fr-CA', words: fr },
  es: { tag: 'es', words: es },
  de: { tag: 'de', words: de },
  it: { tag: 'it', words: it },
  nl: { tag: 'nl', words: nl },
  pt: { tag: 'pt', words: pt },
  ja: { tag: 'ja', words: ja },
  zh: { tag: 'zh-Hans', words: zh },
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

/** Scripts that run from the right; none of the languages above, and the next may be. */
const FROM_THE_RIGHT = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);
export const directionOf = (tag: string): 'rtl' | 'ltr' =>
  FROM_THE_RIGHT.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr';

export type Say = (key: WordKey, ...values: readonly (string | number)[]) => string;

export const wordsOf =
  (language: Language): Say =>
  (key, ...values) =>
    LANGUAGES[language].words[key].replaceAll(/\{(\d)\}/g, (_whole, at: string) => String(values[Number(at)] ?? ''));
