/**
 * Runs named lanes one after the other, prints what each took and, at the end, one line that counts every test.
 * A lane is a command, or a vitest project whose JSON report is counted. In CI a skipped test is a failure.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Runs a command of the project; answers its exit code. Its output is inherited, or printed in one piece at the end. */
function run(command, args, env = {}, atTheEnd = false) {
  return new Promise((resolve) => {
    const stdio = atTheEnd ? ['inherit', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const said = [];
    child.stdout?.on('data', (chunk) => said.push(chunk));
    child.stderr?.on('data', (chunk) => said.push(chunk));
    const stop = (signal) => child.kill(signal);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      process.stdout.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}

/** A lane that is one or more commands, run in parallel. */
export const commands = (name, ...list) => ({
  name,
  async go() {
    const codes = await Promise.all(
      list.map(([command, ...args]) => run(command.startsWith('./') ? path.join(root, command) : bin(command), args)),
    );
    return {
      failed: codes.filter((code) => code !== 0).length,
      passed: 0,
      skipped: 0,
      bad: codes.some((code) => code !== 0),
    };
  },
});

/** A lane that is a Node script of the project. */
export const script = (name, file, args = [], env = {}) => ({
  name,
  async go() {
    const code = await run(process.execPath, [path.join(root, file), ...args], env);
    return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, bad: code !== 0 };
  },
});

/** Runs one part of a project; answers its counts. With several parts the words of each are printed when it has ended. */
async function vitestPart(project, files, env, part, parts, workers) {
  const report = path.join(os.tmpdir(), `scanship-${process.pid}-${project}-${part}.json`);
  const shard = parts > 1 ? [`--shard=${part}/${parts}`] : [];
  const side = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const args = ['run', '--project', project, ...files, ...shard, ...side, '--reporter=default', '--reporter=json'];
  const code = await run(bin('vitest'), [...args, `--outputFile.json=${report}`], env, parts > 1);
  if (!fs.existsSync(report)) return { passed: 0, failed: 1, skipped: 0, bad: true, failures: [] };
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
    failures: failuresOf(counts),
  };
}

/** What failed in a report: the file, the test's whole name and the first lines of why. A file that did not load has no name. */
function failuresOf({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, test: '', why: firstLines(message) }] : [];
    return failed.map((test) => ({ file, test: test.fullName, why: firstLines(test.failureMessages?.[0]) }));
  });
}
const firstLines = (words = '') => words.split('\n').slice(0, 12).join('\n');

/**
 * Files with few failures are run once more, alone, when the lane allows it: a test in a real browser beside another one can
 * lose a race against a machine that is busy with something else. What passes then is still named in the summary as unsteady.
 */
async function secondRun(project, env, first, most) {
  const files = [...new Set(first.flatMap(({ failures }) => failures.map(({ file }) => file)))];
  const failures = first.flatMap((part) => part.failures);
  const whole = first.every((part) => part.failed === part.failures.filter(({ test }) => test).length);
  if (files.length === 0 || failures.length > most || !whole) return first;
  console.log(`\n${failures.length} failed; once more, alone: ${files.join(', ')}`);
  const again = await vitestPart(project, files, env, 'again', 1);
  if (again.bad) return first;
  const steady = first.map((part) => ({
    ...part,
    passed: part.passed + part.failed,
    failed: 0,
    bad: false,
    failures: [],
  }));
  return [...steady, { passed: 0, failed: 0, skipped: 0, bad: false, failures: [], unsteady: failures }];
}

/**
 * A lane that is one vitest project. `parts`: its files are divided over so many processes side by side, each with what the
 * project's set-up starts (a server, a browser) for itself; `workers`: so many files side by side in one process; both for lanes
 * that wait more than they work. `before` and `after` run around the whole lane. `secondRunUpTo`: so many failed tests at most are tried a second time.
 */
export const vitest = (
  project,
  { files = [], env = {}, parts = 1, workers, secondRunUpTo = 0, before, after } = {},
) => ({
  name: files.length > 0 ? `${project} ${files.join(' ')}` : project,
  async go() {
    before?.();
    const first = await Promise.all(
      Array.from({ length: parts }, (_, at) => vitestPart(project, files, env, at + 1, parts, workers)),
    );
    const results = await secondRun(project, env, first, secondRunUpTo);
    after?.();
    const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
    return {
      passed: total('passed'),
      failed: total('failed'),
      skipped: total('skipped'),
      bad: results.some(({ bad }) => bad),
      failures: results.flatMap(({ failures }) => failures),
      unsteady: results.flatMap(({ unsteady = [] }) => unsteady),
    };
  },
});

const printAll = (title, list) => {
  if (list.length > 0) console.log(`\n${title}`);
  for (const { file, test, why } of list)
    console.log(`- ${file}${test ? ` > ${test}` : ''}\n    ${why.replaceAll('\n', '\n    ')}`);
};

/** Runs all lanes even when one fails, so that one run shows everything; answers the exit code. */
export async function runLanes(lanes) {
  const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
  const results = [];
  for (const lane of lanes.filter((l) => only.length === 0 || only.some((o) => l.name.startsWith(o)))) {
    const start = Date.now();
    console.log(`\n── ${lane.name} ──`);
    const result = await lane.go();
    results.push({ ...result, name: lane.name, seconds: (Date.now() - start) / 1000 });
  }
  printAll(
    'Failed:',
    results.flatMap(({ failures = [] }) => failures),
  );
  printAll(
    'Unsteady (failed, then passed alone):',
    results.flatMap(({ unsteady = [] }) => unsteady),
  );
  console.log('');
  for (const r of results)
    console.log(
      `${r.bad ? 'FAILED' : 'ok    '}  ${r.name.padEnd(28)} ${r.seconds.toFixed(1).padStart(7)} s${r.passed ? `  ${r.passed} tests` : ''}`,
    );
  const total = (key) => results.reduce((sum, r) => sum + r[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
  return results.some((r) => r.bad) ? 1 : 0;
}
