/**
 * Holds the import rules over every TypeScript file, and the absence of circular imports, long files and crowded folders. Fails
 * when it sees suspiciously few files, because a checker that reads nothing is always green.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { brokenRule, circlesIn, loadedTooSoon, oversized } from './import-rules.mjs';
import { root } from './lanes.mjs';
import { sourceFiles } from './source-files.mjs';
import { FOLDERS, readGraph } from './source-graph.mjs';

const read = new Map([...readGraph()].filter(([file]) => /^(packages|connectors|apps|tests)\/.*\.tsx?$/.test(file)));
const files = [...read.keys()];
const graph = new Map();
const faults = [];

for (const [file, { error, requests }] of read) {
  if (error !== undefined) faults.push(`${file}: ${error}`);
  const needs = new Set();
  for (const { name, kind, target } of requests) {
    if (target === undefined) {
      faults.push(`${file}: "${name}" leads nowhere`);
      continue;
    }
    const rule = brokenRule(file, target);
    if (rule) faults.push(`${file} imports ${target}: ${rule}`);
    if (kind !== 'dynamic') needs.add(target);
  }
  graph.set(file, needs);
}

faults.push(...circlesIn(graph), ...loadedTooSoon('apps/server/src/commands/serve.ts', read));

const linesOf = (file) => fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
const written = sourceFiles(FOLDERS, /\.(tsx?|mjs|css|sql|md)$/);
// Migrations never change once they are there; documents are as long as they need to be.
faults.push(...oversized(new Map(written.map((file) => [file, /\.(sql|md)$/.test(file) ? 0 : linesOf(file)]))));

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((f) => /^(packages|connectors|apps|tests)\//.test(f)).length;
if (files.length < tracked) faults.push(`only ${files.length} of ${tracked} files were read`);
for (const fault of new Set(faults)) console.error(fault);
const edges = [...graph.values()].reduce((sum, needs) => sum + needs.size, 0);
console.log(`imports: ${files.length} files, ${edges} imports of our own code, ${new Set(faults).size} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
