/**
 * Words that are not ours, from the table "Never in code" of docs/words.md. A word in backticks is looked for in names, as one of
 * their parts (`kick` in `kickOff`); a phrase without them in comments and documents.
 */

/** @returns {{ word: string, instead: string, isName: boolean }[]} */
export function forbiddenWords(page) {
  const section = page.split('## Never in code')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
    .map(([, left, instead]) => ({ left, instead }))
    .filter(({ left }) => left !== 'not' && !left.startsWith('---'))
    .map(({ left, instead }) => ({ word: left.replaceAll('`', ''), instead, isName: left.startsWith('`') }));
}

const tableOf = (page, title) =>
  [...(page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
    .map(([, word, instead]) => ({ word, instead }))
    .filter(({ word }) => word !== 'not' && !word.startsWith('---'));

/** From the table "Never on a screen". @returns {{ word: string, instead: string }[]} */
export const forbiddenSentences = (page) => tableOf(page, 'Never on a screen');

/** From the table "Never in French". @returns {{ word: string, instead: string }[]} */
export const forbiddenFrench = (page) => tableOf(page, 'Never in French');

/** A word of the table at the beginning of a word, and a blank before ? or !. @returns {{ sentence: string, instead: string }[]} */
export function frenchFaults(sentences, forbidden) {
  const searches = [
    ...forbidden.map(({ word, instead }) => ({ pattern: new RegExp(`(?<!\\p{L})${word}`, 'iu'), instead })),
    { pattern: /[\s\u00a0\u202f][?!](?!\p{L})/u, instead: 'no space before ? and !' },
  ];
  return sentences.flatMap((sentence) =>
    searches.filter(({ pattern }) => pattern.test(sentence)).map(({ instead }) => ({ sentence, instead })),
  );
}

/** A whole label, or a part of a longer sentence where the entry begins in lower case. @returns {{ sentence: string, instead: string }[]} */
export function sentenceFaults(sentences, forbidden) {
  return sentences.flatMap((sentence) =>
    forbidden
      .filter(({ word }) => (/^[a-z]/.test(word) ? sentence.includes(word) : sentence === word))
      .map(({ instead }) => ({ sentence, instead })),
  );
}

const upper = (word) => word[0].toUpperCase() + word.slice(1);

/** @param isText the whole file is prose @returns {{ line: number, word: string, instead: string }[]} */
export function wordFaults(text, words, isText = false) {
  const searches = words.map((one) => ({
    ...one,
    pattern: one.isName
      ? new RegExp(`(?<![A-Za-z'-])${one.word}(?![a-z'-])|(?<=[a-z])${upper(one.word)}(?![a-z])`)
      : new RegExp(`\\b${one.word}\\b`, 'i'),
  }));
  // Most files have none of them: one look over the whole says so.
  const any = new RegExp(words.map(({ word }) => word).join('|'), 'i');
  if (!any.test(text)) return [];
  return text.split('\n').flatMap((line, index) => {
    const comment = isText ? line : /^\s*(?:\/\*\*|\*|\/\/)(.*)|\s\/\/ (.*)$/.exec(line)?.slice(1).join(' ');
    return searches
      .filter(({ isName, pattern }) => pattern.test((isName ? line : comment) ?? ''))
      .map(({ word, instead }) => ({ line: index + 1, word, instead }));
  });
}

/**
 * Catalogues are loaded one after the other into one: of a sentence that two of them translate otherwise, the page that was opened last
 * decides what all show.
 * @param catalogues names and PO texts @returns {{ sentences: number, faults: string[] }}
 */
export function severalTranslations(catalogues) {
  const found = new Map();
  for (const [name, text] of catalogues)
    for (const entry of text.split('\n\n')) {
      const { msgctxt = '', msgid = '', msgstr = '' } = readEntry(entry);
      if (msgid === '') continue;
      const key = JSON.stringify([msgctxt, msgid]);
      const words = found.get(key) ?? new Map();
      if (!words.has(msgstr)) words.set(msgstr, name);
      found.set(key, words);
    }
  const several = [...found].filter(([, words]) => words.size > 1);
  return {
    sentences: found.size,
    faults: several.map(([key, words]) => {
      const [context, sentence] = JSON.parse(key);
      const said = [...words].map(([each, name]) => `"${each}" in ${name}`).join(', ');
      return `"${sentence}"${context === '' ? '' : ` (${context})`}: ${said}`;
    }),
  };
}

/** A text goes on over the lines that follow its keyword. */
function readEntry(entry) {
  const parts = {};
  let keyword = '';
  for (const line of entry.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const at = line.indexOf('"');
    keyword = line.slice(0, at).trim() || keyword;
    parts[keyword] = (parts[keyword] ?? '') + line.slice(at + 1, -1);
  }
  return parts;
}
