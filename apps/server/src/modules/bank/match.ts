/** Deciding about a line: what it is, that it is no customer's payment, and taking either back. */
import type { AsideReason, BankPart } from '@scanship/contracts/money/bank';
import { toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { buyersBelow } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { enterPayment, isPastDay, takePaymentBack } from '../payments/index.ts';
import type { LineRow } from './lines.ts';
import { around, readEntered, REAL_PAYOUT } from './match-facts.ts';

const wrong = (message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field: 'parts', code: 'parts', message }] });

/** The line, locked. Problems: `not_found`, `stale_version` when it is not as expected. */
async function lockLine(tx: Tx, tenantId: string, id: string, decided: boolean): Promise<Outcome<LineRow>> {
  const line = await tx
    .selectFrom('bank_lines')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '<>', 'replaced')
    .forUpdate()
    .executeTakeFirst();
  if (!line) return problem('not_found');
  return (line.state !== 'open') === decided ? ok(line) : problem('stale_version');
}

const decide = (
  tx: Tx,
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  id: string,
  to: { readonly state: 'open' | 'matched' | 'aside'; readonly reason?: AsideReason; readonly note?: string },
) =>
  tx
    .updateTable('bank_lines')
    .set({
      state: to.state,
      aside_reason: to.reason ?? null,
      note: to.note ?? '',
      decided_by: ctx.userId,
      decided_at: sql<Date>`clock_timestamp()`,
    })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', id)
    .execute();

interface Here {
  readonly id: string;
  readonly minor: number;
  readonly currency: string;
}
/** What of these is here and may be (a part of) a line, locked in one order. What a match entered is of its own line alone, undone or not. */
const HERE = {
  payment: (
    tenantId: string,
    ids: readonly string[],
  ) => sql<Here>`SELECT p.id, p.amount_minor AS minor, p.currency FROM payments p
      WHERE p.tenant_id = ${tenantId} AND p.id = ANY (${[...ids]}::uuid[]) AND p.method <> 'card' AND p.state = 'succeeded'
        AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.tenant_id = p.tenant_id AND m.payment_id = p.id AND m.entered)
      ORDER BY p.id FOR UPDATE`,
  refund: (tenantId: string, ids: readonly string[]) => sql<Here>`SELECT r.id, -r.amount_minor AS minor, r.currency
      FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
      WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${[...ids]}::uuid[]) AND p.method <> 'card' AND r.state IN ('pending', 'succeeded')
        AND NOT EXISTS (SELECT FROM bank_matches m WHERE m.tenant_id = r.tenant_id AND m.undo_refund_id = r.id)
      ORDER BY r.id FOR UPDATE OF r`,
  payout: (
    tenantId: string,
    ids: readonly string[],
  ) => sql<Here>`SELECT o.id, o.amount_minor AS minor, o.currency FROM card_payouts o
      WHERE o.tenant_id = ${tenantId} AND o.id = ANY (${[...ids]}::uuid[]) AND o.state NOT IN ('failed', 'canceled') AND ${REAL_PAYOUT}
      ORDER BY o.id FOR UPDATE`,
} as const;

async function checkHere(tx: Tx, tenantId: string, line: LineRow, parts: readonly BankPart[]): Promise<Outcome<void>> {
  for (const kind of ['payment', 'refund', 'payout'] as const) {
    const own = parts.filter((part) => part.kind === kind);
    if (own.length === 0) continue;
    const asked = HERE[kind](
      tenantId,
      own.map(({ id }) => id),
    );
    const found = new Map((await asked.execute(tx)).rows.map((row) => [row.id, row]));
    for (const part of own) {
      const here = found.get(part.id);
      if (!here) return problem('not_found');
      if (here.minor !== part.minor || here.currency !== line.currency)
        return wrong(
          'What was chosen has another amount or currency than this line. Reload the page and choose again.',
        );
    }
  }
  return ok(undefined);
}

/** A payment entered for the same buyer, of the same amount and near the same day, that no line is matched to. */
async function checkTwins(
  tx: Tx,
  ctx: Pick<RequestContext, 'tenantId' | 'timeZone'>,
  line: LineRow,
  fresh: readonly BankPart[],
): Promise<Outcome<void>> {
  if (fresh.length === 0) return ok(undefined);
  const twin = (await readEntered(tx, ctx, line.currency, around([dayOf(line)], TWIN_DAYS))).find(
    (each) => each.kind === 'payment' && fresh.some(({ id, minor }) => each.buyerId === id && each.minor === minor),
  );
  if (!twin) return ok(undefined);
  const amount = `${toDecimal({ minor: twin.minor, currency: line.currency })} ${line.currency}`;
  return problem('validation', {
    message: `A payment of ${amount} was entered for this customer on ${twin.day} and has no bank line yet.`,
    advice: 'Match that payment, or confirm that this is another one.',
    errors: [{ field: 'separate', code: 'twin', message: 'It may be the same payment.' }],
  });
}
const TWIN_DAYS = 10;

const dayOf = (line: LineRow): string => line.value_on ?? line.booked_on;
/** Money that bears interest from Monday on came in on Friday. */
const receivedOn = (line: LineRow, now: Date): string => (isPastDay(dayOf(line), now) ? dayOf(line) : line.booked_on);

const MOST_REFERENCE = 100;
/** The customer sees it. What the bank wrote of several payments names others too, so of them only its number is taken. */
const referenceOf = ({ reference, text, party, bank_ref: bankRef }: LineRow, alone: boolean): string =>
  ((alone ? [reference, text, party, bankRef] : [bankRef]).find((each) => each !== '') ?? 'Bank').slice(
    0,
    MOST_REFERENCE,
  );
