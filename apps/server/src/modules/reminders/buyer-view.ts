/** One buyer: what is overdue, what comes next, and what there was. */
import type { BuyerReminders } from '@scanship/contracts/money/reminders';
import { money } from '@scanship/domain/money/money';
import { nextReminder } from '@scanship/domain/money/reminders';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import type { BuyerBelow } from '../../platform/buyer-below.ts';
import { addDays } from '../../platform/time-zone.ts';
import { overdueOf } from './facts.ts';
import { readPromises } from './promises.ts';
import { type Seller, todayOf } from './seller.ts';
import { readReminderSettings } from './settings.ts';
import { claimsOf, readLate, readRests } from './stands.ts';

/** Rows of each kind that the page shows. */
const SHOWN = 50;

const lines = z.array(
  z.object({ number: z.string(), dueDay: z.string(), open: z.object({ minor: z.int(), currency: z.string() }) }),
);

export const readBuyerReminders = (
  db: Database,
  seller: Seller,
  buyer: BuyerBelow,
  now: Date,
): Promise<BuyerReminders> =>
  db.tenant(
    { tenantId: seller.id },
    async (tx) => {
      const today = todayOf(seller, now);
      const settings = await readReminderSettings(tx, seller);
      const late = claimsOf((await readLate(tx, seller, today, buyer.id)).get(buyer.id));
      const promises = await readPromises(tx, seller, buyer.id, today, SHOWN);
      const pause = await tx
        .selectFrom('reminder_pauses')
        .select(['reason', 'since'])
        .where('tenant_id', '=', seller.id)
        .where('buyer_id', '=', buyer.id)
        .executeTakeFirst();
      const rows = await tx
        .selectFrom('reminders')
        .select(['sent_at', 'days', 'stopped', 'people', 'sent_by', 'invoices'])
        .where('tenant_id', '=', seller.id)
        .where('buyer_id', '=', buyer.id)
        .orderBy('day', 'desc')
        .limit(SHOWN)
        .execute();
      const next = settings.on && !pause ? nextReminder(late, settings, today) : undefined;
      const mailedToday = (await readRests(tx, seller, today, buyer.id)).get(buyer.id) === 'today';
      const promised = promises.find(({ state }) => state === 'open')?.promisedOn;
      const earliest = promised === undefined ? (mailedToday ? addDays(today, 1) : today) : addDays(promised, 1);
      const comes = next && addDays(today, next.inDays);
      return {
        buyerId: buyer.id,
        name: buyer.name,
        overdue: [...overdueOf(late)],
        currency: late[0]?.currency ?? seller.currency,
        overdueSince: late[0]?.dueDay ?? null,
        next: next && comes !== undefined ? { day: comes < earliest ? earliest : comes, step: next.step } : null,
        paused: pause ? { reason: pause.reason, since: pause.since.toISOString() } : null,
        promises: [...promises],
        reminders: rows.map((row) => ({
          sentAt: row.sent_at.toISOString(),
          days: row.days,
          stopped: row.stopped,
          people: row.people,
          byHand: row.sent_by !== null,
          invoices: lines
            .parse(row.invoices)
            .map(({ number, dueDay, open }) => ({ number, dueDay, open: money(open.minor, open.currency) })),
        })),
      };
    },
    { readOnly: true },
  );
