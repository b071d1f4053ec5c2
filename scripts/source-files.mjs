/**
 * Files of the project below the given folders, without what is installed or built and what a test makes and takes away (`.case-*`).
 * Paths from the root, forward slashes.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './lanes.mjs';

const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', '.data', '.cache']);

export function sourceFiles(folders, pattern) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name) && !entry.name.startsWith('.case-')) walk(name);
      else if (entry.isFile() && pattern.test(entry.name)) found.push(name);
    }
  };
  for (const folder of folders) walk(folder);
  return found.toSorted((a, b) => (a < b ? -1 : 1));
}
