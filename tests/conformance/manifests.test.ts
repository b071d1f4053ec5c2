/** Manifests are data that the server loads at once at start: all of them in a bare Node process, bundled as for production. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { registered } from './registered.ts';
import { registeredStores, storeSimulatorLoaders } from './registered-stores.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const packageOf = (slug: string): string =>
  slug.startsWith('testline-') ? `@scanship/sample-${slug}` : `@scanship/carrier-${slug}`;

it('all manifests load at once and pull in no code', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'manifests-'));
  const packages = registered.map(({ slug }) => `${packageOf(slug)}/manifest`);
  const modules = [...packages, ...registeredStores.map(({ manifestModule }) => manifestModule)];
  const source = modules.map((name, i) => `export { manifest as m${i} } from '${name}';`).join('\n');
  const bundle = join(dir, 'manifests.mjs');
  const result = await build({
    stdin: { contents: source, resolveDir: here, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: bundle,
    metafile: true,
  });
  const inputs = Object.keys(result.metafile.inputs).filter((f) => f !== '<stdin>');
  expect(
    inputs.every((f) => /\/src\/(?:\w+\/)?manifest(-\w+)?\.ts$/.test(f)),
    `only manifests: ${inputs.join(', ')}`,
  ).toBe(true);
  const probe = join(dir, 'probe.mjs');
  writeFileSync(
    probe,
    `const t = performance.now(); const m = await import('./manifests.mjs'); console.log(JSON.stringify({ ms: performance.now() - t, count: Object.keys(m).length }));`,
  );
  const runs = [1, 2, 3].map(
    () => JSON.parse(execFileSync(process.execPath, [probe], { encoding: 'utf8' })) as { ms: number; count: number },
  );
  rmSync(dir, { recursive: true });
  // The best of three, and ten times what it takes: a busy machine may stop any single run.
  const best = Math.min(...runs.map((r) => r.ms));
  process.stdout.write(`manifests: ${runs[0]?.count} in ${best.toFixed(1)} ms\n`);
  expect(runs[0]?.count).toBe(modules.length);
  expect(best).toBeLessThan(500);
});

it('every registered connector has its file of the suite', () => {
  const files = (kind: string): string[] => readdirSync(join(here, kind)).map((file) => file.replace('.test.ts', ''));
  expect(files('carriers').toSorted()).toEqual(registered.map(({ slug }) => slug).toSorted());
  expect(files('stores').toSorted()).toEqual(Object.keys(storeSimulatorLoaders).toSorted());
});

it('the price list of a carrier that tells no prices takes the names of its services', () => {
  const names = registered
    .filter(({ carrier }) => carrier.manifest.prices === 'list')
    .flatMap(({ carrier }) => carrier.manifest.services.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.length > 35)).toEqual([]);
});
