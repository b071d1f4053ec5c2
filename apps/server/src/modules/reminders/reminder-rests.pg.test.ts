/** What makes reminders rest or leaves somebody out: payments under way, promises, nobody to write to, suspension, night, faults. */
import type { Receivable } from '@scanship/contracts/money/receivables';
import type { ReminderRound, RemindersView } from '@scanship/contracts/money/reminders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import { makeRemindersWorld, type RemindersWorld } from '../../../test/network/reminders-world.ts';
import { moneyOf } from '../../../test/money-world.ts';
import { statementsOf } from '../../../test/statements.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createReminderWorker } from './worker.ts';

let w: RemindersWorld;
beforeAll(async () => {
  w = await makeRemindersWorld();
  await w.switchOn();
}, 120_000);
afterAll(() => w.close());

const look = () => w.application.reminders.look();
const franchise = () => w.world.people.franchise;
const receivable = async (buyer: TestUser, show = 'all') => {
  const { receivables } = await w.done<{ receivables: Receivable[] }>(
    franchise(),
    'GET',
    `/receivables?size=100&show=${show}`,
  );
  return receivables.find(({ id }) => id === buyer.tenantId);
};
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const promise = (buyer: TestUser, promisedOn: string, note = '') =>
  w.call(franchise(), 'POST', `/receivables/${buyer.tenantId}/promises`, { promisedOn, amount: null, note });
const nextFor = (...buyers: readonly TestUser[]) =>
  w.done<ReminderRound>(franchise(), 'POST', '/receivables/reminders/next', {
    buyerIds: buyers.map(({ tenantId }) => tenantId),
  });

/** A bank debit that is under way; answers what ends it. */
async function debit(buyer: TestUser, minor: number, daysAgo = 0): Promise<{ fails(): Promise<unknown> }> {
  const seller = { tenantId: w.seller };
  const id = newId();
  await w.database.db.tenant(seller, (tx) =>
    tx
      .insertInto('payments')
      .values({
        tenant_id: w.seller,
        id,
        buyer_id: buyer.tenantId,
        method: 'card',
        purpose: 'pay',
        mode: 'sandbox',
        amount_minor: minor,
        currency: 'CAD',
        state: 'processing',
        created_at: new Date(Date.now() - daysAgo * 86_400_000),
      })
      .execute(),
  );
  return {
    fails: () =>
      w.database.db.tenant(seller, (tx) =>
        tx.updateTable('payments').set({ state: 'failed' }).where('id', '=', id).execute(),
      ),
  };
}

test('whoever is paying is neither reminded nor stopped until it failed; a part leaves the rest; a promise is not broken by it', async () => {
  const [all, part] = [await w.customer('Pays All'), await w.customer('Pays Part')];
  const due = await w.owe([all, 10_000], [part, 10_000]);
  w.at(due, 2);
  expect((await promise(all, dayAfter(due, 3))).status).toBe(200);
  const going = await debit(all, 10_000);
  const rest = await debit(part, 4_000);
  w.at(due, 30);
  await look();
  // A mail that stops shipping would have to name all of it.
  expect([await w.sent(all), await w.sent(part)]).toEqual([[], ['20']]);
  expect((await w.view(part)).reminders[0]?.invoices).toMatchObject([{ open: { minor: 6_000, currency: 'CAD' } }]);
  expect(await w.view(all)).toMatchObject({ paying: [{ minor: 10_000 }], promises: [{ state: 'open' }], next: null });
  expect(await receivable(all)).toMatchObject({ payingMinor: 10_000, toAct: null });
  expect((await nextFor(all)).leftOut).toMatchObject([{ why: 'paying' }]);
  await going.fails();
  await look();
  expect(await w.sent(all)).toEqual(['30 stop']);
  await rest.fails();
  w.at(due, 31);
  await look();
  expect(await w.sent(part)).toEqual(['20', '30 stop']);
  expect((await w.view(all)).promises).toMatchObject([{ state: 'broken' }]);
  await w.pay(all, 10_000);
  await w.pay(part, 10_000);
});

