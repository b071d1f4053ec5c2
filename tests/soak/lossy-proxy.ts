/** Stands between platforms and our door: a share of the deliveries is lost, repeated or comes late and out of order. */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DeliveryTally {
  passed: number;
  lost: number;
  repeated: number;
  late: number;
}

export interface LossyProxy {
  /** Origin that leads to the server, under the host name given. */
  readonly origin: string;
  readonly tally: DeliveryTally;
  /** From now on everything passes. */
  calm(): void;
  close(): Promise<void>;
}

interface Passed {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const wholeBody = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * @param target origin of the server
 * @param share of the deliveries that something happens to, 0 to 1
 */
export async function startLossyProxy(target: string, share: number, roll: () => number): Promise<LossyProxy> {
  const tally: DeliveryTally = { passed: 0, lost: 0, repeated: 0, late: 0 };
  let calm = false;
  const { port: targetPort } = new URL(target);

  const pass = (message: IncomingMessage, body: Buffer): Promise<Passed> =>
    new Promise((resolve, reject) => {
      // The host stays the sender's: some platforms sign the address.
      const onward = request(
        { host: '127.0.0.1', port: targetPort, method: message.method, path: message.url, headers: message.headers },
        (answer) =>
          void wholeBody(answer).then(
            (answered) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answered }),
            reject,
          ),
      );
      onward.on('error', reject);
      onward.end(body);
    });

  const server = createServer((message, response) => {
    void (async () => {
      const body = await wholeBody(message);
      const isDelivery = message.method === 'POST' && (message.url ?? '').startsWith('/hooks/');
      const fate = isDelivery && !calm ? roll() : 1;
      if (fate < share / 3) {
        // Whoever sent it believes it arrived.
        tally.lost += 1;
        response.writeHead(200).end();
        return;
      }
      if (fate < (2 * share) / 3) {
        tally.late += 1;
        response.writeHead(200).end();
        setTimeout(() => void pass(message, body).catch(() => undefined), 300 + roll() * 2_000).unref();
        return;
      }
      const answered = await pass(message, body);
      if (fate < share) {
        tally.repeated += 1;
        await pass(message, body);
      } else if (isDelivery) tally.passed += 1;
      response.writeHead(answered.status, answered.headers).end(answered.body);
    })().catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    tally,
    calm: () => {
      calm = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
