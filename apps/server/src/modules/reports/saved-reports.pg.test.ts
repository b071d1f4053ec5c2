/** Reports that are kept: whose they are, when they go out and to whom, once, and what is told where they cannot. */
import type { SavedReport, SavedReports } from '@scanship/contracts/money/saved-reports';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { type Mailbox, openMailbox, type ReceivedMail } from '../../../test/mailbox.ts';
import { withClient } from '../../platform/database/connection.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { REQUEST_SEAL } from '../../platform/journal/journal-store.ts';
import { NO_STORE } from '../dashboard/index.ts';
import { createMailModule } from '../mail/index.ts';
import { createTenantsModule } from '../tenants/index.ts';
import { createReportsModule } from './index.ts';

let it_: CarrierWorld;
let mailbox: Mailbox;
const ZONE = 'America/Toronto';
/** The day after the labels. */
let today = '';
const HOUR_MS = 3_600_000;
const at = (day: string, hour: number): void => {
  it_.clock.value = new Date(startOfDay(day, ZONE).getTime() + hour * HOUR_MS);
};
const look = () => it_.application.savedReports.look();

const given = (change: object = {}) => ({
  name: 'Lanes',
  tables: ['carriers', 'lanes'],
  days: 'day',
  against: 'before',
  schedule: null,
  onDay: 1,
  format: 'csv',
  toUsers: [] as string[],
  ...change,
});
const list = async (who: PersonName) => (await it_.call(who, 'GET', '/reports/saved')).json.data as SavedReports;
const save = async (who: PersonName, change: object): Promise<SavedReport> => {
  const saved = await it_.call(who, 'POST', '/reports/saved', given(change));
  expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, '']);
  return saved.json.data as SavedReport;
};
const change = async (who: PersonName, report: SavedReport, changed: object): Promise<SavedReport> => {
  const { id, version } = report;
  const put = await it_.call(who, 'PUT', `/reports/saved/${id}`, given({ ...changed, version }));
  expect([put.status, put.status === 200 ? '' : put.text]).toEqual([200, '']);
  return put.json.data as SavedReport;
};
const mails = async (count: number): Promise<readonly ReceivedMail[]> => {
  await vi.waitFor(() => expect(mailbox.received).toHaveLength(count), { timeout: 45_000 });
  return mailbox.received.splice(0);
};
/** The franchise's last mail in the journal. */
const lastQueued = async (): Promise<{
  readonly id: string;
  readonly state: string;
  readonly problem: { readonly vendorCode?: string } | null;
  readonly sealed: Buffer;
}> => {
  const { rows } = await withClient(it_.database.migrator, (client) =>
    client.query(
      `SELECT id, state, problem, sealed FROM effects WHERE kind = 'email' AND tenant_id = $1 ORDER BY id DESC LIMIT 1`,
      [it_.world.first.id],
    ),
  );
  return rows[0];
};
/** What is enclosed, by file name. */
const enclosed = ({ raw }: ReceivedMail): Readonly<Record<string, string>> =>
  Object.fromEntries(
    raw
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n--')
      .flatMap((part) => {
        const name = /filename="([^"]+)"/.exec(part)?.[1];
        const [, body = ''] = part.split('\r\n\r\n');
        return name === undefined ? [] : [[name, Buffer.from(body, 'base64').toString('utf8')]];
      }),
  );

beforeAll(async () => {
  mailbox = await openMailbox();
  it_ = await makeCarrierWorld({ config: { simulators: true, smtpUrl: mailbox.url } });
  const { world, database } = it_;
  today = dayIn(new Date(), ZONE);
  at(today, 6);
  const customer = world.people.admin.tenantId;
  const common = { day: addDays(today, -1), test: false, currency: 'CAD', labels: 7, voided: 0 };
  await database.db.tenant({ tenantId: world.first.id }, async (tx) => {
    const sold = { sold: 7, sold_minor: 7_000, cost_minor: 5_600 };
    await tx
      .insertInto('label_days')
      .values({
        ...common,
        ...sold,
        tenant_id: world.first.id,
        customer_id: customer,
        party_id: customer,
        slug: 'ups',
        service: '11',
        store_id: NO_STORE,
      })
      .execute();
    await tx
      .insertInto('lane_days')
      .values({ ...common, ...sold, tenant_id: world.first.id, customer_id: customer, lane: 'CA-ON>CA-BC' })
      .execute();
  });
  await database.db.tenant({ tenantId: customer }, async (tx) => {
    await tx
      .insertInto('zone_days')
      .values({ ...common, tenant_id: customer, slug: 'ups', zone: '305', orders: 6, spend_minor: 7_000 })
      .execute();
  });
});
afterAll(async () => {
  await it_.close();
  await mailbox.close();
});