test('shipping is not stopped for one invoice while another one is promised, and is once the promise was broken', async () => {
  const buyer = await w.customer('Half Promised');
  await w.database.db.tenant({ tenantId: w.seller }, (tx) =>
    tx.updateTable('franchise_customers').set({ terms_days: 0 }).where('customer_id', '=', buyer.tenantId).execute(),
  );
  const first = await w.owe([buyer, 10_000]);
  expect((await promise(buyer, dayAfter(first, 61))).status).toBe(200);
  // Of an invoice that came later.
  const second = await w.owe([buyer, 2_000]);
  const { steps } = (await w.done<RemindersView>(franchise(), 'GET', '/receivables/reminders')).settings;
  await w.switchOn({
    steps: [
      { days: 1, kind: 'reminder' },
      { days: 2, kind: 'stop' },
    ],
  });
  w.at(second, 2);
  await look();
  w.at(second, 3);
  expect((await nextFor(buyer)).leftOut).toMatchObject([{ why: 'promise' }]);
  await look();
  expect(await w.sent(buyer)).toEqual(['1']);
  expect((await w.view(buyer)).next).toMatchObject({ day: dayAfter(first, 62), step: { days: 2, kind: 'stop' } });
  w.at(first, 62);
  await look();
  expect(await w.sent(buyer)).toEqual(['1', '2 stop']);
  expect((await w.view(buyer)).reminders[0]?.invoices.length).toBe(2);
  await w.switchOn({ steps });
  await w.pay(buyer, 12_000);
});

test('a part that was promised is kept by payments alone, whatever is bought or credited meanwhile', async () => {
  const [buys, voids] = [await w.customer('Goes On Buying'), await w.customer('Voids Some')];
  const due = await w.owe([buys, 10_000], [voids, 10_000]);
  const books = (buyer: TestUser, minor: number) =>
    moneyOf(w.database.db, w.seller, buyer.tenantId).fee(minor, w.now().toISOString());
  const part = (buyer: TestUser) =>
    w.done(franchise(), 'POST', `/receivables/${buyer.tenantId}/promises`, {
      promisedOn: dayAfter(due, 5),
      amount: { minor: 4_000, currency: 'CAD' },
      note: '',
    });
  w.at(due, 1);
  // What was credited before is netted with what is bought after.
  await books(buys, -3_000);
  // What is overdue is one number on every page, and beside it what of it nobody asks for.
  expect(await w.view(buys)).toMatchObject({ overdue: [{ minor: 10_000 }], credited: [{ minor: 3_000 }] });
  expect(await receivable(buys)).toMatchObject({ overdueMinor: 10_000 });
  await part(buys);
  await part(voids);
  await books(buys, 3_000);
  await books(voids, -4_000);
  await w.pay(buys, 4_000);
  w.at(due, 6);
  await look();
  expect((await w.view(buys)).promises).toMatchObject([{ state: 'kept' }]);
  expect((await w.view(voids)).promises).toMatchObject([{ state: 'broken' }]);
  await w.pay(buys, 6_000);
  await w.pay(voids, 6_000);
});

test('a payment that has no answer for two weeks silences nobody, and is to act on', async () => {
  const buyer = await w.customer('No Answer');
  const due = await w.owe([buyer, 10_000]);
  await debit(buyer, 10_000, 15);
  w.at(due, 3);
  expect(await receivable(buyer, 'act')).toMatchObject({ payingMinor: 0, toAct: 'unanswered' });
  await look();
  expect(await w.sent(buyer)).toEqual(['3']);
  await w.pay(buyer, 10_000);
});

