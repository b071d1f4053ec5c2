/**
 * Wakes whoever waits in any process: an agent for its next job, a request for the end of a job or for a machine's word.
 * What is waited for is always in the rows; a signal only says that it is worth looking.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { createListener } from '../../platform/live/listener.ts';
import type { Logger } from '../../platform/logging/logger.ts';

const CHANNEL = 'scanship_print';

export type Signal = `agent:${string}` | `synced:${string}` | `job:${string}`;

/** With the transaction: heard by every process when it commits, never when it does not. */
export const say = (tx: Tx, signal: Signal) => sql`SELECT pg_notify(${CHANNEL}, ${signal})`.execute(tx);

export interface Waiting {
  /** Resolves at the next signal since `listen` or since the last one taken, after the time, or at the end of the process. */
  next(ms: number): Promise<'signal' | 'time' | 'end'>;
  close(): void;
}

export class Signals {
  private readonly listener: ReturnType<typeof createListener>;
  private readonly waiting = new Map<string, Set<() => void>>();
  private ended = false;

  constructor(db: Database, log: Logger) {
    this.listener = createListener({
      channel: CHANNEL,
      connect: () => db.ownConnection(),
      log,
      heard: (payload) => this.wake(payload),
      // Something may have been missed: everybody looks once.
      begun: () => this.wakeAll(),
    });
  }

  /** At once in this process; `say` is for the others. */
  wake(signal: string): void {
    for (const call of this.waiting.get(signal) ?? []) call();
  }

  private wakeAll(): void {
    for (const calls of this.waiting.values()) for (const call of calls) call();
  }

  get open(): number {
    return this.waiting.size;
  }

  /** From now on nothing is missed. Where the database cannot be heard, only this process wakes; rows are looked at again in time. */
  async listen(signal: Signal, abort?: AbortSignal): Promise<Waiting> {
    let news = false;
    let resolve: ((why: 'signal' | 'end') => void) | undefined;
    const call = () => {
      news = true;
      resolve?.(this.ended ? 'end' : 'signal');
    };
    const calls = this.waiting.get(signal) ?? new Set();
    this.waiting.set(signal, calls.add(call));
    const gone = () => resolve?.('end');
    abort?.addEventListener('abort', gone);
    await this.listener.start().catch(() => undefined);
    return {
      next: (ms) =>
        new Promise((done) => {
          if (this.ended || abort?.aborted) return done('end');
          if (news) {
            news = false;
            return done('signal');
          }
          const timer = setTimeout(() => {
            resolve = undefined;
            done('time');
          }, ms);
          resolve = (why) => {
            clearTimeout(timer);
            resolve = undefined;
            news = false;
            done(abort?.aborted ? 'end' : why);
          };
          return undefined;
        }),
      close: () => {
        abort?.removeEventListener('abort', gone);
        calls.delete(call);
        if (calls.size === 0 && this.waiting.get(signal) === calls) this.waiting.delete(signal);
      },
    };
  }

  /** Everybody who waits is answered; nobody waits any more. */
  end(): void {
    this.ended = true;
    this.wakeAll();
  }

  async stop(): Promise<void> {
    this.end();
    await this.listener.stop();
  }
}
