/** A process that starts the embedded server of a folder and says so in one line; for tests that kill it. */
import { startEmbedded } from '../src/platform/database/embedded-postgres.ts';

const [dataDir = '', then = 'stop'] = process.argv.slice(2);
try {
  const server = await startEmbedded({ dataDir, settings: { shared_buffers: '16MB', fsync: 'off' } });
  const { socketFolder, port, superuser, adopted, runsAs, pid, folder } = server;
  process.stdout.write(`${JSON.stringify({ socketFolder, port, superuser, adopted, runsAs, pid, folder })}\n`);
  if (then === 'stay') setInterval(() => undefined, 1_000);
  else await server.stop();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  process.exitCode = 1;
}
