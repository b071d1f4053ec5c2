/** What is overdue and how reminders of it stand, for the list of receivables. */
import type { Receivable } from '@scanship/contracts/money/receivables';
import { nextReminder } from '@scanship/domain/money/reminders';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { debtOf } from '../statements/index.ts';
import { readUnanswered } from './paying.ts';
import { readStandingPromises } from './promises.ts';
import { readTold, type Seller, todayOf } from './seller.ts';
import { readReminderSettings } from './settings.ts';
import { askedOf, claimsOf, readLate, stepsFor } from './stands.ts';

type Stand = Pick<
  Receivable,
  | 'overdue'
  | 'overdueMinor'
  | 'overdueSince'
  | 'payingMinor'
  | 'lastReminder'
  | 'promise'
  | 'notReminded'
  | 'nobodyToTell'
  | 'toAct'
>;

/** Of a buyer in a currency. Runs as the seller. */
export async function readReminderStands(
  tx: Tx,
  seller: Seller,
  now: Date,
): Promise<(buyerId: string, currency: string, held: boolean) => Stand> {
  const today = todayOf(seller, now);
  const settings = await readReminderSettings(tx, seller);
  const late = await readLate(tx, seller, today);
  const told = await readTold(tx, seller, [...late.keys()]);
  const promises = await readStandingPromises(tx, seller, today);
  const unanswered = await readUnanswered(tx, seller.id);
  const paused = new Set(
    (await tx.selectFrom('reminder_pauses').select('buyer_id').where('tenant_id', '=', seller.id).execute()).map(
      (row) => row.buyer_id,
    ),
  );
  const { rows } = await sql<{ buyer_id: string; day: string; stopped: boolean }>`
    SELECT DISTINCT ON (buyer_id) buyer_id, day, stopped FROM reminders WHERE tenant_id = ${seller.id}
    ORDER BY buyer_id, day DESC`.execute(tx);
  const last = new Map(rows.map((row) => [row.buyer_id, row]));
  return (buyerId, currency, held) => {
    const overdue = (late.get(buyerId) ?? []).filter((invoice) => invoice.currency === currency);
    const own = claimsOf(overdue);
    const promise = promises.get(debtOf(buyerId, currency));
    const standing = promise && (own.length > 0 || promise.state === 'open') ? promise : undefined;
    const asked = askedOf(own);
    const nobodyToTell = own.length > 0 && !told.has(buyerId);
    const why: Stand['toAct'] = unanswered.has(debtOf(buyerId, currency))
      ? 'unanswered'
      : standing?.state === 'broken'
        ? 'broken'
        : paused.has(buyerId)
          ? 'paused'
          : nobodyToTell
            ? 'nobody'
            : !settings.on
              ? 'off'
              : nextReminder(asked, stepsFor(settings, [], held), today) === undefined
                ? 'last'
                : null;
    const worthIt = asked.length > 0 && asked.reduce((sum, { openMinor }) => sum + openMinor, 0) >= settings.leastMinor;
    const reminder = last.get(buyerId);
    return {
      overdue: overdue.length > 0,
      overdueMinor: overdue.reduce((sum, { openMinor }) => sum + openMinor, 0),
      overdueSince: overdue[0]?.dueDay ?? null,
      payingMinor: own.reduce((sum, { payingMinor }) => sum + payingMinor, 0),
      lastReminder: reminder && own.length > 0 ? { day: reminder.day, stopped: reminder.stopped } : null,
      promise: standing ? { promisedOn: standing.promisedOn, amount: standing.amount, state: standing.state } : null,
      notReminded: paused.has(buyerId),
      nobodyToTell,
      toAct: worthIt ? why : null,
    };
  };
}