test('is one’s own by its name, and what cannot be is refused in a sentence', async () => {
  const report = await save('franchise', {});
  expect(report).toMatchObject({ own: true, tables: ['carriers', 'lanes'], nextOn: null, last: null });
  const refused = async (body: object) =>
    (await it_.call('franchise', 'POST', '/reports/saved', body)).json.errorMessages?.[0]?.message;
  expect(await refused(given({ name: ' LANES ' }))).toBe('You keep a report of this name already.');
  expect(await refused(given({ name: 'A', tables: ['zones'] }))).toBe('This report has no such table.');
  expect(await refused(given({ name: 'A', schedule: 'daily' }))).toBe('Choose who it is sent to.');
  expect(await refused(given({ name: 'A', days: 'other', from: '2020-01-01', to: '2026-01-01' }))).toBe(
    'At most 366 days can be shown.',
  );
  const others = [it_.world.people.admin, it_.world.people.support, it_.world.people.foreign];
  for (const { userId } of others)
    expect(await refused(given({ name: 'A', schedule: 'daily', toUsers: [userId] }))).toContain(
      'may not see this report',
    );
  expect((await list('franchise')).people.map(({ id }) => id)).toEqual([it_.world.people.franchise.userId]);
  for (const who of ['root', 'foreign', 'admin'] as const) {
    expect((await list(who)).reports).toEqual([]);
    expect((await it_.call(who, 'DELETE', `/reports/saved/${report.id}`)).status).toBe(404);
  }
  for (const who of ['support', 'agent'] as const)
    expect((await it_.call(who, 'GET', '/reports/saved')).status).toBe(403);
});

test('goes out at seven where the franchise is, with its tables and files, once whoever looks', async () => {
  const [report] = (await list('franchise')).reports;
  if (!report) throw new Error('nothing was saved');
  const { userId } = it_.world.people.franchise;
  const saved = await change('franchise', report, { schedule: 'daily', toUsers: [userId] });
  expect(saved.nextOn).toBe(today);
  at(today, 6.9);
  expect(await look()).toBe(0);
  at(today, 7.1);
  const told = await Promise.all([look(), look(), look()]);
  expect(told.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await look()).toBe(0);
  const [mail] = await mails(1);
  // Sent, the files are kept nowhere.
  await vi.waitFor(async () => expect(await lastQueued()).toMatchObject({ state: 'complete' }), 20_000);
  const { id, sealed } = await lastQueued();
  const kept = JSON.stringify(it_.application.services.sealer.openJson(it_.world.first.id, id, REQUEST_SEAL, sealed));
  expect(kept).toContain('Lanes, ');
  expect(kept).not.toContain('base64');
  if (!mail) throw new Error('no mail came');
  expect(mail.to).toEqual(['fran@example.com']);
  expect(mail.text).toContain('Lanes, ');
  expect(mail.text).toContain('Ontario → British Columbia: Labels 7 (0); Labels sold 7 (0); Revenue $70.00 ($0.00)');
  expect(mail.text).toContain('<h2');
  expect(mail.text).toContain(`/customer/money/report?saved=${report.id}`);
  const files = enclosed(mail);
  const day = addDays(today, -1);
  expect(Object.keys(files).toSorted()).toEqual([`Carriers ${day} ${day}.csv`, `Lanes ${day} ${day}.csv`]);
  expect(files[`Lanes ${day} ${day}.csv`]).toContain('Ontario → British Columbia,7,0,7,0,70,0,');
  expect((await list('franchise')).reports[0]).toMatchObject({
    nextOn: addDays(today, 1),
    last: { day: today, outcome: 'sent', people: 1 },
  });
  // A day nothing was bought on is told as well; a server that was down for a day leaves it out and goes on.
  at(addDays(today, 2), 7.5);
  expect(await look()).toBe(1);
  expect((await list('franchise')).reports[0]).toMatchObject({
    nextOn: addDays(today, 3),
    last: { day: addDays(today, 2), outcome: 'sent' },
  });
  const [empty] = await mails(1);
  expect(empty?.text).toContain('no label was bought in these days');
  expect(empty?.raw).not.toContain('filename=');
});

