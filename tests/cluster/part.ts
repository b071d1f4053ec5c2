/** One process of the cluster: started, killed, started again on the same port; what it says goes into a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who runs what refuses to run as root (PostgreSQL, PgBouncer). */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface PartOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[] | (() => readonly string[]);
  readonly env?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  readonly account?: Account | undefined;
  /** Folder of the log. */
  readonly logs: string;
  /** Asked until it answers true. */
  readonly ready: () => Promise<boolean>;
  readonly stopSignal?: NodeJS.Signals;
  readonly readyWithinMs?: number;
}

export interface Part {
  readonly name: string;
  readonly pid: number | undefined;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** As `kill -9`. */
  kill(): Promise<void>;
  /** In order, as an operator stops it. */
  stop(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** The last of what it said. */
  said(): string;
}

const READY_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 60_000;

export function createPart(options: PartOptions): Part {
  const log = path.join(options.logs, `${options.name}.log`);
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  const said = (): string => readFileSync(log, 'utf8').slice(-4_000);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (running === undefined) return;
    running.kill(signal);
    const timer = setTimeout(() => running.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  };
  return {
    name: options.name,
    get pid() {
      return child?.pid;
    },
    async start() {
      const out = openSync(log, 'a');
      const { args, env } = options;
      const started = spawn(options.command, typeof args === 'function' ? args() : args, {
        stdio: ['ignore', out, out],
        env: { ...process.env, ...(typeof env === 'function' ? env() : env) },
        // Ctrl-C is for the one who started the cluster; it stops the parts in their order.
        detached: true,
        ...options.account,
      });
      closeSync(out);
      child = started;
      ended = new Promise((resolve) => {
        const over = (): void => {
          if (child === started) child = undefined;
          resolve();
        };
        started.once('exit', over);
        started.once('error', over);
      });
      await until(
        async () => {
          if (child !== started) throw new Error(`${options.name} ended at its start:\n${said()}`);
          return options.ready();
        },
        options.readyWithinMs ?? READY_WITHIN_MS,
        () => `${options.name} did not get ready:\n${said()}`,
      );
    },
    kill: () => end('SIGKILL'),
    stop: () => end(options.stopSignal ?? 'SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    said,
  };
}

/** Asks until it is so. @throws Error with `late` when it takes longer */
export async function until(so: () => Promise<boolean>, withinMs: number, late: () => string): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await so())) {
    if (Date.now() > end) throw new Error(late());
    await sleep(100);
  }
}

/** Whether somebody listens there. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const say = (so: boolean) => (): void => {
      socket.destroy();
      resolve(so);
    };
    socket.once('connect', say(true)).once('error', say(false));
  });

/** Whether the page answers 200, or one of these. */
export const answers = (address: string, statuses: readonly number[] = [200]): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => statuses.includes(status),
    () => false,
  );

export async function freePorts(count: number): Promise<number[]> {
  const open = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<net.Server>((resolve, reject) => {
          const server = net.createServer().once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = open.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  });
  await Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
