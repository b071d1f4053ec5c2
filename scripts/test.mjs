/**
 * `npm test`: everything that must hold before a change lands, offline, within 15 minutes on two cores.
 * Name lanes to run only those: `npm test -- unit postgres`.
 */
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { commands, runLanes, script, vitest } from './lanes.mjs';
import { forgetEvidence, printCarrierTable } from './print-carrier-table.mjs';

await prepare();
process.exitCode = await runLanes([
  commands('types', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  commands('lint', ['oxlint', '--type-aware', '--deny-warnings'], ['biome', 'format', '.']),
  script('imports', 'scripts/check-imports.mjs'),
  script('build', 'scripts/build.mjs'),
  vitest('unit'),
  vitest('connectors', { before: forgetEvidence, after: printCarrierTable }),
  vitest('postgres'),
  vitest('faults', { files: ['tests/faults/smoke', 'tests/faults/bulk'] }),
  vitest('browser', { parts: 2 }),
]);
