/**
 * `npm run cluster`: an installation beyond one machine on loopback, from Debian's packages (postgresql, pgbouncer, haproxy): a
 * primary and its standby, a pooler, two webs, two workers, a proxy, an S3 storage and one host of simulators. Ctrl-C ends it.
 * With `--faults` or `--fault NAME` it is broken under load instead (tests/cluster/faults).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { prepare } from '../prepare.mjs';
import { stampOf } from '../source-stamp.mjs';

await prepare();
const { bin, root, run } = await import('../lanes.mjs');
process.exitCode = await run(process.execPath, [path.join(root, 'scripts/build.mjs')]);
if (process.exitCode === 0) {
  const args = process.argv.slice(2);
  const faults = args.some((arg) => arg.startsWith('--fault'));
  const words = faults
    ? [
        'tests/cluster/faults/main.ts',
        '--code',
        stampOf(root, ['packages', 'connectors', 'apps/server', 'tests/cluster']),
      ]
    : ['tests/cluster/main.ts'];
  const child = spawn(bin('tsx'), [...words, ...args], { cwd: root, stdio: 'inherit' });
  // Ctrl-C reaches the cluster by itself; whoever stops only this process means both.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
