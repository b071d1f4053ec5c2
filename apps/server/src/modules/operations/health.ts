/** Whether the process lives and may be given work. */
import type { Services } from '../../platform/services.ts';

/** A check failed for a reason that strangers may read. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  /** Shown at `/readyz`: a few words without names or addresses. */
  readonly shown: string;
  constructor(shown: string, message: string) {
    super(message);
    this.shown = shown;
  }
}

export interface Check {
  readonly name: string;
  /** Throws with a sentence when it is not ready. */
  run(): Promise<void>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

const LONGEST_MS = 3_000;

/** Whoever asks within this time of another gets the same answer: probes of several proxies are one question. */
const SAME_ANSWER_MS = 1_000;

/** Runs all checks at once; a check that hangs counts as failed. Reasons are logged, and shown only by `NotReadyError`. */
export const createReadiness = (checks: readonly Check[], log: Services['log']): (() => Promise<Readiness>) => {
  let last: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > SAME_ANSWER_MS)
      last = { at: performance.now(), answer: ask(checks, log) };
    return last.answer;
  };
};

const ask = async (checks: readonly Check[], log: Services['log']): Promise<Readiness> => {
  const results = await Promise.all(
    checks.map(async (check) => {
      let timer: NodeJS.Timeout | undefined;
      try {
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('no answer within 3 s')), LONGEST_MS);
        });
        await Promise.race([check.run(), late]);
        return [check.name, 'ok'] as const;
      } catch (error) {
        log.warn({ err: error, check: check.name }, 'not ready');
        return [check.name, error instanceof NotReadyError ? error.shown : 'failed'] as const;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return { ready: results.every(([, state]) => state === 'ok'), checks: Object.fromEntries(results) };
};
