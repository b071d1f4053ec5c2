/** What buyers promise to pay: entered by people of the seller, kept by payments, broken by the day after. */
import { MOST_PROMISE_DAYS, type PaymentPromise } from '@scanship/contracts/money/reminders';
import { money, type Money, toDecimal } from '@scanship/domain/money/money';
import { judgePromise } from '@scanship/domain/money/reminders';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { addDays } from '../../platform/time-zone.ts';
import { readSettled } from '../billing/index.ts';
import { peopleWith } from '../roles/index.ts';
import { brokenPromiseMail } from './reminder-mail.ts';
import { type Buyer, readBuyers, type Seller, todayOf } from './seller.ts';
import type { SendDeps } from './send.ts';

const ids = z.array(z.string());

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

/** What is open of invoices, by id. Runs as the seller. */
async function readOpen(tx: Tx, sellerId: string, buyerId?: string): Promise<ReadonlyMap<string, number>> {
  const settled = await readSettled(tx, sellerId, buyerId);
  return new Map(settled.flatMap(({ allotment }) => [...allotment.open]));
}

const standOf = (row: Row, open: ReadonlyMap<string, number>, today: string): PaymentPromise['state'] =>
  row.state === 'open'
    ? judgePromise(
        { promisedOn: row.promised_on, amountMinor: row.amount_minor, openMinor: row.open_minor },
        ids.parse(row.covers).reduce((sum, id) => sum + (open.get(id) ?? 0), 0),
        today,
      )
    : row.state;

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
  const open = await readOpen(tx, seller.id, buyerId);
  return rows.map((row) => ({
    promisedOn: row.promised_on,
    amount: amountOf(row),
    note: row.note,
    state: standOf(row, open, today),
    madeAt: row.made_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}

/** The last promise of each buyer that is open or was broken, judged as of now. Runs as the seller. */
export async function readStandingPromises(
  tx: Tx,
  seller: Seller,
  today: string,
): Promise<
  ReadonlyMap<string, { readonly promisedOn: string; readonly amount: Money | null; readonly state: 'open' | 'broken' }>
> {
  const rows = await tx
    .selectFrom('payment_promises')
    .select(COLUMNS)
    .distinctOn('buyer_id')
    .where('tenant_id', '=', seller.id)
    .where('state', '<>', 'withdrawn')
    .orderBy('buyer_id')
    .orderBy('made_at', 'desc')
    .execute();
  const open = rows.some(({ state }) => state === 'open') ? await readOpen(tx, seller.id) : new Map<string, number>();
  return new Map(
    rows.flatMap((row) => {
      const state = standOf(row, open, today);
      return state === 'open' || state === 'broken'
        ? [[row.buyer_id, { promisedOn: row.promised_on, amount: amountOf(row), state }] as const]
        : [];
    }),
  );
}

interface Wish {
  readonly promisedOn: string;
  readonly amount: { readonly minor: number; readonly currency: string } | null;
  readonly note: string;
}

/** One that is open gives way to it. Problem `validation`. Runs as the seller. */
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
    return refuse('promisedOn', 'Choose today or a day of the next 60 days.');
  const open = await readOpen(tx, seller.id, buyerId);
  const due = await tx
    .selectFrom('invoices')
    .select(['id', 'currency'])
    .where('tenant_id', '=', seller.id)
    .where('party_id', '=', buyerId)
    .where('due_day', '<=', promisedOn)
    .execute();
  const covered = due.filter(
    ({ id, currency }) => (open.get(id) ?? 0) > 0 && (amount === null || amount.currency === currency),
  );
  if (covered.length === 0) return refuse('promisedOn', 'Nothing is due by that day, so there is nothing to promise.');
  const openMinor = covered.reduce((sum, { id }) => sum + (open.get(id) ?? 0), 0);
  if (amount !== null && amount.minor > openMinor)
    return refuse(
      'amount',
      `At most ${toDecimal(money(openMinor, amount.currency))} ${amount.currency} are due by that day.`,
    );
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
      open_minor: amount === null ? null : openMinor,
      covers: json(covered.map(({ id }) => id)),
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

const openOf = (tx: Tx, seller: Seller) =>
  tx
    .selectFrom('payment_promises')
    .select(COLUMNS)
    .where('tenant_id', '=', seller.id)
    .where('state', '=', 'open')
    .execute();

/** Marks what was kept and what was broken, and tells the seller of the latter once. @returns how many ended */
export async function endPromises({ db, clock, mail }: SendDeps, seller: Seller): Promise<number> {
  const now = clock.now();
  const today = todayOf(seller, now);
  const who = { tenantId: seller.id };
  if ((await db.tenant(who, (tx) => openOf(tx, seller), { readOnly: true })).length === 0) return 0;
  const names = new Map((await readBuyers(db, seller)).map((buyer: Buyer) => [buyer.id, buyer.name]));
  const company = await peopleWith(db, seller.id, 'money.credit', ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN']);
  const origin = await mail.links.of(company.franchiseId, undefined);
  const path = seller.kind === 'platform' ? '/platform/money/receivables' : '/customer/money/receivables';
  const ended = await db.tenant(who, async (tx) => {
    const open = await readOpen(tx, seller.id);
    const refs: JournalRef[] = [];
    let count = 0;
    for (const row of await openOf(tx, seller)) {
      const state = standOf(row, open, today);
      if (state === 'open') continue;
      const moved = await tx
        .updateTable('payment_promises')
        .set({ state, ended_at: now })
        .where('tenant_id', '=', seller.id)
        .where('id', '=', row.id)
        .where('state', '=', 'open')
        .returning('id')
        .executeTakeFirst();
      if (!moved) continue;
      count += 1;
      if (state !== 'broken') continue;
      const told = { name: names.get(row.buyer_id) ?? '', promisedOn: row.promised_on, amount: amountOf(row) };
      const content = brokenPromiseMail(company.language, told, origin === undefined ? undefined : `${origin}${path}`);
      for (const { userId, email } of company.people)
        refs.push(
          await mail.queue(
            tx,
            { tenantId: seller.id, franchiseId: company.franchiseId, userId },
            {
              template: 'notice',
              to: email,
              language: company.language,
              data: content,
              once: `promise/${row.id}/${userId}`,
            },
            now,
          ),
        );
    }
    return { refs, count };
  });
  mail.soon(ended.refs);
  return ended.count;
}
