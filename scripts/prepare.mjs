/** Before a test command: installs the packages on a fresh clone, and has git run the commit hook; nothing outside Node is needed. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const HOOKS = '.githooks';

export async function prepare() {
  try {
    await ensurePackages('all', console.log);
  } catch (error) {
    console.error(`The packages could not be installed:\n${error.message}`);
    process.exit(1);
  }
  useHooks();
}

/** Whoever has hooks of their own keeps them; CI commits nothing. */
function useHooks() {
  const git = (...args) => spawnSync('git', ['config', ...args], { cwd: root, encoding: 'utf8' });
  if (process.env.CI || git('core.hooksPath').stdout?.trim()) return;
  if (git('core.hooksPath', HOOKS).status === 0)
    console.log(`git runs ${HOOKS}/pre-commit before each commit from now on.`);
}
