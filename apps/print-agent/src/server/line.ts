/** The line to the server: who failed waits, and everybody is woken when it works again. */
import os from 'node:os';
import { isLineDown, LONGEST_MS, LONGEST_WITHOUT_LINE_MS, waitMs } from './back-off.ts';
import { Refused } from './api.ts';

export interface Line {
  /** Waits before the next try; shorter when the line comes back. @param failures in a row, from 1 */
  pause(failures: number, error: unknown): Promise<void>;
  /** An answer came: everybody who waits tries at once. */
  works(): void;
  close(): void;
}

/** How often the machine's own addresses are compared. */
const LOOK_MS = 1_000;
/** A timer that is this late means that the machine slept. */
const SLEPT_MS = 10_000;

const addresses = (): string =>
  Object.values(os.networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter((each) => !each.internal)
    .map((each) => each.address)
    .toSorted()
    .join(' ');

export function watchLine(signal: AbortSignal, random: () => number = Math.random): Line {
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const each of waiting) each();
  };
  let before = addresses();
  let lookedAt = Date.now();
  const timer = setInterval(() => {
    const now = addresses();
    const slept = Date.now() - lookedAt > LOOK_MS + SLEPT_MS;
    if (slept || (now !== before && now !== '')) wake();
    before = now;
    lookedAt = Date.now();
  }, LOOK_MS);
  timer.unref();
  signal.addEventListener('abort', wake);
  return {
    pause(failures, error) {
      if (signal.aborted) return Promise.resolve();
      const told = error instanceof Refused ? error.retryAfterMs : undefined;
      const longest = isLineDown(error) ? LONGEST_WITHOUT_LINE_MS : LONGEST_MS;
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timeout);
          waiting.delete(done);
          resolve();
        };
        const timeout = setTimeout(done, told ?? waitMs(failures, random(), longest));
        waiting.add(done);
      });
    },
    works: wake,
    close: () => clearInterval(timer),
  };
}
