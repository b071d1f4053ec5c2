/**
 * `npm run verify`: the long proofs, within 60 minutes on two cores: 1,000 purchases killed at every step, a bulk
 * job of 1,000 labels killed three times, the soak,
 * accessibility of every screen, and the list at a million orders. Its table belongs into docs/verification.md.
 */
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { runLanes, script, vitest } from './lanes.mjs';

await prepare();
process.exitCode = await runLanes([
  script('build', 'scripts/build.mjs'),
  script('faults', 'scripts/faults.mjs'),
  script('bulk', 'scripts/faults.mjs', ['--bulk']),
  vitest('accessibility'),
  vitest('soak'),
  script('bench', 'scripts/bench.mjs', ['--million']),
]);
