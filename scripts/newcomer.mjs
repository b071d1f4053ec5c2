/**
 * `npm run newcomer`: what somebody who clones the project waits for. The last commit is cloned into a temporary folder and
 * started with an empty npm cache, twice, until the first page answers. `-- --tests=3` then runs `npm test` so often in the last
 * clone: the first run installs and remembers nothing, the later ones keep what did not change; runs of an earlier call stay in the
 * table while the code is the same. The tables of docs/verification.md are written here; times are worth something only on a machine that does nothing else.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from './packages.mjs';
import { rowsOnThisCode, writeTable } from './verification-table.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const STARTS = 2;
const PAGE_LIMIT_SECONDS = 60;
const TEST_LIMIT_MINUTES = 10;
const PATIENCE_MS = 600_000;

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const answers = (address) =>
  fetch(address).then(
    ({ ok }) => ok,
    // Nobody listens yet.
    () => false,
  );

/** Seconds from `npm start` in a new clone to its first page; the clone stays for what comes next. */
async function firstPage(folder, name) {
  const clone = path.join(folder, name);
  await run('git', ['clone', '--quiet', root, clone]);
  const port = await freePort();
  const startedAt = performance.now();
  // A group of its own: npm does not hand a signal on to what it started.
  const server = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(clone, '.data'),
      npm_config_cache: path.join(folder, `${name}-npm`),
    },
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    while (!(await answers(`http://127.0.0.1:${port}/`))) {
      if (server.exitCode !== null) throw new Error(`npm start ended with ${server.exitCode}.`);
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error('There was no first page after ten minutes.');
      await pause(100);
    }
    return { clone, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGINT');
    await ended;
    // Of root it lies elsewhere, and is linked.
    const database = path.join(clone, '.data/postgres');
    if (fs.existsSync(database)) left.push(fs.realpathSync(database));
  }
}

/** One `npm test`, with what its last lines say. */
function wholeTest(clone) {
  const vendor = process.env.VENDOR_CONTRACTS ?? path.resolve(root, '../shared/vendor');
  const startedAt = performance.now();
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const child = spawn('npm', ['test'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(fs.existsSync(vendor) ? { VENDOR_CONTRACTS: vendor } : {}) },
  });
  let said = '';
  child.stdout.on('data', (words) => {
    said += words;
    process.stdout.write(words);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({
        when,
        minutes: (performance.now() - startedAt) / 60_000,
        code,
        counts: /\n(\d+ passed, \d+ failed, \d+ skipped)/.exec(said)?.[1] ?? 'ended early',
        kept: /\((\d+) tests; --all runs them\)/.exec(said)?.[1] ?? '0',
        lanes: [...said.matchAll(/^(?:ok|FAILED) +(\S+).*? +([\d.]+) s/gm)].map(([, name, s]) => `${name} ${s}`),
      });
    });
  });
}

const verdict = (value, limit) => (value <= limit ? 'ok' : 'OVER');

function writeTestTable(measured, earlier, runs) {
  const rows = runs.map(
    ({ when, minutes, code, counts, kept, lanes }) =>
      `| ${when} | ${minutes.toFixed(1)} min | ${verdict(minutes, TEST_LIMIT_MINUTES)} | ${code === 0 ? 'ok' : 'FAILED'}: ${counts} (${kept} kept) | ${lanes.join(', ')} |`,
  );
  writeTable(
    'whole-test',
    ['| run of | took | of 10 min | result | lanes, seconds |', '|---|--:|---|---|---|', ...earlier, ...rows].join(
      '\n',
    ),
    { measured },
  );
}

const tests = Number(/--tests=(\d+)/.exec(process.argv.slice(2).join(' '))?.[1] ?? 0);
const left = [];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-newcomer-'));
// As where people keep their work: PostgreSQL's account gets at it.
fs.chmodSync(folder, 0o755);
try {
  const starts = [];
  for (let n = 1; n <= STARTS; n++) {
    starts.push(await firstPage(folder, `clone-${n}`));
    console.log(`first page after ${starts.at(-1).seconds.toFixed(1)} s`);
  }
  // Work on ours may go on for hours meanwhile.
  const measured = starts.at(-1).clone;
  const pageRows = starts.map(
    ({ seconds }, n) =>
      `| ${n + 1} | ${seconds.toFixed(1)} s | ${PAGE_LIMIT_SECONDS} s | ${verdict(seconds, PAGE_LIMIT_SECONDS)} |`,
  );
  writeTable(
    'first-page',
    ['| start | first page after | limit | verdict |', '|--:|--:|--:|---|', ...pageRows].join('\n'),
    { measured },
  );

  const earlier = rowsOnThisCode('whole-test', { measured });
  const runs = [];
  for (let n = 1; n <= tests; n++) {
    runs.push(await wholeTest(measured));
    // After each: what was measured stays where a later run is broken off.
    writeTestTable(measured, earlier, runs);
  }
  process.exitCode = runs.some(({ code }) => code !== 0) ? 1 : 0;
} finally {
  for (const each of [...left, folder]) fs.rmSync(each, { recursive: true, force: true });
}
