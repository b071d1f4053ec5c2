/**
 * Results of connectors' tests, kept in the checkout by a hash of all they depend on: the code each test file loads (by its
 * imports), what else lies in those folders, the vendors' documents, the locked packages and the version of Node. Files of one
 * connector are kept together or not at all. `CI=true`, `npm run verify` and `--all` take nothing from here.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './lanes.mjs';
import { sourceFiles } from './source-files.mjs';
import { loadedBy, readGraph } from './source-graph.mjs';
import { stampOf } from './source-stamp.mjs';

const KEPT = path.join(root, 'node_modules/.cache/scanship/passed.json');
const WORKSPACE = /^(connectors\/[^/]+\/[^/]+|packages\/[^/]+|apps\/[^/]+)\//;

const hashOf = (...parts) => createHash('sha256').update(parts.join('\0')).digest('base64url');
const workspaceOf = (file) => WORKSPACE.exec(file)?.[1];

/** The connector a test file is about, by what it loads and, where that is several, by its name; else the file itself. */
function subjectOf(file, loaded) {
  const own = workspaceOf(file);
  if (own !== undefined) return own;
  const connectors = [...new Set([...loaded].map(workspaceOf))].filter((each) => each?.startsWith('connectors/'));
  if (connectors.length === 1) return connectors[0];
  const named = connectors.filter((each) => path.basename(file).startsWith(path.basename(each)));
  return named.toSorted((a, b) => b.length - a.length)[0] ?? file;
}

/** Names of what lies in a folder, however deep: some tests look for files. */
const namesIn = (folder) => sourceFiles([folder], /./).join();

/** What lies in a workspace and is no code: samples, schemas, fonts. */
const assetsOf = (workspace) => stampOf(root, sourceFiles([workspace], /(?<!\.(?:tsx?|mjs))$/));

/** Subjects with their files and the hash of all that these depend on. */
export function subjectsOf(files) {
  const graph = readGraph();
  const vendor = process.env.VENDOR_CONTRACTS ?? path.resolve(root, '../shared/vendor');
  const common = stampOf(
    root,
    ['package-lock.json', 'tsconfig.json', 'vitest.config.ts', path.relative(root, vendor)],
    process.version,
  );
  const assets = new Map();
  const names = new Map();
  const once = (map, key, make) => {
    if (!map.has(key)) map.set(key, make(key));
    return map.get(key);
  };
  const subjects = new Map();
  for (const file of files) {
    const loaded = loadedBy(graph, file);
    const subject = subjectOf(file, loaded);
    const { files: mine, loaded: all } = once(subjects, subject, () => ({ files: [], loaded: new Set() }));
    mine.push(file);
    for (const each of loaded) all.add(each);
  }
  for (const one of subjects.values()) {
    const all = [...one.loaded].toSorted((a, b) => (a < b ? -1 : 1));
    const workspaces = [...new Set(all.map(workspaceOf).filter(Boolean))];
    one.key = hashOf(
      common,
      ...all.map((file) => `${file} ${graph.get(file)?.hash}`),
      ...workspaces.map((workspace) => once(assets, workspace, assetsOf)),
      ...[...new Set(one.files.map((file) => path.dirname(file)))].map((folder) => once(names, folder, namesIn)),
    );
  }
  return subjects;
}

function readKept() {
  try {
    return JSON.parse(fs.readFileSync(KEPT, 'utf8'));
  } catch {
    // None yet, or cut short while it was written: everything runs.
    return {};
  }
}

/** Divides subjects into those that passed as they are now and those to run. @param all nothing is taken from what was kept */
export function divide(subjects, all) {
  const kept = readKept();
  const passed = [];
  const open = [];
  for (const [subject, { key, files }] of subjects) {
    const before = kept[subject];
    if (!all && before?.key === key && files.every((file) => file in before.tests))
      passed.push({ subject, tests: files.reduce((sum, file) => sum + before.tests[file], 0) });
    else open.push(subject);
  }
  return { passed, open };
}

/** Keeps what passed in whole. @param tests number of passed tests by file; files with a failed or skipped test are not in it */
export function keep(subjects, tests) {
  const kept = readKept();
  for (const [subject, { key, files }] of subjects) {
    if (!files.every((file) => tests.has(file))) continue;
    const before = kept[subject]?.key === key ? kept[subject].tests : {};
    kept[subject] = { key, tests: { ...before, ...Object.fromEntries(files.map((file) => [file, tests.get(file)])) } };
  }
  fs.mkdirSync(path.dirname(KEPT), { recursive: true });
  fs.writeFileSync(`${KEPT}.new`, JSON.stringify(kept));
  fs.renameSync(`${KEPT}.new`, KEPT);
}
