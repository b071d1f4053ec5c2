/**
 * What happens elsewhere, as it happens: one stream for all tabs of a browser. The tab that holds the lock reads it and
 * tells the others; when that tab goes, the next one takes over where it stopped. A stream that breaks or falls silent is
 * opened again after a growing, random pause. Without Web Locks or a channel (an insecure origin) each tab reads its own.
 */
import { HEARTBEAT_SECONDS, type LiveLine } from '@scanship/contracts/live';

/** What listeners are told. `reload`: lines may be missing, so ask for everything shown once more. */
export type LiveEvent = Extract<
  LiveLine,
  { type: 'orders' | 'batches' | 'exceptions' | 'stores' | 'printing' | 'reload' }
>;
/** `late`: nothing was heard for a while, so what is shown may be out of date. */
export type LiveState = 'starting' | 'live' | 'late';

export interface LiveChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}
export interface LiveOptions {
  /** Opens the stream; ends or throws when it breaks. */
  readonly open: (cursor: string | undefined, signal: AbortSignal) => AsyncIterable<LiveLine>;
  /** Whose stream it is: tabs of another person do not share it. */
  readonly owner: string;
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  readonly channel?: ((name: string) => LiveChannel) | undefined;
  /** The server ended the stream because the session is over. */
  readonly onSessionOver?: () => void;
  /** Between 0 and 1. */
  readonly random?: () => number;
  /** Length of a pause for the n-th failure in a row, ms. */
  readonly pause?: (failures: number, random: number) => number;
  /** Silence after which the stream counts as broken, ms. */
  readonly silenceMs?: number;
  /** How long without a stream until what is shown counts as out of date, ms. */
  readonly lateMs?: number;
}
export interface Live {
  /** The stream is read while somebody listens. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  state(): LiveState;
  onState(listener: () => void): () => void;
  /** Ends it for good. */
  stop(): void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Doubles to half a minute; half of it is random, so that a restarted server is not met by all at once. */
export const pauseMs = (failures: number, random: number): number => {
  const whole = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, failures - 1));
  return Math.round(whole * (0.5 + random / 2));
};

type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'alive'; readonly cursor: string }
  | { readonly kind: 'state'; readonly state: LiveState };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

export function createLive(options: LiveOptions): Live {
  const { owner, locks, random = Math.random, pause = pauseMs } = options;
  const silenceMs = options.silenceMs ?? 2 * HEARTBEAT_SECONDS * 1000;
  const lateMs = options.lateMs ?? 8000;
  const name = `scanship-live:${owner}`;
  const listeners = new Set<(event: LiveEvent) => void>();
  const stateListeners = new Set<() => void>();
  let current: LiveState = 'starting';
  let cursor: string | undefined;
  let running: AbortController | undefined;
  let channel: LiveChannel | undefined;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;

  function become(state: LiveState): void {
    clearTimeout(lateTimer);
    // A tab that only listens hears nothing when the reading one hangs: it finds out by itself.
    if (state === 'live' && running) lateTimer = setTimeout(() => become('late'), silenceMs + lateMs);
    if (state === current) return;
    current = state;
    for (const listener of stateListeners) listener();
  }
  function tell(event: LiveEvent): void {
    for (const listener of listeners) listener(event);
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  const say = (message: Message): void => channel?.postMessage(message);

  /** Reads one stream to its end. @returns whether to come back, and if it ever spoke. */
  async function read(signal: AbortSignal): Promise<{ readonly again: boolean; readonly heard: boolean }> {
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener('abort', stop, { once: true });
    let watch = setTimeout(stop, silenceMs);
    let heard = false;
    try {
      for await (const line of options.open(cursor, own.signal)) {
        clearTimeout(watch);
        watch = setTimeout(stop, silenceMs);
        if (line.type === 'end') {
          if (line.why === 'session') options.onSessionOver?.();
          return { again: line.why !== 'session' && line.why !== 'too_many', heard };
        }
        const first = !heard && cursor === undefined;
        heard = true;
        cursor = line.cursor;
        become('live');
        say({ kind: 'alive', cursor });
        // The very first greeting follows lists that were just asked for.
        if (line.type === 'hello' ? line.reload && !first : line.type === 'reload') hear({ type: 'reload', cursor });
        else if (line.type !== 'hello' && line.type !== 'heartbeat' && line.type !== 'reload') hear(line);
      }
    } finally {
      clearTimeout(watch);
      signal.removeEventListener('abort', stop);
      own.abort();
    }
    return { again: true, heard };
  }
  function hear(event: LiveEvent): void {
    tell(event);
    say({ kind: 'event', event });
  }

  async function readOn(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let again = true;
      try {
        const ended = await read(signal);
        again = ended.again;
        if (ended.heard) failures = 0;
      } catch {
        // Said by the state; the transport's own words help nobody here.
      }
      if (signal.aborted || !again) break;
      failures += 1;
      const wait = pause(failures, random());
      const late = setTimeout(() => (become('late'), say({ kind: 'state', state: 'late' })), lateMs);
      if (failures > 2) become('late');
      await sleep(wait, signal);
      clearTimeout(late);
    }
    if (!signal.aborted) become('late');
  }

  function start(): void {
    if (running) return;
    running = new AbortController();
    const { signal } = running;
    channel = options.channel?.(name);
    channel?.addEventListener('message', ({ data }) => {
      const message = data as Message;
      if (message.kind === 'event') {
        cursor = message.event.cursor;
        tell(message.event);
      } else if (message.kind === 'alive') {
        cursor = message.cursor;
        become('live');
      } else become(message.state);
    });
    if (locks && channel)
      locks.request(name, { signal }, () => readOn(signal)).catch(() => undefined /* stopped while waiting */);
    else void readOn(signal);
  }
  function stop(): void {
    running?.abort();
    running = undefined;
    clearTimeout(lateTimer);
    channel?.close();
    channel = undefined;
    become('starting');
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    state: () => current,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    stop() {
      listeners.clear();
      stop();
    },
  };
}
