/** What buyers promise to pay: entered by people of the seller, kept by payments, broken by the day after. */
import { MOST_PROMISE_DAYS, type PaymentPromise } from '@scanship/contracts/money/reminders';
import { money, type Money, toDecimal } from '@scanship/domain/money/money';
import { judgePromise } from '@scanship/domain/money/reminders';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { addDays } from '../../platform/time-zone.ts';
import { readSettled } from '../billing/index.ts';
import { debtOf } from '../statements/index.ts';
import { readPaying } from './paying.ts';
import { type Seller, todayOf } from './seller.ts';
import type { SendDeps } from './send.ts';
import { coveredIds } from './stands.ts';

const COLUMNS = [
  'id',
  'buyer_id',
  'promised_on',
  'amount_minor',
  'currency',
  'open_minor',
  'covers',
  'note',
  'state',
  'made_at',
  'ended_at',
] as const;

interface Row {
  readonly id: string;
  readonly buyer_id: string;
  readonly promised_on: string;
  readonly amount_minor: number | null;
  readonly currency: string | null;
  readonly open_minor: number | null;
  readonly covers: unknown;
  readonly note: string;
  readonly state: PaymentPromise['state'];
  readonly made_at: Date;
  readonly ended_at: Date | null;
}

const amountOf = ({ amount_minor: minor, currency }: Row): Money | null =>
  minor === null || currency === null ? null : money(minor, currency);

interface Open {
  /** What may be asked for. It moves with what is bought and credited since. */
  readonly claimMinor: number;
  /** What is not paid: only payments and credit notes take of it, so that a part that was promised is judged by it. */
  readonly unpaidMinor: number;
  readonly debt: string;
  readonly currency: string;
}

interface Books {
  /** By id of the invoice. */
  readonly open: ReadonlyMap<string, Open>;
  /** What is under way, by buyer and currency. */
  readonly paying: ReadonlyMap<string, number>;
}

/** Runs as the seller. */
async function readBooks(tx: Tx, sellerId: string, buyerId?: string): Promise<Books> {
  const settled = await readSettled(tx, sellerId, buyerId);
  return {
    open: new Map(
      settled.flatMap(({ partyId, currency, allotment, claim }) =>
        [...allotment.open].map(([id, unpaidMinor]) => {
          const claimMinor = claim.open.get(id) ?? 0;
          return [id, { claimMinor, unpaidMinor, currency, debt: debtOf(partyId, currency) }] as const;
        }),
      ),
    ),
    paying: await readPaying(tx, sellerId, buyerId),
  };
}

const coveredOf = (row: Pick<Row, 'covers'>, { open }: Books) =>
  coveredIds.parse(row.covers).flatMap((id) => open.get(id) ?? []);

const claimOf = (covered: readonly Open[]) => covered.reduce((sum, { claimMinor }) => sum + claimMinor, 0);
const unpaidOf = (covered: readonly Open[]) => covered.reduce((sum, { unpaidMinor }) => sum + unpaidMinor, 0);

/** As of now, of one that is open or was broken: what is being paid does not break it, and what came too late is not held against anybody. */
function judge(row: Row, books: Books, today: string): 'open' | 'kept' | 'broken' {
  const covered = coveredOf(row, books);
  const claim = claimOf(covered);
  // Nobody breaks a promise of what is not asked for any more.
  const open = row.amount_minor === null || claim === 0 ? claim : unpaidOf(covered);
  const promise = { promisedOn: row.promised_on, amountMinor: row.amount_minor, openMinor: row.open_minor };
  const stand = judgePromise(promise, open, today);
  if (stand !== 'broken' || row.state === 'broken') return stand;
  const paying = [...new Set(covered.map(({ debt }) => debt))].reduce(
    (sum, debt) => sum + (books.paying.get(debt) ?? 0),
    0,
  );
  return judgePromise(promise, open - paying, today) === 'kept' ? 'open' : 'broken';
}

const standOf = (row: Row, books: Books, today: string): PaymentPromise['state'] =>
  row.state === 'open' ? judge(row, books, today) : row.state;

