/**
 * `npm start`: on a fresh clone installs what is needed and builds, then runs the server; later only what changed.
 * Uses nothing but Node itself until the packages are there. Arguments go to the server: `npm start -- migrate`.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isStamped, stampOf, writeStamp } from './source-stamp.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = (...parts) => path.join(root, ...parts);
const startedAt = Date.now();

const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;
const say = (line) => process.stdout.write(`[${seconds()}] ${line}\n`);
const giveUp = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    giveUp(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
}

/** Runs a program to its end. Its words are kept and shown only when it fails. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let words = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (words = `${words}${chunk}`.slice(-4000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(words.trim() || `${command} ended with ${code}`)),
    );
  });
}

const STAMP = from('node_modules', '.scanship-lock');

/** Whether node_modules is what package-lock.json says, by our own mark or because npm itself installed it later. */
function packagesAreThere() {
  const stamp = stampOf(root, ['package-lock.json']);
  if (isStamped(STAMP, stamp)) return true;
  const installed = fs.statSync(from('node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  if (!installed || installed.mtimeMs < fs.statSync(from('package-lock.json')).mtimeMs) return false;
  writeStamp(STAMP, stamp);
  return true;
}

async function install() {
  if (packagesAreThere()) return;
  say('Installing packages (npm ci) ...');
  const tick = setInterval(() => say('... still installing'), 10_000);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await (npm?.endsWith('.js')
      ? run(process.execPath, [npm, ...args])
      : run('npm', args, { shell: process.platform === 'win32' }));
  } catch (error) {
    giveUp(`The packages could not be installed:\n${error.message}`);
  } finally {
    clearInterval(tick);
  }
  writeStamp(STAMP, stampOf(root, ['package-lock.json']));
  say('Packages installed.');
}

async function build() {
  const { outdated } = await import('./build.mjs');
  const targets = outdated();
  if (targets.length === 0) return;
  say(`Building ${targets.join(' and ')} ...`);
  await Promise.all(
    targets.map(async (target) => {
      try {
        await run(process.execPath, [from('scripts', 'build.mjs'), target]);
      } catch (error) {
        giveUp(`The ${target} could not be built:\n${error.message}`);
      }
      say(`Built ${target}.`);
    }),
  );
}

requireNode();
await install();
await build();
process.env.SCANSHIP_STARTED_AT = String(startedAt);
// The server runs in this very process: one process to stop, and Ctrl-C reaches it directly.
const main = from('apps', 'server', 'dist', 'main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
