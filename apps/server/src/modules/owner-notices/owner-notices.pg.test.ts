/** Notices to owners over the whole application: what opens one, that it is told once, who switches it off, and how it ends. */
import type { notices as noticeChoices } from '@scanship/contracts/access/account';
import type { LabelReconciliation } from '@scanship/contracts/carriers/label-reconciliation';
import type { OwnerNotice } from '@scanship/contracts/network/owner-notices';
import { money } from '@scanship/domain/money/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { TEST_PASSWORD, type TestUser } from '../../../test/app-kit.ts';
import { makeNetworkWorld, type NetworkWorld } from '../../../test/network/network-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { bookCharge, bookPayment, setCreditLimit } from '../billing/index.ts';

let w: NetworkWorld;
const DAY = 86_400_000;

beforeAll(async () => {
  w = await makeNetworkWorld();
}, 120_000);
afterAll(() => w.close());
beforeEach(() => {
  w.mailbox.received.length = 0;
});

const people = () => w.world.people;
const header = async (who: TestUser) =>
  (await w.done<{ notices: OwnerNotice[] }>(who, 'GET', '/owner-notices')).notices;
const look = () => w.application.ownerNotices.look();
const mails = () => w.mailbox.received.map(({ to, text }) => ({ to: to[0], text }));

/** Mails come when they come: a test waits for its own, so that none falls into the next. */
const arrived = (words: string, count: number) =>
  expect.poll(() => mails().filter(({ text }) => text.includes(words))).toHaveLength(count);

const charge = (minor: number) => {
  const seller = w.world.first.id;
  const buyer = people().admin.tenantId;
  return w.database.db.tenant({ tenantId: seller }, (tx) =>
    bookCharge(
      tx,
      { homeTenantId: seller, source: { kind: 'plan', id: newId() }, kind: 'plan-fee' },
      { from: seller, to: buyer, price: money(minor, 'CAD'), lines: [] },
    ),
  );
};

test('a sign-up is told once its address is proved, once, and one made by hand is not', async () => {
  const { franchise, support, agent, root } = people();
  expect(await look()).toBe(0);
  await w.done(franchise, 'POST', '/franchise/customers', {
    name: 'By hand',
    plan: 'Basic',
    administratorEmail: 'hand@example.com',
  });
  const signedUp = await w.client.call('POST', '/api/user/sign-up', {
    body: {
      userName: 'zoe',
      email: 'zoe@example.com',
      password: TEST_PASSWORD,
      firstName: 'Zoe',
      lastName: 'Lee',
      companyName: 'Zoe’s Candles',
    },
  });
  expect(signedUp.status).toBe(200);
  // Nobody has proved the address: it may be anybody's, made up by a program.
  expect(await look()).toBe(0);
  await w.database.db.identity({ realmId: w.world.first.id }, (tx) =>
    tx.updateTable('users').set({ verified_at: new Date() }).where('username', '=', 'zoe').execute(),
  );
  w.mailbox.received.length = 0;
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  const [notice] = await header(franchise);
  expect(notice).toMatchObject({ kind: 'sign_up', name: 'Zoe’s Candles', amount: null });
  expect(notice?.page).toMatch(/^\/customer\/[0-9a-f-]{36}$/);
  await expect.poll(() => mails().filter(({ text }) => text.includes('New sign-up: Zoe’s Candles'))).toHaveLength(1);
  expect(mails().find(({ text }) => text.includes('New sign-up'))?.to).toBe('fran@example.com');
  // Others of the franchise, the other franchise and the operator have nothing of it.
  for (const who of [support, agent]) expect((await w.call(who, 'GET', '/owner-notices')).status).toBe(403);
  for (const who of [w.otherFranchise, root]) expect(await header(who)).toEqual([]);
  await w.done(franchise, 'POST', `/owner-notices/${notice?.id}/put-away`);
  expect(await header(franchise)).toEqual([]);
  expect((await w.call(w.otherFranchise, 'POST', `/owner-notices/${notice?.id}/put-away`)).json.code).toBe('not_found');
});

