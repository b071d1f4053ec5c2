/**
 * `npm run verify -- pitr`: "A backup each night" and "Back to any moment" of docs/operations.md by their own commands, on a PostgreSQL of this machine (Debian's package
 * `postgresql`).
 */
import path from 'node:path';
import process from 'node:process';
import { prepare } from '../prepare.mjs';

await prepare();
const { bin, root, run } = await import('../lanes.mjs');
process.exitCode =
  (await run(process.execPath, [path.join(root, 'scripts/build.mjs')])) ||
  (await run(bin('tsx'), ['tests/cluster/rehearsal/main.ts']));
