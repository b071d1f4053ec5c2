/** What crawls have tried, kept in the checkout with a hash of the code: the next one goes on where the last one ended. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOf } from '../../../scripts/source-stamp.mjs';

export interface KeptCrawl {
  /** Keys of controls that were tried, with all that they opened, and found in order. */
  readonly controls: Set<string>;
  /** Names of layers all of whose controls were. */
  readonly layers: Set<string>;
  save(): void;
}

interface Kept {
  readonly code: string;
  readonly controls: readonly string[];
  readonly layers: readonly string[];
}

const root = path.dirname(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));
const folder = path.join(root, 'node_modules/.cache/scanship/crawl');
const JUDGED = ['packages', 'connectors', 'apps/server', 'apps/web', 'tests/support/crawl'];

export const nothingKept = (): KeptCrawl => ({
  controls: new Set(),
  layers: new Set(),
  save: () => undefined,
});

/** @param name of who crawls, such as "aurora-fr-CA" */
export function keptCrawl(name: string): KeptCrawl {
  const file = path.join(folder, `${name}.json`);
  const code = stampOf(root, JUDGED);
  const old = read(file);
  const mine = old?.code === code ? old : undefined;
  const controls = new Set(mine?.controls);
  const layers = new Set(mine?.layers);
  return {
    controls,
    layers,
    save() {
      const all: Kept = { code, controls: [...controls], layers: [...layers] };
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(all));
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    // None yet, or cut short while it was written: everything is tried.
    return undefined;
  }
}
