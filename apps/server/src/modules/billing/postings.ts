/** What is charged or paid beside a label's purchase: plan fees, adjustments, payments. All inside the caller's transaction. */
import {
  type AccountKind,
  type EntryDraft,
  paymentEntries,
  reversalOf,
  saleEntries,
  type Sale,
} from '@scanship/domain/money/ledger';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { type EntrySource, writeBooks } from './books.ts';

interface Booking {
  /** Whose transaction this is; it works for that tenant again afterwards. */
  readonly homeTenantId: string;
  readonly source: EntrySource;
  /** Kind of the entries ("plan-fee", "adjustment"); one source books each kind once, the database refuses a second. */
  readonly kind: string;
}

/**
 * What one level charges the next by itself. Negative prices are credits. A fee is owed even where it passes the credit
 * limit: the limit keeps further labels from being bought.
 */
export async function bookCharge(tx: Tx, booking: Booking, sale: Sale): Promise<void> {
  const entries = saleEntries(booking.kind, [sale], { signed: true, ownCharge: true });
  await writeBooks(tx, booking.homeTenantId, { entries, reservations: [], source: booking.source });
}

/**
 * A later change of what a label cost, on every level it was sold through: `chain` as for a purchase, each price the
 * difference, negative where it is to the buyer's credit.
 */
export async function bookAdjustment(tx: Tx, booking: Booking, chain: readonly Sale[]): Promise<void> {
  const entries = saleEntries(booking.kind, chain, { signed: true });
  await writeBooks(tx, booking.homeTenantId, { entries, reservations: [], source: booking.source });
}

/**
 * Books back what `bookAdjustment` booked for a case, entry by entry with every sign turned. Once: the database refuses a second.
 * @param tenants levels whose books hold it
 */
export async function reverseAdjustment(
  tx: Tx,
  booking: { readonly homeTenantId: string; readonly caseId: string; readonly note: string },
  tenants: readonly string[],
): Promise<void> {
  const { homeTenantId, caseId, note } = booking;
  const entries: EntryDraft[] = [];
  for (const tenantId of tenants) {
    await actAs(tx, { role: 'app_tenant', tenantId });
    const { rows } =
      await sql<PostingRow>`SELECT a.kind, a.party_tenant_id AS party, p.amount_minor AS minor, p.currency
      FROM entries e JOIN postings p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id
      JOIN accounts a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
      WHERE e.tenant_id = ${tenantId} AND e.source_kind = 'adjustment' AND e.source_id = ${caseId} AND e.kind = 'adjustment'
      ORDER BY p.no`.execute(tx);
    const postings = rows.map(({ kind, party, ...amount }) => ({ account: { kind, party }, amount }));
    if (postings.length > 0) entries.push({ tenantId, kind: 'adjustment', postings });
  }
  await actAs(tx, { role: 'app_tenant', tenantId: homeTenantId });
  const source = { kind: 'adjustment', id: caseId, note } as const;
  await writeBooks(tx, homeTenantId, { entries: reversalOf(entries, 'adjustment-undone'), reservations: [], source });
}

interface PostingRow {
  readonly kind: AccountKind;
  readonly party: string | null;
  readonly minor: number;
  readonly currency: string;
}

/** Money that came in from a buyer; negative: that went back. */
export async function bookPayment(
  tx: Tx,
  booking: Booking,
  payment: { readonly buyer: string; readonly seller: string; readonly amount: Money },
): Promise<void> {
  const entries = paymentEntries(booking.kind, payment);
  await writeBooks(tx, booking.homeTenantId, { entries, reservations: [], source: booking.source });
}