test('a promise entered twice at once is one, and a broken one is over with the invoices it was for', async () => {
  const buyer = await w.customer('Promises');
  const due = await w.owe([buyer, 10_000]);
  w.at(due, 1);
  const on = dayAfter(due, 5);
  const answers = await Promise.all([promise(buyer, on), promise(buyer, on), promise(buyer, on)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await w.view(buyer)).promises.map(({ state }) => state)).toEqual(['open']);
  w.at(due, 6);
  await look();
  expect(await w.view(buyer)).toMatchObject({ promiseBroken: true });
  expect(await receivable(buyer, 'act')).toMatchObject({ promise: { state: 'broken' }, toAct: 'broken' });
  await w.pay(buyer, 10_000);
  const later = await w.owe([buyer, 2_000]);
  w.at(later, 1);
  expect(await w.view(buyer)).toMatchObject({ promiseBroken: false, overdue: [{ minor: 2_000 }] });
  expect(await receivable(buyer)).toMatchObject({ promise: null, toAct: null });
  await w.pay(buyer, 2_000);
});

test('a customer with nobody to write to is no candidate, and is to act on', async () => {
  const nobody = await w.customer('No Readers', 'en-CA', false);
  const due = await w.owe([nobody, 10_000]);
  w.at(due, 3);
  const sent = await statementsOf(look);
  // It is not even begun.
  expect(sent.filter((text) => /for share/i.test(text))).toEqual([]);
  const { round } = await w.preview();
  expect(round.targets).toEqual([]);
  expect(round.leftOut).toMatchObject([{ name: 'No Readers', why: 'nobody' }]);
  expect(await receivable(nobody, 'act')).toMatchObject({ nobodyToTell: true, toAct: 'nobody' });
  expect(await w.view(nobody)).toMatchObject({ nobodyToTell: true, next: null });
  await w.pay(nobody, 10_000);
});

test('a suspended customer reads nothing of shipping that will stop, nor of pages it cannot open', async () => {
  const buyer = await w.customer('Put Out');
  const due = await w.owe([buyer, 10_000]);
  await w.done(franchise(), 'POST', `/franchise/customers/${buyer.tenantId}/suspend`, { reason: 'Fraud' });
  w.at(due, 20);
  await look();
  w.at(due, 30);
  expect(await nextFor(buyer)).toMatchObject({ targets: [], leftOut: [{ why: 'last' }] });
  await look();
  expect(await w.sent(buyer)).toEqual(['20']);
  expect(await receivable(buyer, 'act')).toMatchObject({ toAct: 'last' });
  await w.delivered();
  const mails = w.mailbox.received.filter(({ to }) => to[0] === 'putout@example.com').map(({ text }) => text);
  const reminders = mails.filter((text) => text.includes('Total overdue'));
  expect(reminders.length).toBe(1);
  for (const text of reminders)
    for (const word of ['shipping', 'Pay now', '/account/billing', 'sign in']) expect(text).not.toContain(word);
  // The step that stops it is left for when it may ship again, whoever kept it from that.
  await w.done(franchise(), 'POST', `/franchise/customers/${buyer.tenantId}/restrict`, {
    reason: 'Fraud',
    untilPaid: false,
  });
  await w.done(franchise(), 'POST', `/franchise/customers/${buyer.tenantId}/resume`, {});
  await look();
  expect(await w.sent(buyer)).toEqual(['20']);
  await w.done(franchise(), 'POST', `/franchise/customers/${buyer.tenantId}/lift-restriction`, {});
  expect((await w.view(buyer)).next).toMatchObject({ step: { days: 30, kind: 'stop' } });
  await look();
  expect(await w.sent(buyer)).toEqual(['20', '30 stop']);
  await w.pay(buyer, 10_000);
});

