/** One buyer: what is overdue, what comes next, and what there was. */
import type { BuyerReminders } from '@scanship/contracts/money/reminders';
import { type Money, money } from '@scanship/domain/money/money';
import { nextReminder } from '@scanship/domain/money/reminders';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import type { BuyerBelow } from '../../platform/buyer-below.ts';
import { addDays } from '../../platform/time-zone.ts';
import { readRestriction } from '../restrictions/index.ts';
import { overdueOf } from './facts.ts';
import { readPromises, readStandingPromises } from './promises.ts';
import { readTold, type Seller, todayOf } from './seller.ts';
import { readReminderSettings } from './settings.ts';
import { askedOf, claimsOf, type Late, readLate, readRests, stepsFor } from './stands.ts';

/** Rows of each kind that the page shows. */
const SHOWN = 50;

const lines = z.array(
  z.object({ number: z.string(), dueDay: z.string(), open: z.object({ minor: z.int(), currency: z.string() }) }),
);

/** Sums of a part of each, in the currencies in which there is any. */
const partOf = (invoices: readonly Late[], minorOf: (invoice: Late) => number): Money[] =>
  overdueOf(invoices.map((each) => ({ currency: each.currency, openMinor: minorOf(each) }))).filter(
    ({ minor }) => minor > 0,
  );

export async function readBuyerReminders(
  db: Database,
  seller: Seller,
  buyer: BuyerBelow,
  now: Date,
): Promise<BuyerReminders> {
  const {
    state,
    restricted_due_until: dueUntil,
    restriction,
  } = await db.reference(async (tx) => ({
    ...(await tx
      .selectFrom('tenants')
      .select(['state', 'restricted_due_until'])
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow()),
    restriction: await readRestriction(tx, buyer.id),
  }));
  const mayShip = state === 'active' && restriction === undefined;
  const held = state !== 'active' || (restriction !== undefined && dueUntil === null);
  return db.tenant(
    { tenantId: seller.id },
    async (tx) => {
      const today = todayOf(seller, now);
      const settings = await readReminderSettings(tx, seller);
      const overdue = (await readLate(tx, seller, today, buyer.id)).get(buyer.id) ?? [];
      const late = claimsOf(overdue);
      const told = await readTold(tx, seller, [buyer.id]);
      const standing = await readStandingPromises(tx, seller, today, buyer.id);
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
      const asked = askedOf(late);
      const goesOn = settings.on && !pause && told.has(buyer.id);
      const comesNow = nextReminder(asked, stepsFor(settings, late, held), today);
      // What is promised comes to its step on the day after at the soonest; what is being paid waits for its payment.
      const rested = late.filter(({ promised }) => promised);
      const next = goesOn ? (comesNow ?? nextReminder(rested, stepsFor(settings, [], held), today)) : undefined;
      const mailedToday = (await readRests(tx, seller, today, buyer.id)).get(buyer.id) === 'today';
      const promised = comesNow ? undefined : promises.find(({ state }) => state === 'open')?.promisedOn;
      const earliest = promised === undefined ? (mailedToday ? addDays(today, 1) : today) : addDays(promised, 1);
      const comes = next && addDays(today, next.inDays);
      const stops = next?.step.kind === 'stop' && mayShip;
      return {
        buyerId: buyer.id,
        name: buyer.name,
        overdue: [...overdueOf(overdue)],
        currency: overdue[0]?.currency ?? seller.currency,
        overdueSince: overdue[0]?.dueDay ?? null,
        credited: partOf(overdue, ({ openMinor, claimMinor }) => openMinor - claimMinor),
        paying: partOf(overdue, ({ payingMinor }) => payingMinor),
        nobodyToTell: late.length > 0 && !told.has(buyer.id),
        promiseBroken: [...standing.values()].some(({ state }) => state === 'broken'),
        next:
          next && comes !== undefined
            ? {
                day: comes < earliest ? earliest : comes,
                step: { days: next.step.days, kind: stops ? 'stop' : 'reminder' },
              }
            : null,
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
}
