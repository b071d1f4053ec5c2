/** Tests that documents cite by their titles: `[file](../path) "a title", "another"`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');

export type Cited = readonly [file: string, title: string];

/** @param file from the root */
export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Whether the file is there and has the title word for word. */
export const titleIsIn = (file: string, title: string): boolean =>
  existsSync(path.join(ROOT, file)) && read(file).includes(title);

/** @param text of a document in docs/ */
export const citedTests = (text: string): readonly Cited[] =>
  [...text.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\)((?:,? "[^"]+")+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']): Cited => [file, title]),
  );
