/** Terms over the whole application: versions, who is asked and when, what is closed meanwhile, what is kept, and sign-up. */
import { createHash } from 'node:crypto';
import {
  CLOSED_UNTIL_AGREED,
  type OwnTerms,
  type ShownTerms,
  type TermsInput,
  type TermsVersion,
} from '@scanship/contracts/access/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_PASSWORD, type TestUser } from '../../../test/app-kit.ts';
import { makeNetworkWorld, type NetworkWorld } from '../../../test/network/network-world.ts';
import { newId } from '../../platform/database/ids.ts';

let w: NetworkWorld;
const HOUR = 3_600_000;

beforeAll(async () => {
  w = await makeNetworkWorld();
}, 120_000);
afterAll(() => w.close());

const people = () => w.world.people;
const TEXT = 'Labels are paid for.\n\nWhat is shipped is legal.';
const draft = (changed: Partial<TermsInput> = {}): TermsInput => ({
  name: 'January',
  en: { text: TEXT, link: '' },
  fr: { text: 'Les étiquettes se paient.', link: 'https://example.com/conditions' },
  holdsFrom: w.now().toISOString(),
  asksAgain: true,
  ...changed,
});
const publish = async (who: TestUser, changed: Partial<TermsInput> = {}) => {
  const { id, version } = await w.done<TermsVersion>(who, 'POST', '/terms', draft(changed));
  return w.done<TermsVersion>(who, 'POST', `/terms/${id}/publish`, { version });
};
const mine = (who: TestUser) => w.done<OwnTerms>(who, 'GET', '/terms/mine');
const agree = async (who: TestUser) => {
  const { terms } = await mine(who);
  return w.call(who, 'POST', '/terms/mine/agree', { id: terms?.id, hash: terms?.hash });
};
const missing = async (who: TestUser) =>
  (await w.done<{ people: { userName: string }[] }>(who, 'GET', '/terms/missing')).people
    .map(({ userName }) => userName)
    .toSorted();
/** What buying answers; no such order exists, which is told only to who may buy. */
const buys = async (who: TestUser) =>
  (await w.call(who, 'POST', '/shipment/create', { orderId: newId(), quoteId: newId(), rateId: newId() })).json.code;
const withdraw = (who: TestUser, id: string) => w.done(who, 'POST', `/terms/${id}/withdraw`);

test('every call that buys is closed until one agrees, or stands here with the reason why not', () => {
  const open: Readonly<Record<string, string>> = {
    finishShipment: 'finishes what was begun',
    sendCustomsDocument: 'papers of what is bought',
    changePickup: 'of a pickup that is booked',
    planBlocked: 'a plan; starting it is closed',
    createBatch: 'a plan; starting it is closed',
    pauseBatch: 'stops',
    cancelBatch: 'stops',
    replanBatch: 'a plan',
    leaveOutAccount: 'a plan',
    mendBatch: 'a plan',
    prepareShift: 'a part of a shift that was loaded',
    endShift: 'ends what was begun',
    holdScanned: 'stops',
    sendScanJournal: 'what was shipped without a line must come in',
  };
  const calls = w.application.routes.map(({ call }) => call);
  const undecided = calls
    .filter(({ right, method }) => right === 'labels.buy' && method !== 'GET')
    .map(({ id }) => id)
    .filter((id) => !CLOSED_UNTIL_AGREED.has(id) && open[id] === undefined);
  expect(undecided).toEqual([]);
  const known = new Set(calls.map(({ id }) => id));
  expect([...CLOSED_UNTIL_AGREED].filter((id) => !known.has(id))).toEqual([]);
});

test('without terms nobody is asked; empty ones, or with a broken link, are not published', async () => {
  const { franchise, admin } = people();
  expect(await mine(admin)).toEqual({ terms: null, due: false, closesAt: null, agreedAt: null });
  const none = { text: '', link: '' };
  for (const [changed, field] of [
    [{ en: none, fr: none }, 'en.text'],
    [{ en: { text: '', link: 'javascript:alert(1)' } }, 'en.link'],
    [{ fr: { text: 'x', link: 'http://example.com' } }, 'fr.link'],
    [{ name: '' }, 'name'],
  ] as const) {
    const kept = await w.done<TermsVersion>(franchise, 'POST', '/terms', draft(changed));
    const refused = await w.call(franchise, 'POST', `/terms/${kept.id}/publish`, { version: kept.version });
    expect([refused.status, refused.json.errorMessages?.map((each) => each.field)]).toEqual([400, [field]]);
    await w.done(franchise, 'DELETE', `/terms/${kept.id}`);
  }
  expect(await mine(admin)).toMatchObject({ terms: null, due: false });
});

