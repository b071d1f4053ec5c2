/**
 * One reminder: judged, written down and queued in one transaction, so that what was paid a moment ago is not reminded of and two
 * processes, or one that died, never send a step twice.
 */
import { money } from '@scanship/domain/money/money';
import { planReminder } from '@scanship/domain/money/reminders';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { addDays } from '../../platform/time-zone.ts';
import { OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';
import type { MailModule } from '../mail/index.ts';
import { setRestriction } from '../restrictions/index.ts';
import { readStatementSettings } from '../statements/index.ts';
import { factsOf, pagesOf } from './facts.ts';
import { reminderMail, stopReason } from './reminder-mail.ts';
import { type Buyer, readTold, type Seller, todayOf } from './seller.ts';
import { readReminderSettings } from './settings.ts';
import { askedOf, claimsOf, readLate, readRests, stepsFor } from './stands.ts';

export interface SendDeps extends Pick<Services, 'db' | 'clock'> {
  readonly mail: Pick<MailModule, 'queue' | 'soon'> & { readonly links: Pick<MailModule['links'], 'of'> };
}

/**
 * Undefined where no step is due (any more), it rests, or nobody of the buyer gets mails about money.
 * @param by who sends it by hand: the next step although its day has not come, whether or not reminders are switched on
 */
export async function sendReminder(
  { db, clock, mail }: SendDeps,
  seller: Seller,
  buyer: Buyer,
  by?: string,
): Promise<{ readonly stopped: boolean } | undefined> {
  const { realmId: franchiseId } = buyer;
  const origin = await mail.links.of(franchiseId, undefined);
  const now = clock.now();
  const today = todayOf(seller, now);
  const done = await db.tenant({ tenantId: seller.id }, async (tx) => {
    const settings = await readReminderSettings(tx, seller, { lock: true });
    if (by === undefined && !settings.on) return undefined;
    if ((await readRests(tx, seller, today, buyer.id)).has(buyer.id)) return undefined;
    const claims = claimsOf((await readLate(tx, seller, today, buyer.id)).get(buyer.id));
    const invoices = askedOf(claims);
    const standing = await lockStanding(tx, seller, buyer);
    const held = standing === 'suspended' || standing === 'by-person';
    const plan = planReminder(invoices, stepsFor(settings, claims, held), today, by !== undefined);
    if (!plan) return undefined;
    const people = (await readTold(tx, seller, [buyer.id])).get(buyer.id);
    if (!people) return undefined;
    const mayShip = standing === 'free';
    const pages = pagesOf(seller, standing === 'suspended' ? undefined : origin);
    const stopStep = plan.step.kind === 'stop' && seller.mayStop;
    const stops = stopStep && mayShip;
    const id = newId();
    const told = invoices.map(({ number, dueDay, openMinor, currency }) => ({
      number,
      dueDay,
      open: money(openMinor, currency),
    }));
    const written = await tx
      .insertInto('reminders')
      .values({
        tenant_id: seller.id,
        id,
        buyer_id: buyer.id,
        day: today,
        days: plan.step.days,
        stopped: stops,
        invoices: json(told.map(({ open, ...rest }) => ({ ...rest, open: { ...open } }))),
        people: people.length,
        sent_by: by ?? null,
        sent_at: now,
      })
      // Another process was faster, or one sent it by hand.
      .onConflict((conflict) => conflict.columns(['tenant_id', 'buyer_id', 'day']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!written) return undefined;
    await tx
      .insertInto('reminder_steps')
      .values(
        plan.steps.map(({ invoiceId, days }) => ({
          tenant_id: seller.id,
          invoice_id: invoiceId,
          days,
          reminder_id: id,
        })),
      )
      .execute();
    const { paymentNote } = await readStatementSettings(tx, seller.id);
    const { language } = buyer;
    const facts = factsOf(seller, settings, {
      invoices,
      stops,
      mayShip,
      paymentNote,
      language,
      pages,
      today,
    });
    const content = reminderMail(language, facts);
    const refs: JournalRef[] = [];
    for (const { userId, email } of people)
      refs.push(
        await mail.queue(
          tx,
          { tenantId: buyer.id, franchiseId, userId },
          { template: 'notice', to: email, language, data: content, once: `reminder/${id}/${userId}` },
          now,
        ),
      );
    // Stopped by an earlier reminder: what is due by now has to be paid as well before shipping resumes.
    if (stopStep) await stopShipping(tx, seller, buyer, stopReason(language, told), addDays(today, -1));
    return { refs, stopped: stops };
  });
  if (!done) return undefined;
  mail.soon(done.refs);
  return { stopped: done.stopped };
}

/** What keeps a buyer from shipping; its row stays locked, so that nobody restricts it meanwhile. Ends as the seller. */
async function lockStanding(
  tx: Tx,
  seller: Seller,
  buyer: Buyer,
): Promise<'free' | 'by-reminder' | 'by-person' | 'suspended'> {
  await actAs(tx, { role: 'app_system' });
  // Whoever only refers to the customer, as a purchase does, goes on meanwhile.
  const { rows } = await sql<{ active: boolean; free: boolean; reminded: boolean }>`SELECT state = 'active' AS active,
      restricted_at IS NULL AS free, restricted_due_until IS NOT NULL AS reminded
    FROM tenants WHERE id = ${buyer.id} FOR NO KEY UPDATE`.execute(tx);
  await actAs(tx, { role: 'app_tenant', tenantId: seller.id });
  const [row] = rows;
  if (!row?.active) return 'suspended';
  if (row.free) return 'free';
  return row.reminded ? 'by-reminder' : 'by-person';
}

/** Ends as the seller. In the log whoever sent it: the act of a person who sends to many may end before it says whom it stopped. */
async function stopShipping(tx: Tx, seller: Seller, buyer: Buyer, reason: string, dueUntil: string): Promise<void> {
  await setRestriction(tx, seller.id, buyer.id, { reason, untilPaid: true, dueUntil });
  await actAs(tx, { role: 'app_tenant', tenantId: seller.id });
  const id = await recordEvent(tx, {
    tenantId: seller.id,
    actors: [],
    action: 'reminderStopped',
    subject: { kind: 'franchise', id: buyer.id },
    details: { summary: 'Shipping was stopped by a reminder', params: { id: buyer.id }, told: { reason }, fields: [] },
  });
  await recordEvent(tx, {
    tenantId: seller.id,
    actors: [],
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
  });
}
