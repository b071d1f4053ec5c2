/** Documents lead somewhere: links between them, and the paths of files that they name. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...sourceFiles(['docs'], /\.md$/).filter((page) => !page.startsWith('docs/decisions/')),
  ...sourceFiles(['apps', 'connectors', 'packages'], /^README\.md$/),
];

test.each([...pages, 'CHANGELOG.md', ...sourceFiles(['docs/decisions'], /\.md$/)])(
  '%s holds no marks of a merge',
  (page) => {
    expect(readFileSync(path.join(root, page), 'utf8')).not.toMatch(/^(?:<{7}|>{7}|\|{7}) /m);
  },
);

test.each(pages)('%s', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\((\.{0,2}[\w/][^):#]*?)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
    path.join(path.dirname(page), to),
  );
  const named = [
    ...text.matchAll(/`((?:apps|connectors|docs|packages|scripts|tests)\/[\w./-]+\.(?:tsx?|mjs|md|sql|css))`/g),
  ].map(([, file = '']) =>
    existsSync(path.join(root, path.dirname(page), file)) ? path.join(path.dirname(page), file) : file,
  );
  expect(
    [...links, ...named]
      // A number that is still to be given.
      .filter((file) => !file.includes('NNNN') && !existsSync(path.join(root, file))),
  ).toEqual([]);
});
