/** The first subscription of a customer. */
import { openSubscription, type PlanCode } from '@scanship/domain/money/subscription';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { charge, price } from './charge.ts';
import { insertSubscription } from './subscription-rows.ts';
import { newestTerms } from './terms.ts';

/**
 * In the transaction that makes the customer: its trial begins, or its first period with the fee. Works as the customer
 * afterwards.
 */
export async function openFor(
  tx: Tx,
  of: { readonly customerId: string; readonly sellerId: string; readonly plan: PlanCode; readonly timeZone: string },
  now: Date,
): Promise<void> {
  await actAs(tx, { role: 'app_tenant', tenantId: of.sellerId });
  const terms = (await newestTerms(tx, of.sellerId))(of.plan);
  await actAs(tx, { role: 'app_tenant', tenantId: of.customerId });
  const { subscription, lines } = openSubscription(terms, 'month', localDay(now, of.timeZone));
  await insertSubscription(tx, of, subscription, now);
  if (lines.length > 0)
    await charge(
      tx,
      of,
      { key: `fee/${subscription.term.start}`, kind: 'fee' },
      await price(tx, of, lines, terms.currency, now),
      now,
    );
  // The record is new with the customer: which version it is on is part of it and no change.
  await actAs(tx, { role: 'app_tenant', tenantId: of.sellerId });
  await tx
    .updateTable('franchise_customers')
    .set({ plan_version_no: terms.no })
    .where('tenant_id', '=', of.sellerId)
    .where('customer_id', '=', of.customerId)
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId: of.customerId });
}
