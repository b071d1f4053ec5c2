/** A network of our own between two parts: cut with a refusal, cut without a word, or slow. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `open`: everything passes; `refused`: connections break and none is made; `silent`: nothing passes and nobody is told, as
 * when a cable is pulled; a number: so many milliseconds each way.
 */
export type Line = 'open' | 'refused' | 'silent' | number;

export interface Relay {
  readonly port: number;
  set(line: Line): void;
  /** Connections that are open hear nothing any more, and nobody is told; new ones are made: the machine behind came back with another memory. */
  forget(): void;
  /** Where new connections lead from now on; those that are open break. */
  lead(port: number): void;
  close(): Promise<void>;
}

export async function startRelay(port: number, to: number): Promise<Relay> {
  const state: { line: Line; target: number } = { line: 'open', target: to };
  const sockets = new Set<net.Socket>();
  const forgotten = new WeakSet<net.Socket>();
  const pass = (from: net.Socket, onto: net.Socket): void => {
    /** What came while the line was not open, in its order. */
    let turn: Promise<void> | undefined;
    const later = async (before: Promise<void> | undefined, work: () => void): Promise<void> => {
      await before;
      while (state.line === 'silent' && !onto.destroyed) await sleep(50);
      if (typeof state.line === 'number') await sleep(state.line);
      work();
    };
    const next = (work: () => void): void => {
      if (state.line === 'open' && turn === undefined) return work();
      const mine = later(turn, work).finally(() => {
        if (turn === mine) turn = undefined;
      });
      turn = mine;
    };
    from.on('data', (bytes) => {
      if (!forgotten.has(from)) next(() => onto.writable && onto.write(bytes));
    });
    from.on('end', () => {
      if (!forgotten.has(from)) next(() => onto.end());
    });
    from.on('error', () => onto.destroy());
    from.on('close', () => {
      sockets.delete(from);
      // Whoever goes away behind a cut line is not missed on its other side.
      if (state.line !== 'silent' && !forgotten.has(from)) onto.destroy();
    });
  };
  const server = net.createServer({ noDelay: true }, (near) => {
    if (state.line === 'refused') return void near.resetAndDestroy();
    const far = net.connect({ port: state.target, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) sockets.add(socket);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    set(wanted) {
      state.line = wanted;
      if (wanted === 'refused') breakAll();
    },
    forget() {
      for (const socket of sockets) forgotten.add(socket);
    },
    lead(wanted) {
      state.target = wanted;
      breakAll();
    },
    close() {
      breakAll();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
