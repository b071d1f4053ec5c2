/** A lane that is one vitest project: its files run, its JSON report counted, and what passed before and did not change left out. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bin, root, run } from './lanes.mjs';
import { divide, keep, subjectsOf } from './kept-results.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { readGraph } from './source-graph.mjs';

/** How a run ends whose set-up found something at its end (`tests/support/lane-setup.ts`), whatever the tests came to. */
const FOUND_AT_END = 3;
const WHY_AT_END = 'What is checked after all tests found something; it is told above.';
const NOTHING = { passed: 0, failed: 0, skipped: 0, bad: false, failures: [], timings: [] };

/** Runs one part of a project. @param say where its words go; absent: to the terminal as they come */
async function runPart(project, { files, env, part = 1, parts = 1, workers, say }) {
  const report = path.join(os.tmpdir(), `scanship-${process.pid}-${project}-${part}.json`);
  const shard = parts > 1 ? [`--shard=${part}/${parts}`] : [];
  const side = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const args = ['run', '--project', project, ...files, ...shard, ...side, '--reporter=default', '--reporter=json'];
  const memory = memoryFolder();
  const code = await run(
    bin('vitest'),
    [...args, `--outputFile.json=${report}`],
    { ...(memory ? { TMPDIR: memory.path } : {}), ...env },
    say,
  );
  memory?.remove();
  if (!fs.existsSync(report)) return { ...NOTHING, failed: 1, bad: true };
  const counts = JSON.parse(fs.readFileSync(report, 'utf8'));
  fs.rmSync(report, { force: true });
  const skipped = (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0);
  if (process.env.CI && skipped > 0)
    console.error(`${project}: ${skipped} tests were skipped, which CI does not allow`);
  return {
    passed: counts.numPassedTests ?? 0,
    failed: (counts.numFailedTests ?? 0) + (code !== 0 && !counts.numFailedTests ? 1 : 0),
    skipped,
    bad: code !== 0 || Boolean(process.env.CI && skipped > 0),
    failures: [
      ...failuresOf(counts),
      ...(code === FOUND_AT_END ? [{ file: project, test: '', why: WHY_AT_END }] : []),
      ...(process.env.CI ? skippedOf(counts) : []),
    ],
    timings: timingsOf(counts),
  };
}

/** What failed in a report: the file, the test's whole name and the first lines of why. A file that did not load has no name. */
function failuresOf({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = relative(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, test: '', why: firstLines(message) }] : [];
    return failed.map((test) => ({ file, test: test.fullName, why: firstLines(test.failureMessages?.[0]) }));
  });
}
/** What a person who reads the last lines of a run in CI must see: a skipped test is a failure there. */
function skippedOf({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults = [] }) =>
    assertionResults
      .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
      .map((test) => ({ file: relative(name), test: test.fullName, why: 'It was skipped, which CI does not allow.' })),
  );
}
const MOST_LINES = 12;
/** With what the server said (tests/support/lane.ts), shortened. */
const firstLines = (words = '') =>
  words
    .split('\n')
    .filter((line, at) => at < MOST_LINES || line.startsWith('the server: '))
    .map((line) => (line.startsWith('the server: ') ? line.slice(0, 600) : line))
    .join('\n');
const relative = (name) => path.relative(root, name).split(path.sep).join('/');

/** Seconds of each file and of its tests. */
const timingsOf = ({ testResults = [] }) =>
  testResults.map(({ name, status, startTime, endTime, assertionResults = [] }) => ({
    file: relative(name),
    whole: status === 'passed' && assertionResults.every((test) => test.status === 'passed'),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 })),
  }));

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0);
const together = (results) => ({
  passed: sum(results, 'passed'),
  failed: sum(results, 'failed'),
  skipped: sum(results, 'skipped'),
  bad: results.some(({ bad }) => bad),
  failures: results.flatMap(({ failures }) => failures),
  timings: results.flatMap(({ timings }) => timings),
});

/**
 * Leaves out the subjects that passed as they are; what that saves is counted and named.
 * @param files all test files of the project; `wanted`: those that were asked for
 */
async function runOpen(files, wanted, all, go) {
  const subjects = subjectsOf(files);
  const asked = new Map([...subjects].filter(([, subject]) => subject.files.some((file) => wanted.has(file))));
  const { passed, open } = divide(asked, all);
  const rest = open.flatMap((subject) => asked.get(subject).files.filter((file) => wanted.has(file)));
  const result = rest.length === 0 ? NOTHING : await go(rest, open);
  const whole = result.timings.filter((each) => each.whole).map((each) => [each.file, each.tests.length]);
  keep(asked, new Map(whole));
  return { ...result, passed: result.passed + sum(passed, 'tests'), kept: passed };
}

/**
 * `parts`: the files are divided over so many processes at once, each with what the project's set-up starts (a server, a
 * browser) for itself; `workers`: so many files at once in one process; both for lanes that wait more than they work.
 * `kept`: matches the files whose results are kept while nothing they depend on changes. `before` (with the subjects that run,
 * where results are kept) and `after` run around the lane.
 */
export const vitest = (
  project,
  { files = [], env = {}, parts = 1, workers, kept, all = false, before, after } = {},
) => ({
  name: !kept && files.length > 0 ? `${project} ${files.join(' ')}` : project,
  async go(say) {
    const go = async (some, subjects) => {
      before?.(subjects);
      const each = Array.from({ length: parts }, (_, at) =>
        runPart(project, { files: some, env, part: at + 1, parts, workers, say }),
      );
      return together(await Promise.all(each));
    };
    const own = kept ? [...readGraph().keys()].filter((file) => kept.test(file)) : [];
    const wanted = new Set(files.length > 0 ? files : own);
    const result = kept ? await runOpen(own, wanted, all || Boolean(process.env.CI), go) : await go(files);
    after?.(say);
    return result;
  },
});
