/**
 * Pages of simulated platforms (consent) under the main port: a second port would not be reachable behind a forwarded one.
 * Only where simulators run.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const SIMULATOR_PAGES = '/_simulators';
/** What a page may say back to the browser; everything else stays behind. */
const PASSED_BACK = ['content-type', 'cache-control', 'content-security-policy', 'location'] as const;
const MOST_BYTES = 64 * 1024;

export interface PageSource {
  /** Base address of a simulator; starts the host on first use. */
  addressOf(slug: string): Promise<string>;
}

/** @param slugs simulators that have pages */
export async function registerSimulatorPages(
  app: FastifyInstance,
  simulators: PageSource,
  slugs: ReadonlySet<string>,
): Promise<void> {
  const pass = async (request: FastifyRequest<{ Params: { slug: string; '*': string } }>, reply: FastifyReply) => {
    const { slug } = request.params;
    if (!slugs.has(slug)) return reply.code(404).type('text/plain').send('There is no such simulator.');
    const rest = request.url.slice(`${SIMULATOR_PAGES}/${slug}`.length);
    const answer = await fetch(`${await simulators.addressOf(slug)}${rest}`, {
      method: request.method,
      redirect: 'manual',
      headers: {
        // Where the browser sees these pages, for those that have to name their own address.
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
        'x-forwarded-prefix': `${SIMULATOR_PAGES}/${slug}`,
        ...(request.method === 'POST' && {
          'content-type': request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
        }),
      },
      ...(request.method === 'POST'
        ? {
            body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array(),
          }
        : {}),
    });
    for (const name of PASSED_BACK) {
      const value = answer.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  };
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.get(`${SIMULATOR_PAGES}/:slug/*`, pass);
    scope.post(`${SIMULATOR_PAGES}/:slug/*`, { bodyLimit: MOST_BYTES }, pass);
    done();
  });
}
