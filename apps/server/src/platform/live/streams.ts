/** The open streams of this process: who hears what, how often, and until when. */
import {
  HEARTBEAT_SECONDS,
  LIVE_INTERVAL_MS,
  LIVE_TOPICS,
  type LiveLine,
  type LiveTopic,
} from '@scanship/contracts/live';
import type { RequestContext } from '../context.ts';
import type { Heard, TenantNotice } from './notices.ts';
import type { Past } from './past.ts';
import { type News, Pending } from './pending.ts';

/** Streams that one session keeps: the newest ones, one a browser is enough. */
const MOST_OF_SESSION = 4;
/** A session is looked at again this often; at once when the database says that it changed. */
const RECHECK_MS = 60_000;

export type Why = Extract<LiveLine, { type: 'end' }>['why'];
/** Whether the person may go on and what they may hear now. */
export type Recheck = () => Promise<{ readonly topics: ReadonlySet<LiveTopic> } | { readonly end: Why }>;

export interface StreamTimes {
  readonly heartbeatMs: number;
  readonly intervalMs: number;
  readonly recheckMs: number;
}
export const USUAL_TIMES: StreamTimes = {
  heartbeatMs: HEARTBEAT_SECONDS * 1_000,
  intervalMs: LIVE_INTERVAL_MS,
  recheckMs: RECHECK_MS,
};

/** Topics of the asked ones whose page the person's role holds; with none asked for, all. */
export const topicsOf = (
  ctx: Pick<RequestContext, 'permissions'>,
  asked: string | undefined,
): ReadonlySet<LiveTopic> => {
  const wanted = asked === undefined || asked.trim() === '' ? undefined : asked.split(',').map((name) => name.trim());
  const topics = (Object.keys(LIVE_TOPICS) as LiveTopic[]).filter(
    (topic) =>
      LIVE_TOPICS[topic].some((page) => ctx.permissions.has(page)) && (wanted === undefined || wanted.includes(topic)),
  );
  return new Set(topics);
};

interface OpenStream {
  readonly tenantId: string;
  readonly sessionId: string;
  topics: ReadonlySet<LiveTopic>;
  readonly pending: Pending;
  /** Some notices may not have been heard. */
  reload: boolean;
  /** Look at the session again. */
  doubtful: boolean;
  ended: Why | undefined;
  wake: () => void;
}

export interface StreamRequest {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly topics: ReadonlySet<LiveTopic>;
  readonly cursor: string | undefined;
  readonly recheck: Recheck;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
}

export class Streams {
  private readonly past: Past;
  private readonly openExceptions: (tenantId: string) => Promise<number>;
  private readonly times: StreamTimes;
  private readonly byTenant = new Map<string, Set<OpenStream>>();
  private readonly bySession = new Map<string, Set<OpenStream>>();
  private readonly counting = new Map<string, Promise<number>>();
  size = 0;

  constructor(past: Past, openExceptions: (tenantId: string) => Promise<number>, times: StreamTimes) {
    this.past = past;
    this.openExceptions = openExceptions;
    this.times = times;
  }

  /** Hands a notice to the streams it concerns; nothing is asked of the database. */
  hear(heard: Heard): void {
    if ('endedSession' in heard) {
      for (const stream of this.bySession.get(heard.endedSession) ?? []) {
        stream.doubtful = true;
        stream.wake();
      }
      return;
    }
    this.tell(heard.tenantId, heard.notice);
  }

  private tell(tenantId: string, notice: TenantNotice): void {
    for (const stream of this.byTenant.get(tenantId) ?? [])
      if (stream.pending.add(notice, stream.topics)) stream.wake();
  }

  /** All streams are told to ask for everything again. */
  reloadAll(): void {
    for (const streams of this.byTenant.values())
      for (const stream of streams) {
        stream.reload = true;
        stream.pending.clear();
        stream.wake();
      }
  }

  endAll(why: Why): void {
    for (const streams of this.byTenant.values()) for (const stream of streams) end(stream, why);
  }

