/** Counts calls in memory: of a session where a genuine token names one, else of an address. One budget a process. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimit {
  /** Seconds to wait, or undefined when the call may go on. */
  take(key: string): Promise<number | undefined>;
}

export const createRateLimit = (points: number, seconds: number): RateLimit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
  };
};