test('a customer’s is its own spend, on the day of the week, to those of it who may see it; each can leave', async () => {
  at(today, 12);
  const { admin, user } = it_.world.people;
  const people = (await list('admin')).people.map(({ id }) => id);
  expect(people).toContain(admin.userId);
  const both = people.includes(user.userId) ? [admin.userId, user.userId] : [admin.userId];
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const report = await save('admin', {
    name: 'Zones',
    tables: ['zones'],
    days: 'other',
    from: addDays(today, -1),
    to: addDays(today, -1),
    schedule: 'weekly',
    onDay: weekday,
    format: 'xlsx',
    toUsers: both,
  });
  expect(report.nextOn).toBe(addDays(today, 7));
  at(addDays(today, 8), 20);
  expect(await look()).toBe(both.length + 1);
  const received = (await mails(both.length + 1)).filter(({ text }) => text.includes('Zones'));
  expect(received).toHaveLength(both.length);
  expect(received[0]?.text).toContain('UPS · 305: Labels 7 (0); Orders 6 (0); Spend $70.00 ($0.00)');
  expect(enclosed(received[0] ?? { from: '', to: [], raw: '', text: '' })).toHaveProperty(
    [`Zones ${addDays(today, -1)} ${addDays(today, -1)}.xlsx`],
    expect.stringMatching(/^PK/),
  );
  for (const who of both.length > 1 ? (['user', 'admin'] as const) : (['admin'] as const))
    expect((await it_.call(who, 'POST', `/reports/saved/${report.id}/leave`)).status).toBe(200);
  expect((await list('admin')).reports).toMatchObject([{ schedule: null, toUsers: [], nextOn: null }]);
  expect((await it_.call('admin', 'POST', `/reports/saved/${report.id}/leave`)).status).toBe(404);
});

test('what fails is tried again and told; whoever lost the right gets nothing', async () => {
  const day = addDays(today, 9);
  const { migrator } = it_.database;
  const rename = (from: string, to: string) =>
    withClient(migrator, (client) => client.query(`ALTER TABLE ${from} RENAME TO ${to}`));
  at(day, 7.5);
  await rename('lane_sums', 'lane_sums_gone');
  expect(await look()).toBe(0);
  expect((await list('franchise')).reports[0]).toMatchObject({ nextOn: day, last: { day, outcome: 'failed' } });
  expect(mailbox.received).toHaveLength(0);
  at(day, 9.5);
  await look();
  at(day, 9.8);
  await look();
  const [word] = await mails(1);
  expect(word?.text).toContain('could not be made this morning');
  await rename('lane_sums_gone', 'lane_sums');
  // Not at once: a report that fails is no load.
  expect(await look()).toBe(0);
  at(day, 10);
  expect(await look()).toBe(1);
  await mails(1);
  expect((await list('franchise')).reports[0]?.last).toMatchObject({ day, outcome: 'sent' });
  const suspend = (state: string) =>
    withClient(migrator, (client) =>
      client.query('UPDATE users SET state = $1 WHERE id = $2', [state, it_.world.people.franchise.userId]),
    );
  at(addDays(day, 1), 8);
  await suspend('disabled');
  expect(await look()).toBe(0);
  await suspend('active');
  expect((await list('franchise')).reports[0]).toMatchObject({
    nextOn: addDays(day, 2),
    last: { day: addDays(day, 1), outcome: 'nobody', people: 0 },
  });
  expect(mailbox.received).toHaveLength(0);
});

test('what waits for the mail server is asked about again: nobody gets it who may see it no longer, nor after its day', async () => {
  const { database, application, world } = it_;
  const { userId } = world.people.franchise;
  const services = application.services;
  const journal = createJournal(services);
  const mail = createMailModule(services, { journal, hosts: createTenantsModule(services).hosts });
  createReportsModule(services, { carriers: application.carriers, mail });
  const outcome = async () => {
    const { state, problem } = await lastQueued();
    return { state, code: problem?.vendorCode };
  };
  const user = (set: string) =>
    withClient(database.migrator, (client) => client.query(`UPDATE users SET ${set} WHERE id = $1`, [userId]));
  const day = addDays(today, 11);
  // Down at seven, and up when what waited is due again.
  for (const [offset, meanwhile, after, code] of [
    [0, `state = 'disabled'`, `state = 'active'`, 'not-allowed'],
    [1, `email = 'other@example.com'`, `email = 'fran@example.com'`, 'not-allowed'],
    [2, `state = 'active'`, `state = 'active'`, 'expired'],
  ] as const) {
    mailbox.answer = () => ({ responseCode: 451, message: 'later' });
    at(addDays(day, offset), 7.5);
    expect(await look()).toBe(1);
    await vi.waitFor(async () => expect((await lastQueued()).problem).not.toBeNull(), 20_000);
    mailbox.answer = undefined;
    await user(meanwhile);
    if (code === 'expired') at(addDays(day, offset + 1), 0.1);
    await withClient(database.migrator, (client) =>
      client.query(`UPDATE effects SET due_at = now() WHERE kind = 'email' AND due_at IS NOT NULL`),
    );
    await vi.waitFor(async () => {
      await journal.sweep();
      expect(await outcome()).toEqual({ state: 'refused', code });
    }, 20_000);
    await user(after);
  }
  // Monday's mail is asked about as well.
  await user(`state = 'disabled'`);
  const monday = await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    mail.queue(
      tx,
      { tenantId: world.first.id, franchiseId: world.first.id, userId },
      {
        template: 'notice',
        to: 'fran@example.com',
        language: 'en',
        data: { subject: 'Last week', paragraphs: ['$70.00'] },
        onlyWhile: 'sees-monday-report',
      },
      it_.clock.value,
    ),
  );
  await journal.advance(monday);
  expect(await outcome()).toEqual({ state: 'refused', code: 'not-allowed' });
  await user(`state = 'active'`);
  await journal.stop();
  mail.close();
  expect(mailbox.received).toHaveLength(0);
});

