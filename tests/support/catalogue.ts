/** The web application's two catalogues, read as text: which English sentences must not be seen in French. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './app.ts';

const LOCALES = path.join(root, 'apps/web/src/locales');
const CATALOGUES = ['messages.po', 'start.po'];

function read(locale: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of CATALOGUES) {
    const text = readFileSync(path.join(LOCALES, locale, name), 'utf8');
    for (const [, id, words] of text.matchAll(/^msgid ((?:".*"\s)+)msgstr ((?:".*"\s?)+)/gm))
      if (joined(id) !== '') found.set(joined(id), joined(words));
  }
  return found;
}

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
  const seek = [...english].flatMap(([id, words]) => {
    const message = words || id;
    const translated = new Set(patterns(french.get(id) ?? ''));
    if (!hasWords(message)) return [];
    return patterns(message).flatMap((p) => (translated.has(p) ? [] : [{ message, test: new RegExp(`^${p}$`, 'u') }]));
  });
  if (seek.length < 300) throw new Error(`only ${seek.length} English sentences were found in the catalogues`);
  // A French sentence may fit an English pattern that is nearly all placeholder.
  const allowed = new Set([...french.values()].filter((words) => !words.includes('{')));
  return (seen) => (allowed.has(seen) ? undefined : seek.find(({ test }) => test.test(seen))?.message);
}
