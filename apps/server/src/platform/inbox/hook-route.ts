/** The door of the inbox: a POST address outside `/api` that hands on the bytes exactly as they came. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRateLimit } from '../http/rate-limit.ts';

/** A delivery as it arrived, before anything is believed. */
export interface ArrivedDelivery {
  /** Values of the address's `:name` parts. */
  readonly params: Readonly<Record<string, string>>;
  /** Lower-case names; a header sent twice is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whole address without the query, as the sender knows it. */
  readonly address: string;
}

export interface HookAnswer {
  /** 200 stored or a repeat; 401 not signed as it should be; 404 nobody here by this name; 503 try again. */
  readonly status: 200 | 202 | 400 | 401 | 404 | 503;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
}

export interface HookRoute {
  /** "/hooks/carriers/:slug" */
  readonly url: string;
  /** Largest delivery. Bytes; default 1 MiB. */
  readonly mostBytes?: number | undefined;
  /** Deliveries of one address a minute; default 6,000. */
  readonly perMinute?: number | undefined;
  /** Verifies and stores. A throw answers 500, so that the sender tries again. */
  receive(delivery: ArrivedDelivery): Promise<HookAnswer>;
  /** A GET of the same address, with which some senders prove that it is ours. Absent: there is none. */
  challenge?(question: Pick<ArrivedDelivery, 'params' | 'query' | 'address'>): Promise<HookAnswer>;
}

const MOST_BYTES = 1024 * 1024;

const addressOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}${request.url.split('?', 1)[0] ?? ''}`;

/** In a scope of its own, where no parser touches the body: a signature covers its bytes. */
export async function registerHook(app: FastifyInstance, hook: HookRoute): Promise<void> {
  const limit = createRateLimit(hook.perMinute ?? 6_000, 60);
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      const wait = await limit.take(request.ip);
      return wait === undefined ? undefined : reply.code(429).header('retry-after', String(wait)).send();
    });
    scope.post<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
      hook.url,
      { bodyLimit: hook.mostBytes ?? MOST_BYTES },
      async (request, reply) => {
        const headers: Record<string, string> = {};
        for (const [name, value] of Object.entries(request.headers))
          headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
        const answer = await hook.receive({
          params: request.params,
          headers,
          query: request.query,
          body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
          address: addressOf(request),
        });
        return reply
          .code(answer.status)
          .type(answer.contentType ?? 'text/plain; charset=utf-8')
          .send(answer.body ?? '');
      },
    );
    const challenge = hook.challenge?.bind(hook);
    if (challenge)
      scope.route<{ Params: Record<string, string>; Querystring: Record<string, string> }>({
        // Some look at the address without asking for the answer.
        method: ['GET', 'HEAD'],
        url: hook.url,
        handler: async (request, reply) => {
          const { params } = request;
          // A name given twice is no question of a platform.
          const query = Object.fromEntries(Object.entries(request.query).filter(([, v]) => typeof v === 'string'));
          const answer = await challenge({ params, query, address: addressOf(request) });
          return reply
            .code(answer.status)
            .type(answer.contentType ?? 'text/plain; charset=utf-8')
            .send(answer.body ?? '');
        },
      });
    done();
  });
}
