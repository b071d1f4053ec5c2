/** One agent at a time in a home: two would print everything twice. Held as long as the process lives, however it ends. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Longest path of a socket that every system takes (macOS: 104 with the end mark). */
const LONGEST_PATH = 100;

export function lockPath(data: string, platform: NodeJS.Platform): string {
  const key = createHash('sha256').update(path.resolve(data)).digest('hex').slice(0, 24);
  if (platform === 'win32') return `\\\\.\\pipe\\print-agent-${key}`;
  const own = path.join(data, 'agent.lock');
  return Buffer.byteLength(own) <= LONGEST_PATH ? own : path.join(os.tmpdir(), `print-agent-${key}.lock`);
}

/**
 * The process that answers at the lock; undefined where nobody holds it. One that holds it and does not come to answering ('busy': its machine
 * swaps, somebody looks at it with a debugger) is at work all the same, and a second one beside it would print everything twice.
 */
const holder = (file: string): Promise<number | 'busy' | undefined> =>
  new Promise((resolve) => {
    let text = '';
    const socket = net.connect(file);
    socket.setTimeout(2_000, () => {
      resolve('busy');
      socket.destroy();
    });
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(Number(text) || undefined));
  });

/** @returns what gives it back; undefined where another process holds it */
export async function takeLock(
  data: string,
  platform: NodeJS.Platform = process.platform,
): Promise<(() => void) | undefined> {
  const file = lockPath(data, platform);
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(String(process.pid));
  });
  const listen = () =>
    new Promise<boolean>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      server.listen(file, () => resolve(true));
    });
  if (!(await listen())) {
    if ((await holder(file)) !== undefined) return undefined;
    // Left by a process that was killed.
    fs.rmSync(file, { force: true });
    if (!(await listen())) return undefined;
  }
  server.unref();
  // Two that found the same leftover both listen; the place belongs to the one that answers there.
  // Its own is not closed here: that would remove the other's file. It ends with the process.
  if ((await holder(file)) !== process.pid) return undefined;
  return () => void server.close();
}
