/**
 * Finds the French of a sentence the server made (see README.md). Sentences are written in English where they are made,
 * often with values put in; the catalogue knows them as patterns with {0}, {1} …, and the values are found again in the
 * finished text. Of several patterns that fit, the one with the most words of its own wins.
 */

interface Pattern {
  readonly first: string;
  readonly last: string;
  /** Characters that are not values. */
  readonly weight: number;
  readonly expression: RegExp;
  /** Which value each group of the expression holds. */
  readonly values: readonly string[];
  readonly french: string;
}

/** `{0:path}` holds a path or a code, which has no blanks: what is said of a field fits many a sentence of a vendor. */
const VALUE = /\{(\d+)(?::path)?\}/g;
/** A share is written with a comma, and its sign holds on to it: "9,975 %". */
const PERCENT = /\b(\d{1,3})(?:\.(\d{1,4}))?[ \u00a0]%/g;
/** As the server writes amounts in its sentences: "-1234.50 CAD". */
const AMOUNT = /(?<![\w.,-])(-?\d{1,13}\.\d{2})[ \u00a0]([A-Z]{3})\b/g;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** One sentence ends and another begins; a name with a full stop ("St. John") looks the same. */
const BOUNDARY = /(?<=[.!?]["”»)]?) (?=[\p{Lu}"“«])/u;
/** A value is put into French only where it reads as a sentence or as a piece of one: names begin with a capital. */
const IS_PIECE = /[.!?]["”»)]?$|^[^\p{Lu}]/u;
/** Sentences within sentences within sentences; deeper is nothing that we say. */
const MOST_DEPTH = 3;
/** Longer than anything we say: a text of somebody else. */
const MOST_CHARACTERS = 4_000;
const MOST_SENTENCES = 12;
const KEPT = 4_000;
/** Characters at the end of a text by which patterns are looked up. */
const ENDING = 5;

/** As screens write it: "1 234,50 $". */
const amountInFrench = (whole: string, amount: string, currency: string): string =>
  CURRENCIES.has(currency)
    ? new Intl.NumberFormat('fr-CA', { style: 'currency', currency }).format(Number(amount))
    : whole;

const compile = (english: string, french: string): Pattern => {
  const parts = english.split(VALUE);
  const literals = parts.filter((_part, at) => at % 2 === 0);
  const values = parts.filter((_part, at) => at % 2 === 1);
  const slots = [...english.matchAll(VALUE)].map(([slot]) => (slot.endsWith(':path}') ? '(\\S+?)' : '([\\s\\S]*?)'));
  const expression = literals
    .map((literal, at) => `${literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}${slots[at] ?? ''}`)
    .join('');
  return {
    first: literals[0] ?? '',
    last: literals.at(-1) ?? '',
    weight: literals.join('').length,
    expression: new RegExp(`^${expression}$`),
    values,
    french,
  };
};

const firstWordOf = (text: string): string => {
  const end = text.indexOf(' ');
  return end < 0 ? text : text.slice(0, end);
};

export interface SentenceMatcher {
  /** The French sentence; what the catalogue does not know comes back as it is. */
  readonly translate: (text: string) => string;
}

/** @param catalogue English pattern to French pattern with the same values */
export const createSentenceMatcher = (catalogue: Readonly<Record<string, string>>): SentenceMatcher => {
  const exact = new Map<string, string>();
  const byFirstWord = new Map<string, Pattern[]>();
  /** Patterns whose first word holds a value, by how they end; without an end of their own under the empty text. */
  const byEnding = new Map<string, Pattern[]>();
  const add = (index: Map<string, Pattern[]>, key: string, pattern: Pattern): void => {
    const patterns = index.get(key) ?? [];
    patterns.push(pattern);
    index.set(key, patterns);
  };
  for (const [english, french] of Object.entries(catalogue)) {
    if (french === '') continue;
    if (english.search(VALUE) < 0) {
      exact.set(english, french);
      continue;
    }
    const pattern = compile(english, french);
    const word = pattern.first.includes(' ') ? firstWordOf(pattern.first) : undefined;
    if (word !== undefined && word !== '') add(byFirstWord, word, pattern);
    else add(byEnding, pattern.last.length < ENDING ? '' : pattern.last.slice(-ENDING), pattern);
  }
  const candidates = new Map<string, readonly Pattern[]>();
  /** What may fit a text, the heaviest first. */
  const candidatesFor = (text: string): readonly Pattern[] => {
    const word = firstWordOf(text);
    const ending = text.slice(-ENDING);
    const begun = byFirstWord.get(word);
    const ended = byEnding.get(ending);
    const key = `${begun ? word : ''}\0${ended ? ending : ''}`;
    const before = candidates.get(key);
    if (before) return before;
    const found = [...(begun ?? []), ...(ended ?? []), ...(byEnding.get('') ?? [])];
    const sorted = found.toSorted((a, b) => b.weight - a.weight);
    candidates.set(key, sorted);
    return sorted;
  };

  /**
   * `clean`: no value holds the end of one sentence and the beginning of another. `rough`: the best of those that do, which
   * is only right where a name has a full stop in it.
   */
  const fit = (text: string, depth: number): { readonly clean?: string; readonly rough?: string } => {
    let rough: string | undefined;
    for (const pattern of candidatesFor(text)) {
      if (text.length < pattern.weight || !text.endsWith(pattern.last) || !text.startsWith(pattern.first)) continue;
      const found = pattern.expression.exec(text);
      if (!found) continue;
      const values = new Map(pattern.values.map((value, at) => [value, found[at + 1] ?? '']));
      const said = new Map([...values].map(([value, part]) => [value, sayPart(part, depth + 1)]));
      const filled = pattern.french
        .replace(VALUE, (_whole, value: string) => said.get(value) ?? '')
        .replace(PERCENT, (_whole, units: string, part?: string) => `${units}${part ? `,${part}` : ''}\u00a0%`)
        .replace(AMOUNT, amountInFrench);
      if (![...values].some(([value, part]) => said.get(value) === part && BOUNDARY.test(part.trim())))
        return { clean: filled };
      rough ??= filled;
    }
    return rough === undefined ? {} : { rough };
  };

  /** A value: put into French where it is a sentence or a piece of one, else as it is. */
  const sayPart = (part: string, depth: number): string => {
    const text = part.trim();
    if (text === '' || depth > MOST_DEPTH || !IS_PIECE.test(text)) return part;
    const said = say(text, depth);
    return said === undefined ? part : part.replace(text, () => said);
  };

  const known = (text: string, depth: number): string | undefined => exact.get(text) ?? fit(text, depth).clean;

  /** Several sentences one after the other, each (or a run of them) on its own. */
  const sayRuns = (
    text: string,
    depth: number,
  ): { readonly said: string; readonly all: boolean; readonly any: boolean } => {
    const sentences = text.split(BOUNDARY).slice(0, MOST_SENTENCES + 1);
    if (sentences.length < 2 || sentences.length > MOST_SENTENCES) return { said: text, all: false, any: false };
    const out: string[] = [];
    let all = true;
    let any = false;
    for (let from = 0; from < sentences.length; ) {
      let to = sentences.length;
      let said: string | undefined;
      for (; to > from; to--) {
        if (to - from === sentences.length) continue;
        said = known(sentences.slice(from, to).join(' '), depth);
        if (said !== undefined) break;
      }
      all &&= said !== undefined;
      any ||= said !== undefined;
      out.push(said ?? sentences[from] ?? '');
      from = said === undefined ? from + 1 : to;
    }
    return { said: out.join(' '), all, any };
  };

  const say = (text: string, depth: number): string | undefined => {
    const whole = exact.get(text);
    if (whole !== undefined) return whole;
    const { clean, rough } = fit(text, depth);
    if (clean !== undefined) return clean;
    const runs = sayRuns(text, depth);
    return runs.all ? runs.said : (rough ?? (runs.any ? runs.said : undefined));
  };

  const kept = new Map<string, string>();
  return {
    translate: (text) => {
      const before = kept.get(text);
      if (before !== undefined) return before;
      const inner = text.trim();
      if (inner === '' || inner.length > MOST_CHARACTERS) return text;
      const said = say(inner, 0);
      const result = said === undefined ? text : text.replace(inner, () => said);
      // Texts repeat; those that hold names and numbers do not, so the memory is emptied now and then.
      if (kept.size >= KEPT) kept.clear();
      kept.set(text, result);
      return result;
    },
  };
};
