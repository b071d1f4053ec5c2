/** Announcements over the whole application: who sees what, drafts, changes, times, mails to each person once, and the log. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type { Announcement, AnnouncementInput, NewsItem } from '@scanship/contracts/network/announcements';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import { makeNetworkWorld, type NetworkWorld } from '../../../test/network/network-world.ts';
import { newId } from '../../platform/database/ids.ts';

let w: NetworkWorld;
const HOUR = 3_600_000;

beforeAll(async () => {
  w = await makeNetworkWorld();
}, 120_000);
afterAll(() => w.close());
beforeEach(() => {
  w.mailbox.received.length = 0;
});

const people = () => w.world.people;
const at = (hours: number) => new Date(w.now().getTime() + hours * HOUR).toISOString();
const draft = (changed: Partial<AnnouncementInput> = {}): AnnouncementInput => ({
  kind: 'news',
  en: { title: 'Rates of January', text: 'They begin to apply on Monday.\n\nSee https://example.com/rates.' },
  fr: { title: 'Tarifs de janvier', text: 'Ils s’appliquent dès lundi.' },
  shown: { from: at(-1), until: at(48) },
  work: null,
  audience: 'below',
  plans: [],
  chosen: [],
  byMail: false,
  ...changed,
});
const add = (who: TestUser, changed: Partial<AnnouncementInput> = {}) =>
  w.done<Announcement>(who, 'POST', '/announcements', draft(changed));
const publish = async (who: TestUser, changed: Partial<AnnouncementInput> = {}) => {
  const { id, version } = await add(who, changed);
  return w.done<Announcement>(who, 'POST', `/announcements/${id}/publish`, { version });
};
const news = async (who: TestUser) => (await w.done<{ news: NewsItem[] }>(who, 'GET', '/news')).news;
const sees = async (who: TestUser, id: string) => (await news(who)).some((item) => item.id === id);
const withdraw = (who: TestUser, id: string) => w.done(who, 'POST', `/announcements/${id}/withdraw`);

test('each sees what its own seller says and what the operator passes on, never another’s', async () => {
  const { root, franchise, admin, user, basic, foreign, support, agent } = people();
  const readers = { franchise, support, agent, admin, user, basic, foreign, other: w.otherFranchise, root };
  const staff = ['franchise', 'support', 'agent', 'other'] as const;
  const rows: readonly (readonly [
    string,
    TestUser,
    Partial<AnnouncementInput>,
    readonly (keyof typeof readers)[],
    companies: number,
  ])[] = [
    ['operator, franchises', root, { audience: 'below' }, staff, 2],
    ['operator, everybody', root, { audience: 'everybody' }, [...staff, 'admin', 'user', 'basic', 'foreign'], 5],
    ['operator, one franchise', root, { audience: 'chosen', chosen: [w.world.second.id] }, ['other'], 1],
    ['franchise, customers', franchise, { audience: 'below' }, ['admin', 'user', 'basic'], 2],
    ['franchise, by plan', franchise, { audience: 'plans', plans: ['Standard'] }, ['basic'], 1],
    ['franchise, chosen', franchise, { audience: 'chosen', chosen: [admin.tenantId] }, ['admin', 'user'], 1],
    ['the other franchise', w.otherFranchise, { audience: 'below' }, ['foreign'], 1],
  ];
  for (const [name, author, changed, expected, companies] of rows) {
    const said = await publish(author, changed);
    expect([name, said.companies]).toEqual([name, companies]);
    const { announcements } = await w.done<{ announcements: Announcement[] }>(author, 'GET', '/announcements');
    expect([name, announcements.find(({ id }) => id === said.id)?.companies]).toEqual([name, companies]);
    const found: string[] = [];
    for (const [reader, person] of Object.entries(readers)) if (await sees(person, said.id)) found.push(reader);
    expect([name, found.toSorted()]).toEqual([name, [...expected].toSorted()]);
    await withdraw(author, said.id);
    for (const person of Object.values(readers)) expect([name, await sees(person, said.id)]).toEqual([name, false]);
  }
});

test('nobody chooses, reads, changes or marks what is not theirs', async () => {
  const { franchise, admin, basic, foreign, support } = people();
  const refused = async (who: TestUser, changed: Partial<AnnouncementInput>) => {
    const answer = await w.call(who, 'POST', '/announcements', draft(changed));
    return [answer.status, answer.json.errorMessages?.[0]?.field];
  };
  expect(await refused(franchise, { audience: 'chosen', chosen: [foreign.tenantId] })).toEqual([400, 'chosen']);
  expect(await refused(franchise, { audience: 'everybody' })).toEqual([400, 'audience']);
  expect(await refused(people().root, { audience: 'plans', plans: ['Basic'] })).toEqual([400, 'audience']);
  for (const who of [support, admin]) expect((await w.call(who, 'GET', '/announcements')).status).toBe(403);

  const said = await publish(franchise, { audience: 'chosen', chosen: [admin.tenantId] });
  const address = `/announcements/${said.id}`;
  for (const [method, path, body] of [
    ['PUT', address, { ...draft(), version: said.version }],
    ['POST', `${address}/withdraw`, {}],
    ['GET', `${address}/readers`, undefined],
  ] as const)
    expect((await w.call(w.otherFranchise, method, path, body)).json.code).toBe('not_found');
  // Marking what does not reach them leaves no trace.
  for (const who of [basic, foreign]) await w.done(who, 'POST', '/news/read', { ids: [said.id], putAway: true });
  expect((await w.done<{ readers: unknown[] }>(franchise, 'GET', `${address}/readers`)).readers).toEqual([]);
  await withdraw(franchise, said.id);
});

test('a draft is seen by nobody; published without words, without an end or twice it is refused', async () => {
  const { franchise, admin } = people();
  const kept = await add(franchise, { en: { title: 'Half', text: '' }, fr: { title: '', text: '' } });
  expect(await sees(admin, kept.id)).toBe(false);
  const halves = await w.call(franchise, 'POST', `/announcements/${kept.id}/publish`, { version: kept.version });
  expect([halves.status, halves.json.errorMessages?.map(({ field }) => field)]).toEqual([400, ['en.text']]);
  const work = { from: at(5), until: at(7) };
  const changed = await w.done<Announcement>(franchise, 'PUT', `/announcements/${kept.id}`, {
    ...draft({ kind: 'maintenance', work, shown: { from: at(-1), until: at(6) } }),
    version: kept.version,
  });
  const short = await w.call(franchise, 'POST', `/announcements/${kept.id}/publish`, { version: changed.version });
  expect(short.json.errorMessages?.map(({ field }) => field)).toEqual(['shown.until']);
  const stale = await w.call(franchise, 'PUT', `/announcements/${kept.id}`, { ...draft(), version: kept.version });
  expect(stale.json.code).toBe('stale_version');
  const fit = await w.done<Announcement>(franchise, 'PUT', `/announcements/${kept.id}`, {
    ...draft({ kind: 'maintenance', work, shown: { from: at(-1), until: at(7) } }),
    version: changed.version,
  });
  const published = await w.done<Announcement>(franchise, 'POST', `/announcements/${kept.id}/publish`, {
    version: fit.version,
  });
  const again = await w.call(franchise, 'POST', `/announcements/${kept.id}/publish`, { version: published.version });
  expect(again.json.code).toBe('stale_version');
  expect((await w.call(franchise, 'DELETE', `/announcements/${kept.id}`)).json.code).toBe('stale_version');
  const unseen = await add(franchise);
  await w.done(franchise, 'DELETE', `/announcements/${unseen.id}`);
  await withdraw(franchise, kept.id);
  const log = await w.done<{ entries: AuditEntry[] }>(franchise, 'GET', '/audit?size=20&action=publishAnnouncement');
  expect(
    log.entries.some(
      ({ outcome, details }) => outcome === 'done' && JSON.stringify(details).includes('draft -> published'),
    ),
  ).toBe(true);
});

test('planned work is announced beforehand, put away, and there again while it goes on; in the reader’s language', async () => {
  const { franchise, admin, user } = people();
  await w.database.db.identity(user, (tx) =>
    tx.updateTable('users').set({ locale: 'fr' }).where('id', '=', user.userId).execute(),
  );
  const said = await publish(franchise, {
    kind: 'maintenance',
    work: { from: at(3), until: at(5) },
    shown: { from: at(-1), until: at(5) },
  });
  const item = async (who: TestUser) => (await news(who)).find(({ id }) => id === said.id);
  expect(await item(admin)).toMatchObject({ title: 'Rates of January', language: 'en', read: false, inBar: true });
  expect(await item(user)).toMatchObject({ title: 'Tarifs de janvier', language: 'fr', inBar: true });
  await w.done(admin, 'POST', '/news/read', { ids: [said.id], putAway: true });
  expect(await item(admin)).toMatchObject({ read: true, inBar: false });
  // Dismissed by one person, not by a colleague.
  expect(await item(user)).toMatchObject({ read: false, inBar: true });
  w.passTime(4 * HOUR);
  expect(await item(admin)).toMatchObject({ read: true, inBar: true });
  w.passTime(2 * HOUR);
  expect(await item(admin)).toMatchObject({ inBar: false });
  const listed = await w.done<{ announcements: Announcement[] }>(franchise, 'GET', '/announcements');
  expect(listed.announcements.find(({ id }) => id === said.id)).toMatchObject({
    companies: 2,
    read: { companies: 1, people: 1 },
  });
  const { readers } = await w.done<{ readers: object[] }>(franchise, 'GET', `/announcements/${said.id}/readers`);
  expect(readers).toMatchObject([{ name: 'admin Test', company: 'Customer one' }]);
  await withdraw(franchise, said.id);
});

test('changed and shown again it is back for those who put it away; a change alone is not', async () => {
  const { franchise, admin } = people();
  const said = await publish(franchise);
  const inBar = async () => (await news(admin)).find(({ id }) => id === said.id)?.inBar;
  await w.done(admin, 'POST', '/news/read', { ids: [said.id], putAway: true });
  w.passTime(60_000);
  const en = { title: 'Rates of February', text: 'A month later.' };
  const changed = await w.done<Announcement>(franchise, 'PUT', `/announcements/${said.id}`, {
    ...draft({ en }),
    version: said.version,
  });
  expect(await inBar()).toBe(false);
  await w.done(franchise, 'PUT', `/announcements/${said.id}`, {
    ...draft({ en }),
    version: changed.version,
    again: true,
  });
  expect(await inBar()).toBe(true);
  expect((await news(admin)).find(({ id }) => id === said.id)?.title).toBe('Rates of February');
  await withdraw(franchise, said.id);
});

test('by mail: once a person, from its time on, in their language, not to who switched it off or is not verified', async () => {
  const { franchise, admin, user, basic } = people();
  await w.done(basic, 'PUT', '/account/notifications', { notices: [{ kind: 'announcements', email: false }] });
  const said = await publish(franchise, {
    kind: 'maintenance',
    work: { from: at(30), until: at(31) },
    shown: { from: at(2), until: at(40) },
    byMail: true,
  });
  expect(await w.application.announcements.look()).toBe(0);
  w.passTime(3 * HOUR);
  expect(await w.application.announcements.look()).toBe(2);
  expect(await w.application.announcements.look()).toBe(0);
  await expect
    .poll(() => w.mailbox.received.flatMap(({ to }) => to).toSorted())
    .toEqual([`${admin.userName}@example.com`, `${user.userName}@example.com`]);
  const textTo = (who: TestUser) =>
    w.mailbox.received.find(({ to }) => to.includes(`${who.userName}@example.com`))?.text;
  expect(textTo(admin)).toContain('Planned maintenance: Rates of January');
  expect(textTo(admin)).toContain('https://example.com/rates');
  expect(textTo(user)).toContain('Entretien planifié : Tarifs de janvier');
  const listed = await w.done<{ announcements: Announcement[] }>(franchise, 'GET', '/announcements');
  const mine = listed.announcements.find(({ id }) => id === said.id);
  expect(mine?.mailed).toBe(2);
  // A change sends nothing again.
  const shown = mine?.shown ?? { from: at(0), until: at(1) };
  const work = mine?.work ?? null;
  await w.done(franchise, 'PUT', `/announcements/${said.id}`, {
    ...draft({ kind: 'maintenance', work, shown, byMail: true }),
    version: mine?.version,
    again: true,
  });
  expect(await w.application.announcements.look()).toBe(0);
  await withdraw(franchise, said.id);
});

test('who is chosen later gets the mail, too; who had it gets no second one, and a suspended company stays chosen', async () => {
  const { franchise, admin, basic } = people();
  await w.done(basic, 'PUT', '/account/notifications', { notices: [{ kind: 'announcements', email: true }] });
  const input = draft({ audience: 'chosen', chosen: [admin.tenantId], byMail: true });
  const said = await publish(franchise, input);
  expect(await w.application.announcements.look()).toBe(2);
  const change = (version: number, changed: Partial<AnnouncementInput>) =>
    w.done<Announcement>(franchise, 'PUT', `/announcements/${said.id}`, { ...input, ...changed, version });
  const more = await change(said.version, { chosen: [admin.tenantId, basic.tenantId] });
  expect(more.companies).toBe(2);
  expect(await w.application.announcements.look()).toBe(1);
  const state = (is: 'suspended' | 'active') =>
    w.database.db.system((tx) =>
      tx.updateTable('tenants').set({ state: is }).where('id', '=', basic.tenantId).execute(),
    );
  await state('suspended');
  const later = await change(more.version, {
    chosen: [admin.tenantId, basic.tenantId],
    en: { title: 'Rates of February', text: 'A month later.' },
  });
  expect(later).toMatchObject({ companies: 1, mailed: 3, chosen: [admin.tenantId, basic.tenantId] });
  const { buyers } = await w.done<{ buyers: { id: string }[] }>(franchise, 'GET', '/announcements');
  expect(buyers.map(({ id }) => id)).toContain(basic.tenantId);
  await state('active');
  expect(await w.application.announcements.look()).toBe(0);
  // By plan: the others have theirs.
  await change(later.version, { audience: 'plans', plans: ['Standard', 'Advanced'], chosen: [] });
  expect(await w.application.announcements.look()).toBe(0);
  await withdraw(franchise, said.id);
  await w.done(basic, 'PUT', '/account/notifications', { notices: [{ kind: 'announcements', email: false }] });
});

test('taken back before its time, no mail goes out; to everybody it reaches the people of customers and franchises', async () => {
  const { root } = people();
  const gone = await publish(root, { audience: 'everybody', byMail: true, shown: { from: at(1), until: at(9) } });
  await withdraw(root, gone.id);
  w.passTime(2 * HOUR);
  expect(await w.application.announcements.look()).toBe(0);
  await publish(root, { audience: 'everybody', byMail: true });
  // fran, support, agent, second-fran, admin, user, foreign; basic switched it off, and one is not verified.
  expect(await w.application.announcements.look()).toBe(7);
  expect(await w.application.announcements.look()).toBe(0);
});

test('hostile input: foreign ids, times the wrong way round and endless text are refused, nothing is kept', async () => {
  const { franchise } = people();
  const before = (await w.done<{ announcements: Announcement[] }>(franchise, 'GET', '/announcements')).announcements;
  for (const changed of [
    { chosen: [newId()], audience: 'chosen' as const },
    { shown: { from: at(2), until: at(1) } },
    { kind: 'maintenance' as const, work: null },
    { kind: 'news' as const, work: { from: at(1), until: at(2) } },
    { en: { title: 'x'.repeat(121), text: '' } },
    { en: { title: 'x', text: 'y'.repeat(4_001) } },
    { shown: { from: 'yesterday', until: at(1) } },
  ])
    expect((await w.call(franchise, 'POST', '/announcements', draft(changed))).status).toBe(400);
  // Moments are compared as such, however they are written.
  const [whole, half] = [at(30).replace(/\.\d+Z/, 'Z'), at(30).replace(/\.\d+Z/, '.500Z')];
  const swapped = await w.call(franchise, 'POST', '/announcements', draft({ shown: { from: half, until: whole } }));
  expect([swapped.status, swapped.json.errorMessages?.[0]?.field]).toEqual([400, 'shown.until']);
  const after = (await w.done<{ announcements: Announcement[] }>(franchise, 'GET', '/announcements')).announcements;
  expect(after.length).toBe(before.length);
  const short = await add(franchise, { shown: { from: whole, until: half } });
  await w.done(franchise, 'DELETE', `/announcements/${short.id}`);
});
