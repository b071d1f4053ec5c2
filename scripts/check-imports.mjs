/**
 * Holds the import rules and the absence of circular imports over every TypeScript file. Fails when it sees suspiciously
 * few files, because a checker that reads nothing is always green.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { execFileSync } from 'node:child_process';
import { sourceFiles } from './source-files.mjs';
import { parseSync } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';
import { brokenRule } from './import-rules.mjs';
import { root } from './lanes.mjs';

const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  conditionNames: ['import', 'types', 'default'],
});
const files = sourceFiles(['packages', 'connectors', 'apps', 'tests'], /\.tsx?$/);
const graph = new Map();
const faults = [];

for (const file of files) {
  const source = readFileSync(path.join(root, file), 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) faults.push(`${file}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map((i) => ({
      name: i.moduleRequest.value,
      typeOnly: i.entries.length > 0 && i.entries.every((e) => e.isType),
    })),
    ...module.staticExports.flatMap((e) =>
      e.entries.filter((x) => x.moduleRequest).map((x) => ({ name: x.moduleRequest.value, typeOnly: x.isType })),
    ),
    ...module.dynamicImports
      .map((i) => /^(['"])([^'"]+)\1$/.exec(source.slice(i.moduleRequest.start, i.moduleRequest.end))?.[2])
      .filter(Boolean)
      .map((name) => ({ name, typeOnly: true })),
  ];
  const needs = new Set();
  for (const { name, typeOnly } of requests) {
    if (!name.startsWith('.') && !name.startsWith('@scanship/')) continue;
    const found = resolver.sync(path.join(root, path.dirname(file)), name.replace(/\?.*$/, '')).path;
    if (!found) {
      faults.push(`${file}: "${name}" leads nowhere`);
      continue;
    }
    const target = path.relative(root, found).split(path.sep).join('/');
    const rule = brokenRule(file, target);
    if (rule) faults.push(`${file} imports ${target}: ${rule}`);
    if (!typeOnly) needs.add(target);
  }
  graph.set(file, needs);
}

/** Depth-first search that reports each ring once, from its alphabetically first file. */
const state = new Map();
function visit(file, trail) {
  state.set(file, 'open');
  for (const next of graph.get(file) ?? []) {
    if (state.get(next) === 'open') {
      const ring = trail.slice(trail.indexOf(next));
      faults.push(`circular: ${[...ring, next].join(' -> ')}`);
    } else if (!state.has(next)) visit(next, [...trail, next]);
  }
  state.set(file, 'done');
}
for (const file of files) if (!state.has(file)) visit(file, [file]);

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((f) => /^(packages|connectors|apps|tests)\//.test(f)).length;
if (files.length < tracked) faults.push(`only ${files.length} of ${tracked} files were read`);
for (const fault of new Set(faults)) console.error(fault);
const edges = [...graph.values()].reduce((sum, needs) => sum + needs.size, 0);
console.log(`imports: ${files.length} files, ${edges} imports of our own code, ${new Set(faults).size} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