test('a limit of which 80 % is used, and then all: each is told, once a day; the header says how much, and it ends with the payment', async () => {
  const { franchise, admin } = people();
  const seller = w.world.first.id;
  await w.database.db.tenant({ tenantId: seller }, (tx) => setCreditLimit(tx, seller, admin.tenantId, 'CAD', 10_000));
  await charge(7_900);
  expect(await look()).toBe(0);
  await charge(200);
  expect(await look()).toBe(1);
  expect(await header(franchise)).toMatchObject([
    { kind: 'credit_limit', name: 'Customer one', amount: 81, page: `/customer/${admin.tenantId}?tab=credit` },
  ]);
  await charge(1_000);
  expect(await look()).toBe(0);
  expect(await header(franchise)).toMatchObject([{ amount: 91 }]);
  await charge(4_000);
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  expect(await header(franchise)).toMatchObject([{ amount: 131, page: `/customer/${admin.tenantId}?tab=credit` }]);
  await arrived('Customer one has used 81 % of its credit limit', 1);
  await arrived('Customer one has reached its credit limit', 1);
  const pay = (minor: number) =>
    w.database.db.tenant({ tenantId: seller }, (tx) =>
      bookPayment(
        tx,
        { homeTenantId: seller, source: { kind: 'payment', id: newId() }, kind: 'payment' },
        { buyer: admin.tenantId, seller, amount: money(minor, 'CAD') },
      ),
    );
  await pay(10_000);
  expect(await look()).toBe(0);
  expect(await header(franchise)).toEqual([]);
  // The same day again: it stands in the header, also of who had put it away, and nobody gets a second mail.
  await charge(8_100);
  expect(await look()).toBe(0);
  const [again] = await header(franchise);
  expect(again).toMatchObject({ kind: 'credit_limit', amount: 112 });
  await w.done(franchise, 'POST', `/owner-notices/${again?.id}/put-away`);
  expect(await look()).toBe(0);
  expect(await header(franchise)).toEqual([]);
  await pay(8_100);
  await look();
  await charge(8_000);
  expect(await look()).toBe(0);
  expect(await header(franchise)).toMatchObject([{ id: again?.id, amount: 111 }]);
  // Over and begun on another day it is told anew.
  await pay(8_000);
  await look();
  await charge(8_000);
  w.passTime(DAY);
  expect(await look()).toBe(1);
  await pay(11_100);
  await look();
  expect(await header(franchise)).toEqual([]);
  await arrived('its credit limit', 3);
});

test('an account that is broken, or that nothing answers, is told to who may mend it; answered again, it is over', async () => {
  const { franchise } = people();
  const { id: tenantId } = w.world.first;
  const [broken, silent] = [newId(), newId()];
  await w.database.db.tenant({ tenantId }, async (tx) => {
    for (const [id, name, state] of [
      [broken, 'Broken post', 'needs_attention'],
      [silent, 'Silent post', 'active'],
    ] as const)
      await tx
        .insertInto('carrier_accounts')
        .values({ tenant_id: tenantId, id, slug: 'ups', name, mode: 'live', state, quota_key: id })
        .execute();
    await tx
      .insertInto('carrier_call_hours')
      .values({ tenant_id: tenantId, account_id: silent, hour: w.now(), calls: 6, failed: 6 })
      .execute();
  });
  expect(await look()).toBe(2);
  const names = async () => (await header(franchise)).map(({ name }) => name).toSorted();
  expect(await names()).toEqual(['Broken post', 'Silent post']);
  expect((await header(franchise))[0]?.page).toBe('/customer/carriers/health');
  await w.database.db.tenant({ tenantId }, async (tx) => {
    await tx.updateTable('carrier_call_hours').set({ calls: 7 }).where('account_id', '=', silent).execute();
    await tx.updateTable('carrier_accounts').set({ state: 'paused' }).where('id', '=', broken).execute();
  });
  expect(await look()).toBe(0);
  expect(await names()).toEqual([]);
  await arrived('Carrier account down', 2);
});

