/** A carrier's problem with an account, as the person who connects or looks after it sees it. */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { type Outcome, problem } from '../../platform/problem.ts';

const UNREACHED = new Set<ConnectorProblem['kind']>([
  'temporary-before-effect',
  'unknown-effect',
  'quota',
  'vendor-broken',
]);

/** The connector's sentence, with the carrier's own words where they say more. */
export function problemWords(said: ConnectorProblem): string {
  const words =
    said.vendorMessage && !said.message.includes(said.vendorMessage) ? ` It said: "${said.vendorMessage}"` : '';
  const reference = said.traceId === undefined ? '' : ` (reference ${said.traceId})`;
  return `${said.message}${words}${reference}`;
}

/** Whether the carrier was not reached, so that it said nothing about the account. */
export const notReached = (said: ConnectorProblem): boolean => UNREACHED.has(said.kind);

export const carrierProblem = (said: ConnectorProblem): Outcome<never> =>
  problem(notReached(said) ? 'carrier_unavailable' : 'carrier_refused', {
    message: problemWords(said),
    advice: notReached(said) ? 'Try again in a moment.' : 'Check the account with the carrier, then try again.',
    ...(said.retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(said.retryAfterMs / 1000) }),
  });
