/** Turns what went wrong at a carrier into one sentence for the person, and says whether asking again makes sense. */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';

export interface ProblemWords {
  readonly message: string;
  readonly canRetry: boolean;
  /** The carrier asked us to slow down: milliseconds until it is worth asking again. */
  readonly waitMs?: number | undefined;
}

export function problemWords(name: string, problem: ConnectorProblem): ProblemWords {
  switch (problem.kind) {
    case 'quota':
      return { message: limited(name, problem.retryAfterMs), canRetry: true, waitMs: problem.retryAfterMs ?? 5_000 };
    case 'not-authorised':
      return {
        message: `${name} did not accept the account's credentials. Check them under Carriers.`,
        canRetry: false,
      };
    case 'temporary-before-effect':
    case 'unknown-effect':
      return { message: problem.message, canRetry: true };
    case 'vendor-broken':
      return { message: `${name} answered something that cannot be read.`, canRetry: true };
    case 'invalid-input':
    case 'refused':
      return {
        message: problem.vendorMessage ? `${name}: ${problem.vendorMessage}` : problem.message,
        canRetry: false,
      };
  }
}

/** Whole sentences, since each is looked up in the other language as it stands. */
function limited(name: string, ms: number | undefined): string {
  if (ms === undefined) return `${name} is limiting requests; try again in a moment.`;
  return ms > 120_000
    ? `${name} is limiting requests; try again in ${Math.ceil(ms / 60_000)} min.`
    : `${name} is limiting requests; try again in ${Math.max(1, Math.ceil(ms / 1000))} s.`;
}