test('mails go out by day where the customer is, also in a round that is long', async () => {
  const [west, east, late] = [await w.customer('West'), await w.customer('East'), await w.customer('Late')];
  await w.database.db.tenant(west, (tx) =>
    tx
      .insertInto('customer_settings')
      .values({ tenant_id: west.tenantId, time_zone: 'America/Vancouver' })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ time_zone: 'America/Vancouver' }))
      .execute(),
  );
  // A zone that this machine does not know is that customer's trouble alone.
  const nowhere = await w.customer('Anywhere');
  await w.database.db.system((tx) =>
    tx.updateTable('tenants').set({ time_zone: 'Nowhere/Land' }).where('id', '=', nowhere.tenantId).execute(),
  );
  const due = await w.owe([west, 10_000], [east, 10_000], [nowhere, 10_000]);
  // Half past eight or nine in Toronto, before seven in Vancouver.
  w.at(due, 3, '13:30');
  await look();
  expect([await w.sent(west), await w.sent(east)]).toEqual([[], ['3']]);
  w.at(due, 3, '17:00');
  await look();
  expect(await w.sent(west)).toEqual(['3']);
  for (const buyer of [west, east, nowhere]) await w.pay(buyer, 10_000);
  // The evening comes with the first mail: whoever is left has theirs in the morning.
  const night = await w.owe([east, 1_000], [late, 1_000]);
  w.at(night, 3, '19:00');
  let evening = false;
  const worker = createReminderWorker({
    db: w.database.db,
    log: silentLogger(),
    clock: { now: () => new Date(w.now().getTime() + (evening ? 8 * 3_600_000 : 0)) },
    mail: {
      queue: (_tx, { tenantId }) => {
        evening = true;
        return Promise.resolve({ table: 'effects', tenantId, id: newId(), isNew: true });
      },
      soon: () => undefined,
      links: { of: () => Promise.resolve(undefined) },
    },
  });
  expect(await worker.look()).toBe(1);
  for (const buyer of [east, late]) await w.pay(buyer, 1_000);
});

test('by hand a fault with one keeps nobody else’s mail, is told, and the log names whom it wrote to and whom it stopped', async () => {
  const [first, faulty, last] = [await w.customer('Afirst'), await w.customer('Faulty'), await w.customer('Zlast')];
  const due = await w.owe([first, 10_000], [faulty, 10_000], [last, 10_000]);
  w.at(due, 1);
  const buyers = [first, faulty, last];
  const { seen } = await nextFor(...buyers);
  await withClient(w.database.migrator, (client) =>
    client.query(`CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$;
      CREATE TRIGGER fault BEFORE INSERT ON reminders FOR EACH ROW WHEN (NEW.buyer_id = '${faulty.tenantId}') EXECUTE FUNCTION fault()`),
  );
  const send = { buyerIds: buyers.map(({ tenantId }) => tenantId), seen };
  expect(await w.done(franchise(), 'POST', '/receivables/reminders/send', send)).toEqual({
    sent: 2,
    stopped: 0,
    notSent: [{ buyerId: faulty.tenantId, name: 'Faulty', why: 'failed' }],
  });
  await withClient(w.database.migrator, (client) => client.query('DROP FUNCTION fault CASCADE'));
  expect([await w.sent(first), await w.sent(faulty), await w.sent(last)]).toEqual([['3'], [], ['3']]);
  const { entries } = await w.done<{ entries: { outcome?: unknown }[] }>(
    franchise(),
    'GET',
    '/audit?size=1&action=sendNextStep',
  );
  expect(JSON.stringify(entries[0])).toContain('Afirst, Zlast');
  expect(JSON.stringify(entries[0])).toContain('"Faulty"');
  for (const buyer of buyers) await w.pay(buyer, 10_000);
});

test('a round reads the books of a seller once, however many customers there are', async () => {
  const many: TestUser[] = [];
  for (const name of ['Ma', 'Mb', 'Mc', 'Md']) many.push(await w.customer(name));
  const due = await w.owe(...many.map((buyer) => [buyer, 10_000] as const));
  w.at(due, 30);
  await look();
  for (const buyer of many) expect(await w.sent(buyer)).toEqual(['30 stop']);
  await w.application.restrictions.look();
  const books = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).filter((text) => text.includes('late_settled')).length;
  // Of the franchise and of the operator, and neither again for each of the four.
  expect(await books(look)).toBeLessThanOrEqual(2);
  expect(await books(() => w.application.restrictions.look())).toBe(1);
  for (const buyer of many) await w.pay(buyer, 10_000);
  expect(await w.application.restrictions.look()).toBe(4);
});
