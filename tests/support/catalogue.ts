/** The web application's catalogues, read as text: which English sentences must not be seen in French, and what a word is there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './app.ts';

const BEFORE_CONTEXT = '\u0004';
const LOCALES = path.join(root, 'apps/web/src/locales');

/** Words by message; one that has several meanings is there once for each, with its context behind it. */
function read(locale: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(path.join(LOCALES, locale)).filter((file) => file.endsWith('.po'))) {
    const text = readFileSync(path.join(LOCALES, locale, name), 'utf8');
    for (const [, context = '', id, words] of text.matchAll(
      /^(msgctxt ".*"\s)?msgid ((?:".*"\s)+)msgstr ((?:".*"\s?)+)/gm,
    ))
      if (joined(id) !== '') found.set(`${joined(id)}${BEFORE_CONTEXT}${context}`, joined(words));
  }
  return found;
}

const messageOf = (id: string): string => id.split(BEFORE_CONTEXT)[0] ?? '';

/** Lines of a PO string as one text. */
const joined = (lines = ''): string =>
  [...lines.matchAll(/^"(.*)"$/gm)].map(([, line = '']) => JSON.parse(`"${line}"`) as string).join('');

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A message as what a person may see: placeholders stand for anything, tags for nothing. */
function patterns(message: string): string[] {
  const plural = /^\{\w+, plural, one \{(.*)\} other \{(.*)\}\}$/.exec(message);
  const forms = plural ? [plural[1] ?? '', plural[2] ?? ''] : [message];
  return forms.map((form) =>
    form
      .replaceAll(/<\/?\d+\/?>/g, '')
      .split(/(\{\w+\}|#)/)
      .map((part) => (part === '#' ? String.raw`[\d\s,.]+` : /^\{\w+\}$/.test(part) ? '.+' : quoted(part)))
      .join(''),
  );
}

/** Enough to be told from data: one word, or two where a placeholder could swallow the rest. */
const hasWords = (message: string): boolean => {
  const words = message.replaceAll(/\{\w+\}/g, ' ').match(/\p{L}{3,}/gu) ?? [];
  return words.length >= (message.includes('{') ? 2 : 1);
};

/** Answers the English sentence that a text seen on a French page is, if it is one. */
export function englishSeeker(): (seen: string) => string | undefined {
  const english = read('en-CA');
  const french = read('fr-CA');
  const whole = new Map<string, string>();
  const seek: { readonly message: string; readonly test: RegExp }[] = [];
  for (const [id, words] of english) {
    const message = words || messageOf(id);
    const translated = new Set(patterns(french.get(id) ?? ''));
    if (!hasWords(message)) continue;
    if (!/[{<]/.test(message)) {
      if (!translated.has(quoted(message))) whole.set(message, message);
      continue;
    }
    for (const p of patterns(message)) if (!translated.has(p)) seek.push({ message, test: new RegExp(`^${p}$`, 'u') });
  }
  if (whole.size < 300) throw new Error(`only ${whole.size} English sentences were found in the catalogues`);
  // A French sentence may fit an English pattern that is nearly all placeholder, or be a word of both languages.
  const allowed = new Set([...french.values()].filter((words) => !words.includes('{')));
  const alsoFrench = [...french.values()]
    .filter((words) => words.includes('{') && hasWords(words))
    .flatMap((words) => patterns(words).map((p) => new RegExp(`^${p}$`, 'u')));
  const answers = new Map<string, string | undefined>();
  return (seen) => {
    if (answers.has(seen)) return answers.get(seen);
    const found = whole.get(seen) ?? seek.find(({ test }) => test.test(seen))?.message;
    const answer =
      found === undefined || allowed.has(seen) || alsoFrench.some((test) => test.test(seen)) ? undefined : found;
    answers.set(seen, answer);
    return answer;
  };
}

/** Whether a name on a screen is one of the messages whose English fits `english`, in either language. */
export function namesLike(english: RegExp): (name: string) => boolean {
  const french = read('fr-CA');
  const ids = [...french].filter(([id]) => english.test(messageOf(id)));
  const tests = ids.flatMap(([, words]) => patterns(words)).map((p) => new RegExp(`^${p}$`, 'u'));
  return (name) => english.test(name) || tests.some((test) => test.test(name));
}
