/**
 * A way to a PostgreSQL server on which the end of a COPY arrives before the server's answer to it. Both are written in one go, and mostly read
 * in one; under load, or where a buffer is full between them, they are not.
 */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';

const COPY_DONE = 'c'.charCodeAt(0);
/** A letter and a length, as every message of the server begins. */
const HEAD = 5;
/** Long enough for whoever reads the end of the rows to go on with it. */
const PAUSE_MS = 10;

/** @param connection a server that is not asked for TLS */
export async function answersInPieces({ host = '', port = 5_432, ...account }: ClientConfig) {
  const sockets = new Set<net.Socket>();
  const line = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    near.on('data', (bytes) => far.write(bytes));
    void pass(far, near).catch(() => near.destroy());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    connection: { ...account, host: '127.0.0.1', port: (line.address() as net.AddressInfo).port },
    close: () => {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function pass(server: net.Socket, client: net.Socket): Promise<void> {
  let head = Buffer.alloc(0);
  let left = 0;
  for await (const chunk of server as AsyncIterable<Buffer>) {
    let sent = 0;
    for (let at = 0; at < chunk.length; ) {
      if (left === 0) {
        const more = chunk.subarray(at, at + HEAD - head.length);
        head = Buffer.concat([head, more]);
        at += more.length;
        if (head.length < HEAD) continue;
        left = head.readUInt32BE(1) - 4;
      }
      const taken = Math.min(left, chunk.length - at);
      left -= taken;
      at += taken;
      if (left > 0) continue;
      if (head[0] === COPY_DONE) {
        client.write(chunk.subarray(sent, at));
        sent = at;
        await sleep(PAUSE_MS);
      }
      head = Buffer.alloc(0);
    }
    client.write(chunk.subarray(sent));
  }
}
