/** Whether a customer may ship at all: the one question of purchases and of everything that calls a carrier to plan one. */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { isPaid, type Restriction } from './restriction.ts';

const FREE: Outcome<void> = { ok: true, value: undefined };

/** As the customer's own people are told. */
export const restricted = ({ reason, untilPaid }: Pick<Restriction, 'reason' | 'untilPaid'>): Outcome<never> =>
  problem('shipping_restricted', {
    message: `Shipping is stopped for your company: ${reason}`,
    advice: untilPaid
      ? 'Pay what is open under Billing; then shipping resumes automatically. Nothing of yours is lost.'
      : 'Ask the company you buy from. Nothing of yours is lost.',
  });

/**
 * It, or a company above it, is suspended or closed: nothing is bought for it, whoever asks; the database refuses it as well
 * (`*_while_active`).
 */
export const COMPANY_OFF: Outcome<never> = problem('shipping_restricted', {
  message: 'Shipping is stopped: this company, or the one it buys from, is suspended.',
  advice: 'Whoever suspended it can give access back. Nothing is lost.',
});

/**
 * Another customer has taken its place below another franchise (decision 0427); no payment and nobody below the operator ends that. The
 * database refuses it as well (`purchases_unless_moved`).
 */
export const COMPANY_MOVED: Outcome<never> = problem('shipping_restricted', {
  message: 'Shipping is stopped: your company ships from its new account now.',
  advice: 'Sign in at the new account. Labels, invoices and reports of the past stay here.',
});

/**
 * Problem: `shipping_restricted`. Looks at the books where it ends with a payment, so that this counts at once. Runs as the
 * customer and ends so; most answers are one look at its own row.
 * @param evenOff asks for what stops its shipping besides that it is suspended
 */
export async function mayShip(tx: Tx, customerId: string, evenOff = false): Promise<Outcome<void>> {
  const row = await tx
    .selectFrom('tenants')
    .select([
      sql<boolean>`state = 'active' AND maintenance.all_active(id)`.as('works'),
      'realm_id',
      'restricted_at',
      'restricted_reason',
      'restricted_until_paid',
      'restricted_due_until',
      'moved_at',
    ])
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (row && !row.works && !evenOff) return COMPANY_OFF;
  if (row?.moved_at) return COMPANY_MOVED;
  if (!row?.restricted_at) return FREE;
  const { restricted_at: since, restricted_until_paid: untilPaid, realm_id: sellerId } = row;
  if (untilPaid) {
    await actAs(tx, { role: 'app_tenant', tenantId: sellerId });
    const paid = await isPaid(tx, sellerId, customerId, { since, dueUntil: row.restricted_due_until });
    await actAs(tx, { role: 'app_tenant', tenantId: customerId });
    if (paid) return FREE;
  }
  return restricted({ reason: row.restricted_reason ?? '', untilPaid });
}
