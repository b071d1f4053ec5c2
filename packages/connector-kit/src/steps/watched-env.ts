/** An environment that ends at a deadline and remembers whether a call that changes something can have reached the vendor. */
import type { CarrierEnv } from '../environment.ts';
import { ConnectorError, fail, type ProblemKind } from '../errors.ts';
import type { Http } from '../http/http.ts';
import { pause } from '../http/http-client.ts';
import { afterUnknown, onlyAsks } from '../http/http-faults.ts';

export interface EffectWatch {
  /** A changing call ended without telling whether it took effect. */
  readonly unknown: boolean;
  /** A changing call was answered, is under way, or ended unknown. */
  mayHave(): boolean;
}

const NO_EFFECT: readonly ProblemKind[] = [
  'invalid-input',
  'refused',
  'not-authorised',
  'quota',
  'temporary-before-effect',
];

/** The environment stays what it was (a store's keeps its access): only its calls, waits and clock are watched. */
export function watchEnv<E extends CarrierEnv>(
  env: E,
  vendor: string,
): { env: E; watch: EffectWatch; expire: () => void } {
  const end = new AbortController();
  const state = { answered: false, unknown: false, underWay: 0 };
  const http: Http = {
    async send(request) {
      if (request.closing === true) return env.http.send(request);
      if (end.signal.aborted)
        throw fail('temporary-before-effect', `The time for this step at ${vendor} is over; nothing more was sent.`);
      const signal = request.signal ? AbortSignal.any([request.signal, end.signal]) : end.signal;
      const asks = onlyAsks(request);
      if (!asks) state.underWay += 1;
      try {
        const response = await env.http.send({ ...request, signal });
        if (!asks) state.answered = true;
        return response;
      } catch (error) {
        const harmless = error instanceof ConnectorError && NO_EFFECT.includes(error.problem.kind);
        if (!asks && !harmless) state.unknown = true;
        // A second call of the step failed after the first had its effect: the step as a whole is not "nothing happened".
        if (state.answered && error instanceof ConnectorError) throw afterUnknown(error);
        throw error;
      } finally {
        if (!asks) state.underWay -= 1;
      }
    },
  };
  return {
    env: { ...env, http, now: () => env.now(), pause: (ms) => (env.pause ? env.pause(ms) : pause(ms, end.signal)) },
    watch: {
      get unknown() {
        return state.unknown;
      },
      mayHave: () => state.answered || state.unknown || state.underWay > 0,
    },
    expire: () => end.abort(),
  };
}
