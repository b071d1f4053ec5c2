/**
 * `npm test`: everything that must hold before a change lands, offline.
 * Name lanes to run only those: `npm test -- unit postgres`. Name anything else (a connector, a module, a page, a folder) to run what
 * concerns it: `npm test -- ups`. `--all` also runs what passed before and did not change since. Browser files that go once over every
 * connector, every page or every failure are left to CI (`CI=true npm test`) and to `npm run verify`.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { TYPE_CHECK } from './type-check.mjs';

await prepare();
// What these need is installed by now.
const { concernsOf } = await import('./concerns.mjs');
const { commands, lanesAskedFor, root, runLanes, script } = await import('./lanes.mjs');
const { forgetEvidence, printCarrierTable } = await import('./print-carrier-table.mjs');
const { vitest } = await import('./vitest-lane.mjs');

const LONG = [
  'accounts',
  'carriers',
  'errors',
  'franchise-desk',
  'marketplaces',
  'pages',
  'platforms',
  'second-factors',
  'shell',
];
const E2E = 'tests/e2e';
const CONNECTORS = /^(connectors\/|tests\/(conformance|contracts)\/).*\.test\.ts$/;

function browserFiles() {
  if (process.env.CI) return [];
  const files = fs
    .readdirSync(path.join(root, E2E), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'));
  const isLong = (file) => LONG.includes(file.replace('.test.ts', ''));
  console.log(`left to CI and \`npm run verify\`: ${files.filter(isLong).join(', ')}`);
  return files.filter((file) => !isLong(file)).map((file) => `${E2E}/${file}`);
}

const types = () => commands('types', ['tsc', ...TYPE_CHECK]);
const lint = (files = []) =>
  commands(
    'lint',
    ['oxlint', '--type-aware', '--deny-warnings', ...files],
    ['biome', 'format', ...(files.length > 0 ? files : ['.'])],
  );
const all = process.argv.includes('--all');
const connectors = (files) =>
  // Most of a conformance case is waiting: for a time-out, for a late answer.
  vitest('connectors', {
    workers: 6,
    kept: CONNECTORS,
    all,
    files,
    before: forgetEvidence,
    after: files ? undefined : printCarrierTable,
  });

/** The build comes first, since the browser waits for it. Lanes that take both cores or measure time have them to themselves. */
const everything = () => [
  script('build', 'scripts/build.mjs'),
  // Not in the build itself: a start must not fail because another zlib compresses a little less.
  { ...script('bundle', 'apps/web/scripts/check-bundle.mjs'), after: 'build' },
  types(),
  {
    ...vitest('browser', { files: browserFiles(), parts: 2 }),
    name: 'browser',
    after: 'build',
    alone: true,
  },
  { ...vitest('postgres', { workers: 3 }), alone: true },
  { ...vitest('attack'), alone: true },
  connectors(),
  vitest('faults', { files: ['tests/faults/smoke', 'tests/faults/bulk', 'tests/faults/print-agent'] }),
  { ...vitest('unit', { workers: 2 }), alone: true },
  lint(),
  script('imports', 'scripts/check-imports.mjs'),
  script('regexes', 'scripts/regexes/check-regexes.mjs'),
];

function about(names) {
  const found = names.map((name) => [name, concernsOf(name)]);
  const unknown = found.filter(([, concerns]) => concerns === undefined).map(([name]) => name);
  if (unknown.length > 0) {
    console.error(
      `Nothing is named ${unknown.join(', ')}: name a lane, a connector, a module, a page, a folder or a test file.`,
    );
    return undefined;
  }
  const every = (pick) => [...new Set(found.flatMap(([, concerns]) => pick(concerns)))];
  const left = every((concerns) => concerns.left);
  if (left.length > 0) console.log(`not run here: ${left.join(', ')}`);
  const files = (project) => every(({ tests }) => tests[project] ?? []);
  return [
    types(),
    lint(every(({ sources }) => sources)),
    ...(files('connectors').length > 0 ? [connectors(files('connectors'))] : []),
    ...['unit', 'postgres']
      .filter((project) => files(project).length > 0)
      .map((project) => vitest(project, { files: files(project) })),
  ];
}

const lanes = everything();
const asked = lanesAskedFor();
const named = asked.filter((name) => !lanes.some((lane) => lane.name.startsWith(name)));
const chosen = named.length > 0 ? about(asked) : lanes;
process.exitCode = chosen
  ? await runLanes(chosen, { concurrency: named.length > 0 ? 4 : 2, only: named.length > 0 ? [] : asked })
  : 1;
