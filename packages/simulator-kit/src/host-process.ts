/** The simulator host as a process of its own, so that killing the server under test leaves the books with their keeper. */
import { parseArgs } from 'node:util';
import { startSimulatorHost, type SimulatorLoaders } from './simulator-host.ts';
import type { DrawLabel } from './test-label.ts';

/**
 * Entry point for a script: `hostMain({ 'testline-express': () => import(...) })`. Arguments `--port`, `--data`. Prints one
 * line of JSON `{"ready":true,"port":...,"address":...}` when it listens; ends on SIGTERM, SIGINT, or when the input it was
 * given closes (`--until-input-closes`), so that it does not outlive a parent that was killed.
 */
export async function hostMain(
  simulators: SimulatorLoaders,
  options: { readonly args?: readonly string[]; readonly drawLabel?: DrawLabel | undefined } = {},
): Promise<void> {
  const { values } = parseArgs({
    args: [...(options.args ?? process.argv.slice(2))],
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      'until-input-closes': { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new RangeError(`--port ${values.port} is not a port`);
  if (values.data === undefined) throw new RangeError('--data names the folder of the books and is missing');
  const host = await startSimulatorHost({ port, dataDir: values.data, simulators, drawLabel: options.drawLabel });
  process.stdout.write(`${JSON.stringify({ ready: true, port: host.port, address: host.address })}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    if (values['until-input-closes'])
      process.stdin
        .resume()
        .once('end', () => resolve())
        .once('close', () => resolve());
  });
  await host.close();
}