test('labels that are not known here, and an account that waits for a person after a restore, lead to the account’s page', async () => {
  const { franchise, admin } = people();
  const { id: tenantId } = w.world.first;
  const account = newId();
  const finding = (number: string, more: { readonly kind?: 'twice'; readonly staged?: boolean }) => ({
    tenant_id: tenantId,
    id: newId(),
    account_id: account,
    kind: 'unknown-here' as const,
    subject: number,
    inbox_tenant_id: tenantId,
    made_at: w.now(),
    run_id: newId(),
    evidence: json({ trackingNumbers: [number] }),
    ...more,
  });
  const charged = (number: string) => ({
    tenant_id: tenantId,
    id: newId(),
    owner_tenant_id: tenantId,
    account_id: account,
    invoice_number: 'INV1',
    line_key: number,
    tracking_number: number,
    tracking_key: number,
    amount_minor: 900,
    currency: 'CAD',
  });
  await w.database.db.tenant({ tenantId }, async (tx) => {
    await tx
      .insertInto('carrier_accounts')
      .values({ tenant_id: tenantId, id: account, slug: 'ups', name: 'UPS one', mode: 'live', quota_key: account })
      .execute();
    await tx
      .insertInto('label_findings')
      .values([finding('A1', {}), finding('A2', {}), finding('A3', { kind: 'twice' }), finding('A4', { staged: true })])
      .execute();
    // The one is in the list as well.
    await tx
      .insertInto('invoice_lines')
      .values([charged('A2'), charged('B1')])
      .execute();
  });
  await withClient(w.database.migrator, (client) =>
    client.query('INSERT INTO maintenance.unasked_accounts (account_id, tenant_id, since) VALUES ($1, $2, now())', [
      account,
      tenantId,
    ]),
  );
  expect(await look()).toBe(2);
  const told = (await header(franchise)).toSorted((a, b) => a.kind.localeCompare(b.kind));
  expect(told).toMatchObject([
    { kind: 'labels_on_hold', name: 'UPS one', amount: null, page: `/customer/carriers/${account}` },
    { kind: 'labels_unknown', name: 'UPS one', amount: 3, page: `/customer/carriers/${account}` },
  ]);
  expect((await w.call(admin, 'GET', '/owner-notices')).status).toBe(403);
  const page = await w.done<LabelReconciliation>(franchise, 'GET', `/shippingCarrier/${account}/labels`);
  expect(page).toMatchObject({ open: 3, chargedCount: 2, unasked: { standing: 'by-hand' } });
  expect(page.charged.map(({ number, amount }) => [number, amount.minor])).toEqual([
    ['A2', 900],
    ['B1', 900],
  ]);
  await w.done(franchise, 'POST', `/shippingCarrier/${account}/labels/confirm`);
  await w.database.db.tenant({ tenantId }, async (tx) => {
    await tx.updateTable('label_findings').set({ gone_at: w.now() }).where('account_id', '=', account).execute();
    await tx.updateTable('invoice_lines').set({ state: 'own' }).where('account_id', '=', account).execute();
  });
  expect(await look()).toBe(0);
  expect(await header(franchise)).toEqual([]);
  await arrived('UPS one', 2);
  expect(mails().some(({ text }) => text.includes('3 labels that nobody bought here'))).toBe(true);
});

test('a registration that ends is told a month and a week before, to the operator, whosever it is', async () => {
  const { root, franchise } = people();
  const on = (days: number) => new Date(w.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const put = (expiresOn: string, version: number, whose = '') =>
    w.call(root, 'PUT', `/platform/apps/card/stripe/live${whose}`, { clientId: 'x', expiresOn, version });
  expect((await put(on(40), 0)).status).toBe(200);
  expect((await put(on(20), 0, `?franchiseId=${w.world.second.id}`)).status).toBe(200);
  expect(await look()).toBe(1);
  expect(await header(root)).toMatchObject([{ kind: 'expiring', page: '/platform/apps' }]);
  expect((await header(root))[0]?.name).toContain('Second');
  expect(await header(franchise)).toEqual([]);
  w.passTime(15 * DAY);
  // Now a week before the one, a month before the other.
  expect(await look()).toBe(2);
  expect((await header(root)).map(({ kind }) => kind)).toEqual(['expiring', 'expiring']);
  // A change without the day keeps it; renewed, both are over.
  const kept = await w.call(root, 'PUT', '/platform/apps/card/stripe/live', { clientId: 'y', version: 1 });
  expect(kept.json.data).toMatchObject({ registrations: [{ clientId: 'y' }] });
  expect((await header(root)).length).toBe(2);
  await put(on(400), 2);
  await put(on(400), 1, `?franchiseId=${w.world.second.id}`);
  expect(await look()).toBe(0);
  expect(await header(root)).toEqual([]);
  await arrived('Registration expires', 3);
});

test('each kind is switched by each person, by mail and in the header; who may not act on one is not asked', async () => {
  const { franchise, admin, root } = people();
  type Choices = z.infer<typeof noticeChoices>;
  const kinds = async (who: TestUser) =>
    (await w.done<Choices>(who, 'GET', '/account/notifications')).notices.map(({ kind }) => kind);
  expect(await kinds(admin)).toEqual(['new_device', 'invitation_accepted', 'announcements']);
  expect(await kinds(franchise)).not.toContain('expiring');
  expect(await kinds(root)).not.toContain('sign_up');
  await w.done(franchise, 'PUT', '/account/notifications', {
    notices: [
      { kind: 'credit_limit', email: false },
      { kind: 'carrier_down', email: true, header: false },
    ],
  });
  w.passTime(2 * DAY);
  await charge(9_000);
  await w.database.db.tenant({ tenantId: w.world.first.id }, (tx) =>
    tx.updateTable('carrier_accounts').set({ state: 'needs_attention' }).where('name', '=', 'Broken post').execute(),
  );
  expect(await look()).toBe(2);
  expect((await header(franchise)).map(({ kind }) => kind)).toEqual(['credit_limit']);
  await arrived('Carrier account down: Broken post', 1);
  expect(mails().some(({ text }) => text.includes('credit limit'))).toBe(false);
});
