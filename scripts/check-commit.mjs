/**
 * What the commit hook runs, in parallel and within ten seconds: format, lint, types, import rules, and the unit and connector
 * tests nearest to the staged files. It reads the files as they lie there, so what is not staged of a staged file counts too.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { nearestTests } from './concerns.mjs';
import { bin, root, run } from './lanes.mjs';
import { TYPE_CHECK } from './type-check.mjs';

/** More than these take longer than somebody waits for a commit; `npm test` runs them all. */
const MOST_TESTS = 12;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const staged = git('diff', '--cached', '--name-only', '--diff-filter=d', '-z');
const sources = staged.filter((file) => /\.(tsx?|mjs)$/.test(file));
const formatted = staged.filter((file) => /\.(tsx?|mjs|json|css)$/.test(file));
const tests = sources.length > 0 ? nearestTests(sources, ['unit', 'connectors']) : [];
const near = tests.slice(0, MOST_TESTS);

const checks = [
  {
    name: 'format',
    files: formatted,
    command: bin('biome'),
    args: ['format', '--no-errors-on-unmatched', ...formatted],
  },
  {
    name: 'lint',
    files: sources,
    command: bin('oxlint'),
    args: ['--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern', ...sources],
  },
  { name: 'types', files: sources, command: bin('tsc'), args: TYPE_CHECK },
  { name: 'imports', files: sources, command: process.execPath, args: ['scripts/check-imports.mjs'] },
  {
    name: 'tests',
    files: near,
    command: bin('vitest'),
    args: ['run', '--project', 'unit', '--project', 'connectors', ...near],
  },
];

const begun = Date.now();
const failed = await Promise.all(
  checks
    .filter(({ files }) => files.length > 0)
    .map(async ({ name, command, args }) => {
      const said = [];
      const code = await run(command, args, {}, (text) => said.push(text));
      if (code !== 0) console.error(`── ${name} ──\n${said.join('')}`);
      return code !== 0;
    }),
);
const left = tests.length - near.length;
const took = `${((Date.now() - begun) / 1000).toFixed(1)} s`;
const ran = `${near.length} test files${left > 0 ? `, ${left} more left to \`npm test\`` : ''}`;
if (sources.length > 0) console.log(`checked ${staged.length} staged files in ${took} (${ran})`);
if (failed.includes(true)) {
  console.error('Not committed. `git commit --no-verify` commits as it is.');
  process.exitCode = 1;
}
