/**
 * What a name on the command line is about (`npm test -- ups`): a connector, a module, a feature of the web, a package, a folder or
 * a test file. Its own folders and files, and the tests that stand for it.
 */
import { readGraph } from './source-graph.mjs';

/** Folders that hold workspaces: their names say nothing about what is in them. */
const WORKSPACES = new Set(['apps', 'connectors', 'packages', 'tests']);
const TEST = /\.test\.tsx?$/;

/** The project a test file belongs to, or undefined where it needs a build or a long time. */
function projectOf(file) {
  if (/^(connectors\/|tests\/(conformance|contracts)\/)/.test(file)) return 'connectors';
  if (file.endsWith('.pg.test.ts')) return 'postgres';
  return file.startsWith('tests/') && !file.startsWith('tests/bench/') ? undefined : 'unit';
}

/** Where `name` is a folder or the beginning of a file's name ("ups" is in `ups.test.ts` and `ups-samples.test.ts`). */
function isAbout(file, name) {
  const parts = file.split('/');
  const last = parts.pop() ?? '';
  // "packages" is a module and a feature; the folder of that name holds everything.
  if (WORKSPACES.has(parts[0])) parts.shift();
  if (parts.includes(name)) return true;
  // Connectors have files of the same names ("orders.ts"), and are named by their folders.
  if (file.startsWith('connectors/')) return false;
  return last.startsWith(`${name}.`) || (file.startsWith('tests/') && last.startsWith(`${name}-`));
}

/**
 * @returns undefined where nothing bears the name; else `sources` to be linted, `tests` by project, and `left` that are not run
 * here (browser, faults, measures)
 */
export function concernsOf(name) {
  const graph = readGraph();
  const wanted = name.replace(/\/$/, '');
  const own = [...graph.keys()].filter((file) =>
    wanted.includes('/') ? file === wanted || file.startsWith(`${wanted}/`) : isAbout(file, wanted),
  );
  if (own.length === 0) return undefined;
  const mine = new Set(own);
  // A test elsewhere that imports one of these files itself is about them, too.
  const nearby = [...graph].filter(
    ([file, { requests }]) =>
      TEST.test(file) && requests.some(({ kind, target }) => kind !== 'type' && mine.has(target)),
  );
  const all = [...new Set([...own.filter((file) => TEST.test(file)), ...nearby.map(([file]) => file)])];
  const tests = {};
  for (const file of all) (tests[projectOf(file) ?? 'left'] ??= []).push(file);
  const { left = [], ...run } = tests;
  return { sources: [...new Set([...own, ...all])], tests: run, left };
}

/** The test files of some projects nearest to changed files: themselves, namesakes beside them, then those that import one directly. */
export function nearestTests(changed, projects) {
  const graph = readGraph();
  const mine = new Set(changed);
  const namesakes = new Set(changed.map((file) => file.replace(/\.tsx?$/, '.test')));
  const distance = (file, requests) => {
    if (mine.has(file)) return 0;
    if (namesakes.has(file.replace(/\.tsx?$/, ''))) return 1;
    return requests.some(({ kind, target }) => kind !== 'type' && mine.has(target)) ? 2 : undefined;
  };
  return [...graph]
    .filter(([file]) => TEST.test(file) && projects.includes(projectOf(file)))
    .map(([file, { requests }]) => ({ file, far: distance(file, requests) }))
    .filter(({ far }) => far !== undefined)
    .toSorted((a, b) => a.far - b.far)
    .map(({ file }) => file);
}
