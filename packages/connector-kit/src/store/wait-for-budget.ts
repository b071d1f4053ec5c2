/** Platforms that count the cost of a question: where the budget is used up, it is waited for if that is soon. */
import { ConnectorError } from '../errors.ts';
import { pause } from '../http/http-client.ts';
import type { CarrierEnv } from '../environment.ts';

/** Longest wait within one question; beyond that the caller comes back later. */
const LONGEST_WAIT_MS = 8_000;
const ATTEMPTS = 5;

/**
 * @param vendorCode of the problem that means that the budget is used up; its `retryAfterMs` says for how long
 * @param question asks and changes nothing, so that it can be repeated
 * @throws ConnectorError of the question; `quota` when waiting would take too long
 */
export async function waitingForBudget<T>(
  env: Pick<CarrierEnv, 'pause'>,
  vendorCode: string,
  question: () => Promise<T>,
): Promise<T> {
  let waited = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.problem.vendorCode !== vendorCode) throw error;
      const wait = error.problem.retryAfterMs ?? 1_000;
      waited += wait;
      if (attempt >= ATTEMPTS || waited > LONGEST_WAIT_MS) throw error;
      await (env.pause ?? pause)(wait);
    }
  }
}
