/** Reminders over the whole application: who is written to and when, what makes them rest, and what ends them. */
import { readFile } from 'node:fs/promises';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import type { OwnerNotice } from '@scanship/contracts/network/owner-notices';
import type { Receivable } from '@scanship/contracts/money/receivables';
import type { ReminderRound, RemindersView } from '@scanship/contracts/money/reminders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import { moneyOf } from '../../../test/money-world.ts';
import { makeRemindersWorld, type RemindersWorld } from '../../../test/network/reminders-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { sendReminder } from './send.ts';
import { readBuyers, sellerOf } from './seller.ts';

let w: RemindersWorld;
beforeAll(async () => {
  w = await makeRemindersWorld();
}, 120_000);
afterAll(() => w.close());

const look = () => w.application.reminders.look();
const franchise = () => w.world.people.franchise;
const refusal = async (path: string, body: unknown, method: 'POST' | 'PUT' = 'POST', who: TestUser = franchise()) => {
  const answer = await w.call(who, method, path, body);
  return [answer.status, answer.json.errorMessages?.[0]?.field ?? answer.json.code];
};
const receivable = async (buyer: TestUser, show = 'all') => {
  const { receivables } = await w.done<{ receivables: Receivable[] }>(
    franchise(),
    'GET',
    `/receivables?size=100&show=${show}`,
  );
  return receivables.find(({ id }) => id === buyer.tenantId);
};
/** One mail with these words, and no second one once all reminders have arrived. */
const mailTo = async (address: string, words: string) => {
  const arrived = () => w.mailbox.received.filter(({ to, text }) => to[0] === address && text.includes(words));
  await expect.poll(() => arrived().length, { timeout: 10_000 }).toBeGreaterThan(0);
  await w.delivered();
  expect(arrived().length).toBe(1);
};

test('nothing goes out before it is switched on by who has seen whom it writes to; old debts are one mail, as far as they are', async () => {
  const [old, other] = [await w.customer('Old Debts'), await w.customer('Dettes', 'fr-CA')];
  const due = await w.owe([old, 12_345], [other, 5_000]);
  w.at(due, 25);
  expect(await look()).toBe(0);
  const { settings, mayStop } = await w.done<RemindersView>(franchise(), 'GET', '/receivables/reminders');
  expect([settings.on, mayStop, settings.steps.map(({ days }) => days)]).toEqual([false, true, [3, 10, 20, 30]]);
  expect(await receivable(old, 'act')).toMatchObject({ overdueSince: due, toAct: 'off', lastReminder: null });
  const on = { ...settings, on: true };
  expect(await refusal('/receivables/reminders', on, 'PUT')).toEqual([400, 'seen']);
  const { round, mails } = await w.preview({ noteEn: 'Call us.', noteFr: 'Appelez-nous.' });
  expect(round.targets.map(({ name, step, people }) => [name, step.days, people])).toEqual([
    ['Dettes', 20, 1],
    ['Old Debts', 20, 1],
  ]);
  expect(round.targets[1]?.mail.subject).toMatch(/^Payment reminder: CAD\s123\.45 overdue$/);
  // Of every step in both languages.
  expect(mails.length).toBe(8);
  await w.pay(other, 5_000);
  // Whom one looked at is not whom it would write to by now.
  expect(await refusal('/receivables/reminders', { ...on, seen: round.seen }, 'PUT')).toEqual([400, 'seen']);
  expect(await look()).toBe(0);
  await w.switchOn({ noteEn: 'Call us.', noteFr: 'Appelez-nous.' });
  expect(await look()).toBe(1);
  expect(await w.sent(old)).toEqual(['20']);
  expect(await w.sent(other)).toEqual([]);
  await mailTo('olddebts@example.com', 'Payment reminder');
  const mail = w.mailbox.received.find(({ to }) => to[0] === 'olddebts@example.com' && to.length > 0)?.text ?? '';
  for (const words of ['INV-', 'Call us.', 'Pay now', '/account/billing/statements/']) expect(mail).toContain(words);
  expect(await receivable(old)).toMatchObject({ toAct: null, lastReminder: { stopped: false } });
  await w.pay(old, 12_345);
  // The operator reminds franchises, and stops nobody.
  const root = w.world.people.root;
  const theirs = await w.done<RemindersView>(root, 'GET', '/receivables/reminders');
  expect([theirs.mayStop, theirs.settings.steps.map(({ kind }) => kind)]).toEqual([
    false,
    ['reminder', 'reminder', 'reminder'],
  ]);
  expect(await refusal('/receivables/reminders', settings, 'PUT', root)).toEqual([400, 'steps']);
});

