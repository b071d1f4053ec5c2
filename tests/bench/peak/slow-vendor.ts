/**
 * Answers every question and every purchase after the same time, with a label drawn beforehand. Each carrier has a port of its
 * own, as carriers have hosts: what a process may have open at one host is not shared among sixteen of them.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowVendor {
  /** By the carrier's slug: "http://127.0.0.1:4711/slow-01" */
  readonly addresses: Readonly<Record<string, string>>;
  /** Calls since it began, by the carrier's slug. */
  readonly calls: Map<string, number>;
  close(): Promise<void>;
}

/**
 * @param slugs carriers it answers for
 * @param label the PDF that every purchase gets
 */
export async function startSlowVendor(
  slugs: readonly string[],
  latencyMs: number,
  label: Uint8Array,
): Promise<SlowVendor> {
  const calls = new Map<string, number>();
  const base64 = Buffer.from(label).toString('base64');
  let number = 0;
  const answer: RequestListener = (request, response) => {
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
  };
  const servers = await Promise.all(
    slugs.map(async (slug) => {
      const server = createServer(answer);
      server.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return { server, address: [slug, `http://127.0.0.1:${port}/${slug}`] as const };
    }),
  );
  return {
    addresses: Object.fromEntries(servers.map(({ address }) => address)),
    calls,
    close: async () => {
      await Promise.all(
        servers.map(
          ({ server }) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}
