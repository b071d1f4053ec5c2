/** A purchase that lacked funds: begins the shipper's automatic top-up, where there is one, and says so. */
import type { Outcome } from '../../../platform/problem.ts';
import { problem } from '../../../platform/problem.ts';
import type { ShipmentPorts } from '../ports.ts';
import type { Refusal } from './plan-purchase.ts';

/**
 * The purchase itself is not tried again by anybody: the person does that once the money is there, so that nothing is charged
 * for a label that nobody waits for any more.
 */
export async function withTopUp(
  ports: Pick<ShipmentPorts, 'funds'>,
  shipper: { readonly tenantId: string },
  outcome: Refusal['outcome'],
): Promise<Outcome<never>> {
  if (outcome.ok || outcome.problem.code !== 'insufficient_funds') return outcome;
  const { code, ...words } = outcome.problem;
  // Without an amount it is a level above that lacks funds: no money of the shipper helps there.
  if (words.short === undefined) return outcome;
  const advice = await ports.funds?.whenShort(shipper.tenantId, words.short);
  return advice === undefined ? outcome : problem(code, { ...words, advice });
}