test('steps come in their order from eight in the seller’s day on, each once, whoever looks how often', async () => {
  const buyer = await w.customer('In Order');
  const due = await w.owe([buyer, 10_000]);
  // Half past ten in the evening of the second day in Toronto, though it is the third in UTC.
  w.at(due, 3, '03:30');
  await look();
  expect(await w.sent(buyer)).toEqual([]);
  w.at(due, 3, '11:30');
  await look();
  expect(await w.sent(buyer)).toEqual([]);
  expect((await w.view(buyer)).next).toMatchObject({ step: { days: 3 } });
  w.at(due, 3, '14:00');
  await Promise.all([look(), look(), look()]);
  expect(await w.sent(buyer)).toEqual(['3']);
  w.at(due, 4, '03:30');
  await look();
  w.at(due, 9);
  await look();
  expect(await w.sent(buyer)).toEqual(['3']);
  w.at(due, 10);
  await Promise.all([look(), look()]);
  w.at(due, 20);
  await look();
  await look();
  expect(await w.sent(buyer)).toEqual(['3', '10', '20']);
  await mailTo('inorder@example.com', 'Payment reminder');
  await w.pay(buyer, 10_000);
});

test('one that dies in the middle leaves nothing, and the next sends it once', async () => {
  const buyer = await w.customer('Cut Off');
  const due = await w.owe([buyer, 10_000]);
  w.at(due, 3);
  const { db } = w.database;
  const seller = await sellerOf(db, w.seller);
  const dying = {
    db,
    clock: { now: () => w.now() },
    mail: {
      queue: () => Promise.reject(new Error('the process died')),
      soon: () => undefined,
      links: { of: () => Promise.resolve(undefined) },
    },
  };
  const given = (await readBuyers(db, seller)).find(({ id }) => id === buyer.tenantId);
  if (!given) throw new Error('the customer is gone');
  await expect(sendReminder(dying, seller, given)).rejects.toThrow('the process died');
  expect(await w.sent(buyer)).toEqual([]);
  await look();
  expect(await w.sent(buyer)).toEqual(['3']);
  await w.pay(buyer, 10_000);
});

test('what is paid or credited is not reminded of, and the rest is told as it is', async () => {
  const [paid, credited, part] = [
    await w.customer('Paid'),
    await w.customer('Credited'),
    await w.customer('Part Paid'),
  ];
  const due = await w.owe([paid, 10_000], [credited, 10_000], [part, 10_000]);
  w.at(due, 3);
  await w.pay(paid, 10_000);
  await w.pay(part, 4_000);
  const { invoices } = await w.done<{ invoices: { id: string; buyerId: string }[] }>(
    franchise(),
    'GET',
    '/money/invoices?side=sold&size=100&state=overdue',
  );
  const invoice = invoices.find(({ buyerId }) => buyerId === credited.tenantId);
  await w.done(franchise(), 'POST', `/money/invoices/${invoice?.id}/credit`, { amountMinor: 10_000, reason: 'Lost' });
  await look();
  expect([await w.sent(paid), await w.sent(credited), await w.sent(part)]).toEqual([[], [], ['3']]);
  expect((await w.view(part)).reminders[0]?.invoices).toMatchObject([{ open: { minor: 6_000, currency: 'CAD' } }]);
  // What is not worth a mail.
  await w.switchOn({ leastMinor: 7_000 });
  w.at(due, 10);
  await look();
  expect(await w.sent(part)).toEqual(['3']);
  await w.switchOn({ leastMinor: 0 });
  await look();
  expect(await w.sent(part)).toEqual(['3', '10']);
  await w.pay(part, 6_000);
});

