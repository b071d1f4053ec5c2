/** Commissions of a month are booked, of the lines of its invoices. */
import { money, negate } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { writeBooks } from '../billing/index.ts';
import { readCommissionPlans } from './commission-plans.ts';
import type { ClosingMonth } from './close-invoices.ts';
import { accountSpans, type Earnings, readEarnings } from './earnings.ts';

/** Lines of the invoices of these months, as `readEarnings` takes them. */
export const invoicedLines = (sellerId: string, months: readonly string[]) => sql`
  SELECT v.month, v.account_id, i.section, i.source_id, i.occurred_at, i.amount_minor, i.tax_minor, i.cost_minor
  FROM invoices v JOIN invoice_entries i ON i.tenant_id = v.tenant_id AND i.invoice_id = v.id
  WHERE v.tenant_id = ${sellerId} AND v.month = ANY (${sql.val(months)}::date[])`;

/** Reckons and books the commissions of the month, once. Runs as the seller, in the transaction that moves the stage. */
export async function bookCommissions(tx: Tx, closing: ClosingMonth): Promise<void> {
  const sellerId = closing.seller.id;
  const plans = await readCommissionPlans(tx, sellerId);
  if (plans.length === 0) return;
  const invoices = await tx
    .selectFrom('invoices')
    .select(['account_id', 'party_id', 'currency'])
    .where('tenant_id', '=', sellerId)
    .where('month', '=', closing.month)
    .execute();
  const spans = await accountSpans(tx, sellerId, plans, invoices);
  const lines = invoicedLines(sellerId, [closing.month]);
  for (const earned of await readEarnings(tx, closing.seller, spans, { lines })) await bookOne(tx, closing, earned);
}

async function bookOne(tx: Tx, closing: ClosingMonth, earned: Earnings): Promise<void> {
  const sellerId = closing.seller.id;
  const id = newId();
  const amount = money(earned.minor, earned.currency);
  await tx
    .insertInto('commission_statements')
    .values({
      tenant_id: sellerId,
      id,
      month: closing.month,
      agent_user_id: earned.agentId,
      currency: earned.currency,
      amount_minor: amount.minor,
      lines: json(earned.lines),
    })
    .execute();
  if (amount.minor === 0) return;
  await writeBooks(tx, sellerId, {
    entries: [
      {
        tenantId: sellerId,
        kind: 'commission',
        postings: [
          { account: { kind: 'cost', party: null }, amount },
          { account: { kind: 'commission', party: null }, amount: negate(amount) },
        ],
      },
    ],
    reservations: [],
    source: { kind: 'commission', id, occurredAt: new Date(closing.endsAt.getTime() - 1) },
  });
}
