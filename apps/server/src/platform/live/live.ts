/** The live channel of one process: hears what all processes announce and tells it to the streams that are open here. */
import { liveStream } from '@scanship/contracts/live';
import { randomUUID } from 'node:crypto';
import { stopsAt } from '../http/authorise.ts';
import { type Route, route } from '../http/handler.ts';
import { loadContext } from '../http/session-context.ts';
import { createSessionTokens } from '../http/session-token.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { createListener } from './listener.ts';
import { readNotice } from './notices.ts';
import { Past } from './past.ts';
import { type Recheck, Streams, type StreamTimes, topicsOf, USUAL_TIMES } from './streams.ts';

/** Streams of one process; each takes a socket and a few kilobytes. */
const MOST_STREAMS = 5_000;

export interface LiveOptions {
  /** Exceptions that are open and not snoozed. */
  readonly openExceptions: (tenantId: string) => Promise<number>;
  /** For tests; never a setting. */
  readonly times?: Partial<StreamTimes> | undefined;
}

export interface Live {
  readonly routes: readonly Route[];
  /** Ends all streams: their clients come back to whoever answers then. */
  endStreams(): void;
  stop(): Promise<void>;
}

export function createLive(services: Services, { openExceptions, times }: LiveOptions): Live {
  const { db, clock, log } = services;
  const past = new Past();
  const streams = new Streams(past, openExceptions, { ...USUAL_TIMES, ...times });
  const open = services.metrics.gauge('live_streams', 'Open streams of the live channel.');
  const notices = services.metrics.counter('live_notices_total', 'Notices heard on the live channel.');
  const tokens = createSessionTokens(services.cookieSecret);
  let began = false;
  let stopping = false;
  const listener = createListener({
    connect: () => db.ownConnection(),
    log,
    heard(payload) {
      const heard = readNotice(payload);
      if (!heard) return;
      notices.inc();
      if ('endedSession' in heard) past.add(heard.id, payload.length);
      else past.add(heard.id, payload.length, heard.tenantId, heard.notice);
      streams.hear(heard);
    },
    begun() {
      past.startAnew(randomUUID());
      if (began) streams.reloadAll();
      began = true;
    },
  });

  return {
    routes: [
      route(liveStream, async ({ ctx, query, bearer, requestId, signal }) => {
        if (stopping || streams.size >= MOST_STREAMS) return problem('unavailable', { retryAfterSeconds: 5 });
        await listener.start();
        const token = tokens.read(bearer);
        const recheck: Recheck = async () => {
          if (!token) return { end: 'session' };
          const now = await loadContext(db, clock, token, requestId);
          if (!now.ok) return { end: now.problem.code === 'token_expired' ? 'token' : 'session' };
          // Whoever works as another company now hears that one in a stream of its own.
          if (stopsAt(now.value.limits, {}) !== undefined || now.value.tenantId !== ctx.tenantId)
            return { end: 'session' };
          return { topics: topicsOf(now.value, query.topics) };
        };
        const lines = streams.open({
          tenantId: ctx.tenantId,
          sessionId: ctx.sessionId,
          topics: topicsOf(ctx, query.topics),
          cursor: query.cursor,
          recheck,
          signal,
        });
        return { ok: true, value: { kind: 'stream', lines: counted(lines, open) } };
      }),
    ],
    endStreams() {
      stopping = true;
      streams.endAll('restart');
    },
    async stop() {
      stopping = true;
      streams.endAll('restart');
      await listener.stop();
    },
  };
}

async function* counted<T>(
  lines: AsyncIterable<T>,
  gauge: { inc(): void; dec(): void },
): AsyncGenerator<T, void, undefined> {
  gauge.inc();
  try {
    yield* lines;
  } finally {
    gauge.dec();
  }
}
