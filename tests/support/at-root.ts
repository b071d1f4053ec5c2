/** A server whose root is a simulator's address: for vendors’ clients that take a host and no path. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AtRoot {
  readonly address: string;
  close(): Promise<void>;
}

const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);

export async function atRoot(simulator: string): Promise<AtRoot> {
  const passOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !NOT_PASSED_ON.has(name) ? [[name, value]] : [],
    );
    const answer = await fetch(`${simulator}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => !NOT_PASSED_ON.has(name)).flat());
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    passOn(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
