/** Sales taxes on the fee of a plan. */
import type { Money } from '@scanship/domain/money/money';
import { taxLines } from '@scanship/domain/taxes/sales-tax';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { Tx } from '../../platform/database/database.ts';
import { taxesWithin } from '../taxes/index.ts';

/**
 * Tax lines of what a seller charges a customer for its plan; none where the seller is not registered, or where nobody knows
 * where it or the customer is. Runs as the customer and ends so.
 * @param day it is charged on, YYYY-MM-DD
 */
export async function feeTaxes(
  tx: Tx,
  of: { readonly sellerId: string; readonly customerId: string },
  net: Money,
  day: string,
): Promise<readonly PriceLine[]> {
  const { taxes } = await taxesWithin(tx, { sellerId: of.sellerId, buyerId: of.customerId, day, supply: 'software' });
  return taxLines(net, taxes);
}
