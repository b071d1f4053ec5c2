/**
 * `npm test`: everything that must hold before a change lands, offline, within 15 minutes on two cores.
 * Name lanes to run only those: `npm test -- unit postgres`. Browser files that go once over every connector, every page or
 * every failure are left to CI (`CI=true npm test`) and to `npm run verify`, so that the rest stays within its time.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { commands, root, runLanes, script, vitest } from './lanes.mjs';
import { forgetEvidence, printCarrierTable } from './print-carrier-table.mjs';

const LONG = [
  'accounts',
  'carriers',
  'errors',
  'franchise-desk',
  'marketplaces',
  'pages',
  'platforms',
  'second-factors',
  'shell',
];
const E2E = 'tests/e2e';
const browserFiles = () => {
  if (process.env.CI) return [];
  const files = fs.readdirSync(path.join(root, E2E)).filter((file) => file.endsWith('.test.ts'));
  const isLong = (file) => LONG.includes(file.replace('.test.ts', ''));
  console.log(`left to CI and \`npm run verify\`: ${files.filter(isLong).join(', ')}`);
  return files.filter((file) => !isLong(file)).map((file) => `${E2E}/${file}`);
};

await prepare();
process.exitCode = await runLanes([
  commands('types', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  commands('lint', ['oxlint', '--type-aware', '--deny-warnings'], ['biome', 'format', '.']),
  script('imports', 'scripts/check-imports.mjs'),
  script('build', 'scripts/build.mjs'),
  vitest('unit'),
  vitest('connectors', { workers: 3, before: forgetEvidence, after: printCarrierTable }),
  vitest('postgres'),
  vitest('faults', { files: ['tests/faults/smoke', 'tests/faults/bulk', 'tests/faults/print-agent'] }),
  { ...vitest('browser', { files: browserFiles(), parts: 2, secondRunUpTo: 3 }), name: 'browser' },
]);
