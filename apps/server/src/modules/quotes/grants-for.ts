import type { OpenGrant } from '../carriers/index.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { OrderFacts } from './order-facts.ts';

/** Accounts that are asked for an order: all, and for a sample those whose labels cost nothing. Problem `no_carrier`. */
export function grantsFor(
  { sample }: Pick<OrderFacts, 'sample'>,
  grants: readonly OpenGrant[],
): Outcome<readonly OpenGrant[]> {
  if (!sample) return grants.length > 0 ? { ok: true, value: grants } : problem('no_carrier');
  const free = grants.filter(({ test }) => test);
  return free.length > 0
    ? { ok: true, value: free }
    : problem('no_carrier', {
        message: 'A sample order takes free TEST labels only, and no carrier account makes them.',
        advice: 'Connect a carrier in sandbox mode under Carriers, or ship an order of your own.',
      });
}
