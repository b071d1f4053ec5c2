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

/** Runs a command of the project with inherited output; answers its exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
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

/** A lane that is one vitest project. */
export const vitest = (project, { files = [], env = {} } = {}) => ({
  name: files.length > 0 ? `${project} ${files.join(' ')}` : project,
  async go() {
    const report = path.join(os.tmpdir(), `scanship-${process.pid}-${project}.json`);
    const code = await run(
      bin('vitest'),
      ['run', '--project', project, ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      env,
    );
    if (!fs.existsSync(report)) return { passed: 0, failed: 1, skipped: 0, bad: true };
    const counts = JSON.parse(fs.readFileSync(report, 'utf8'));
    fs.rmSync(report, { force: true });
    const skipped = (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0);
    if (process.env.CI && skipped > 0)
      console.error(`${project}: ${skipped} tests were skipped, which CI does not allow`);
    const failed = (counts.numFailedTests ?? 0) + (code !== 0 && !counts.numFailedTests ? 1 : 0);
    return {
      passed: counts.numPassedTests ?? 0,
      failed,
      skipped,
      bad: code !== 0 || Boolean(process.env.CI && skipped > 0),
    };
  },
});

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
  console.log('');
  for (const r of results)
    console.log(
      `${r.bad ? 'FAILED' : 'ok    '}  ${r.name.padEnd(28)} ${r.seconds.toFixed(1).padStart(7)} s${r.passed ? `  ${r.passed} tests` : ''}`,
    );
  const total = (key) => results.reduce((sum, r) => sum + r[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
  return results.some((r) => r.bad) ? 1 : 0;
}
