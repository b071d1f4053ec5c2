/** One connection to port 9100: whatever is written is printed. */
import net from 'node:net';
import type { Passing } from '../printers/printer-port.ts';
import { STATUS_QUESTION, type ZebraStatus, zebraStatus } from './zebra-status.ts';

const CONNECT_MS = 5_000;
/** A printer that prints while it receives may stop reading for long (out of paper). */
const STALL_MS = 10 * 60_000;
/** How long to wait for the printer to close its side after the last byte. */
const CLOSE_MS = 3_000;

/** @throws when it cannot be reached: nothing was sent */
export function connectRaw(host: string, port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, allowHalfOpen: true });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), CONNECT_MS);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

/** Status of a Zebra printer; undefined where nothing that looks like one comes back in time. */
export function askStatus(socket: net.Socket, waitMs: number): Promise<ZebraStatus | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const done = (status: ZebraStatus | undefined) => {
      clearTimeout(timer);
      socket.off('data', read);
      socket.off('error', failed);
      socket.off('end', failed);
      resolve(status);
    };
    const failed = () => done(undefined);
    const read = (part: Buffer) => {
      text += part.toString('latin1');
      const status = zebraStatus(text);
      if (status) done(status);
    };
    const timer = setTimeout(failed, waitMs);
    socket.on('data', read);
    socket.once('error', failed);
    socket.once('end', failed);
    socket.write(STATUS_QUESTION, 'latin1');
  });
}

/**
 * Writes all pieces and ends the connection. Resolves when the printer took everything (it closed its side, or kept it open
 * without a fault); rejects when the connection broke, after which nobody knows how much arrived.
 */
export async function writeRaw(socket: net.Socket, pieces: readonly Buffer[], passing?: Passing): Promise<void> {
  let failure: Error | undefined;
  let closed = false;
  const over = new Promise<void>((resolve) => {
    socket.once('error', (error) => {
      failure = error;
      resolve();
    });
    socket.once('end', () => {
      closed = true;
      resolve();
    });
    socket.once('close', () => resolve());
  });
  socket.resume();
  socket.setTimeout(STALL_MS, () => socket.destroy(new Error('the printer took nothing more')));
  for (const [index, piece] of pieces.entries()) {
    if (failure) break;
    await Promise.race([new Promise<void>((resolve) => socket.write(piece, () => resolve())), over]);
    if (index < pieces.length - 1) await passing?.('in the middle');
  }
  if (failure || closed || socket.destroyed) {
    socket.destroy();
    throw failure ?? new Error('the printer ended the connection');
  }
  const ended = new Promise<void>((resolve) => socket.end(() => resolve()));
  await Promise.race([ended, over]);
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    over,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    }),
  ]);
  clearTimeout(timer);
  socket.destroy();
  if (failure) throw failure;
}
