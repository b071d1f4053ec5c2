/**
 * `npm start`: on a fresh clone installs what is needed and builds, then runs the server; later only what changed.
 * Uses nothing but Node itself until the packages are there. Arguments go to the server: `npm start -- migrate`.
 */
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensurePackages, run } from './packages.mjs';

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

async function install() {
  try {
    await ensurePackages('run', say);
  } catch (error) {
    giveUp(`The packages could not be installed:\n${error.message}`);
  }
}

/** Builds what is out of date, everything at once; answers a promise for each target. */
async function build() {
  const { outdated } = await import('./build.mjs');
  const targets = outdated();
  if (targets.length > 0) say(`Building ${targets.join(' and ')} ...`);
  const built = async (target) => {
    if (!targets.includes(target)) return;
    try {
      await run(process.execPath, [from('scripts', 'build.mjs'), target]);
    } catch (error) {
      throw new Error(`The ${target} could not be built:\n${error.message}`, { cause: error });
    }
    say(`Built ${target}.`);
  };
  return { server: built('server'), web: built('web') };
}

requireNode();
await install();
const { server, web } = await build();
// Told when the server comes to need it; it may fail before that.
web.catch(() => undefined);
await server.catch((error) => giveUp(error.message));
process.env.SCANSHIP_STARTED_AT = String(startedAt);
// The server runs in this very process: one process to stop, and Ctrl-C reaches it directly. It makes its database and its
// demo while the web application is still being built.
const { start } = await import(pathToFileURL(from('apps', 'server', 'dist', 'main.js')).href);
await start(process.argv.slice(2), web);
