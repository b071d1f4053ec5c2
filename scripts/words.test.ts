/** Names in code, comments and docs are those of docs/words.md: what stands there under "Never in code" is found nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.mjs';
import { forbiddenWords, wordFaults } from './words.mjs';

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
