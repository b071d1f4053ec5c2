import type { LiveLine } from '@scanship/contracts/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive, type LiveChannel, type LiveEvent, type LiveOptions, pauseMs } from './live.ts';

/** A stream that a test writes to. */
function stream() {
  const opened: { readonly cursor: string | undefined; readonly signal: AbortSignal }[] = [];
  let lines: LiveLine[] = [];
  let wake: (() => void) | undefined;
  const now = { ended: false };
  let broken = 0;
  const open = async function* (cursor: string | undefined, signal: AbortSignal): AsyncGenerator<LiveLine, void, void> {
    opened.push({ cursor, signal });
    if (broken > 0) {
      broken -= 1;
      throw new TypeError('fetch failed');
    }
    now.ended = false;
    signal.addEventListener('abort', () => wake?.());
    while (!now.ended && !signal.aborted) {
      const fresh = lines;
      lines = [];
      for (const line of fresh) yield line;
      if (lines.length === 0 && !now.ended && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  };
  return {
    opened,
    say(...more: LiveLine[]) {
      lines.push(...more);
      wake?.();
    },
    end() {
      now.ended = true;
      wake?.();
    },
    breakNext(times: number) {
      broken = times;
    },
    open,
  };
}
/** A channel as the browser has it: everybody hears it but the speaker. */
function channels() {
  const all = new Map<string, Set<{ listener: ((event: { data: unknown }) => void) | undefined }>>();
  return (name: string): LiveChannel => {
    const group = all.get(name) ?? new Set();
    all.set(name, group);
    const me: { listener: ((event: { data: unknown }) => void) | undefined } = { listener: undefined };
    group.add(me);
    return {
      postMessage: (data) => {
        for (const other of group) if (other !== me) other.listener?.({ data: structuredClone(data) });
      },
      addEventListener: (_type, listener) => {
        me.listener = listener;
      },
      close: () => void group.delete(me),
    };
  };
}
/** Locks as the browser has them: one holder, the others wait in line. */
function lockManager(): NonNullable<LiveOptions['locks']> {
  let line: Promise<unknown> = Promise.resolve();
  const request = (_name: string, options: { signal?: AbortSignal }, work: () => Promise<unknown>) => {
    const mine = line.then(() => (options.signal?.aborted ? undefined : work()));
    line = mine.catch(() => undefined);
    return mine;
  };
  return { request } as NonNullable<LiveOptions['locks']>;
}

const hello = (cursor: string, reload = true): LiveLine => ({ type: 'hello', cursor, topics: ['orders'], reload });
const orders = (cursor: string, ...added: string[]): LiveLine => ({
  type: 'orders',
  cursor,
  added,
  changed: [],
  more: false,
  counts: {},
});
const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live', () => {
  it('reads while somebody listens, and not longer', async () => {
    const source = stream();
    const live = createLive({ owner: 'a', open: source.open });
    expect(source.opened).toHaveLength(0);
    const heard: LiveEvent[] = [];
    const leave = live.subscribe((event) => heard.push(event));
    await settle();
    source.say(hello('1'), orders('2', 'o1'), { type: 'heartbeat', cursor: '3' });
    await settle();
    expect(live.state()).toBe('live');
    expect(heard.map((event) => event.type)).toEqual(['orders']);
    leave();
    await settle();
    expect(source.opened[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(source.opened).toHaveLength(1);
  });

  it('comes back where it was, after pauses that grow, and says when it is late', async () => {
    const source = stream();
    const live = createLive({ owner: 'a', open: source.open, random: () => 1 });
    const heard: LiveEvent[] = [];
    live.subscribe((event) => heard.push(event));
    await settle();
    source.say(hello('1'), orders('7', 'o1'));
    await settle();
    source.breakNext(3);
    source.end();
    await vi.advanceTimersByTimeAsync(999);
    expect(source.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(source.opened[1]?.cursor).toBe('7');
    await vi.advanceTimersByTimeAsync(2000);
    expect(source.opened).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(4000);
    expect(source.opened).toHaveLength(4);
    expect(live.state()).toBe('late');
    await vi.advanceTimersByTimeAsync(8000);
    expect(source.opened).toHaveLength(5);
    source.say(hello('9'));
    await settle();
    expect(live.state()).toBe('live');
    expect(heard.at(-1)?.type).toBe('reload');
    live.stop();
  });

  it('takes silence for a broken line', async () => {
    const source = stream();
    const live = createLive({ owner: 'a', open: source.open, random: () => 0, silenceMs: 30_000 });
    live.subscribe(() => undefined);
    await settle();
    source.say(hello('1'));
    await settle();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(source.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(source.opened).toHaveLength(2);
    live.stop();
  });

  it('stays away where the server says so, and is late then', async () => {
    const source = stream();
    const onSessionOver = vi.fn();
    const live = createLive({ owner: 'a', open: source.open, onSessionOver });
    live.subscribe(() => undefined);
    await settle();
    source.say(hello('1'), { type: 'end', why: 'session' });
    await settle();
    expect(onSessionOver).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(source.opened).toHaveLength(1);
    expect(live.state()).toBe('late');
    live.stop();
  });

  it('is one stream for all tabs; when the reading tab goes, the next goes on from there', async () => {
    const source = stream();
    const shared = { owner: 'a', open: source.open, locks: lockManager(), channel: channels() };
    const [one, two] = [createLive(shared), createLive(shared)];
    const heard: string[] = [];
    const leaveOne = one.subscribe((event) => heard.push(`one ${event.type}`));
    two.subscribe((event) => heard.push(`two ${event.type}`));
    await settle();
    source.say(hello('1'), orders('2', 'o1'));
    await settle();
    expect(heard.toSorted()).toEqual(['one orders', 'two orders']);
    expect(source.opened).toHaveLength(1);
    expect(two.state()).toBe('live');
    leaveOne();
    await settle();
    expect(source.opened.map((o) => o.cursor)).toEqual([undefined, '2']);
    source.say(hello('3', false), orders('4', 'o2'));
    await settle();
    expect(heard.filter((h) => h.startsWith('two'))).toHaveLength(2);
    two.stop();
  });

  it('the pauses double, stay below half a minute, and half of each is random', () => {
    expect([1, 2, 3, 6, 20].map((n) => pauseMs(n, 1))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
    expect(pauseMs(1, 0)).toBe(500);
  });
});
