/** A lost second factor: asked by support, ended by a second person, by the day that passes, by the person, or taken back. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type { FactorReset } from '@scanship/contracts/access/factor-resets';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionOf, testServices } from '../../../test/app-kit.ts';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { newId } from '../../platform/database/ids.ts';

let it_: CarrierWorld;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  it_ = await makeCarrierWorld({ config: { smtpUrl: mailbox.url } });
}, 120_000);
afterAll(async () => {
  await it_.close();
  await mailbox.close();
});

const people = () => it_.world.people;
const customer = () => people().user.tenantId;

/** Whose sessions and factors are looked at. */
const factorsOf = () =>
  it_.database.db.identity({ realmId: people().user.realmId }, async (tx) => ({
    factors: (
      await tx.selectFrom('credentials').select('kind').where('user_id', '=', people().user.userId).execute()
    ).map(({ kind }) => kind),
    sessions: (
      await tx
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', people().user.userId)
        .where('revoked_at', 'is', null)
        .execute()
    ).length,
  }));

beforeEach(async () => {
  mailbox.received.length = 0;
  const { user } = people();
  await it_.database.db.identity(user, async (tx) => {
    await tx.deleteFrom('credentials').where('user_id', '=', user.userId).execute();
    await tx.updateTable('factor_resets').set({ state: 'withdrawn' }).where('state', '=', 'waiting').execute();
    for (const kind of ['passkey', 'recovery'] as const)
      await tx
        .insertInto('credentials')
        .values({
          realm_id: user.realmId,
          id: newId(),
          user_id: user.userId,
          kind,
          external_key: newId(),
          confirmed_at: new Date(),
          created_at: new Date(),
        })
        .execute();
  });
  await sessionOf(testServices(it_.database.db), user);
});

const ask = (who: PersonName = 'support', username = people().user.userName) =>
  it_.call(who, 'POST', `/franchise/customers/${customer()}/factor-resets`, { username, reason: 'Lost the telephone' });
const asked = async (): Promise<FactorReset> => {
  const answer = await ask();
  expect([answer.status, answer.json.errorMessage]).toEqual([200, undefined]);
  return answer.json.data as FactorReset;
};
const mails = (count: number) =>
  vi.waitFor(() => expect(mailbox.received).toHaveLength(count), { timeout: 45_000, interval: 50 });
const actsOf = async (who: PersonName): Promise<string[]> =>
  ((await it_.call(who, 'GET', '/audit?size=50')).json.data as { entries: AuditEntry[] }).entries.map(
    ({ action }) => action,
  );

test('a second person confirms it: factors and recovery codes go, sessions end, the person and both logs are told', async () => {
  const before = await factorsOf();
  expect(before.factors).toHaveLength(2);
  expect(before.sessions).toBeGreaterThan(0);
  const reset = await asked();
  await mails(1);
  expect(mailbox.received[0]?.to).toEqual(['user@example.com']);
  expect(mailbox.received[0]?.text).toContain('Lost the telephone');
  // Nothing has happened yet.
  expect((await factorsOf()).factors).toHaveLength(2);
  for (const who of ['support', 'agent', 'admin', 'foreign'] as const)
    expect([who, (await it_.call(who, 'POST', `/franchise/factor-resets/${reset.id}/confirm`)).status]).toEqual([
      who,
      403,
    ]);
  const list = (await it_.call('franchise', 'GET', `/franchise/customers/${customer()}/factor-resets`)).json.data as {
    resets: FactorReset[];
  };
  expect(list.resets[0]).toMatchObject({ id: reset.id, state: 'waiting', canConfirm: true, askedBy: 'support Test' });
  const done = await it_.call('franchise', 'POST', `/franchise/factor-resets/${reset.id}/confirm`);
  expect(done.json.data).toMatchObject({ state: 'done', confirmedBy: 'fran Test' });
  expect(await factorsOf()).toEqual({ factors: [], sessions: 0 });
  await mails(2);
  expect(mailbox.received[1]?.text).toContain('Your second factor was removed');
  expect(await actsOf('franchise')).toEqual(expect.arrayContaining(['askFactorReset', 'confirmFactorReset']));
  expect(await actsOf('admin')).toEqual(expect.arrayContaining(['askFactorReset', 'confirmFactorReset']));
  const again = await it_.call('franchise', 'POST', `/franchise/factor-resets/${reset.id}/confirm`);
  expect(again.json.code).toBe('stale_version');
});

