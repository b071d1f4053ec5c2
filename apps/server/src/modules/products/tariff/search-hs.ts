/** Looks up codes of the Harmonized System: by digits, by the nomenclature's words, and by what sellers call their goods. */
import { fold } from '@scanship/domain/orders/order-search';
import { EVERYDAY_WORDS } from './everyday-words.ts';

export interface HsEntry {
  /** Six digits. */
  readonly code: string;
  readonly title: string;
  /** Of the four digits it begins with. */
  readonly heading: string;
}

interface Indexed extends HsEntry {
  /** Folded words, each behind a blank. */
  readonly own: string;
  readonly above: string;
}

export interface Nomenclature {
  readonly entries: readonly Indexed[];
}

const wordsOf = (text: string): readonly string[] =>
  fold(text)
    .replace(/[’']/g, ' ')
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== '');
const keyOf = (text: string): string => ` ${wordsOf(text).join(' ').replace(/-/g, ' ')}`;

/** @param codes lines of code, tab, title: two, four and six digits */
export function readNomenclature(codes: string): Nomenclature {
  const titles = new Map(
    codes.split('\n').map((line) => {
      const at = line.indexOf('\t');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  const entries = [...titles].flatMap(([code, title]): Indexed[] => {
    if (code.length !== 6) return [];
    const heading = titles.get(code.slice(0, 4)) ?? '';
    return [
      { code, title, heading, own: keyOf(title), above: keyOf(`${heading} ${titles.get(code.slice(0, 2)) ?? ''}`) },
    ];
  });
  return { entries };
}

/** "dishes", "tasses" and "bijoux" are "dish", "tasse" and "bijou": the word, and what it may be one of. */
const forms = (word: string): readonly string[] =>
  word.length > 3 ? [word, word.replace(/[sx]$/, ''), word.replace(/es$/, '')] : [word];
const stem = (word: string): string => forms(word).at(-1)?.replace(/[sx]$/, '') ?? word;

/** Headings of everyday words, the likeliest first. */
function everyday(words: readonly string[]): readonly string[] {
  const wanted = new Set(words.flatMap((word) => forms(word.replace(/-/g, ''))));
  return EVERYDAY_WORDS.filter((entry) => entry.words.some((known) => wanted.has(known.replace(/-/g, '')))).flatMap(
    (entry) => entry.codes,
  );
}

/** @returns the best first; none where nothing is looked for */
export function searchHs({ entries }: Nomenclature, text: string, size: number): readonly HsEntry[] {
  const digits = text.replace(/[\s.]/g, '');
  const plain = ({ code, title, heading }: Indexed): HsEntry => ({ code, title, heading });
  if (/^\d{2,12}$/.test(digits)) {
    const begin = digits.slice(0, 6);
    return entries
      .filter(({ code }) => code.startsWith(begin))
      .slice(0, size)
      .map(plain);
  }
  const words = wordsOf(text).slice(0, 8);
  if (words.length === 0) return [];
  const usual = everyday(words);
  const keys = words.flatMap((word) => word.split('-')).map((word) => ` ${stem(word)}`);
  const scored = entries.flatMap((entry) => {
    const rank = usual.findIndex((code) => entry.code.startsWith(code));
    const own = keys.filter((word) => entry.own.includes(word)).length;
    const all = keys.every((word) => entry.own.includes(word) || entry.above.includes(word));
    if (rank < 0 && !all) return [];
    // What is usual comes first, in its order; then what says it itself; then short titles, which are the plain case.
    const score = (rank < 0 ? 0 : 1_000 - rank) + own * 10 - Math.min(9, entry.title.length / 40);
    return [{ entry, score }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || (a.entry.code < b.entry.code ? -1 : 1))
    .slice(0, size)
    .map(({ entry }) => plain(entry));
}
