/** Sentences of the server in the language of the person who reads them. */
import { EXACT_SENTENCES } from './exact-sentences.ts';
import french from './fr-CA.json' with { type: 'json' };
import { createSentenceMatcher } from './sentence-matcher.ts';

export type Locale = 'en-CA' | 'fr-CA';

const frenchSentences = createSentenceMatcher(french);

/** The sentence in this language; what the catalogue does not know, and what clients compare, comes back as it is. */
export const translate = (locale: Locale, text: string): string =>
  locale === 'fr-CA' && !EXACT_SENTENCES.has(text) ? frenchSentences.translate(text) : text;

/** The language a page asks for: whichever of French and English it wants more; undefined where it names neither. */
export const localeOfHeader = (acceptLanguage: string | undefined): Locale | undefined => {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...rest] = entry.trim().toLowerCase().split(';');
      const q = rest.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
      return { language: tag.split('-')[0], q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ language, q }) => (language === 'fr' || language === 'en') && q > 0)
    .toSorted((a, b) => b.q - a.q);
  const [first] = wanted;
  return first && (first.language === 'fr' ? 'fr-CA' : 'en-CA');
};
