/** Whom a seller would write to now, and why others are left out: what is looked at before anything is sent. */
import { createHash } from 'node:crypto';
import type { LeftOut, ReminderRound, ReminderSettings, ReminderTarget } from '@scanship/contracts/money/reminders';
import { money } from '@scanship/domain/money/money';
import { planReminder, type ReminderPlan } from '@scanship/domain/money/reminders';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { MailModule } from '../mail/index.ts';
import { readRestrictions } from '../restrictions/index.ts';
import { readStatementSettings } from '../statements/index.ts';
import { factsOf, overdueOf, pagesOf, previewOf } from './facts.ts';
import { reminderMail } from './reminder-mail.ts';
import { type Buyer, readBuyers, readTold, type Seller, todayOf } from './seller.ts';
import { readReminderSettings } from './settings.ts';
import { askedOf, claimsOf, type Late, readLate, readRests, restingOf, stepsFor } from './stands.ts';

/** Buyers that are shown with their mails; `count` has all. */
const SHOWN = 100;

export interface RoundWish {
  /** Of these only, and their next step although its day has not come. */
  readonly only?: readonly string[];
  /** Settings that are not saved yet. */
  readonly settings?: ReminderSettings;
}

export interface Candidate {
  readonly buyer: Buyer;
  readonly plan: ReminderPlan;
  /** What it is asked for. */
  readonly invoices: readonly Late[];
  /** How many of its people get the mail. */
  readonly people: number;
}

export interface Round {
  readonly settings: ReminderSettings;
  readonly paymentNote: string;
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly LeftOut[];
}

/** Runs as the seller. */
export async function planRound(
  tx: Tx,
  seller: Seller,
  buyers: readonly Buyer[],
  now: Date,
  wish: RoundWish = {},
): Promise<Round> {
  const today = todayOf(seller, now);
  const settings = wish.settings ?? (await readReminderSettings(tx, seller));
  const late = await readLate(tx, seller, today);
  const rests = await readRests(tx, seller, today);
  const told = await readTold(tx, seller, [...late.keys()]);
  const { paymentNote } = await readStatementSettings(tx, seller.id);
  const early = wish.only !== undefined;
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const buyer of buyers) {
    if (wish.only && !wish.only.includes(buyer.id)) continue;
    const claims = claimsOf(late.get(buyer.id));
    const invoices = askedOf(claims);
    const plan = planReminder(invoices, stepsFor(settings, claims, buyer.held), today, early);
    const people = told.get(buyer.id)?.length ?? 0;
    const rest = rests.get(buyer.id) ?? (people === 0 ? 'nobody' : undefined);
    if (plan && !rest) {
      candidates.push({ buyer, plan, invoices, people });
      continue;
    }
    const why = rest ?? restingOf(claims);
    if (claims.length === 0) {
      if (early) leftOut.push({ buyerId: buyer.id, name: buyer.name, why: 'paid' });
    } else if (early || (why && planReminder(claims, settings, today)))
      leftOut.push({ buyerId: buyer.id, name: buyer.name, why: why ?? 'last' });
  }
  return { settings, paymentNote, candidates, leftOut };
}

/** Stands for buyers and steps, whatever else changes. */
export const sealOf = (candidates: readonly Candidate[]): string =>
  createHash('sha256')
    .update(
      candidates
        .map(({ buyer, plan }) => `${buyer.id} ${plan.step.days} ${plan.step.kind}`)
        .toSorted()
        .join('\n'),
    )
    .digest('base64url')
    .slice(0, 22);

export interface RoundDeps {
  readonly db: Database;
  readonly mail: { readonly links: Pick<MailModule['links'], 'of'> };
}

export async function viewRound(
  { db, mail }: RoundDeps,
  seller: Seller,
  now: Date,
  wish: RoundWish = {},
): Promise<ReminderRound> {
  const buyers = await readBuyers(db, seller);
  const round = await db.tenant({ tenantId: seller.id }, (tx) => planRound(tx, seller, buyers, now, wish), {
    readOnly: true,
  });
  const shown = round.candidates.slice(0, SHOWN);
  const restricted = await db.reference((tx) =>
    readRestrictions(
      tx,
      shown.map(({ buyer }) => buyer.id),
    ),
  );
  const targets: ReminderTarget[] = [];
  for (const { buyer, plan, invoices, people } of shown) {
    const mayShip = !buyer.suspended && !restricted.has(buyer.id);
    const stops = plan.step.kind === 'stop' && mayShip;
    const facts = factsOf(seller, round.settings, {
      invoices,
      stops,
      mayShip,
      paymentNote: round.paymentNote,
      language: buyer.language,
      pages: pagesOf(seller, buyer.suspended ? undefined : await mail.links.of(buyer.realmId, undefined)),
      today: todayOf(seller, now),
    });
    targets.push({
      buyerId: buyer.id,
      name: buyer.name,
      people,
      overdue: [...overdueOf(invoices)],
      invoices: invoices.map(({ number, dueDay, openMinor, currency }) => ({
        number,
        dueDay,
        open: money(openMinor, currency),
      })),
      step: { days: plan.step.days, kind: stops ? 'stop' : 'reminder' },
      mail: previewOf(buyer.language, reminderMail(buyer.language, facts)),
    });
  }
  return {
    targets,
    count: round.candidates.length,
    leftOut: [...round.leftOut],
    seen: sealOf(round.candidates),
  };
}

/** What each step says, of an invoice that is made up. */
export function sampleMails(seller: Seller, settings: ReminderSettings, paymentNote: string, now: Date) {
  const today = todayOf(seller, now);
  return settings.steps.flatMap((step, at) =>
    (['en', 'fr'] as const).map((language) => {
      const dueDay = new Date(Date.parse(today) - step.days * 86_400_000).toISOString().slice(0, 10);
      const facts = factsOf(seller, settings, {
        invoices: [
          {
            id: seller.id,
            number: 'INV-2026-000123',
            buyerId: seller.id,
            currency: seller.currency,
            dueDay,
            openMinor: 12_345,
            claimMinor: 12_345,
            reminded: settings.steps[at - 1]?.days ?? 0,
            payingMinor: 0,
            promised: false,
          },
        ],
        stops: step.kind === 'stop',
        mayShip: true,
        paymentNote,
        language,
        pages: pagesOf(seller, 'https://…'),
        today,
      });
      return { step: { days: step.days, kind: step.kind }, mail: previewOf(language, reminderMail(language, facts)) };
    }),
  );
}
