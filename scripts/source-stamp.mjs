/** Whether something built is still what its sources say: a hash of the sources' contents, kept beside the result. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', '.data', '.cache']);

function* filesOf(at) {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    yield at;
    return;
  }
  const entries = fs.readdirSync(at, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    const inner = path.join(at, entry.name);
    if (entry.isDirectory()) yield* filesOf(inner);
    else if (entry.isFile() && !/\.test\.[cm]?tsx?$/.test(entry.name)) yield inner;
  }
}

/** Hash of files and folders (tests left out), with `more` that matters besides. */
export function stampOf(root, paths, more = '') {
  const hash = createHash('sha256').update(more);
  for (const each of paths) {
    for (const file of filesOf(path.join(root, each))) {
      hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex');
}

export function isStamped(file, stamp) {
  try {
    return fs.readFileSync(file, 'utf8') === stamp;
  } catch {
    return false;
  }
}

export function writeStamp(file, stamp) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, stamp);
}
