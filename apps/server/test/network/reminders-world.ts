/** A franchise whose customers do not pay: debts that are invoiced, a clock, and what was sent to whom. */
import type {
  BuyerReminders,
  ReminderRound,
  RemindersView,
  ReminderSettings,
} from '@scanship/contracts/money/reminders';
import { withClient } from '../../src/platform/database/connection.ts';
import { schedule } from '../../src/modules/statements/close-schedule.ts';
import { readCompany } from '../../src/modules/statements/index.ts';
import { addCustomer } from '../../src/modules/tenants/index.ts';
import { addUser } from '../../src/modules/users/index.ts';
import { TEST_PASSWORD, type TestUser } from '../app-kit.ts';
import { moneyOf } from '../money-world.ts';
import { makeNetworkWorld, type NetworkWorld } from './network-world.ts';

export type Preview = { readonly round: ReminderRound; readonly mails: readonly { mail: { subject: string } }[] };

export interface RemindersWorld extends NetworkWorld {
  readonly seller: string;
  /** A customer of the franchise with an administrator, whose address is proved where it is not said otherwise. */
  customer(name: string, locale?: 'en-CA' | 'fr-CA', verified?: boolean): Promise<TestUser>;
  /** Each owes what is told, on an invoice of the month that is over then; the clock stands before its due day. @returns that day */
  owe(...debts: readonly (readonly [TestUser, number])[]): Promise<string>;
  /** The franchise owes the operator. */
  oweOperator(minor: number): Promise<string>;
  /** Moves the clock to a moment so many days after a day. */
  at(day: string, days: number, time?: string): void;
  pay(buyer: TestUser, minor: number): Promise<void>;
  /** Subjects of the reminders that were queued for a buyer, in their order. */
  sent(buyer: TestUser): Promise<readonly string[]>;
  /** Every reminder that was queued is delivered. */
  delivered(): Promise<void>;
  view(buyer: TestUser): Promise<BuyerReminders>;
  preview(wish?: Partial<ReminderSettings>): Promise<Preview>;
  /** Saves and switches on after having looked. */
  switchOn(wish?: Partial<ReminderSettings>): Promise<void>;
}

const DAY_MS = 86_400_000;
const YEARS = 5;

