/** How buyers stand with their reminders: what is overdue, the steps it has had, and why some rest. */
import type { LateInvoice } from '@scanship/domain/money/reminders';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type OverdueInvoice, readOverdueInvoices } from '../statements/index.ts';
import type { Seller } from './seller.ts';

export interface Late extends OverdueInvoice, LateInvoice {}

/** Overdue invoices with the last step each has had, by buyer. Runs as the seller. */
export async function readLate(
  tx: Tx,
  seller: Seller,
  today: string,
  buyerId?: string,
): Promise<ReadonlyMap<string, readonly Late[]>> {
  const overdue = await readOverdueInvoices(tx, seller.id, today, buyerId);
  if (overdue.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    days: number;
  }>`SELECT invoice_id AS id, max(days) AS days FROM reminder_steps
    WHERE tenant_id = ${seller.id} AND invoice_id = ANY (${overdue.map(({ id }) => id)}::uuid[])
    GROUP BY invoice_id`.execute(tx);
  const reminded = new Map(rows.map((row) => [row.id, row.days]));
  const late = new Map<string, Late[]>();
  for (const invoice of overdue) {
    const own = late.get(invoice.buyerId) ?? [];
    own.push({ ...invoice, reminded: reminded.get(invoice.id) ?? 0 });
    late.set(invoice.buyerId, own);
  }
  return late;
}

/** What may be asked for of overdue invoices: nobody is reminded of what was credited since, as a label that was voided later. */
export const claimsOf = (late: readonly Late[] | undefined): readonly Late[] =>
  (late ?? []).flatMap((invoice) => (invoice.claimMinor > 0 ? [{ ...invoice, openMinor: invoice.claimMinor }] : []));

export type Rest = 'promise' | 'paused' | 'today';

/** Why buyers are not written to today, whatever is overdue. Runs as the seller. */
export async function readRests(
  tx: Tx,
  seller: Seller,
  today: string,
  buyerId?: string,
): Promise<ReadonlyMap<string, Rest>> {
  const only = buyerId === undefined ? sql`` : sql`AND buyer_id = ${buyerId}`;
  const { rows } = await sql<{ buyer_id: string; why: Rest }>`
    SELECT buyer_id, 'today' AS why, 1 AS weight FROM reminders WHERE tenant_id = ${seller.id} AND day = ${today} ${only}
    UNION ALL SELECT buyer_id, 'promise', 2 FROM payment_promises
      WHERE tenant_id = ${seller.id} AND state = 'open' AND promised_on >= ${today} ${only}
    UNION ALL SELECT buyer_id, 'paused', 3 FROM reminder_pauses WHERE tenant_id = ${seller.id} ${only} ORDER BY weight`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.buyer_id, row.why]));
}
