/** How buyers stand with their reminders: what is overdue, the steps it has had, and why some of it rests. */
import type { LateInvoice, ReminderStep } from '@scanship/domain/money/reminders';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { debtOf, type OverdueInvoice, readOverdueInvoices } from '../statements/index.ts';
import { readPaying } from './paying.ts';
import type { Seller } from './seller.ts';

export interface Late extends OverdueInvoice, LateInvoice {
  /** Of what may be asked for, what a payment that is under way covers. */
  readonly payingMinor: number;
  /** Promised by a day that is not over. */
  readonly promised: boolean;
}

/** Of the column `covers`. */
export const coveredIds = z.array(z.string());

/** Overdue invoices with the last step each has had, by buyer, the oldest first. Runs as the seller. */
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
  let made = tx
    .selectFrom('payment_promises')
    .select('covers')
    .where('tenant_id', '=', seller.id)
    .where('state', '=', 'open')
    .where('promised_on', '>=', today);
  if (buyerId !== undefined) made = made.where('buyer_id', '=', buyerId);
  const promises = await made.execute();
  const promised = new Set(promises.flatMap(({ covers }) => coveredIds.parse(covers)));
  // Payments cover the oldest debt first.
  const paying = new Map(await readPaying(tx, seller.id, buyerId));
  const late = new Map<string, Late[]>();
  for (const invoice of overdue) {
    const debt = debtOf(invoice.buyerId, invoice.currency);
    const left = paying.get(debt) ?? 0;
    const payingMinor = Math.min(left, invoice.claimMinor);
    paying.set(debt, left - payingMinor);
    const own = late.get(invoice.buyerId) ?? [];
    own.push({
      ...invoice,
      reminded: reminded.get(invoice.id) ?? 0,
      payingMinor,
      promised: promised.has(invoice.id),
    });
    late.set(invoice.buyerId, own);
  }
  return late;
}

/**
 * What may be asked for of overdue invoices: nobody is reminded of what was credited since, as a label that was voided later, as far as it
 * is more than what was bought since (`Settled.claim`).
 */
export const claimsOf = (late: readonly Late[] | undefined): readonly Late[] =>
  (late ?? []).flatMap((invoice) => (invoice.claimMinor > 0 ? [{ ...invoice, openMinor: invoice.claimMinor }] : []));

/** Of it what is asked for now: neither promised nor being paid. */
export const askedOf = (late: readonly Late[] | undefined): readonly Late[] =>
  (late ?? []).flatMap((invoice) => {
    const openMinor = invoice.promised ? 0 : invoice.claimMinor - invoice.payingMinor;
    return openMinor > 0 ? [{ ...invoice, openMinor }] : [];
  });

/** Why some of it is not asked for now. */
export const restingOf = (late: readonly Late[]): 'promise' | 'paying' | undefined =>
  late.some(({ promised }) => promised)
    ? 'promise'
    : late.some(({ payingMinor }) => payingMinor > 0)
      ? 'paying'
      : undefined;

/**
 * Its steps for now. Nothing is stopped while some of the claim rests: the mail names what is asked for, and shipping resumes when all that
 * was due is paid. Nor where a person keeps the buyer from shipping: the step is left for when it may ship again.
 */
export const stepsFor = <Settings extends { readonly steps: readonly ReminderStep[] }>(
  settings: Settings,
  claims: readonly Late[],
  held: boolean,
): Settings =>
  held || restingOf(claims) ? { ...settings, steps: settings.steps.filter(({ kind }) => kind !== 'stop') } : settings;

export type Rest = 'paused' | 'today';

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
    UNION ALL SELECT buyer_id, 'paused', 2 FROM reminder_pauses WHERE tenant_id = ${seller.id} ${only} ORDER BY weight`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.buyer_id, row.why]));
}
