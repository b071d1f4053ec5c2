/** Payments, cards and balances as they are shown; all read as the seller, of one buyer where a buyer asks. */
import type { Billing, Payment, SavedCard } from '@scanship/contracts/money/payments';
import type { CreditStanding } from '@scanship/domain/money/credit';
import { type Selectable, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { oldestUnpaid, readStandings } from '../billing/index.ts';
import type { Pair } from './seller.ts';

export type PaymentRow = Selectable<Schema['payments']>;

export const paymentView = (row: PaymentRow): Payment => ({
  id: row.id,
  state: row.state,
  method: row.method,
  purpose: row.purpose,
  test: row.mode !== null && row.mode !== 'live',
  amountMinor: row.amount_minor,
  currency: row.currency,
  refundedMinor: row.refunded_minor,
  disputedMinor: row.disputed_minor,
  card: row.card_name,
  reference: row.reference,
  why: row.why,
  receiptUrl: row.receipt_url !== null && row.receipt_url.startsWith('https://') ? row.receipt_url : null,
  receivedOn: row.received_on,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
});

export interface PageOf<T> {
  readonly rows: readonly T[];
  readonly total: number;
}
export const pageWords = (total: number, page: number, size: number) => ({
  totalRecords: total,
  totalPage: Math.max(1, Math.ceil(total / size)),
  currentPage: page,
});

/** Newest first. Works as the seller. */
export async function readPayments(
  tx: Tx,
  sellerId: string,
  filter: { readonly buyerId?: string | undefined; readonly page: number; readonly size: number },
): Promise<PageOf<PaymentRow>> {
  const of = tx
    .selectFrom('payments')
    .where('tenant_id', '=', sellerId)
    .$if(filter.buyerId !== undefined, (query) => query.where('buyer_id', '=', filter.buyerId ?? ''));
  const { total } = await of.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await of
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
    .execute();
  return { rows, total: Number(total) };
}

const cardView = (
  row: {
    readonly id: string;
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly is_default: boolean;
  },
  now: Date,
): SavedCard => ({
  id: row.id,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  expired: row.exp_year * 12 + row.exp_month <= now.getUTCFullYear() * 12 + now.getUTCMonth(),
  isDefault: row.is_default,
});

export interface BalanceRow {
  readonly party: string;
  readonly currency: string;
  readonly owed: number;
  readonly reserved: number;
  readonly limit: number | null;
}

/** What buyers owe, from the seller's book. */
export async function readOwed(tx: Tx, sellerId: string, buyers: readonly string[]): Promise<readonly BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    SELECT party_tenant_id AS party, currency, amount_minor AS owed, reserved_minor AS reserved, credit_limit_minor AS limit
    FROM account_balances
    WHERE tenant_id = ${sellerId} AND kind = 'receivable' AND party_tenant_id = ANY (${[...buyers]}::uuid[])
    ORDER BY currency`.execute(tx);
  return rows;
}

/** @param standing what the buyer may spend over all its currencies; said at the account on which the limit stands */
export const balanceView = (
  row: Pick<BalanceRow, 'currency' | 'owed' | 'reserved' | 'limit'>,
  standing: CreditStanding | undefined,
) => ({
  currency: row.currency,
  owedMinor: row.owed,
  reservedMinor: row.reserved,
  limitMinor: row.limit,
  availableMinor: row.limit === null ? null : availableAt(row.currency, standing),
  limitedIn: row.limit === null && standing?.kind !== 'unlimited' ? (standing?.limit.currency ?? null) : null,
});

/** Without an exchange rate for what is owed elsewhere nothing may be spent. */
const availableAt = (currency: string, standing: CreditStanding | undefined): number =>
  standing?.kind === 'limited' && standing.limit.currency === currency ? standing.available.minor : 0;

/** The buyer's own page. */
export function readBilling(
  db: Database,
  pair: Pair,
  cardMode: Billing['cardMode'],
  mode: string,
  now: Date,
): Promise<Billing> {
  const { sellerId, buyerId } = pair;
  return db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const owed = await readOwed(tx, sellerId, [buyerId]);
      const standing = (await readStandings(tx, sellerId, [buyerId])).get(buyerId);
      const own = owed.find(({ currency }) => currency === pair.currency) ?? {
        currency: pair.currency,
        owed: 0,
        reserved: 0,
        limit: null,
      };
      const cards = await tx
        .selectFrom('cards')
        .select(['id', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default'])
        .where('tenant_id', '=', sellerId)
        .where('buyer_id', '=', buyerId)
        .where('removed_at', 'is', null)
        .where(sql<boolean>`mode = ${mode}`)
        .orderBy('is_default', 'desc')
        .orderBy('created_at')
        .execute();
      const auto = await tx
        .selectFrom('auto_top_ups')
        .selectAll()
        .where('tenant_id', '=', sellerId)
        .where('buyer_id', '=', buyerId)
        .executeTakeFirst();
      const terms = await tx
        .selectFrom('franchise_customers')
        .select('terms_days')
        .where('tenant_id', '=', sellerId)
        .where('customer_id', '=', buyerId)
        .executeTakeFirst();
      const oldest = (await oldestUnpaid(tx, sellerId, [buyerId])).get(buyerId);
      return {
        sellerName: pair.sellerName,
        cardMode,
        balances: [own, ...owed.filter((each) => each !== own)].map((each) => balanceView(each, standing)),
        termsDays: terms?.terms_days ?? null,
        oldestUnpaidAt: oldest?.toISOString() ?? null,
        cards: cards.map((card) => cardView(card, now)),
        autoTopUp: auto
          ? {
              state: auto.state,
              currency: auto.currency,
              belowMinor: auto.below_minor,
              amountMinor: auto.amount_minor,
              cardId: auto.card_id,
              pausedWhy: auto.paused_why,
            }
          : null,
      };
    },
    { readOnly: true },
  );
}
