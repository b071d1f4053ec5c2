/** The simulators' process: a child of this one, started when a sample carrier is first called, or one that others share; never in production. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from '../logging/logger.ts';

export interface SimulatorProcess {
  addressOf(slug: string): Promise<string>;
  owns(hostAndPort: string): boolean;
  stop(): Promise<void>;
}

export interface SimulatorProcessOptions {
  /** Script that runs the host (simulator-registry). */
  readonly entry: string;
  /** Folder of the books. */
  readonly dataDir: string;
  readonly log: Logger;
}

const READY_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 5_000;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

export const createSimulatorProcess = ({ entry, dataDir, log }: SimulatorProcessOptions): SimulatorProcess => {
  let running: Promise<Running> | undefined;
  let port: number | undefined;

  const start = (): Promise<Running> =>
    new Promise((resolve, reject) => {
      // Its input closes with this process, however that ends, and then it ends too.
      const child = spawn(process.execPath, [...process.execArgv, entry, '--data', dataDir, '--until-input-closes'], {
        stdio: ['pipe', 'pipe', 'pipe'],
        // Ctrl-C goes to this process only, which then stops the child in its own order.
        detached: process.platform !== 'win32',
      });
      let words = '';
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error('The simulators did not start within 20 s.'));
      }, READY_WITHIN_MS);
      child.stderr.on('data', (chunk: Buffer) => {
        words = `${words}${chunk.toString()}`.slice(-2_000);
        log.warn({ simulators: chunk.toString().trim().slice(0, 2_000) }, 'the simulators said');
      });
      createInterface({ input: child.stdout }).once('line', (line) => {
        clearTimeout(timer);
        port = (JSON.parse(line) as { port: number }).port;
        log.info({ port }, 'simulators started');
        resolve({ child, port });
      });
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        running = undefined;
        port = undefined;
        reject(new Error(`The simulators ended (${signal ?? code}). ${words.trim()}`));
      });
    });

  return {
    async addressOf(slug) {
      running ??= start().catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      return `http://127.0.0.1:${(await running).port}/${slug}`;
    },
    owns: (hostAndPort) => port !== undefined && hostAndPort === `127.0.0.1:${port}`,
    async stop() {
      const now = await running?.catch(() => undefined);
      if (!now) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => now.child.kill('SIGKILL'), STOP_WITHIN_MS);
        now.child.once('exit', () => {
          clearTimeout(timer);
          resolve();
        });
        // Its open input alone would keep it alive.
        now.child.stdin?.end();
        now.child.kill('SIGTERM');
      });
    },
  };
};

/** A host that somebody else runs, one set of books for all processes. @param url without a path */
export const sharedSimulators = (url: string): SimulatorProcess => ({
  addressOf: async (slug) => `${url}/${slug}`,
  owns: (hostAndPort) => hostAndPort === new URL(url).host,
  stop: async () => undefined,
});