test('a version is asked for from its day on, closes buying a day later, and opens with the consent that is kept', async () => {
  const { franchise, admin, user, basic, foreign, support } = people();
  const before = await buys(admin);
  expect(before).not.toBe('terms_not_agreed');
  const version = await publish(franchise, { holdsFrom: new Date(w.now().getTime() + 2 * HOUR).toISOString() });
  expect(version).toMatchObject({ number: 1, state: 'published', current: false });
  expect(await mine(admin)).toMatchObject({ terms: null, due: false });
  w.passTime(3 * HOUR);
  const asked = await mine(admin);
  expect(asked).toMatchObject({ due: true, terms: { name: 'January', from: 'First', language: 'en', text: TEXT } });
  expect(asked.terms?.hash).toBe(createHash('sha256').update(`${TEXT}\n`).digest('hex'));
  // A day to read them: nobody is stopped in the middle of a shift.
  expect(await buys(admin)).toBe(before);
  w.passTime(24 * HOUR);
  expect(await buys(admin)).toBe('terms_not_agreed');
  expect(await buys(user)).toBe('terms_not_agreed');
  expect(await buys(foreign)).not.toBe('terms_not_agreed');
  // Reading, paying and taking out go on.
  for (const path of ['/orders', '/billing', '/payments', '/orders/export-options', '/shipments'])
    expect([path, (await w.call(admin, 'GET', path)).json.code]).not.toEqual([path, 'terms_not_agreed']);
  expect(await missing(franchise)).toEqual(['admin', 'basic', 'user']);
  for (const who of [support, foreign]) expect((await mine(who)).due).toBe(false);

  const { terms } = await mine(admin);
  const other = await w.call(admin, 'POST', '/terms/mine/agree', { id: terms?.id, hash: 'a'.repeat(64) });
  expect(other.json.code).toBe('stale_version');
  expect((await agree(admin)).status).toBe(200);
  expect((await agree(admin)).status).toBe(200);
  expect(await buys(admin)).toBe(before);
  expect(await buys(basic)).toBe('terms_not_agreed');
  expect(await missing(franchise)).toEqual(['basic', 'user']);
  expect(await mine(admin)).toMatchObject({ due: false, closesAt: null });
  const listed = await w.done<{ versions: TermsVersion[] }>(franchise, 'GET', '/terms');
  expect(listed.versions).toMatchObject([{ number: 1, current: true, agreed: 1 }]);
  const file = await w.call(franchise, 'GET', '/terms/consents/export');
  const lines = file.text.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  for (const part of ['admin', 'Customer one', 'January', terms?.hash ?? '', '127.0.0.1'])
    expect(lines[1]).toContain(part);
  // What is published is never changed, only withdrawn.
  const changed = await w.call(franchise, 'PUT', `/terms/${version.id}`, { ...draft(), version: version.version });
  expect(changed.json.code).toBe('stale_version');
});

test('the next version asks again only if it says so; withdrawn, the one before it holds; in French where it is written', async () => {
  const { franchise, admin, user } = people();
  await agree(user);
  const quiet = await publish(franchise, { name: 'February', asksAgain: false });
  expect(await mine(admin)).toMatchObject({ due: false, terms: { name: 'February', number: 2 } });
  const loud = await publish(franchise, { name: 'March' });
  expect(await mine(admin)).toMatchObject({ due: true, terms: { name: 'March', number: 3 } });
  w.passTime(25 * HOUR);
  expect(await buys(admin)).toBe('terms_not_agreed');
  await withdraw(franchise, loud.id);
  expect(await buys(admin)).not.toBe('terms_not_agreed');
  expect(await mine(admin)).toMatchObject({ due: false, terms: { name: 'February' } });
  await withdraw(franchise, quiet.id);
  await w.database.db.identity(user, (tx) =>
    tx.updateTable('users').set({ locale: 'fr' }).where('id', '=', user.userId).execute(),
  );
  const { terms } = await mine(user);
  expect(terms).toMatchObject({ language: 'fr', link: 'https://example.com/conditions' });
  const both = `${terms?.text ?? ''}\n${terms?.link ?? ''}`;
  expect(terms?.hash).toBe(createHash('sha256').update(both).digest('hex'));
});

test('a consent to what was withdrawn is none to what is in force instead, and there is a day to read that', async () => {
  const { franchise, basic, admin } = people();
  const none = await publish(franchise, { name: 'By mistake' });
  expect((await agree(basic)).status).toBe(200);
  w.passTime(25 * HOUR);
  expect(await buys(basic)).not.toBe('terms_not_agreed');
  expect(await buys(admin)).toBe('terms_not_agreed');
  await withdraw(franchise, none.id);
  expect(await mine(basic)).toMatchObject({ due: true, agreedAt: null, terms: { name: 'January' } });
  expect(await missing(franchise)).toContain('basic');
  expect(await buys(basic)).not.toBe('terms_not_agreed');
  expect((await mine(admin)).due).toBe(false);
  w.passTime(25 * HOUR);
  expect(await buys(basic)).toBe('terms_not_agreed');
  expect(await buys(admin)).not.toBe('terms_not_agreed');
  expect((await agree(basic)).status).toBe(200);
  expect(await buys(basic)).not.toBe('terms_not_agreed');
});

