/**
 * Packages as package-lock.json says. Running needs fewer than testing: `npm start` on a fresh clone leaves out the browser of
 * the tests, the formatter, linters and clients of peers; a test command adds them.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isStamped, stampOf, writeStamp } from './source-stamp.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = (...parts) => path.join(root, 'node_modules', ...parts);
const STAMP = modules('.scanship-lock');
/** One of the root's own tools: there only when everything is. */
const ALL_MARK = modules('vitest', 'package.json');
const RUNNING = ['-w', '@scanship/server', '-w', '@scanship/web', '--include-workspace-root=false'];
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Runs a program to its end. Its words are kept and shown only when it fails. */
export function run(command, args, options = {}) {
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

function npm(args) {
  const program = process.env.npm_execpath;
  return program?.endsWith('.js')
    ? run(process.execPath, [program, ...args, ...QUIET])
    : run('npm', [...args, ...QUIET], { shell: process.platform === 'win32' });
}

/** Whether node_modules fits package-lock.json: by our own mark, or because npm itself installed it later. */
function fitsLock(stamp) {
  if (isStamped(STAMP, stamp)) return true;
  const installed = fs.statSync(modules('.package-lock.json'), { throwIfNoEntry: false });
  return installed !== undefined && installed.mtimeMs >= fs.statSync(path.join(root, 'package-lock.json')).mtimeMs;
}

/**
 * Installs what is missing.
 * @param wanted 'run' for what `npm start` needs, 'all' for tests and tools too
 * @param say is told what is being done
 */
export async function ensurePackages(wanted, say) {
  const stamp = stampOf(root, ['package-lock.json']);
  const fits = fitsLock(stamp);
  const whole = fs.existsSync(ALL_MARK);
  if (!fits || (wanted === 'all' && !whole)) {
    // What is there and right stays; `ci` throws everything away first.
    const args = fits ? ['install', '--no-save'] : wanted === 'all' || whole ? ['ci'] : ['ci', ...RUNNING];
    say(`Installing packages (npm ${args.slice(0, 2).join(' ')}) ...`);
    const tick = setInterval(() => say('... still installing'), 10_000);
    try {
      await npm(args);
    } finally {
      clearInterval(tick);
    }
    say('Packages installed.');
  }
  if (!isStamped(STAMP, stamp)) writeStamp(STAMP, stamp);
}
