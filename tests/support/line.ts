/** A line that can be cut: bytes pass between a loopback port and a server until somebody cuts it. */
import { createServer, type AddressInfo, connect, type Socket } from 'node:net';

export interface CutLine {
  readonly port: number;
  /** Everybody on it is thrown off and nobody gets on. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param heard every piece on its way to the server, when it comes */
export async function openLine(target: number, heard?: (piece: Buffer) => void): Promise<CutLine> {
  const open = new Set<Socket>();
  let isCut = false;
  const throwOff = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ port: target, host: 'localhost' });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    if (heard) near.on('data', heard);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      throwOff();
    },
    mend() {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        throwOff();
      }),
  };
}
