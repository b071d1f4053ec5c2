/**
 * Runs named lanes, prints what each took and what was slow in it and, at the end, one line that counts every test. A lane is
 * a command, a script, or a vitest project (`vitest-lane.mjs`). In CI a skipped test is a failure.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Runs a command of the project; answers its exit code. @param say takes its words in one piece at its end; else they are shown as they come */
export function run(command, args, env = {}, say) {
  return new Promise((resolve) => {
    const stdio = say ? ['ignore', 'pipe', 'pipe'] : 'inherit';
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
      say?.(Buffer.concat(said).toString());
      resolve(code ?? 1);
    });
  });
}

const outcome = (codes) => {
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: 0, failed, skipped: 0, bad: failed > 0 };
};

/** A lane that is one or more commands, run in parallel. */
export const commands = (name, ...list) => ({
  name,
  go: async (say) => outcome(await Promise.all(list.map(([command, ...args]) => run(bin(command), args, {}, say)))),
});

/** A lane that is a Node script of the project. */
export const script = (name, file, args = [], env = {}) => ({
  name,
  go: async (say) => outcome([await run(process.execPath, [path.join(root, file), ...args], env, say)]),
});

/** Runs one lane; where several run at once its output is shown in one piece when it has ended. */
async function runLane(lane, alone) {
  const start = Date.now();
  const said = [];
  if (alone) console.log(`\n── ${lane.name} ──`);
  else console.log(`   ${lane.name} ...`);
  const result = await lane.go(alone ? undefined : (words) => said.push(words));
  if (!alone) process.stdout.write(`\n── ${lane.name} ──\n${said.join('')}`);
  return { ...result, name: lane.name, seconds: (Date.now() - start) / 1000 };
}

/**
 * Runs all lanes even when one fails, so that one run shows everything; answers the exit code.
 * @param lanes in the order in which they begin; one with `after` waits for the lane of that name, one with `alone` runs beside no other
 * @param options.concurrency so many lanes at once; `only`: names (or their beginnings) of those to run; `onResult` is told each
 * lane's result as it ends
 */
export async function runLanes(lanes, { concurrency = 1, only = lanesAskedFor(), onResult } = {}) {
  const waiting = lanes.filter((l) => only.length === 0 || only.some((o) => l.name.startsWith(o)));
  const alone = concurrency === 1 || waiting.length === 1;
  const results = [];
  const running = new Map();
  const isOpen = (name) => [...running.keys(), ...waiting.map((l) => l.name)].includes(name);
  const mayBegin = (lane) =>
    running.size < (lane.alone ? 1 : concurrency) && !(lane.after !== undefined && isOpen(lane.after));
  while (waiting.length > 0 || running.size > 0) {
    const at = [...running.values()].some(({ lane }) => lane.alone) ? -1 : waiting.findIndex(mayBegin);
    if (at >= 0) {
      const [lane] = waiting.splice(at, 1);
      running.set(lane.name, { lane, ends: runLane(lane, alone) });
      continue;
    }
    const result = await Promise.race([...running.values()].map(({ ends }) => ends));
    running.delete(result.name);
    results.push(result);
    onResult?.(result);
  }
  printSlowest(results.flatMap(({ timings = [] }) => timings));
  printFailed(results.flatMap(({ failures = [] }) => failures));
  printKept(results.flatMap(({ kept = [] }) => kept));
  printLanes(results);
  const total = (key) => results.reduce((sum, r) => sum + r[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
  printNames(results);
  return results.some((r) => r.bad) ? 1 : 0;
}

/** What stands on the command line and is no option. */
export const lanesAskedFor = () => process.argv.slice(2).filter((arg) => !arg.startsWith('-'));

const SLOWEST = 20;
function printSlowest(timings) {
  const show = (title, list) => {
    console.log(`\n${title}`);
    for (const { name, seconds } of list.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  };
  if (timings.length <= SLOWEST) return;
  show(
    'Slowest files',
    timings.map(({ file, seconds }) => ({ name: file, seconds })),
  );
  show(
    'Slowest tests',
    timings.flatMap(({ file, tests }) => tests.map(({ name, seconds }) => ({ name: `${file} > ${name}`, seconds }))),
  );
}

function printFailed(tests) {
  if (tests.length > 0) console.log('\nFailed');
  for (const { file, test, why } of tests)
    console.log(`- ${file}${test ? ` > ${test}` : ''}\n    ${why.replaceAll('\n', '\n    ')}`);
}

/** Once more in a line each, last: a log that was cut at its beginning still names them. */
function printNames(results) {
  for (const { file, test, why } of results.flatMap(({ failures = [] }) => failures)) {
    const [first, ...rest] = why.split('\n');
    const server = rest.findLast((each) => each.startsWith('the server: ')) ?? '';
    console.log(`failed    ${file}${test ? ` > ${test}` : ''}: ${first}${server && ` | ${server}`}`);
  }
}

function printKept(kept) {
  if (kept.length === 0) return;
  const tests = kept.reduce((sum, each) => sum + each.tests, 0);
  console.log(
    `\nNot run again, since nothing they depend on has changed since they passed (${tests} tests; --all runs them)`,
  );
  console.log(`  ${kept.map(({ subject, tests: count }) => `${subject.replace(/^.*\//, '')} ${count}`).join(', ')}`);
}

function printLanes(results) {
  console.log('');
  for (const { bad, name, seconds, passed, kept = [] } of results) {
    const without = kept.reduce((sum, each) => sum + each.tests, 0);
    const counts = passed ? `  ${passed} tests${without ? `, ${without} of them not run again` : ''}` : '';
    console.log(`${bad ? 'FAILED' : 'ok    '}  ${name.padEnd(28)} ${seconds.toFixed(1).padStart(7)} s${counts}`);
  }
}
