/** Labels of a period: purchases that stand or may still stand. Voided, refused and absent ones do not count. */
import type { Tx } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';

const COUNTED = ['planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed', 'complete'] as const;

/**
 * Runs as the customer. The moment of a purchase is read from its id. What it bought before it came here was sold by another.
 * @param until null: up to now
 * @param withTest test labels count: demo installations have no others
 */
export async function countLabels(
  tx: Tx,
  customerId: string,
  span: { readonly from: Date; readonly until: Date | null },
  withTest: boolean,
): Promise<number> {
  const customer = await tx.selectFrom('tenants').select('came_at').where('id', '=', customerId).executeTakeFirst();
  const from = customer?.came_at && customer.came_at > span.from ? customer.came_at : span.from;
  let query = tx
    .selectFrom('purchases')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', customerId)
    .where('id', '>=', firstIdAt(from))
    .where('kind', '=', 'buy')
    .where('state', 'in', [...COUNTED]);
  if (span.until) query = query.where('id', '<', firstIdAt(span.until));
  if (!withTest) query = query.where('test', '=', false);
  return (await query.executeTakeFirstOrThrow()).n;
}
