/** The door of the inbox: a POST address outside `/api` that hands on the bytes exactly as they came. */
import { tooMuchJson } from '@scanship/connector-kit/answers/answer-bounds';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Budgets } from '../budgets/budgets.ts';
import { tooMany } from '../http/open-doors.ts';
import { createRecently } from '../http/recently.ts';
import { networkOf } from '../network-of.ts';

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
  /** 200 stored or a repeat; 401 not signed as it should be; 404 nobody here by this name; 429 too many of this sender; 503 try again. */
  readonly status: 200 | 202 | 400 | 401 | 404 | 429 | 503;
  /** Goes out as Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
}

export interface HookRoute {
  /** "/hooks/carriers/:slug" */
  readonly url: string;
  /** Largest delivery. Bytes; default 1 MiB. */
  readonly mostBytes?: number | undefined;
  /** Verifies and stores. A throw answers 500, so that the sender tries again. */
  receive(delivery: ArrivedDelivery): Promise<HookAnswer>;
  /** A GET of the same address, with which some senders prove that it is ours. Absent: there is none. */
  challenge?(question: Pick<ArrivedDelivery, 'params' | 'query' | 'address'>): Promise<HookAnswer>;
}

const MOST_BYTES = 1024 * 1024;
/** Values of a delivery that is JSON: an order of 500 lines has about 20,000. */
const MOST_VALUES = 50_000;

/** Counted here, once for all: some connectors have to look into a delivery before they know whether it is genuine. */
const holdsTooMuch = (body: Buffer): boolean => {
  const text = body.toString('latin1');
  // Readers pass over any blanks and a byte order mark before the first bracket.
  return /^(?:\u00EF\u00BB\u00BF)?\s*[[{]/.test(text) && tooMuchJson(text, MOST_VALUES) !== undefined;
};

const addressOf = (request: FastifyRequest): string =>
  `${request.protocol}://${request.host}${request.url.split('?', 1)[0] ?? ''}`;

/** How long one genuine delivery speaks for its address. */
const KNOWN_MS = 3_600_000;

/**
 * Uses the budget of whom a genuine delivery is about, before it is stored. A platform sends for all its customers from a few
 * addresses: a flood of one of them must not stop the others' deliveries.
 * @returns the answer where there are too many
 */
export async function tooManyOf(budgets: Budgets, sender: string): Promise<HookAnswer | undefined> {
  const spent = await budgets.take([{ budget: 'deliveries/sender', by: sender }]);
  return spent && { status: 429, retryAfterSeconds: spent.retryAfterSeconds };
}

/** In a scope of its own, where no parser touches the body: a signature covers its bytes. */
export async function registerHook(app: FastifyInstance, budgets: Budgets, hook: HookRoute): Promise<void> {
  const known = createRecently(KNOWN_MS);
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      const by = networkOf(request.ip);
      // Nobody's bytes count against a platform's address once something genuine came from it.
      const cost = Number(request.headers['content-length'] ?? hook.mostBytes ?? MOST_BYTES);
      const spent = await budgets.take(
        known.has(by)
          ? [{ budget: 'deliveries/known-address', by }]
          : [
              { budget: 'deliveries/address', by },
              { budget: 'bytes/address', by, cost },
            ],
      );
      return spent && tooMany(reply, spent).send();
    });
    scope.post<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
      hook.url,
      { bodyLimit: hook.mostBytes ?? MOST_BYTES },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (holdsTooMuch(body)) return reply.code(413).type('text/plain; charset=utf-8').send('');
        const headers: Record<string, string> = {};
        for (const [name, value] of Object.entries(request.headers))
          headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
        const answer = await hook.receive({
          params: request.params,
          headers,
          query: request.query,
          body,
          address: addressOf(request),
        });
        // Also one too many was genuine.
        if (answer.status <= 202 || answer.status === 429) known.add(networkOf(request.ip));
        if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', String(answer.retryAfterSeconds));
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
