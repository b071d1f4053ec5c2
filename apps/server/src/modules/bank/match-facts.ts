/** What lines of a bank statement are compared with: statements, payments and refunds without a line, payouts, who pays. */
import type { EnteredMoney, KnownPayer, MatchFacts, PayoutMoney } from '@scanship/domain/bank/propose';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addDays } from '../../platform/time-zone.ts';
import { readBuyers } from '../payments/index.ts';
import { readOwedInvoices } from '../statements/index.ts';

/** Paid statements this old still tell whose a number is. */
const NUMBERS_DAYS = 550;
const REMEMBERED_PAYERS = 2_000;

export interface Days {
  readonly from: string;
  readonly to: string;
}

export const around = (days: readonly string[], margin: number): Days => {
  const sorted = days.toSorted();
  const [first = '2000-01-01', last = first] = [sorted[0], sorted.at(-1)];
  return { from: addDays(first, -margin), to: addDays(last, margin) };
};

/**
 * Payments that came without a card, and such refunds, that no line of the bank is matched to. What was entered by a match that is
 * undone, and what booked it back, never were at the bank.
 */
export async function readEntered(
  tx: Tx,
  { tenantId, timeZone }: Pick<RequestContext, 'tenantId' | 'timeZone'>,
  currency: string,
  { from, to }: Days,
): Promise<readonly EnteredMoney[]> {
  const { rows } = await sql<EnteredMoney>`
    SELECT v.kind, v.id, v.buyer_id AS "buyerId", v.minor, v.currency, v.day::text AS day, v.reference FROM (
      SELECT 'payment' AS kind, p.id, p.buyer_id, p.amount_minor AS minor, p.currency, coalesce(p.reference, '') AS reference,
        coalesce(p.received_on, (p.created_at AT TIME ZONE ${timeZone})::date) AS day
      FROM payments p WHERE p.tenant_id = ${tenantId} AND p.method <> 'card' AND p.state = 'succeeded'
        AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.tenant_id = p.tenant_id AND m.payment_id = p.id AND (m.undone_at IS NULL OR m.entered))
      UNION ALL
      SELECT 'refund', r.id, p.buyer_id, -r.amount_minor, r.currency, r.reason, (r.created_at AT TIME ZONE ${timeZone})::date
      FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
      WHERE r.tenant_id = ${tenantId} AND p.method <> 'card' AND r.state IN ('pending', 'succeeded')
        AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.tenant_id = r.tenant_id AND m.refund_id = r.id AND m.undone_at IS NULL)
        AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.tenant_id = r.tenant_id AND m.undo_refund_id = r.id)) v
    WHERE v.currency = ${currency} AND v.day BETWEEN ${from}::date AND ${to}::date
    ORDER BY v.day DESC, v.id DESC LIMIT 5000`.execute(tx);
  return rows;
}

/** Payouts of test keys are tried out with before there are any of real money, and never beside them. */
export const REAL_PAYOUT = sql`(o.mode = 'live' OR NOT EXISTS (SELECT FROM card_payouts l WHERE l.tenant_id = o.tenant_id AND l.mode = 'live'))`;

/** Payouts on their way or paid that no line is matched to. */
export async function readOpenPayouts(
  tx: Tx,
  tenantId: string,
  currency: string,
  { from, to }: Days,
): Promise<readonly PayoutMoney[]> {
  const { rows } =
    await sql<PayoutMoney>`SELECT o.id, o.amount_minor AS minor, o.currency, o.arrives_on::text AS day, o.mode <> 'live' AS test
    FROM card_payouts o WHERE o.tenant_id = ${tenantId} AND o.currency = ${currency} AND o.state IN ('pending', 'in_transit', 'paid')
      AND ${REAL_PAYOUT} AND o.arrives_on BETWEEN ${from}::date AND ${to}::date
      AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.tenant_id = o.tenant_id AND m.payout_id = o.id AND m.undone_at IS NULL)
    ORDER BY o.arrives_on DESC, o.id DESC LIMIT 500`.execute(tx);
  return rows;
}

async function readPayers(tx: Tx, tenantId: string): Promise<readonly KnownPayer[]> {
  const { rows } = await sql<KnownPayer>`SELECT DISTINCT v.party, v.account, v.buyer AS "buyerId" FROM (
      SELECT l.party, l.party_account AS account, p.buyer_id AS buyer
      FROM bank_matches m JOIN bank_lines l ON l.tenant_id = m.tenant_id AND l.id = m.line_id
      JOIN payments p ON p.tenant_id = m.tenant_id AND p.id = m.payment_id
      WHERE m.tenant_id = ${tenantId} AND m.undone_at IS NULL AND (l.party <> '' OR l.party_account <> '')
      ORDER BY m.created_at DESC LIMIT ${REMEMBERED_PAYERS}) v`.execute(tx);
  return rows;
}

const NEAR_DAYS = 12;

/** Everything that lines of these days and this currency may be. */
export async function readFacts(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'timeZone'>,
  currency: string,
  days: readonly string[],
): Promise<MatchFacts> {
  const buyers = await readBuyers(db, ctx);
  const near = around(days, NEAR_DAYS);
  return db.tenant(
    ctx,
    async (tx) => ({
      buyers,
      invoices: await readOwedInvoices(tx, ctx.tenantId, addDays(near.from, -NUMBERS_DAYS)),
      entered: await readEntered(tx, ctx, currency, near),
      payouts: await readOpenPayouts(tx, ctx.tenantId, currency, near),
      payers: await readPayers(tx, ctx.tenantId),
    }),
    { readOnly: true },
  );
}