  /** The lines of one stream; it is open from the first line asked for until the last. */
  async *open(request: StreamRequest): AsyncGenerator<LiveLine, void, undefined> {
    const { signal, cursor } = request;
    const stream: OpenStream = {
      tenantId: request.tenantId,
      sessionId: request.sessionId,
      topics: request.topics,
      pending: new Pending(),
      reload: false,
      doubtful: false,
      ended: undefined,
      wake: () => undefined,
    };
    const gone = () => stream.wake();
    signal.addEventListener('abort', gone);
    this.enter(stream);
    try {
      // From here on nothing is missed: what was heard before stands behind the cursor, what comes now in `pending`.
      const missed = cursor === undefined ? undefined : this.past.since(cursor, stream.tenantId);
      for (const notice of missed ?? []) stream.pending.add(notice, stream.topics);
      let told = missed === undefined || stream.pending.empty ? this.past.latest : (cursor ?? '');
      yield { type: 'hello', cursor: told, topics: [...stream.topics], reload: missed === undefined };
      let spoke = Date.now();
      let checked = Date.now();
      let news = 0;
      while (!signal.aborted) {
        if (stream.doubtful || Date.now() - checked >= this.times.recheckMs) {
          stream.doubtful = false;
          checked = Date.now();
          const now = await request.recheck();
          if ('end' in now) end(stream, now.end);
          else if (!sameTopics(stream.topics, now.topics)) {
            stream.topics = now.topics;
            stream.pending.clear();
            stream.reload = true;
          }
        }
        if (stream.ended !== undefined) {
          yield { type: 'end', why: stream.ended };
          return;
        }
        const due = Math.min(spoke + this.times.heartbeatMs, checked + this.times.recheckMs);
        const quiet = stream.pending.empty && !stream.reload;
        // News waits for its turn, so that one topic's lines keep their distance.
        const wait = (quiet ? due : Math.min(due, news + this.times.intervalMs)) - Date.now();
        if (wait > 0) {
          await this.sleep(stream, wait, quiet);
          continue;
        }
        if (stream.reload) {
          stream.reload = false;
          told = this.past.latest;
          yield { type: 'reload', cursor: told };
          news = spoke = Date.now();
        } else if (!stream.pending.empty && Date.now() >= news + this.times.intervalMs) {
          const before = told;
          told = this.past.latest;
          news = spoke = Date.now();
          yield* this.lines(stream.tenantId, stream.pending.take(), before, told);
        } else if (Date.now() >= spoke + this.times.heartbeatMs) {
          if (stream.pending.empty) told = this.past.latest;
          yield { type: 'heartbeat', cursor: told };
          spoke = Date.now();
        }
      }
    } finally {
      signal.removeEventListener('abort', gone);
      this.leave(stream);
    }
  }

  /** Only the last line of a moment stands for all of it: whoever breaks off before it hears the moment again. */
  private async *lines(tenantId: string, news: News, before: string, after: string): AsyncGenerator<LiveLine> {
    const lines: Exclude<LiveLine, { type: 'end' }>[] = [];
    if (news.orders) lines.push({ type: 'orders', cursor: before, ...mutable(news.orders) });
    if (news.batches)
      lines.push({ type: 'batches', cursor: before, batches: [...news.batches.batches], more: news.batches.more });
    if (news.stores)
      lines.push({ type: 'stores', cursor: before, storeIds: [...news.stores.storeIds], more: news.stores.more });
    if (news.printing) lines.push({ type: 'printing', cursor: before });
    if (news.exceptions) lines.push({ type: 'exceptions', cursor: before, open: await this.countExceptions(tenantId) });
    for (const [at, line] of lines.entries()) yield at === lines.length - 1 ? { ...line, cursor: after } : line;
  }

  /** One statement for all streams of a tenant that tell it in the same moment. */
  private countExceptions(tenantId: string): Promise<number> {
    const running = this.counting.get(tenantId);
    if (running) return running;
    const count = this.openExceptions(tenantId).finally(() => {
      setTimeout(() => this.counting.delete(tenantId), this.times.intervalMs / 5).unref();
    });
    this.counting.set(tenantId, count);
    return count;
  }

  /** Until the time is over or something happens; news that waits for its turn is not hurried by more of it. */
  private sleep(stream: OpenStream, ms: number, wakesForNews: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      timer.unref();
      function done(): void {
        clearTimeout(timer);
        stream.wake = () => undefined;
        resolve();
      }
      stream.wake = () => {
        if (wakesForNews || stream.ended !== undefined || stream.doubtful || stream.reload) done();
        else if (stream.pending.empty) done();
      };
    });
  }

  private enter(stream: OpenStream): void {
    const ofTenant = this.byTenant.get(stream.tenantId) ?? new Set();
    this.byTenant.set(stream.tenantId, ofTenant.add(stream));
    const ofSession = this.bySession.get(stream.sessionId) ?? new Set();
    this.bySession.set(stream.sessionId, ofSession.add(stream));
    this.size += 1;
    const living = [...ofSession].filter((each) => each.ended === undefined);
    for (const oldest of living.slice(0, Math.max(0, living.length - MOST_OF_SESSION))) end(oldest, 'too_many');
  }

  private leave(stream: OpenStream): void {
    for (const [key, map] of [
      [stream.tenantId, this.byTenant],
      [stream.sessionId, this.bySession],
    ] as const) {
      const all = map.get(key);
      all?.delete(stream);
      if (all?.size === 0) map.delete(key);
    }
    this.size -= 1;
  }
}

const sameTopics = (a: ReadonlySet<LiveTopic>, b: ReadonlySet<LiveTopic>): boolean =>
  a.size === b.size && [...a].every((topic) => b.has(topic));

const end = (stream: OpenStream, why: Why): void => {
  stream.ended ??= why;
  stream.wake();
};

const mutable = (orders: NonNullable<News['orders']>) => ({
  added: [...orders.added],
  changed: [...orders.changed],
  more: orders.more,
  counts: { ...orders.counts },
});
