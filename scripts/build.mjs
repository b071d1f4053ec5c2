/**
 * Builds the server (esbuild) and the web application (vite), each only when its sources changed.
 * `node scripts/build.mjs [server|web]`; both when none is named. `--force` builds also what did not change.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isStamped, stampOf, writeStamp } from './source-stamp.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const from = (...parts) => path.join(root, ...parts);

/** Programs and threads of their own; everything else is reached from them. Heavy parts stay chunks loaded when used. */
const ENTRIES = {
  main: 'apps/server/src/main.ts',
  simulators: 'apps/server/src/platform/simulators/simulator-registry.ts',
  'document-worker': 'packages/documents/src/typst/typst-worker.ts',
  'file-thread': 'apps/server/src/platform/file-reading/file-thread.ts',
};

/** Our own packages are bundled; libraries stay in node_modules. */
const librariesOutside = {
  name: 'libraries-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@scanship/') || path.isAbsolute(name)
        ? undefined
        : { path: name, external: true },
    );
  },
};

async function buildServer(outdir) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries(ENTRIES).map(([out, entry]) => ({ out, in: entry })),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [librariesOutside],
    // Some libraries of ours read JSON by import attributes; esbuild inlines it.
    loader: { '.json': 'json' },
  });
}

function buildWeb(outdir) {
  return new Promise((resolve, reject) => {
    const vite = from('node_modules', 'vite', 'bin', 'vite.js');
    const child = spawn(process.execPath, [vite, 'build', '--outDir', outdir, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: from('apps', 'web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web application could not be built (vite ended with ${code}).`)),
    );
  });
}

const SHARED = ['package-lock.json', 'scripts/build.mjs'];
const TARGETS = {
  server: {
    out: 'apps/server/dist',
    sources: ['apps/server/src', 'packages', 'connectors', ...SHARED],
    build: buildServer,
  },
  web: {
    out: 'apps/web/dist',
    sources: ['apps/web', 'packages/contracts', 'packages/domain', ...SHARED],
    build: buildWeb,
  },
};

const stampFile = (target) => from(TARGETS[target].out, '.stamp');
const currentStamp = (target) => stampOf(root, TARGETS[target].sources);

/** Names of what is out of date. */
export const outdated = () =>
  Object.keys(TARGETS).filter((target) => !isStamped(stampFile(target), currentStamp(target)));

/** Built aside and moved into place, so that a server that is running or a build that breaks never sees half of it. */
export async function buildTarget(target) {
  const { out, build } = TARGETS[target];
  const stamp = currentStamp(target);
  const made = from(`${out}.new-${process.pid}`);
  try {
    await build(made);
    fs.rmSync(from(out), { recursive: true, force: true });
    fs.renameSync(made, from(out));
  } finally {
    fs.rmSync(made, { recursive: true, force: true });
  }
  writeStamp(stampFile(target), stamp);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv[2] === '--server-into') {
    // Tests of the program: a folder of their own, as deep as apps/server/dist.
    await buildServer(from(process.argv[3]));
    process.exit();
  }
  const named = process.argv.slice(2).filter((arg) => arg !== '--force');
  const wanted = named.length > 0 ? named : process.argv.includes('--force') ? Object.keys(TARGETS) : outdated();
  for (const target of wanted) {
    if (!Object.hasOwn(TARGETS, target)) {
      console.error(`There is nothing named "${target}" to build; choose server or web.`);
      process.exit(1);
    }
  }
  const results = await Promise.allSettled(wanted.map(buildTarget));
  for (const result of results) {
    if (result.status === 'rejected') {
      console.error(result.reason instanceof Error ? result.reason.message : result.reason);
      process.exitCode = 1;
    }
  }
}
