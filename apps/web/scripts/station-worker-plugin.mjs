/**
 * Vite plugin: bundles the service worker of packing stations once the program is built, with the list of the program's files.
 * Pages do not register it; Scan and Ship does (`features/scan-ship/offline/station-worker.ts`).
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const WORKER = 'src/features/scan-ship/offline/worker.ts';
/** With the PDF viewer (1.5 MB): a tablet's browser has none of its own, and labels are shown without a line, too. */
const KEPT = /^(?:index\.html|assets\/.*\.(?:m?js|css|woff2))$/;

/** Files of a built program that the worker keeps; those of `assets/` bear their hash in their name. */
export function programFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => KEPT.test(file))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((url) => ({
      url,
      revision: url.startsWith('assets/')
        ? null
        : createHash('sha256')
            .update(fs.readFileSync(path.join(folder, url)))
            .digest('hex')
            .slice(0, 32),
    }));
}

export function stationWorkerPlugin() {
  let root;
  let outDir;
  return {
    name: 'station-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await build({
        root,
        configFile: false,
        logLevel: 'warn',
        define: { PROGRAM_FILES: JSON.stringify(programFiles(outDir)), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          lib: {
            entry: path.join(root, WORKER),
            formats: ['iife'],
            name: 'stationWorker',
            fileName: () => 'station-worker.js',
          },
        },
      });
    },
  };
}
