/**
 * What every TypeScript file of the project imports of our own code. What was read of a file is kept in the checkout by its
 * size and time of change, so that a second look takes a fraction of a second.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';
import { root } from './lanes.mjs';
import { sourceFiles } from './source-files.mjs';

const KEPT = path.join(root, 'node_modules/.cache/scanship/imports.json');
export const FOLDERS = ['packages', 'connectors', 'apps', 'tests', 'scripts'];

const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  conditionNames: ['import', 'types', 'default'],
});

/**
 * Requests of one file; `kind` is `type` where nothing of it is there when the code runs. `libraries`: packages that are not
 * ours and are loaded with it.
 */
function requestsOf(file) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const { module, errors } = parseSync(file, source);
  const requests = [
    ...module.staticImports.map((i) => ({
      name: i.moduleRequest.value,
      kind: i.entries.length > 0 && i.entries.every((e) => e.isType) ? 'type' : 'static',
    })),
    ...module.staticExports.flatMap((e) =>
      e.entries
        .filter((x) => x.moduleRequest)
        .map((x) => ({ name: x.moduleRequest.value, kind: x.isType ? 'type' : 'static' })),
    ),
    ...module.dynamicImports
      .map((i) => /^(['"])([^'"]+)\1$/.exec(source.slice(i.moduleRequest.start, i.moduleRequest.end))?.[2])
      .filter(Boolean)
      .map((name) => ({ name, kind: 'dynamic' })),
  ];
  const own = requests.filter(({ name }) => name.startsWith('.') || name.startsWith('@scanship/'));
  const libraries = requests.flatMap(({ name, kind }) => (kind === 'static' && /^[^.]/.test(name) ? [name] : []));
  const hash = createHash('sha256').update(source).digest('base64url');
  return { hash, requests: own, libraries: [...new Set(libraries)], error: errors[0]?.message };
}

/** Path of what a request leads to, from the root with forward slashes; undefined where it leads nowhere. */
function targetOf(file, name) {
  const found = resolver.sync(path.join(root, path.dirname(file)), name.replace(/\?.*$/, '')).path;
  return found && path.relative(root, found).split(path.sep).join('/');
}

function readKept() {
  try {
    return JSON.parse(fs.readFileSync(KEPT, 'utf8'));
  } catch {
    // None yet, or cut short while it was written: it is made again.
    return undefined;
  }
}

/**
 * @returns {Map<string, { stamp: string, hash: string, error?: string, libraries: string[], requests: { name: string, kind: 'static' | 'type' | 'dynamic', target?: string }[] }>}
 * by path from the root
 */
export function readGraph() {
  const files = sourceFiles(FOLDERS, /\.(tsx?|mjs)$/);
  const before = readKept();
  // A file more or less may change where the requests of others lead.
  const same = before !== undefined && before.files.join() === files.join();
  const graph = new Map();
  let changed = !same;
  for (const file of files) {
    const { mtimeMs, size } = fs.statSync(path.join(root, file));
    const stamp = `${mtimeMs} ${size}`;
    const kept = before?.read[file];
    const isKept = kept?.stamp === stamp && kept.libraries !== undefined;
    if (same && isKept) {
      graph.set(file, kept);
      continue;
    }
    changed = true;
    const { hash, requests, libraries, error } = isKept ? kept : requestsOf(file);
    graph.set(file, {
      stamp,
      hash,
      error,
      libraries,
      requests: requests.map(({ name, kind }) => ({ name, kind, target: targetOf(file, name) })),
    });
  }
  if (changed) {
    fs.mkdirSync(path.dirname(KEPT), { recursive: true });
    fs.writeFileSync(KEPT, JSON.stringify({ files, read: Object.fromEntries(graph) }));
  }
  return graph;
}

/** Everything that is loaded when `file` runs, itself included. */
export function loadedBy(graph, file) {
  const found = new Set([file]);
  for (const each of found)
    for (const { kind, target } of graph.get(each)?.requests ?? [])
      if (kind !== 'type' && target !== undefined) found.add(target);
  return found;
}