const methodOf = ({ text, party }: LineRow): 'cheque' | 'transfer' =>
  /\b(cheque|chèque|check|chq|scheck)\b/i.test(`${party} ${text}`) ? 'cheque' : 'transfer';

/**
 * Confirms what a line is. Its parts come to its amount exactly; what is not in the books yet is entered with the bank's value
 * date. Problems: see `matchBankLine`.
 */
export async function matchLine(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'userId' | 'timeZone'>,
  id: string,
  parts: readonly BankPart[],
  separate: boolean,
  now: Date,
): Promise<Outcome<{ readonly told: Readonly<Record<string, string>> }>> {
  const fresh = parts.filter(({ kind }) => kind === 'new');
  const buyers = await buyersBelow(
    db,
    ctx,
    fresh.map(({ id }) => id),
  );
  if (!buyers.ok) return buyers;
  const names = buyers.value.map(({ name }) => name);
  if (new Set(parts.map((part) => `${part.kind} ${part.id}`)).size < parts.length)
    return wrong('Something was chosen twice. Choose each only once.');
  try {
    return await allOrNothing(db, ctx, async (tx) => {
      const locked = await lockLine(tx, ctx.tenantId, id, false);
      if (!locked.ok) return locked;
      const line = locked.value;
      if (parts.some(({ minor }) => Math.sign(minor) !== Math.sign(line.amount_minor)))
        return wrong('A line that came in is made of payments, one that went out of refunds.');
      if (parts.reduce((sum, { minor }) => sum + minor, 0) !== line.amount_minor)
        return wrong('The parts do not come to the amount of the line.');
      if (fresh.some(({ minor }) => minor < 1))
        return wrong('A payment that goes out is a refund: enter it at the payment it gives back.');
      if (fresh.length > 0 && !isPastDay(receivedOn(line, now), now))
        return wrong('The day of this line is in the future or years ago, so no payment can be entered with it.');
      const here = await checkHere(tx, ctx.tenantId, line, parts);
      if (!here.ok) return here;
      const twins = await checkTwins(tx, ctx, line, separate ? [] : fresh);
      if (!twins.ok) return twins;
      for (const part of parts) await writeMatch(tx, ctx, line, part, { alone: parts.length === 1, now });
      await decide(tx, ctx, id, { state: 'matched' });
      const amount = `${toDecimal({ minor: line.amount_minor, currency: line.currency })} ${line.currency}`;
      return ok({
        told: { amount, day: dayOf(line), ...(names.length > 0 ? { name: names.join(', ') } : {}) },
      });
    });
  } catch (error) {
    const once = ['bank_matches_payment', 'bank_matches_refund', 'bank_matches_payout'];
    if (once.includes(violated(error) ?? ''))
      return wrong('What was chosen is matched to another line already. Reload the page.');
    throw error;
  }
}

async function writeMatch(
  tx: Tx,
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  line: LineRow,
  part: BankPart,
  { alone, now }: { readonly alone: boolean; readonly now: Date },
): Promise<void> {
  const entered =
    part.kind === 'new'
      ? await enterPayment(tx, ctx, {
          buyerId: part.id,
          method: methodOf(line),
          amountMinor: part.minor,
          currency: line.currency,
          reference: referenceOf(line, alone),
          receivedOn: receivedOn(line, now),
        })
      : undefined;
  await tx
    .insertInto('bank_matches')
    .values({
      tenant_id: ctx.tenantId,
      id: newId(),
      line_id: line.id,
      payment_id: entered ?? (part.kind === 'payment' ? part.id : null),
      refund_id: part.kind === 'refund' ? part.id : null,
      payout_id: part.kind === 'payout' ? part.id : null,
      amount_minor: part.minor,
      entered: entered !== undefined,
      created_by: ctx.userId,
    })
    .execute();
}

/** Problems: `not_found`, `stale_version`, `validation` for another reason without words. */
export const setAside = (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  id: string,
  reason: AsideReason,
  note: string,
): Promise<Outcome<void>> =>
  allOrNothing(db, ctx, async (tx) => {
    if (reason === 'other' && note === '')
      return problem('validation', { errors: [{ field: 'note', code: 'required', message: 'Say what it is.' }] });
    const line = await lockLine(tx, ctx.tenantId, id, false);
    if (!line.ok) return line;
    await decide(tx, ctx, id, { state: 'aside', reason, note });
    return ok(undefined);
  });

/** Opens a line again; what was entered by its match is booked back. Problems: see `undoBankLine`. */
export const undoLine = (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  id: string,
): Promise<Outcome<void>> =>
  allOrNothing(db, ctx, async (tx) => {
    const line = await lockLine(tx, ctx.tenantId, id, true);
    if (!line.ok) return line;
    const matches = await tx
      .selectFrom('bank_matches')
      .select(['id', 'payment_id', 'entered'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('line_id', '=', id)
      .where('undone_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const match of matches) {
      const refund =
        match.entered && match.payment_id !== null
          ? await takePaymentBack(tx, ctx, match.payment_id, 'The bank line was not this payment.')
          : ok(null);
      if (!refund.ok) return refund;
      await tx
        .updateTable('bank_matches')
        .set({ undone_at: sql<Date>`clock_timestamp()`, undone_by: ctx.userId, undo_refund_id: refund.value })
        .where('tenant_id', '=', ctx.tenantId)
        .where('id', '=', match.id)
        .execute();
    }
    await decide(tx, ctx, id, { state: 'open' });
    return ok(undefined);
  });
