/** The French catalogue of the server's sentences beside what the sources say. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../../apps/server/src/platform/language/fr-CA.json');

export const readCatalogue = (): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

export const writeCatalogue = (entries: ReadonlyMap<string, string>): void =>
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
  );

export interface Difference {
  /** Sentences of the sources that have no French. */
  readonly missing: readonly string[];
  /** Entries that no source says any more. */
  readonly unused: readonly string[];
}

export const differenceOf = (said: Iterable<string>, catalogue: Readonly<Record<string, string>>): Difference => {
  const patterns = new Set(said);
  return {
    missing: [...patterns].filter((pattern) => (catalogue[pattern] ?? '') === ''),
    unused: Object.keys(catalogue).filter((pattern) => !patterns.has(pattern)),
  };
};
