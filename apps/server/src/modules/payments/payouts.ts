/** Payouts of the card provider: asked for, kept, and laid beside the books. What is kept is what the provider says; nothing is booked. */
import type { Payout, PayoutItemDto } from '@scanship/contracts/money/payouts';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { CardAccount, CardAccounts } from './card-account.ts';
import type { PayoutItem, PayoutSnapshot } from './card-connector-registry.ts';
import { asking } from './cards.ts';
import type { PageOf } from './views.ts';

const DAY_MS = 86_400_000;
/** How far back is asked for the first time. */
const FIRST_DAYS = 180;
/** Payouts that may still change: a bank may send one back days later. */
const CHANGING_DAYS = 30;
const ITEMS_PER_STATEMENT = 500;
/** Payouts that are read again with one press: somebody waits for it. */
const TOLD_A_PRESS = 20;

/** Problems: `no_card_provider`, `card_provider_unavailable`, with what was read before the failure kept. */
export async function readPayoutsAnew(
  deps: { readonly db: Database; readonly clock: Clock; readonly accounts: CardAccounts },
  sellerId: string,
): Promise<Outcome<{ readonly read: number; readonly fresh: number }>> {
  const account = await deps.accounts.open(sellerId);
  if (!account) return problem('no_card_provider');
  const known = await deps.db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const rows = await tx
        .selectFrom('card_payouts')
        .select(['provider_id', 'state', 'itemised', 'made_at', 'read_again'])
        .where('tenant_id', '=', sellerId)
        .where('mode', '=', account.mode)
        .execute();
      return new Map(rows.map((row) => [row.provider_id, row]));
    },
    { readOnly: true },
  );
  const days = known.size === 0 ? FIRST_DAYS : CHANGING_DAYS;
  const newest = Math.max(0, ...[...known.values()].map(({ made_at: madeAt }) => madeAt.getTime()));
  const from = (newest === 0 ? deps.clock.now().getTime() : newest) - days * DAY_MS;
  const found = await asking(() => account.connector.readPayouts(account.client, new Date(from)));
  if (!found.ok) return found;
  let fresh = 0;
  // The oldest first, so that a failure in between leaves no gap that is not asked for again.
  for (const payout of found.value.toReversed()) {
    const before = known.get(payout.id);
    if (before && before.state === payout.state && before.itemised === payout.itemised) continue;
    const items =
      payout.itemised && before?.itemised !== true
        ? await asking(() => account.connector.readPayoutItems(account.client, payout.id))
        : ok([]);
    if (!items.ok) return items;
    await deps.db.tenant({ tenantId: sellerId }, (tx) => keepPayout(tx, account, payout, items.value));
    if (!before) fresh += 1;
  }
  await tellCharges(
    deps.db,
    account,
    [...known].flatMap(([id, { read_again: again }]) => (again ? [id] : [])),
  );
  // When it was asked last is the newest of all.
  await deps.db.tenant({ tenantId: sellerId }, (tx) =>
    tx
      .updateTable('card_payouts')
      .set({ read_at: sql<Date>`now()` })
      .where('tenant_id', '=', sellerId)
      .where('id', '=', (eb) =>
        eb
          .selectFrom('card_payouts')
          .select('id')
          .where('tenant_id', '=', sellerId)
          .where('mode', '=', account.mode)
          .orderBy('arrives_on', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .execute(),
  );
  return ok({ read: found.value.length, fresh });
}

/**
 * Once, what was itemised before the provider was asked what buyers were charged in other currencies. Those that it does not answer now,
 * or that are too many for one press, are asked for with the next one: what is new was read. One that it does not know is over.
 */
async function tellCharges(db: Database, account: CardAccount, payoutIds: readonly string[]): Promise<void> {
  for (const payoutId of payoutIds.slice(0, TOLD_A_PRESS)) {
    const items = await asking(() => account.connector.readPayoutItems(account.client, payoutId));
    if (!items.ok && items.problem.code !== 'card_declined') return;
    await db.tenant({ tenantId: account.sellerId }, async (tx) => {
      const { id } = await tx
        .updateTable('card_payouts')
        .set({ read_again: false })
        .where('tenant_id', '=', account.sellerId)
        .where('provider_id', '=', payoutId)
        .returning('id')
        .executeTakeFirstOrThrow();
      if (items.ok) await keepItems(tx, account.sellerId, id, items.value);
    });
  }
}

async function keepPayout(
  tx: Tx,
  { sellerId, mode }: CardAccount,
  payout: PayoutSnapshot,
  items: readonly PayoutItem[],
): Promise<void> {
  const { id } = await tx
    .insertInto('card_payouts')
    .values({
      tenant_id: sellerId,
      id: newId(),
      mode,
      provider_id: payout.id,
      state: payout.state,
      amount_minor: payout.minor,
      currency: payout.currency,
      arrives_on: payout.arrivesOn,
      itemised: payout.itemised,
      made_at: new Date(payout.madeAt),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'provider_id'])
        .doUpdateSet({ state: payout.state, arrives_on: payout.arrivesOn, itemised: payout.itemised }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepItems(tx, sellerId, id, items);
}

async function keepItems(tx: Tx, sellerId: string, payoutId: string, given: readonly PayoutItem[]): Promise<void> {
  // A list that grows while it is read by pages tells an entry twice.
  const items = [...new Map(given.map((item) => [item.id, item])).values()];
  for (let from = 0; from < items.length; from += ITEMS_PER_STATEMENT)
    await tx
      .insertInto('card_payout_items')
      .values(
        items.slice(from, from + ITEMS_PER_STATEMENT).map((item) => ({
          tenant_id: sellerId,
          payout_id: payoutId,
          provider_id: item.id,
          kind: item.kind,
          amount_minor: item.minor,
          fee_minor: item.feeMinor,
          net_minor: item.netMinor,
          charged_minor: item.charged?.minor ?? null,
          charged_currency: item.charged?.currency ?? null,
          intent_id: item.intentId ?? null,
          subject_id: item.subjectId ?? null,
          happened_at: new Date(item.happenedAt),
          note: item.note.slice(0, 300),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'payout_id', 'provider_id']).doUpdateSet((eb) => ({
          // What was told once stays, though a later answer leaves it out.
          charged_minor: eb.fn.coalesce('excluded.charged_minor', 'card_payout_items.charged_minor'),
          charged_currency: eb.fn.coalesce('excluded.charged_currency', 'card_payout_items.charged_currency'),
        })),
      )
      .execute();
}

/**
 * Each entry beside the books: a charge beside the payment, a refund and a dispute beside theirs. What Stripe takes for itself is in
 * no book of ours, and nothing to compare with. The books have what buyers were charged, whatever currency it was paid out in.
 */
const BESIDE = sql`
  SELECT i.payout_id, i.provider_id, i.kind, i.amount_minor, i.fee_minor, i.net_minor, i.happened_at, i.note,
    p.id AS payment_id, p.buyer_id, p.currency AS booked_currency,
    CASE i.kind
      WHEN 'charge' THEN CASE WHEN p.state = 'succeeded' THEN p.amount_minor END
      WHEN 'refund' THEN CASE WHEN r.state IN ('pending', 'succeeded', 'failed') THEN -r.amount_minor END
      WHEN 'refund-failed' THEN CASE WHEN r.state = 'failed' THEN r.amount_minor END
      WHEN 'dispute' THEN CASE WHEN c.state IN ('open', 'won', 'lost') THEN -c.amount_minor END
      WHEN 'dispute-won' THEN CASE WHEN c.state = 'won' THEN c.amount_minor END
    END AS booked_minor,
    CASE WHEN i.kind IN ('fee', 'other') THEN NULL
      WHEN p.id IS NULL OR (i.kind IN ('refund', 'refund-failed') AND r.id IS NULL) OR (i.kind IN ('dispute', 'dispute-won') AND c.id IS NULL)
        THEN 'missing'
      WHEN p.currency <> coalesce(i.charged_currency, o.currency) THEN 'amount'
      WHEN i.kind = 'charge' THEN CASE WHEN p.state <> 'succeeded' THEN 'state' WHEN p.amount_minor <> coalesce(i.charged_minor, i.amount_minor) THEN 'amount' END
      WHEN i.kind = 'refund' THEN CASE WHEN r.state = 'open' THEN 'state' WHEN r.amount_minor <> -coalesce(i.charged_minor, i.amount_minor) THEN 'amount' END
      WHEN i.kind = 'refund-failed' THEN CASE WHEN r.state <> 'failed' THEN 'state' WHEN r.amount_minor <> coalesce(i.charged_minor, i.amount_minor) THEN 'amount' END
      WHEN i.kind = 'dispute' THEN CASE WHEN c.state = 'inquiry' THEN 'state' WHEN c.amount_minor <> -coalesce(i.charged_minor, i.amount_minor) THEN 'amount' END
      ELSE CASE WHEN c.state <> 'won' THEN 'state' WHEN c.amount_minor <> coalesce(i.charged_minor, i.amount_minor) THEN 'amount' END
    END AS disagrees
  FROM card_payouts o
  JOIN card_payout_items i ON i.tenant_id = o.tenant_id AND i.payout_id = o.id
  LEFT JOIN payments p ON p.tenant_id = i.tenant_id AND p.provider_id = i.intent_id AND p.mode = o.mode
  LEFT JOIN refunds r ON r.tenant_id = i.tenant_id AND r.provider_id = i.subject_id AND i.kind IN ('refund', 'refund-failed')
  LEFT JOIN chargebacks c ON c.tenant_id = i.tenant_id AND c.provider_id = i.subject_id AND i.kind IN ('dispute', 'dispute-won')`;

interface PayoutRow {
  readonly id: string;
  readonly mode: string;
  readonly state: Payout['state'];
  readonly currency: string;
  readonly amount_minor: number;
  readonly arrives_on: string;
  readonly itemised: boolean;
  readonly gross: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly fees: number;
  readonly other: number;
  readonly net: number;
  readonly disagreeing: number;
  readonly bank_day: string | null;
  readonly total: number;
}

const view = (row: PayoutRow): Payout => ({
  id: row.id,
  test: row.mode !== 'live',
  state: row.state,
  currency: row.currency,
  netMinor: row.amount_minor,
  arrivesOn: row.arrives_on,
  itemised: row.itemised,
  grossMinor: row.gross,
  refundsMinor: row.refunds,
  disputesMinor: row.disputes,
  feesMinor: row.fees,
  otherMinor: row.other,
  disagreeing: row.disagreeing + (row.itemised && row.net !== row.amount_minor ? 1 : 0),
  bankDay: row.bank_day,
});

async function readRows(tx: Tx, sellerId: string, one: string | undefined, page: number, size: number) {
  const { rows } = await sql<PayoutRow>`
    WITH page AS (SELECT o.*, count(*) OVER ()::int AS total FROM card_payouts o
      WHERE o.tenant_id = ${sellerId} ${one === undefined ? sql`` : sql`AND o.id = ${one}`}
      ORDER BY o.arrives_on DESC, o.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}),
    beside AS (${BESIDE} WHERE o.tenant_id = ${sellerId} AND o.id IN (SELECT id FROM page))
    SELECT o.id, o.mode, o.state, o.currency, o.amount_minor, o.arrives_on::text, o.itemised, o.total,
      coalesce(sum(b.amount_minor) FILTER (WHERE b.kind = 'charge'), 0)::int8 AS gross,
      coalesce(sum(b.amount_minor) FILTER (WHERE b.kind IN ('refund', 'refund-failed')), 0)::int8 AS refunds,
      coalesce(sum(b.amount_minor) FILTER (WHERE b.kind IN ('dispute', 'dispute-won')), 0)::int8 AS disputes,
      coalesce(-sum(b.fee_minor) + coalesce(sum(b.amount_minor) FILTER (WHERE b.kind = 'fee'), 0), 0)::int8 AS fees,
      coalesce(sum(b.amount_minor) FILTER (WHERE b.kind = 'other'), 0)::int8 AS other,
      coalesce(sum(b.net_minor), 0)::int8 AS net, count(b.disagrees)::int AS disagreeing,
      (SELECT l.booked_on::text FROM bank_matches m JOIN bank_lines l ON l.tenant_id = m.tenant_id AND l.id = m.line_id
        WHERE m.tenant_id = o.tenant_id AND m.payout_id = o.id AND m.undone_at IS NULL) AS bank_day
    FROM page o LEFT JOIN beside b ON b.payout_id = o.id
    GROUP BY o.tenant_id, o.id, o.mode, o.state, o.currency, o.amount_minor, o.arrives_on, o.itemised, o.total
    ORDER BY o.arrives_on DESC, o.id DESC`.execute(tx);
  return rows;
}

export const listPayouts = (
  db: Database,
  sellerId: string,
  page: number,
  size: number,
): Promise<PageOf<Payout> & { readonly readAt: Date | null }> =>
  db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const rows = await readRows(tx, sellerId, undefined, page, size);
      const last = await tx
        .selectFrom('card_payouts')
        .select(({ fn }) => fn.max('read_at').as('at'))
        .where('tenant_id', '=', sellerId)
        .executeTakeFirst();
      return { rows: rows.map(view), total: rows[0]?.total ?? 0, readAt: last?.at ?? null };
    },
    { readOnly: true },
  );

const MOST_ITEMS = 1_000;
interface ItemRow {
  readonly kind: PayoutItemDto['kind'];
  readonly amount_minor: number;
  readonly fee_minor: number;
  readonly net_minor: number;
  readonly happened_at: Date;
  readonly note: string;
  readonly payment_id: string | null;
  readonly buyer_id: string | null;
  readonly booked_minor: number | null;
  readonly booked_currency: string | null;
  readonly disagrees: PayoutItemDto['disagrees'];
}

/** Problem: `not_found`. */
export const readPayout = (
  db: Database,
  sellerId: string,
  id: string,
  names: ReadonlyMap<string, string>,
): Promise<
  Outcome<{
    readonly payout: Payout;
    readonly items: PayoutItemDto[];
    readonly count: number;
    readonly differenceMinor: number;
  }>
> =>
  db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const [row] = await readRows(tx, sellerId, id, 1, 1);
      if (!row) return problem('not_found');
      const { rows } = await sql<ItemRow & { all: number }>`
        SELECT b.*, count(*) OVER ()::int AS all FROM (${BESIDE} WHERE o.tenant_id = ${sellerId} AND o.id = ${id}) AS b
        ORDER BY b.disagrees IS NULL, b.happened_at, b.provider_id LIMIT ${MOST_ITEMS}`.execute(tx);
      return ok({
        payout: view(row),
        count: rows[0]?.all ?? 0,
        differenceMinor: row.itemised ? row.amount_minor - row.net : 0,
        items: rows.map((item) => ({
          kind: item.kind,
          amountMinor: item.amount_minor,
          feeMinor: item.fee_minor,
          netMinor: item.net_minor,
          buyerName: item.buyer_id === null ? null : (names.get(item.buyer_id) ?? ''),
          paymentId: item.payment_id,
          bookedMinor: item.booked_minor,
          bookedCurrency: item.booked_currency,
          disagrees: item.disagrees,
          happenedAt: item.happened_at.toISOString(),
          note: item.note,
        })),
      });
    },
    { readOnly: true },
  );
