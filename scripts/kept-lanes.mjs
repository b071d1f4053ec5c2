/** Results of the long lanes, kept in the checkout with a hash of all code: a run that was cut short goes on where it ended. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './lanes.mjs';
import { sourceFiles } from './source-files.mjs';
import { FOLDERS } from './source-graph.mjs';
import { stampOf } from './source-stamp.mjs';

const KEPT = path.join(root, 'node_modules/.cache/scanship/verified.json');

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // None yet, or cut short while it was written: every lane runs.
    return {};
  }
}

/**
 * @param file where results lie
 * @param code hash of all that the lanes depend on
 * @returns `has`: whether a lane passed on this code; `last`: its last result on this code, failed ones included; `keep`
 */
export function keptLanes(file = KEPT, code = codeOfAll()) {
  const results = read(file);
  const last = (name) => (results[name]?.code === code ? results[name] : undefined);
  return {
    last,
    has: (name) => last(name)?.bad === false,
    keep({ name, bad, passed, seconds }) {
      results[name] = { code, bad, passed, seconds, when: new Date().toISOString().slice(0, 16).replace('T', ' ') };
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(`${file}.new`, JSON.stringify(results));
      fs.renameSync(`${file}.new`, file);
    },
  };
}

const codeOfAll = () => stampOf(root, ['package-lock.json', ...sourceFiles(FOLDERS, /./)], process.version);
