/** Waiting inside one reading operation for a vendor that answers "still working". Steps use `wait` instead. */
import type { CarrierEnv } from '../environment.ts';
import { fail } from '../errors.ts';
import { pause } from './http-client.ts';

/**
 * Asks until the answer is not undefined. The runner's deadline ends the waiting.
 * @throws ConnectorError `temporary-before-effect` after `attempts` questions.
 */
export async function pollUntil<T>(
  env: CarrierEnv,
  options: { readonly vendor: string; readonly what: string; readonly everyMs: number; readonly attempts: number },
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= options.attempts; attempt += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (attempt < options.attempts) await (env.pause ?? pause)(options.everyMs);
  }
  throw fail(
    'temporary-before-effect',
    `${options.vendor} is still working on ${options.what}; try again in a moment.`,
    {
      retryAfterMs: options.everyMs * options.attempts,
    },
  );
}
