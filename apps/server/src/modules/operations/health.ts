/** Whether the process lives and may be given work. */
import type { Services } from '../../platform/services.ts';

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

/** Runs all checks at once; a check that hangs counts as failed. Reasons are logged, not shown to strangers. */
export const askReadiness = async (checks: readonly Check[], log: Services['log']): Promise<Readiness> => {
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
        return [check.name, 'failed'] as const;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return { ready: results.every(([, state]) => state === 'ok'), checks: Object.fromEntries(results) };
};