test('a first version asks everybody, whether or not it asks again; one planned earlier holds from its day on', async () => {
  const { foreign } = people();
  const from = (hours: number) => new Date(w.now().getTime() + hours * HOUR).toISOString();
  const first = await publish(w.otherFranchise, { name: 'First', asksAgain: false });
  expect(await mine(foreign)).toMatchObject({ due: true, terms: { name: 'First' } });
  w.passTime(25 * HOUR);
  expect(await buys(foreign)).toBe('terms_not_agreed');
  expect((await agree(foreign)).status).toBe(200);
  const later = await publish(w.otherFranchise, { name: 'Later', holdsFrom: from(10) });
  const sooner = await publish(w.otherFranchise, { name: 'Sooner', holdsFrom: from(5), asksAgain: false });
  w.passTime(6 * HOUR);
  expect(await mine(foreign)).toMatchObject({ due: false, terms: { name: 'Sooner' } });
  w.passTime(6 * HOUR);
  expect(await mine(foreign)).toMatchObject({ due: true, terms: { name: 'Later' } });
  expect(await missing(w.otherFranchise)).toEqual(['foreign']);
  for (const { id } of [first, later, sooner]) await withdraw(w.otherFranchise, id);
  expect(await mine(foreign)).toMatchObject({ due: false, terms: null });
});

test('who comes by sign-up agrees there, to what was shown; without it they are asked when they come in', async () => {
  const { franchise } = people();
  const site = async (language: string) =>
    (await w.client.call('GET', `/api/user/terms?language=${language}`)).json.data as { terms: ShownTerms | null };
  const { terms } = await site('en');
  expect(terms).toMatchObject({ name: 'January', from: 'First' });
  const other = await w.client.call('GET', '/api/user/terms', { host: 'second.test' });
  expect(other.json.data).toEqual({ terms: null });
  const signUp = (userName: string, agreed?: { readonly id: string; readonly hash: string }) =>
    w.client.call('POST', '/api/user/sign-up', {
      body: {
        userName,
        email: `${userName}@example.com`,
        password: TEST_PASSWORD,
        firstName: 'New',
        lastName: userName,
        ...(agreed ? { terms: agreed } : {}),
      },
    });
  const stale = await signUp('late', { id: terms?.id ?? '', hash: 'b'.repeat(64) });
  expect([stale.status, stale.json.errorMessages?.[0]?.field]).toEqual([400, 'terms']);
  expect((await signUp('late', { id: terms?.id ?? '', hash: terms?.hash ?? '' })).status).toBe(200);
  expect((await signUp('silent')).status).toBe(200);
  await w.database.db.identity({ realmId: w.world.first.id }, (tx) =>
    tx.updateTable('users').set({ verified_at: new Date() }).where('username', 'in', ['late', 'silent']).execute(),
  );
  const still = await missing(franchise);
  expect(still).toContain('silent');
  expect(still).not.toContain('late');
  const file = await w.call(franchise, 'GET', '/terms/consents/export');
  expect(file.text.split(/\r?\n/).find((line) => line.includes('late'))).toMatch(/,x$/);
});

test('the operator’s terms are for administrators of franchises: closed to them is taking on somebody new', async () => {
  const { root, franchise, support } = people();
  await publish(root, { name: 'Franchises' });
  expect((await mine(support)).terms).toBeNull();
  expect(await mine(franchise)).toMatchObject({ due: true, terms: { from: 'Platform' } });
  expect(await missing(root)).toEqual(['fran', 'second-fran']);
  w.passTime(25 * HOUR);
  const add = () => w.call(franchise, 'POST', '/franchise/customers', { name: 'Another', plan: 'Basic' });
  expect((await add()).json.code).toBe('terms_not_agreed');
  expect((await w.call(franchise, 'GET', '/franchise/customers')).status).toBe(200);
  expect((await agree(franchise)).status).toBe(200);
  expect((await add()).json.code).not.toBe('terms_not_agreed');
  expect(await missing(root)).toEqual(['second-fran']);
});

test('nobody publishes for others, and one franchise’s versions are not another’s', async () => {
  const { franchise, admin, support } = people();
  for (const who of [admin, support]) expect((await w.call(who, 'POST', '/terms', draft())).status).toBe(403);
  const kept = await w.done<TermsVersion>(franchise, 'POST', '/terms', draft());
  const foreign = await w.call(w.otherFranchise, 'POST', `/terms/${kept.id}/publish`, { version: kept.version });
  expect(foreign.json.code).toBe('not_found');
  const theirs = await w.done<{ versions: { id: string }[] }>(w.otherFranchise, 'GET', '/terms');
  expect(theirs.versions.some(({ id }) => id === kept.id)).toBe(false);
});