test('a promise lets reminders rest until its day is over; broken it is told once and they go on, kept it is marked by the payment', async () => {
  const [breaks, keeps] = [await w.customer('Breaks'), await w.customer('Keeps')];
  const due = await w.owe([breaks, 10_000], [keeps, 10_000]);
  w.at(due, 3);
  const day = (days: number) => new Date(Date.parse(due) + days * 86_400_000).toISOString().slice(0, 10);
  const promise = (buyer: TestUser, promisedOn: string, minor: number | null = null) =>
    w.call(franchise(), 'POST', `/receivables/${buyer.tenantId}/promises`, {
      promisedOn,
      amount: minor === null ? null : { minor, currency: 'CAD' },
      note: 'By telephone',
    });
  for (const [on, minor, field] of [
    [day(2), null, 'promisedOn'],
    [day(64), null, 'promisedOn'],
    [day(12), 10_001, 'amount'],
  ] as const)
    expect((await promise(breaks, on, minor)).json.errorMessages?.[0]?.field).toBe(field);
  expect((await promise(breaks, day(5))).status).toBe(200);
  // Another one takes its place.
  expect((await promise(breaks, day(12))).status).toBe(200);
  expect((await promise(keeps, day(12), 4_000)).status).toBe(200);
  await look();
  w.at(due, 10);
  await look();
  expect([await w.sent(breaks), await w.sent(keeps)]).toEqual([[], []]);
  expect((await w.view(breaks)).next).toMatchObject({ day: day(13) });
  expect(await receivable(breaks)).toMatchObject({ promise: { promisedOn: day(12), state: 'open' }, toAct: null });
  await w.pay(keeps, 4_000);
  await look();
  expect((await w.view(keeps)).promises.map(({ state }) => state)).toEqual(['kept']);
  // Of the rest it is reminded again.
  expect(await w.sent(keeps)).toEqual(['10']);
  w.at(due, 12, '23:00');
  await look();
  expect(await w.sent(breaks)).toEqual([]);
  w.at(due, 13);
  await Promise.all([look(), look()]);
  expect((await w.view(breaks)).promises.map(({ state }) => state)).toEqual(['broken', 'withdrawn']);
  expect(await w.sent(breaks)).toEqual(['10']);
  expect(await w.application.ownerNotices.look()).toBe(1);
  expect(await w.application.ownerNotices.look()).toBe(0);
  await mailTo('fran@example.com', 'Promise broken: Breaks');
  const bell = () =>
    w
      .done<{ notices: OwnerNotice[] }>(franchise(), 'GET', '/owner-notices')
      .then(({ notices }) => notices.map(({ kind, name, page }) => [kind, name, page]));
  expect(await bell()).toEqual([['promise_broken', 'Breaks', `/customer/${breaks.tenantId}?tab=credit`]]);
  // One that was broken before there were notices of it was told then.
  const known = await readFile(new URL('../../../migrations/0402-broken-promises-known.sql', import.meta.url), 'utf8');
  await withClient(w.database.migrator, (client) =>
    client.query(`DELETE FROM owner_notices WHERE kind = 'promise_broken'; ${known}`),
  );
  expect(await w.application.ownerNotices.look()).toBe(0);
  expect(await bell()).toEqual([['promise_broken', 'Breaks', `/customer/${breaks.tenantId}?tab=credit`]]);
  expect(await receivable(breaks, 'act')).toMatchObject({ promise: { state: 'broken' }, toAct: 'broken' });
  await w.pay(breaks, 10_000);
  await w.pay(keeps, 6_000);
  expect(await receivable(breaks)).toMatchObject({ promise: null, toAct: null });
  // What it was for is paid: it is over, and not held against the next invoice.
  await w.application.ownerNotices.look();
  expect(await bell()).toEqual([]);
});

test('the last step stops shipping with the invoices it is for; what was due then lifts it, though more is owed', async () => {
  const buyer = await w.customer('Stopped');
  const due = await w.owe([buyer, 10_000]);
  w.at(due, 3);
  await look();
  // A later invoice, which is not due when shipping is stopped.
  await w.owe([buyer, 2_000]);
  await look();
  expect(await w.sent(buyer)).toEqual(['3', '30 stop']);
  const restriction = async () =>
    (await w.done<CustomerDetail>(franchise(), 'GET', `/franchise/customers/${buyer.tenantId}`)).restriction;
  const held = await restriction();
  expect(held).toMatchObject({ untilPaid: true });
  expect(held?.reason).toMatch(/^Overdue: INV-\d{4}-\d{6}$/);
  await mailTo('stopped@example.com', 'Shipping is stopped');
  const { entries } = await w.done<{ entries: { action: string }[] }>(
    franchise(),
    'GET',
    '/audit?size=20&action=reminderStopped',
  );
  expect(entries.length).toBe(1);
  await w.pay(buyer, 9_999);
  expect(await w.application.restrictions.look()).toBe(0);
  await w.pay(buyer, 1);
  expect(await w.application.restrictions.look()).toBe(1);
  expect(await restriction()).toBeNull();
  await w.pay(buyer, 2_000);
});

test('what is credited after the month was closed is neither reminded of nor stopped for', async () => {
  const [gone, part] = [await w.customer('Voided Later'), await w.customer('Voided Partly')];
  const due = await w.owe([gone, 10_000], [part, 10_000]);
  const credit = (buyer: TestUser, minor: number) =>
    moneyOf(w.database.db, w.seller, buyer.tenantId).fee(-minor, w.now().toISOString());
  await credit(gone, 10_000);
  w.at(due, 30);
  await look();
  expect(await w.sent(gone)).toEqual([]);
  expect(await w.sent(part)).toEqual(['30 stop']);
  // Of a hundred dollars thirty are credited, and what is owed is paid: shipping resumes.
  await credit(part, 3_000);
  await w.pay(part, 6_999);
  expect(await w.application.restrictions.look()).toBe(0);
  await w.pay(part, 1);
  expect(await w.application.restrictions.look()).toBe(1);
});

