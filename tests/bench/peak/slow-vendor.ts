/** Answers every question and every purchase after the same time, with a label drawn beforehand. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowVendor {
  /** "http://127.0.0.1:4711" */
  readonly address: string;
  /** Calls since it began, by the carrier's slug. */
  readonly calls: Map<string, number>;
  close(): Promise<void>;
}

/** @param label the PDF that every purchase gets */
export async function startSlowVendor(latencyMs: number, label: Uint8Array): Promise<SlowVendor> {
  const calls = new Map<string, number>();
  const base64 = Buffer.from(label).toString('base64');
  let number = 0;
  const server = createServer((request, response) => {
    const [, slug = '', path = ''] = (request.url ?? '').split('/');
    calls.set(slug, (calls.get(slug) ?? 0) + 1);
    request.resume();
    setTimeout(() => {
      number += 1;
      response.setHeader('content-type', 'application/json');
      response.end(
        path === 'rate'
          ? `{"cents":${900 + (Number(slug.slice(-2)) || 0)}}`
          : JSON.stringify({ number: `SL${String(number).padStart(12, '0')}`, label: base64 }),
      );
    }, latencyMs);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