test('whoever asked does not confirm; nobody of another franchise or customer reaches it; one waits at a time', async () => {
  const answer = await ask('franchise');
  const reset = answer.json.data as FactorReset;
  const own = await it_.call('franchise', 'POST', `/franchise/factor-resets/${reset.id}/confirm`);
  expect([own.status, own.json.errorMessage]).toEqual([403, 'Whoever asked for a reset does not confirm it.']);
  const twice = await ask();
  expect(twice.json.errorMessages?.[0]?.message).toBe('A reset of this person waits already.');
  const none = await ask('support', people().admin.userName);
  expect(none.json.errorMessages?.[0]?.message).toBe('This person has no second factor.');
  expect((await ask('support', people().basic.userName)).status).toBe(404);
  expect((await ask('admin')).status).toBe(403);
  expect((await factorsOf()).factors).toHaveLength(2);
  // Its mail is none of the next test's.
  await mails(1);
});

test('nobody stops it for a day: it is done by itself, once, and not a minute earlier', async () => {
  const start = it_.clock.value.getTime();
  const reset = await asked();
  const { factorResets } = it_.application;
  it_.clock.value = new Date(start + 23.9 * 3_600_000);
  expect(await factorResets.look()).toBe(0);
  it_.clock.value = new Date(start + 24.1 * 3_600_000);
  const rounds = await Promise.all([factorResets.look(), factorResets.look()]);
  expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(1);
  expect(await factorsOf()).toMatchObject({ factors: [], sessions: 0 });
  await mails(2);
  expect(await actsOf('franchise')).toContain('factorResetWaited');
  const list = (await it_.call('support', 'GET', `/franchise/customers/${customer()}/factor-resets`)).json.data as {
    resets: FactorReset[];
  };
  expect(list.resets[0]).toMatchObject({ id: reset.id, state: 'done', confirmedBy: null });
  it_.clock.value = new Date(start);
});

test('the person stops it by the link of the mail, without signing in; the link is good once, and a changed one never', async () => {
  const start = it_.clock.value.getTime();
  await asked();
  await mails(1);
  const token = /stop-factor-reset\?token=([\w.-]+)/.exec(mailbox.received[0]?.text ?? '')?.[1] ?? '';
  expect(token).not.toBe('');
  const stop = (given: string) => it_.call('foreign', 'POST', '/user/factor-reset/stop', { token: given });
  for (const wrong of [`${token.slice(0, -4)}AAAA`, 'x', token.split('.').slice(0, 2).join('.')])
    expect((await stop(wrong)).json.code).toBe('reset_link_invalid');
  expect((await stop(token)).status).toBe(200);
  expect((await stop(token)).json.code).toBe('reset_link_invalid');
  it_.clock.value = new Date(start + 25 * 3_600_000);
  expect(await it_.application.factorResets.look()).toBe(0);
  expect((await factorsOf()).factors).toHaveLength(2);
  await mails(2);
  expect(mailbox.received[1]?.text).toContain('Your second factor stays');
  expect(await actsOf('admin')).toContain('stopFactorReset');
  it_.clock.value = new Date(start);
});

test('support takes it back', async () => {
  const reset = await asked();
  const back = await it_.call('support', 'DELETE', `/franchise/factor-resets/${reset.id}`);
  expect(back.json.data).toMatchObject({ state: 'withdrawn' });
  expect((await factorsOf()).factors).toHaveLength(2);
});