test('an invoice that is late enough while shipping is stopped for another one has to be paid as well', async () => {
  const buyer = await w.customer('Twice Late');
  const first = await w.owe([buyer, 10_000]);
  await w.owe([buyer, 2_000]);
  w.at(first, 30);
  await look();
  expect(await w.sent(buyer)).toEqual(['30 stop']);
  w.at(first, 65);
  await look();
  expect(await w.sent(buyer)).toEqual(['30 stop', '30']);
  await w.pay(buyer, 10_000);
  expect(await w.application.restrictions.look()).toBe(0);
  await w.pay(buyer, 2_000);
  expect(await w.application.restrictions.look()).toBe(1);
});

test('whom one does not remind is left out with the reason; by hand the next step goes out now, to those who were looked at', async () => {
  const [quiet, now] = [await w.customer('Quiet'), await w.customer('By Hand')];
  const due = await w.owe([quiet, 10_000], [now, 10_000]);
  w.at(due, 1);
  await w.done(franchise(), 'POST', `/receivables/${quiet.tenantId}/reminders/pause`, {
    reason: 'A disputed adjustment',
  });
  expect(await receivable(quiet, 'act')).toMatchObject({ notReminded: true });
  const buyerIds = [quiet.tenantId, now.tenantId];
  const round = await w.done<ReminderRound>(franchise(), 'POST', '/receivables/reminders/next', { buyerIds });
  expect(round.targets.map(({ name, step }) => [name, step.days])).toEqual([['By Hand', 3]]);
  expect(round.leftOut).toMatchObject([{ name: 'Quiet', why: 'paused' }]);
  expect(await refusal('/receivables/reminders/send', { buyerIds, seen: 'x' })).toEqual([400, 'seen']);
  const send = { buyerIds, seen: round.seen };
  expect(await w.done(franchise(), 'POST', '/receivables/reminders/send', send)).toEqual({
    sent: 1,
    stopped: 0,
    notSent: [],
  });
  // A second press finds nobody: one mail a day.
  expect(await refusal('/receivables/reminders/send', send)).toEqual([400, 'seen']);
  w.at(due, 3);
  await look();
  expect([await w.sent(quiet), await w.sent(now)]).toEqual([[], ['3']]);
  expect((await w.view(now)).reminders[0]?.byHand).toBe(true);
  await w.done(franchise(), 'POST', `/receivables/${quiet.tenantId}/reminders/resume`, {});
  await look();
  expect(await w.sent(quiet)).toEqual(['3']);
  await w.pay(quiet, 10_000);
  await w.pay(now, 10_000);
});

test('another franchise, a customer, support and an agent see and do nothing of it', async () => {
  const buyer = await w.customer('Ours');
  const due = await w.owe([buyer, 10_000]);
  w.at(due, 1);
  const other = w.otherFranchise;
  expect((await w.call(other, 'GET', `/receivables/${buyer.tenantId}/reminders`)).json.code).toBe('not_found');
  for (const [path, body] of [
    ['promises', { promisedOn: due, amount: null, note: '' }],
    ['promises/withdraw', {}],
    ['reminders/pause', { reason: 'x' }],
    ['reminders/resume', {}],
  ] as const)
    expect((await w.call(other, 'POST', `/receivables/${buyer.tenantId}/${path}`, body)).json.code).toBe('not_found');
  const round = await w.done<ReminderRound>(other, 'POST', '/receivables/reminders/next', {
    buyerIds: [buyer.tenantId],
  });
  expect([round.targets, round.leftOut]).toEqual([[], []]);
  const sent = await w.done(other, 'POST', '/receivables/reminders/send', {
    buyerIds: [buyer.tenantId],
    seen: round.seen,
  });
  expect(sent).toEqual({ sent: 0, stopped: 0, notSent: [] });
  const { people } = w.world;
  for (const who of [people.admin, people.support, people.agent])
    expect((await w.call(who, 'GET', '/receivables/reminders')).status).toBe(403);
  expect(await w.sent(buyer)).toEqual([]);
});

test('the operator reminds a franchise of what it owes it: its administrators, by its own pages', async () => {
  const { root } = w.world.people;
  const due = await w.oweOperator(50_000);
  w.at(due, 4);
  const { settings } = await w.done<RemindersView>(root, 'GET', '/receivables/reminders');
  const on = { ...settings, on: true };
  const { round } = await w.done<{ round: ReminderRound }>(root, 'POST', '/receivables/reminders/preview', on);
  expect(round.targets).toMatchObject([{ buyerId: w.seller, people: 1, step: { days: 3, kind: 'reminder' } }]);
  await w.done(root, 'PUT', '/receivables/reminders', { ...on, seen: round.seen });
  await look();
  await mailTo('fran@example.com', '/customer/money/account');
  expect(w.mailbox.received.some(({ to }) => to[0] === 'support@example.com')).toBe(false);
});
