/** The built application as its own process with a data folder of its own, as `npm start` runs it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder } from '../../apps/server/test/folders/data-folder.ts';

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
/** SCANSHIP_BUILD points the tests at another build than this checkout's, such as an unpacked release. */
export const MAIN = path.join(process.env['SCANSHIP_BUILD'] ?? root, 'apps/server/dist/main.js');

export interface RunningApp {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** What it printed so far. */
  output(): string;
  /** Base address of the simulators' host once a sample carrier was called; needs LOG_LEVEL info. */
  simulatorsAddress(): string | undefined;
  /** Ends it as Ctrl-C does; answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends it, and removes the data folder. */
  dispose(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Goes on with the data of an earlier run. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly readyWithinMs?: number;
  /** What it prints goes there, too, where other processes read it. */
  readonly outputFile?: string;
}

/** Starts the server and waits until `/readyz` answers. */
export async function startApp(options: StartOptions = {}): Promise<RunningApp> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? dataFolder('e2e');
  const child = spawn(process.execPath, [MAIN], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    if (options.outputFile !== undefined) appendFileSync(options.outputFile, chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = `http://localhost:${port}`;
  await untilReady(child, url, options.readyWithinMs ?? 180_000, () => output);

  const stop = (): Promise<number | null> => {
    if (child.exitCode !== null) return Promise.resolve(child.exitCode);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    return ended;
  };
  return {
    url,
    port,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    simulatorsAddress() {
      const port = [...output.matchAll(/"port":(\d+),"msg":"simulators started"/g)].at(-1)?.[1];
      return port === undefined ? undefined : `http://127.0.0.1:${port}`;
    },
    stop,
    async dispose() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, url: string, ms: number, output: () => string): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the application ended with ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the application was not ready within ${ms} ms:\n${output()}`);
}
