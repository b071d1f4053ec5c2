/** Who ships an order at this moment (ux.md line 15): shown to everybody, and a second purchase is refused. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { OrderContext } from './order-context.ts';

/** A purchase that takes longer shows as its own state; the claim only bridges the click. */
export const CLAIM_SECONDS = 120;

/**
 * Claims an order for the acting person until the claim lapses, the label is bought or it is let go. Claiming again
 * prolongs it. The database's clock decides.
 * @returns problem `not_found`, or `order_claimed` while somebody else holds it
 */
export async function claimOrder(
  ctx: OrderContext & { readonly userId: string },
  tx: Tx,
  input: { readonly orderId: string; readonly seconds?: number | undefined },
): Promise<Outcome<{ readonly until: Date }>> {
  const claimed = await sql<{ until: Date }>`UPDATE orders
    SET claimed_by = ${ctx.userId}, claimed_until = now() + make_interval(secs => ${input.seconds ?? CLAIM_SECONDS})
    WHERE id = ${input.orderId} AND (claimed_by IS NULL OR claimed_by = ${ctx.userId} OR claimed_until IS NULL OR claimed_until <= now())
    RETURNING claimed_until AS until`.execute(tx);
  const row = claimed.rows[0];
  if (row) return ok({ until: row.until });
  const exists = await sql`SELECT 1 FROM orders WHERE id = ${input.orderId}`.execute(tx);
  return exists.rows.length > 0 ? problem('order_claimed') : problem('not_found');
}

/** Lets a claim go; nothing happens when somebody else holds it or nobody does. */
export async function releaseClaim(
  ctx: OrderContext & { readonly userId: string },
  tx: Tx,
  input: { readonly orderId: string },
): Promise<void> {
  await sql`UPDATE orders SET claimed_by = NULL, claimed_until = NULL
    WHERE id = ${input.orderId} AND claimed_by = ${ctx.userId}`.execute(tx);
}
