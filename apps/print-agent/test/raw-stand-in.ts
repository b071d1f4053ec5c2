/** A printer on port 9100 in this process: keeps what each connection brought; answers `~HS` where it plays a Zebra. */
import net, { type AddressInfo } from 'node:net';

export interface RawStandIn {
  readonly port: number;
  /** Everything each connection brought, questions left out; empty ones are not kept. */
  readonly received: { readonly bytes: Buffer; readonly whole: boolean }[];
  readonly ways: {
    zebra: boolean;
    paperOut: boolean;
    paused: boolean;
    headUp: boolean;
    /** Formats it says wait. */
    waiting: number;
    /** Ends the connection with a fault after so many bytes. */
    breakAfter: number | undefined;
  };
  close(): Promise<void>;
}

const flag = (on: boolean) => (on ? '1' : '0');

export async function startRawStandIn(): Promise<RawStandIn> {
  const received: { bytes: Buffer; whole: boolean }[] = [];
  const ways: RawStandIn['ways'] = {
    zebra: false,
    paperOut: false,
    paused: false,
    headUp: false,
    waiting: 0,
    breakAfter: undefined,
  };
  const status = () =>
    `\u0002030,${flag(ways.paperOut)},${flag(ways.paused)},1225,${String(ways.waiting).padStart(3, '0')},0,0,0,000,0,0,0\u0003\r\n` +
    `\u0002000,0,${flag(ways.headUp)},0,0,2,6,0,00000000,1,000\u0003\r\n\u00021234,0\u0003\r\n`;
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    let bytes = Buffer.alloc(0);
    let over = false;
    const keep = (whole: boolean) => {
      if (!over && bytes.length > 0) received.push({ bytes, whole });
      over = true;
    };
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      const question = bytes.indexOf('~HS\r\n');
      if (question !== -1) {
        bytes = Buffer.concat([bytes.subarray(0, question), bytes.subarray(question + 5)]);
        if (ways.zebra) socket.write(status(), 'latin1');
      }
      if (ways.breakAfter !== undefined && bytes.length >= ways.breakAfter) {
        keep(false);
        socket.resetAndDestroy();
      }
    });
    socket.on('end', () => {
      keep(true);
      socket.end();
    });
    socket.on('error', () => keep(false));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received,
    ways,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
