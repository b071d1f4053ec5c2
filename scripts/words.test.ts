/** Names in code, comments and docs are those of docs/words.md: what stands there under "Never in code" is found nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.mjs';
import {
  forbiddenFrench,
  forbiddenSentences,
  forbiddenWords,
  frenchFaults,
  sentenceFaults,
  severalTranslations,
  wordFaults,
} from './words.mjs';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/words.md'), 'utf8');
const words = forbiddenWords(page);

test('the page names what is forbidden, with what to say instead', () => {
  expect(words.length).toBeGreaterThan(15);
  expect(words.every(({ instead }) => instead !== '')).toBe(true);
});

test.each([
  ['function kickOff() {}', ['kick']],
  ['const nextBunch = 1;', ['bunch']],
  ['/** Works side by side. */', ['side by side']],
  ["const title = 'Rates side by side';", []],
  ['const rebuncher = 1; // sidekick', []],
])('%s', (line, found) => {
  expect(wordFaults(line, words).map(({ word }) => word)).toEqual(found);
});

test('no file uses a forbidden word', () => {
  const files = [
    ...sourceFiles(['apps', 'connectors', 'packages', 'scripts', 'tests'], /\.(tsx?|mjs|md)$/),
    ...sourceFiles(['docs'], /\.md$/),
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ].filter((file) => !/^(docs\/(words|licences)\.md|scripts\/words\.|CHANGELOG)/.test(file));
  expect(files.length).toBeGreaterThan(3_000);
  const faults = files.flatMap((file) =>
    wordFaults(readFileSync(path.join(root, file), 'utf8'), words, file.endsWith('.md')).map(
      ({ line, word, instead }) => `${file}:${line}: "${word}"; say ${instead}`,
    ),
  );
  expect(faults).toEqual([]);
});

test('no screen says what reads like a translation', () => {
  const forbidden = forbiddenSentences(page);
  expect(forbidden.length).toBeGreaterThan(8);
  expect(sentenceFaults(['Signs', 'Signs documents.', 'Type it, leave it empty else.'], forbidden)).toHaveLength(2);
  const catalogues = path.join(root, 'apps/web/src/locales/en-CA');
  const ofScreens = readdirSync(catalogues).flatMap((name) =>
    [...readFileSync(path.join(catalogues, name), 'utf8').matchAll(/^msgstr "(.+)"$/gm)].map(([, text]) => text ?? ''),
  );
  const ofServer = Object.keys(
    JSON.parse(readFileSync(path.join(root, 'apps/server/src/platform/language/fr-CA.json'), 'utf8')) as object,
  );
  expect(ofScreens.length).toBeGreaterThan(1_000);
  expect(sentenceFaults([...ofScreens, ...ofServer], forbidden)).toEqual([]);
});

test('one French term for one thing, and Canadian spaces', () => {
  const forbidden = forbiddenFrench(page);
  expect(forbidden.length).toBeGreaterThan(8);
  expect(frenchFaults(['Qui ?', 'Un rajustement', 'Un ajustement', 'Oui!'], forbidden)).toHaveLength(2);
  const catalogues = path.join(root, 'apps/web/src/locales/fr-CA');
  const ofScreens = readdirSync(catalogues).flatMap((name) =>
    [...readFileSync(path.join(catalogues, name), 'utf8').matchAll(/^msgstr "(.+)"$/gm)].map(([, text]) => text ?? ''),
  );
  const ofServer = Object.values(
    JSON.parse(readFileSync(path.join(root, 'apps/server/src/platform/language/fr-CA.json'), 'utf8')) as Record<
      string,
      string
    >,
  );
  expect(ofServer.length).toBeGreaterThan(3_000);
  expect(frenchFaults([...ofScreens, ...ofServer], forbidden)).toEqual([]);
});

test('a sentence of the screens has one French, whichever catalogue is loaded; another meaning or gender has a context', () => {
  const catalogues = path.join(root, 'apps/web/src/locales/fr-CA');
  const found = severalTranslations(
    readdirSync(catalogues).map((name) => [name, readFileSync(path.join(catalogues, name), 'utf8')] as const),
  );
  expect(found.sentences).toBeGreaterThan(3_000);
  expect(found.faults).toEqual([]);
  const entry = (words: string, context = '') => `${context}msgid "Cancelled"\nmsgstr "${words}"\n\n`;
  const order = 'msgctxt "order"\n';
  const one = ['one.po', entry('Annulé') + entry('Annulée', order)] as const;
  expect(severalTranslations([one, ['two.po', entry('Annulée', order)]]).faults).toEqual([]);
  expect(severalTranslations([one, ['two.po', entry('Annulée')]]).faults).toEqual([
    '"Cancelled": "Annulé" in one.po, "Annulée" in two.po',
  ]);
});