/** Promises of a buyer, newest first, judged as of now. Runs as the seller. */
export async function readPromises(
  tx: Tx,
  seller: Seller,
  buyerId: string,
  today: string,
  most: number,
): Promise<readonly PaymentPromise[]> {
  const rows = await tx
    .selectFrom('payment_promises')
    .select(COLUMNS)
    .where('tenant_id', '=', seller.id)
    .where('buyer_id', '=', buyerId)
    .orderBy('made_at', 'desc')
    .limit(most)
    .execute();
  const books = await readBooks(tx, seller.id, buyerId);
  return rows.map((row) => ({
    promisedOn: row.promised_on,
    amount: amountOf(row),
    note: row.note,
    state: standOf(row, books, today),
    madeAt: row.made_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}

export interface StandingPromise {
  readonly id: string;
  readonly buyerId: string;
  readonly promisedOn: string;
  readonly amount: Money | null;
  readonly state: 'open' | 'broken';
}

/**
 * Promises that count, by buyer and currency (`debtOf`): the newest about what is open in it, where it is open or was broken. One that was
 * broken is over with the invoices it was for, and with a newer one about any of them. Runs as the seller.
 */
export async function readStandingPromises(
  tx: Tx,
  seller: Pick<Seller, 'id'>,
  today: string,
  buyerId?: string,
): Promise<ReadonlyMap<string, StandingPromise>> {
  let made = tx
    .selectFrom('payment_promises')
    .select(COLUMNS)
    .where('tenant_id', '=', seller.id)
    .where('state', 'in', ['open', 'broken', 'kept'])
    .orderBy('made_at', 'desc');
  if (buyerId !== undefined) made = made.where('buyer_id', '=', buyerId);
  const rows = await made.execute();
  const standing = new Map<string, StandingPromise>();
  if (rows.every(({ state }) => state === 'kept')) return standing;
  const books = await readBooks(tx, seller.id, buyerId);
  const judged = new Set<string>();
  for (const row of rows) {
    const state = row.state === 'kept' ? 'kept' : judge(row, books, today);
    for (const { debt, claimMinor } of coveredOf(row, books)) {
      if (claimMinor === 0 || judged.has(debt)) continue;
      judged.add(debt);
      if (state !== 'kept')
        standing.set(debt, {
          id: row.id,
          buyerId: row.buyer_id,
          promisedOn: row.promised_on,
          amount: amountOf(row),
          state,
        });
    }
  }
  return standing;
}

interface Wish {
  readonly promisedOn: string;
  readonly amount: { readonly minor: number; readonly currency: string } | null;
  readonly note: string;
}

/** One that is open gives way to it; the same again, as by a double press, changes nothing. Problem `validation`. Runs as the seller. */
export async function enterPromise(
  tx: Tx,
  seller: Seller,
  buyerId: string,
  by: string,
  { promisedOn, amount, note }: Wish,
  now: Date,
): Promise<Outcome<void>> {
  const refuse = (field: string, message: string) => problem('validation', { errors: [{ field, message }] });
  const today = todayOf(seller, now);
  if (promisedOn < today || promisedOn > addDays(today, MOST_PROMISE_DAYS))
    return refuse('promisedOn', 'Choose today or a day within the next 60 days.');
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`promises ${seller.id} ${buyerId}`}, 0))`.execute(tx);
  const books = await readBooks(tx, seller.id, buyerId);
  const due = await tx
    .selectFrom('invoices')
    .select('id')
    .where('tenant_id', '=', seller.id)
    .where('party_id', '=', buyerId)
    .where('due_day', '<=', promisedOn)
    .orderBy('id')
    .execute();
  const covered = due.flatMap(({ id }) => {
    const open = books.open.get(id);
    return open && open.claimMinor > 0 && (amount === null || amount.currency === open.currency)
      ? [{ id, ...open }]
      : [];
  });
  if (covered.length === 0) return refuse('promisedOn', 'Nothing is due by that day, so there is nothing to promise.');
  const claim = claimOf(covered);
  if (amount !== null && amount.minor > claim)
    return refuse(
      'amount',
      `At most ${toDecimal(money(claim, amount.currency))} ${amount.currency} are due by that day.`,
    );
  const covers = covered.map(({ id }) => id);
  const [open] = await openOf(tx, seller, buyerId);
  const same =
    open?.promised_on === promisedOn &&
    open.amount_minor === (amount?.minor ?? null) &&
    open.currency === (amount?.currency ?? null) &&
    open.note === note &&
    coveredIds.parse(open.covers).join() === covers.join();
  if (same) return { ok: true, value: undefined };
  await withdrawOpen(tx, seller, buyerId, now);
  await tx
    .insertInto('payment_promises')
    .values({
      tenant_id: seller.id,
      id: newId(),
      buyer_id: buyerId,
      promised_on: promisedOn,
      amount_minor: amount?.minor ?? null,
      currency: amount?.currency ?? null,
      open_minor: amount === null ? null : unpaidOf(covered),
      covers: json(covers),
      note,
      made_by: by,
      made_at: now,
    })
    .execute();
  return { ok: true, value: undefined };
}

/** Runs as the seller. @returns whether there was one: kept, broken or withdrawn meanwhile, it stays what it is */
export async function withdrawOpen(tx: Tx, seller: Seller, buyerId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_promises')
    .set({ state: 'withdrawn', ended_at: now })
    .where('tenant_id', '=', seller.id)
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const openOf = (tx: Tx, seller: Seller, buyerId?: string) => {
  const open = tx
    .selectFrom('payment_promises')
    .select(COLUMNS)
    .where('tenant_id', '=', seller.id)
    .where('state', '=', 'open');
  return (buyerId === undefined ? open : open.where('buyer_id', '=', buyerId)).execute();
};

/** Marks what was kept and what was broken; the seller is told of the latter by its notices. @returns how many ended */
export async function endPromises({ db, clock }: Pick<SendDeps, 'db' | 'clock'>, seller: Seller): Promise<number> {
  const now = clock.now();
  const today = todayOf(seller, now);
  return db.tenant({ tenantId: seller.id }, async (tx) => {
    const rows = await openOf(tx, seller);
    if (rows.length === 0) return 0;
    const books = await readBooks(tx, seller.id);
    let count = 0;
    for (const row of rows) {
      const state = standOf(row, books, today);
      if (state === 'open') continue;
      const { numUpdatedRows } = await tx
        .updateTable('payment_promises')
        .set({ state, ended_at: now })
        .where('tenant_id', '=', seller.id)
        .where('id', '=', row.id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      count += Number(numUpdatedRows);
    }
    return count;
  });
}
