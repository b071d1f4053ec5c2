/**
 * Asks every property other values than `npm test` does (tests/support/property-seed.ts): a fresh seed a round, told when one fails.
 * `node scripts/properties.mjs 3` runs three rounds instead of one.
 */
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { bin, root, run } from './lanes.mjs';
import { sourceFiles } from './source-files.mjs';

const rounds = Number(process.argv[2] ?? 1);
const asksProperties = (file) => fs.readFileSync(path.join(root, file), 'utf8').includes("from 'fast-check'");
const files = sourceFiles(['apps', 'packages', 'connectors', 'tests/contracts'], /\.test\.tsx?$/).filter(
  asksProperties,
);
let failed = 0;
for (let round = 1; round <= rounds; round += 1) {
  const seed = String(randomInt(2 ** 31));
  const projects = ['unit', 'connectors', 'postgres'].flatMap((project) => ['--project', project]);
  const code = await run(bin('vitest'), ['run', ...projects, '--reporter=dot', ...files], { PROPERTY_SEED: seed });
  console.log(`round ${round} of ${rounds}: ${code === 0 ? 'every property held' : 'FAILED'}, PROPERTY_SEED=${seed}`);
  if (code !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
