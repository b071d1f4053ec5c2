/**
 * `npm run cluster`: an installation beyond one machine on loopback, from Debian's packages (postgresql, pgbouncer, haproxy): a
 * primary and its standby, a pooler, two webs, two workers, a proxy, an S3 storage and one host of simulators. Ctrl-C ends it.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { prepare } from '../prepare.mjs';

await prepare();
const { bin, root, run } = await import('../lanes.mjs');
process.exitCode = await run(process.execPath, [path.join(root, 'scripts/build.mjs')]);
if (process.exitCode === 0) {
  const child = spawn(bin('tsx'), ['tests/cluster/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  // Ctrl-C reaches the cluster by itself; whoever stops only this process means both.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
