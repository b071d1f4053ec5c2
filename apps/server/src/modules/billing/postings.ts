/** What is charged or paid beside a label's purchase: plan fees, adjustments, payments. All inside the caller's transaction. */
import { paymentEntries, saleEntries, type Sale } from '@scanship/domain/money/ledger';
import type { Money } from '@scanship/domain/money/money';
import type { Tx } from '../../platform/database/database.ts';
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

/** Money that came in from a buyer; negative: that went back. */
export async function bookPayment(
  tx: Tx,
  booking: Booking,
  payment: { readonly buyer: string; readonly seller: string; readonly amount: Money },
): Promise<void> {
  const entries = paymentEntries(booking.kind, payment);
  await writeBooks(tx, booking.homeTenantId, { entries, reservations: [], source: booking.source });
}