export async function makeRemindersWorld(): Promise<RemindersWorld> {
  const w = await makeNetworkWorld();
  // Ids of what is booked are of the real time, so the months that are closed are before it. In the middle of one: at its ends it is
  // another month where the company is than by UTC.
  const begin = new Date(w.now().getTime() - YEARS * 365 * DAY_MS);
  begin.setUTCDate(15);
  w.passTime(begin.getTime() - w.now().getTime());
  const { db } = w.database;
  const seller = w.world.first.id;
  const { franchise } = w.world.people;
  const dayAfter = (day: string, days: number, time: string) =>
    new Date(Date.parse(`${day}T${time}:00Z`) + days * DAY_MS);
  const moveTo = (moment: Date): void => {
    const ms = moment.getTime() - w.now().getTime();
    if (ms < 0) throw new Error(`the clock is at ${w.now().toISOString()} already`);
    w.passTime(ms);
  };
  const settings = async (wish: Partial<ReminderSettings>) => ({
    ...(await w.done<RemindersView>(franchise, 'GET', '/receivables/reminders')).settings,
    ...wish,
  });
  const preview: RemindersWorld['preview'] = async (wish = {}) =>
    w.done(franchise, 'POST', '/receivables/reminders/preview', await settings({ ...wish, on: true }));
  const bill = async (from: string, debts: readonly (readonly [string, number])[]): Promise<string> => {
    const company = await readCompany(db, from);
    if (!company) throw new Error('nobody sells');
    for (const [buyerId, minor] of debts) await moneyOf(db, from, buyerId).fee(minor, w.now().toISOString());
    const month = w.now().toISOString().slice(0, 7);
    const over = new Date(`${month}-01T15:00:00Z`);
    over.setUTCMonth(over.getUTCMonth() + 1, 2);
    moveTo(over);
    for (;;) {
      const next = await db.tenant({ tenantId: from }, (tx) => schedule(tx, company, w.now()));
      if (next > `${month}-01`) break;
      const closed = await w.application.statements.worker.close(from, next);
      if (closed.state !== 'closed') throw new Error(JSON.stringify(closed));
    }
    const last = await db.tenant({ tenantId: from }, (tx) =>
      tx.selectFrom('invoices').select('due_day').orderBy('due_day', 'desc').executeTakeFirstOrThrow(),
    );
    return last.due_day;
  };
  const all: RemindersWorld = Object.assign(w, {
    seller,
    async customer(name: string, locale: 'en-CA' | 'fr-CA' = 'en-CA', verified = true): Promise<TestUser> {
      const { tenantId, roles } = await addCustomer(db, { name, franchiseId: seller, planName: 'Advanced' });
      await db.system((tx) => tx.updateTable('tenants').set({ locale }).where('id', '=', tenantId).execute());
      const userName = name.toLowerCase().replaceAll(/[^a-z]/g, '');
      const added = await addUser(
        db,
        {
          firstName: name,
          lastName: 'Test',
          userName,
          email: `${userName}@example.com`,
          realmId: seller,
          tenantId,
          roleId: roles.ROLE_CUSTOMER_ADMIN ?? '',
          password: TEST_PASSWORD,
          verified,
        },
        new Date(),
      );
      if (!added.ok) throw new Error(added.problem.code);
      return { userName, userId: added.value.userId, realmId: seller, tenantId };
    },
    owe: (...debts: readonly (readonly [TestUser, number])[]) =>
      bill(
        seller,
        debts.map(([{ tenantId }, minor]) => [tenantId, minor]),
      ),
    oweOperator: (minor: number) => bill(w.world.platformId, [[seller, minor]]),
    at: (day: string, days: number, time = '15:00') => moveTo(dayAfter(day, days, time)),
    async pay(buyer: TestUser, amountMinor: number): Promise<void> {
      await w.done(franchise, 'POST', `/receivables/${buyer.tenantId}/payments`, {
        method: 'transfer',
        amountMinor,
        currency: 'CAD',
        reference: 'T',
      });
    },
    async sent(buyer: TestUser): Promise<readonly string[]> {
      const reminders = await all.view(buyer);
      const effects = await db.tenant(buyer, (tx) =>
        tx
          .selectFrom('effects')
          .select('intent_key')
          .where('kind', '=', 'email')
          .where('intent_key', '^@' as 'like', 'mail/reminder/')
          .execute(),
      );
      // A mail for each row, and no row without its mail.
      if (effects.length !== reminders.reminders.length) throw new Error(`${effects.length} mails were queued`);
      return reminders.reminders.map(({ days, stopped }) => `${days}${stopped ? ' stop' : ''}`).toReversed();
    },
    async delivered(): Promise<void> {
      for (const until = Date.now() + 10_000; ; ) {
        const { rows: left } = await withClient(w.database.migrator, (client) =>
          client.query(
            "SELECT 1 FROM effects WHERE kind = 'email' AND intent_key LIKE 'mail/reminder/%' AND state NOT IN ('confirmed', 'complete')",
          ),
        );
        if (left.length === 0) return;
        if (Date.now() > until) throw new Error(`${left.length} reminders were not delivered`);
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      }
    },
    view: (buyer: TestUser) => w.done<BuyerReminders>(franchise, 'GET', `/receivables/${buyer.tenantId}/reminders`),
    preview,
    async switchOn(wish: Partial<ReminderSettings> = {}): Promise<void> {
      const { round } = await preview(wish);
      await w.done(franchise, 'PUT', '/receivables/reminders', {
        ...(await settings(wish)),
        on: true,
        seen: round.seen,
      });
    },
  });
  return all;
}
