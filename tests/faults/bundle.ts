/** The processes of the fault run, bundled once: dozens of starts are then a fraction of a second each. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

export interface Bundle {
  readonly server: string;
  readonly simulators: string;
  readonly documentWorker: string;
  remove(): void;
}

/** As in scripts/build.mjs: our own packages are bundled, libraries stay in node_modules. */
const librariesOutside: Plugin = {
  name: 'libraries-outside',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@scanship/') || path.isAbsolute(name)
        ? undefined
        : { path: name, external: true },
    );
  },
};

/**
 * @param root of the project; the bundle lies below its node_modules, as deep as apps/server/dist
 * @param server the program, from the root
 */
export async function bundle(root: string, server = 'tests/faults/server-child.ts'): Promise<Bundle> {
  const outdir = path.join(root, 'node_modules', '.cache', `scanship-faults-${process.pid}`);
  await build({
    absWorkingDir: root,
    entryPoints: {
      server,
      simulators: 'apps/server/src/platform/simulators/simulator-registry.ts',
      'document-worker': 'packages/documents/src/typst/typst-worker.ts',
      'file-thread': 'apps/server/src/platform/file-reading/file-thread.ts',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    plugins: [librariesOutside],
    loader: { '.json': 'json' },
  });
  return {
    server: path.join(outdir, 'server.mjs'),
    simulators: path.join(outdir, 'simulators.mjs'),
    documentWorker: path.join(outdir, 'document-worker.mjs'),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  };
}
