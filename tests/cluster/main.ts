/** `npm run cluster`: starts it, prints where everything is, and takes it down at Ctrl-C. `--asynchronous`: commits do not wait for the standby. */
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';

const { values } = parseArgs({ options: { asynchronous: { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stop = new Promise((resolve) => {
  // A second Ctrl-C is the same wish.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve);
});
try {
  const cluster = await startCluster({ synchronous: !values.asynchronous, say });
  say('');
  for (const line of cluster.describe()) say(line);
  say('\nCtrl-C takes everything down.');
  await stop;
  say('Stopping ...');
  await cluster.close();
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