test('whoever changes a report that is due does not lose its sending; another schedule says that it was missed', async () => {
  const day = addDays(today, 20);
  const { userId } = it_.world.people.franchise;
  const daily = { schedule: 'daily', toUsers: [userId] };
  const first = async () => {
    const [report] = (await list('franchise')).reports;
    if (!report) throw new Error('nothing was saved');
    return report;
  };
  at(day, 6);
  await change('franchise', await first(), { schedule: null });
  expect((await change('franchise', await first(), daily)).nextOn).toBe(day);
  at(day, 7.01);
  expect((await change('franchise', await first(), { ...daily, format: 'xlsx' })).nextOn).toBe(day);
  expect(await look()).toBe(1);
  await mails(1);
  expect(await first()).toMatchObject({ nextOn: addDays(day, 1), last: { day, outcome: 'sent' } });
  // Sent, it is not due again.
  expect((await change('franchise', await first(), daily)).nextOn).toBe(addDays(day, 1));
  expect(await look()).toBe(0);
  at(addDays(day, 1), 7.01);
  const weekday = new Date(`${addDays(day, 3)}T00:00:00Z`).getUTCDay() || 7;
  expect(await change('franchise', await first(), { ...daily, schedule: 'weekly', onDay: weekday })).toMatchObject({
    nextOn: addDays(day, 3),
    last: { day: addDays(day, 1), outcome: 'missed', people: 0 },
  });
  expect(await look()).toBe(0);
});

test('one report that cannot even be told of as failed holds up no other, and nobody hears of a failure that another server mended', async () => {
  const day = addDays(today, 30);
  const { world, database } = it_;
  const run = (text: string) => withClient(database.migrator, (client) => client.query(text));
  at(day, 6);
  const [theirs] = (await list('franchise')).reports;
  const [own] = (await list('admin')).reports;
  if (!theirs || !own) throw new Error('nothing was saved');
  await change('franchise', theirs, { schedule: 'daily', toUsers: [world.people.franchise.userId] });
  await change('admin', own, {
    name: own.name,
    tables: ['zones'],
    schedule: 'daily',
    toUsers: [world.people.admin.userId],
  });
  at(day, 9.8);
  await run(`UPDATE saved_reports SET due_at = due_at - interval '1 minute' WHERE id = '${theirs.id}'`);
  await run('ALTER TABLE lane_sums RENAME TO lane_sums_gone');
  const onFailed = (what: string) =>
    run(`CREATE OR REPLACE FUNCTION public.on_failed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${what} END $$`);
  await onFailed(`RAISE EXCEPTION 'no';`);
  await run(`CREATE TRIGGER on_failed BEFORE UPDATE ON saved_reports FOR EACH ROW WHEN (NEW.told = 'failed')
    EXECUTE FUNCTION public.on_failed()`);
  expect(await look()).toBe(1);
  expect((await mails(1))[0]?.text).toContain('Zones');
  // As if the row had been moved on by whoever sent it.
  await onFailed('RETURN NULL;');
  expect(await look()).toBe(0);
  const failures = await run(`SELECT FROM effects WHERE intent_key LIKE 'mail/saved-report-failed/%/${day}'`);
  expect(failures.rowCount).toBe(0);
  await run('DROP TRIGGER on_failed ON saved_reports');
  await run('ALTER TABLE lane_sums_gone RENAME TO lane_sums');
});
