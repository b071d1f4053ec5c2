/**
 * `npm run verify`: the long proofs on two cores: 1,000 purchases killed at every step, paying and buying killed three times
 * at every step, a bulk job of 1,000 labels killed three times, 10,000 print jobs with the print agent killed at every step,
 * 50 orders by scanner to a real printer and 50 with its lines cut, the soak, accessibility of every screen, and the list at
 * a million orders. Its table belongs into docs/verification.md.
 */
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { runLanes, script, vitest } from './lanes.mjs';

await prepare();
process.exitCode = await runLanes([
  script('build', 'scripts/build.mjs'),
  script('faults', 'scripts/faults.mjs'),
  script('bulk', 'scripts/faults.mjs', ['--bulk']),
  script('print', 'scripts/faults.mjs', ['--print']),
  vitest('faults', { files: ['tests/faults/payments'], env: { VERIFY: '1' } }),
  { ...vitest('browser', { parts: 2 }), name: 'browser' },
  vitest('browser', { files: ['tests/e2e/packing-table'], env: { VERIFY: '1' } }),
  vitest('accessibility'),
  vitest('soak'),
  script('bench', 'scripts/bench.mjs', ['--million']),
]);
