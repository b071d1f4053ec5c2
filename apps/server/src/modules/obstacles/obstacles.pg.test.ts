/**
 * Why a customer cannot ship, over the whole application: each obstacle is put in the way for real, found in the very words in
 * which the work itself is refused, and gone when it is mended.
 */
import type { ObstacleLine, Obstacles } from '@scanship/contracts/network/obstacles';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';
import { SHIP_FROM } from '../../../test/order-fixture.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { raiseException } from '../exceptions/index.ts';

let w: BulkWorld;
let server: BulkProcess;
let customer: string;

beforeAll(async () => {
  w = await makeBulkWorld();
  server = await w.process();
  customer = w.seller.tenantId;
});
afterAll(() => w.close());

const call = (as: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.call(method, path, body, { as });
const done = async <T = unknown>(
  as: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => {
  const answer = await call(as, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.json.data as T;
};
const walk = (as: TestUser = w.people.franchise, id = customer) =>
  done<Obstacles>(as, 'GET', `/customers/${id}/obstacles`);
const lineOf = (walked: Obstacles, area: ObstacleLine['area'], code: string): ObstacleLine | undefined =>
  walked.lines.find((line) => line.area === area && line.code === code);
const blocking = (walked: Obstacles): string[] =>
  walked.lines.filter(({ verdict }) => verdict === 'blocks').map(({ area, code }) => `${area}/${code}`);
/** Puts something in the way, looks, and takes it away again, whatever the look found. */
const during = async <T>(
  put: () => Promise<unknown>,
  look: () => Promise<T>,
  mend: () => Promise<unknown>,
): Promise<T> => {
  await put();
  try {
    return await look();
  } finally {
    await mend();
  }
};
const asCustomer = <T>(work: Parameters<typeof w.database.db.tenant<T>>[1]) =>
  w.database.db.tenant({ tenantId: customer }, work);
const quote = async (as: TestUser = w.seller) => {
  const [orderId = ''] = await w.orders(1);
  const answer = await call(as, 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } }],
  });
  await asCustomer((tx) =>
    sql`UPDATE orders SET tab = 'archived', archived_at = now() WHERE id = ${orderId}`.execute(tx),
  );
  return answer;
};

test('nothing blocks a customer that can ship, and everything that was looked at is said', async () => {
  expect((await quote()).status).toBe(200);
  const walked = await walk();
  expect(blocking(walked)).toEqual([]);
  expect(walked.customer).toMatchObject({ id: customer, name: 'Customer one', franchiseName: 'First' });
  expect(new Set(walked.lines.map(({ area }) => area))).toEqual(
    new Set([
      'company',
      'plan',
      'money',
      'people',
      'carriers',
      'addresses',
      'packages',
      'stores',
      'services',
      'orders',
      'printing',
      'exceptions',
    ]),
  );
  expect(lineOf(walked, 'carriers', 'accounts')).toMatchObject({
    verdict: 'fine',
    message: '2 carrier accounts work.',
  });
  expect(lineOf(walked, 'people', 'unverified')).toMatchObject({ verdict: 'warning', about: 'unverified Test' });
});

describe('the company', () => {
  test('suspended, or its whole franchise', async () => {
    const suspended = await during(
      () => done(w.people.franchise, 'POST', `/franchise/customers/${customer}/suspend`, { reason: 'x' }),
      () => walk(w.people.support),
      () => done(w.people.franchise, 'POST', `/franchise/customers/${customer}/resume`),
    );
    expect(blocking(suspended)).toEqual(['company/state']);
    expect(lineOf(suspended, 'company', 'state')?.mend).toEqual({ by: 'franchise', place: 'customer', id: customer });
    const { root, franchise } = w.people;
    const site = await during(
      () => done(root, 'POST', `/platform/franchises/${franchise.tenantId}/suspend`, { reason: 'x' }),
      () => walk(root),
      () => done(root, 'POST', `/platform/franchises/${franchise.tenantId}/resume`, {}),
    );
    expect(blocking(site)).toEqual(['company/site']);
    expect(lineOf(site, 'company', 'site')?.mend?.by).toBe('operator');
  });

  test('restricted: the words are those of the refused rates', async () => {
    const { found, refused } = await during(
      () =>
        done(w.people.franchise, 'POST', `/franchise/customers/${customer}/restrict`, {
          reason: 'Papers are missing',
          untilPaid: false,
        }),
      async () => ({ found: await walk(), refused: await quote() }),
      () => done(w.people.franchise, 'POST', `/franchise/customers/${customer}/lift-restriction`),
    );
    expect(refused.status).toBe(409);
    expect(blocking(found)).toEqual(['company/restriction']);
    expect(lineOf(found, 'company', 'restriction')).toMatchObject({
      message: refused.json.errorMessage,
      nextStep: refused.json['advice'],
    });
  });
});

describe('plan and money', () => {
  test('no labels left in the plan', async () => {
    const limit = (n: number | null) =>
      asCustomer((tx) => sql`UPDATE subscriptions SET allowance = ${n}::int`.execute(tx));
    const used = await during(
      () => limit(0),
      () => walk(),
      () => limit(null),
    );
    expect(blocking(used)).toEqual(['plan/labels']);
    expect(lineOf(used, 'plan', 'labels')?.message).toContain('and all are used');
    expect(lineOf(await walk(), 'plan', 'labels')?.verdict).toBe('fine');
  });

  test('nothing left of the limit blocks who ships with lent accounts only, warns who has own ones; support sees no amounts', async () => {
    const { basic, franchise, support } = w.people;
    const lent = await server.application.carriers.addAccount(
      { tenantId: franchise.tenantId, tenantKind: 'franchise' },
      {
        carrier: 'testline-express',
        name: 'Lent Express',
        mode: 'simulator',
        credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
      },
    );
    expect(lent.ok).toBe(true);
    const credit = (id: string, limitMinor: number | null) =>
      done(franchise, 'PUT', `/franchise/customers/${id}/credit`, { limitMinor, termsDays: 30, note: '' });
    const both = await during(
      async () => {
        await credit(customer, 0);
        await credit(basic.tenantId, 0);
      },
      async () => ({
        own: await walk(),
        only: await walk(franchise, basic.tenantId),
        byFranchise: await during(
          () => credit(customer, 50_000),
          () => walk(),
          () => credit(customer, 0),
        ),
        bySupport: await during(
          () => credit(customer, 50_000),
          () => walk(support),
          () => credit(customer, 0),
        ),
      }),
      async () => {
        await credit(customer, null);
        await credit(basic.tenantId, null);
      },
    );
    expect(lineOf(both.own, 'money', 'funds')).toMatchObject({ verdict: 'warning' });
    expect(lineOf(both.only, 'money', 'funds')).toMatchObject({
      verdict: 'blocks',
      message: 'This account is prepaid, and nothing is left on it.',
      mend: { by: 'franchise', place: 'customerCredit', id: basic.tenantId },
    });
    expect(lineOf(both.byFranchise, 'money', 'funds')?.message).toContain('500.00 CAD');
    expect(JSON.stringify(both.bySupport.lines.filter(({ area }) => area === 'money'))).not.toContain('500.00');
    if (lent.ok) await done(franchise, 'DELETE', `/shippingCarrier/${lent.value.accountId}`);
  });
});

test('people: switched off, waiting after wrong passwords, without the second factor that is asked for, nobody at all', async () => {
  const { user } = w.people;
  for (let n = 0; n < 6; n += 1)
    await call(user, 'POST', '/user/sign-in', { userName: 'user', password: `wrong ${n}` });
  const waits = lineOf(await walk(), 'people', 'waits');
  expect(waits).toMatchObject({ verdict: 'warning', about: 'user Test' });
  await w.database.db.identity({ realmId: user.realmId }, (tx) =>
    tx.deleteFrom('sign_in_attempts').where('realm_id', '=', user.realmId).execute(),
  );
  expect(lineOf(await walk(), 'people', 'waits')).toBeUndefined();

  const rule = (secondFactor: 'everyone' | 'optional') =>
    w.database.db.identity({ realmId: user.realmId }, (tx) =>
      tx
        .insertInto('sign_in_policies')
        .values({ realm_id: user.realmId, second_factor: secondFactor })
        .onConflict((conflict) => conflict.column('realm_id').doUpdateSet({ second_factor: secondFactor }))
        .execute(),
    );
  const asked = await during(
    () => rule('everyone'),
    // The franchise's own people need one as well by now.
    () => walk(w.people.root),
    () => rule('optional'),
  );
  expect(asked.lines.filter(({ code }) => code === 'second-factor').map(({ about }) => about)).toEqual([
    'admin Test',
    'user Test',
  ]);

  const off = (state: 'active' | 'disabled', ids: readonly string[]) =>
    w.database.db.identity({ realmId: user.realmId }, (tx) =>
      tx
        .updateTable('users')
        .set({ state })
        .where('id', 'in', [...ids])
        .execute(),
    );
  const one = await during(
    () => off('disabled', [user.userId]),
    () => walk(),
    () => off('active', [user.userId]),
  );
  expect(lineOf(one, 'people', 'switched-off')).toMatchObject({ about: 'user Test', verdict: 'warning' });
  expect(blocking(one)).toEqual([]);
  const all = await during(
    () => off('disabled', [user.userId, w.seller.userId]),
    () => walk(),
    () => off('active', [user.userId, w.seller.userId]),
  );
  expect(blocking(all)).toEqual(['people/nobody']);
});

describe('carriers', () => {
  const setState = (state: 'active' | 'paused', slug?: string) =>
    asCustomer((tx) =>
      sql`UPDATE carrier_accounts SET state = ${state} WHERE ${slug === undefined ? sql`true` : sql`slug = ${slug}`}`.execute(
        tx,
      ),
    );

  test('paused ones are told; when all are, rates answer the same and the walk blocks', async () => {
    const one = await during(
      () => setState('paused', 'testline-ground'),
      () => walk(),
      () => setState('active'),
    );
    expect(lineOf(one, 'carriers', 'paused')).toMatchObject({ verdict: 'warning', about: 'testline-ground' });
    expect(lineOf(one, 'carriers', 'accounts')?.message).toBe('One carrier account works.');
    const { found, refused } = await during(
      () => setState('paused'),
      async () => ({ found: await walk(), refused: await quote() }),
      () => setState('active'),
    );
    expect(refused.json.code).toBe('no_carrier');
    expect(blocking(found)).toContain('carriers/none');
  });

  test('credentials that the carrier refuses, found by a question for rates', async () => {
    const account = await asCustomer((tx) =>
      tx.selectFrom('carrier_accounts').select('id').where('slug', '=', 'testline-ground').executeTakeFirstOrThrow(),
    );
    await w.admin.setFaults('testline-ground', [{ kind: 'status-before-effect', effect: 'read', status: 401 }]);
    try {
      await quote();
      await expect
        .poll(async () => lineOf(await walk(), 'carriers', 'refused'))
        .toMatchObject({
          verdict: 'warning',
          about: 'testline-ground',
          message: expect.stringContaining('The carrier does not accept this account any more.'),
          mend: { by: 'customer', place: 'carriers', id: account.id },
        });
    } finally {
      await w.admin.clearFaults('testline-ground');
    }
    // The next call that works takes it away; the same news is written once a minute.
    await done(w.seller, 'POST', `/shippingCarrier/${account.id}/test`);
    await expect.poll(async () => lineOf(await walk(), 'carriers', 'refused')).toBeUndefined();
  });

  test('an outage holds calls back; a quota that is used up', async () => {
    w.outage.on = true;
    try {
      for (let n = 0; n < 6; n += 1) await quote();
      expect(lineOf(await walk(), 'carriers', 'held-back')).toMatchObject({ verdict: 'blocks' });
    } finally {
      w.outage.on = false;
    }
    // Another process has not seen it.
    server = await w.process();
    expect(lineOf(await walk(), 'carriers', 'held-back')).toBeUndefined();
    expect((await quote()).status).toBe(200);
    await w.admin.setFaults('testline-ground', [{ kind: 'quota', effect: 'read', retryAfterSeconds: 3 }]);
    await quote();
    await w.admin.clearFaults('testline-ground');
    await expect
      .poll(async () => lineOf(await walk(), 'carriers', 'quota'))
      .toMatchObject({ verdict: 'warning', about: 'testline-ground' });
    await expect.poll(async () => lineOf(await walk(), 'carriers', 'quota'), { timeout: 8_000 }).toBeUndefined();
    expect(blocking(await walk())).toEqual([]);
  });
});

test('no ship-from address: rates say the same', async () => {
  const { found, refused } = await during(
    () => asCustomer((tx) => sql`UPDATE locations SET archived_at = now(), is_default = false`.execute(tx)),
    async () => ({ found: await walk(), refused: await quote() }),
    () => asCustomer((tx) => sql`UPDATE locations SET archived_at = NULL, is_default = true`.execute(tx)),
  );
  expect(refused.json.code).toBe('no_ship_from');
  expect(lineOf(found, 'addresses', 'none')).toMatchObject({ verdict: 'blocks', message: refused.json.errorMessage });
  const incomplete = await during(
    () => asCustomer((tx) => sql`UPDATE locations SET address = ${json({ ...SHIP_FROM, zipcode: '' })}`.execute(tx)),
    () => walk(),
    () => asCustomer((tx) => sql`UPDATE locations SET address = ${json(SHIP_FROM)}`.execute(tx)),
  );
  expect(lineOf(incomplete, 'addresses', 'incomplete')).toMatchObject({ verdict: 'blocks', about: 'Warehouse' });
});

test('a store that lets nobody in any more, a service that nothing stands for, a machine that is silent, a purchase of which nobody knows', async () => {
  const store = newId();
  const agent = newId();
  await asCustomer(async (tx) => {
    await sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, state, last_error)
      VALUES (${customer}, ${store}, 'shopify', 'a.example', 'Attic', 'needs_consent',
        ${json({ code: 'not-authorised', message: 'The app was removed.', at: new Date().toISOString() })})`.execute(
      tx,
    );
    await sql`INSERT INTO agents (tenant_id, id, machine_id, name, token_hash, last_seen_at)
      VALUES (${customer}, ${agent}, 'm', 'Bench 2', '\\x00', now() - interval '1 hour')`.execute(tx);
    await raiseException(tx, customer, {
      key: `purchase:${newId()}`,
      kind: 'purchase',
      reason: 'unknown',
      summary: 'Nobody knows.',
      nextStep: 'Wait.',
      actions: [],
      subject: {},
    });
  });
  const [asked = ''] = await w.orders(1, () => ({ requestedService: 'Express by noon' }));
  const walked = await walk();
  expect(lineOf(walked, 'stores', 'needs_consent')).toMatchObject({
    about: 'Attic',
    message: 'The app was removed.',
    mend: { place: 'stores', id: store },
  });
  expect(lineOf(walked, 'services', 'unmapped')?.about).toContain('Express by noon');
  expect(lineOf(walked, 'printing', 'silent')).toMatchObject({ about: 'Bench 2' });
  expect(lineOf(walked, 'exceptions', 'unknown-purchases')?.message).toContain('For one label');
  await asCustomer(async (tx) => {
    await sql`DELETE FROM exceptions`.execute(tx);
    await sql`UPDATE orders SET tab = 'archived', archived_at = now() WHERE id = ${asked}`.execute(tx);
    await sql`UPDATE agents SET last_seen_at = now()`.execute(tx);
  });
  const mended = await walk();
  expect(lineOf(mended, 'printing', 'stations')?.verdict).toBe('fine');
  expect(lineOf(mended, 'exceptions', 'none')?.verdict).toBe('fine');
});

test('orders that wait are judged as a batch judges them, counted by cause with the first one’s words', async () => {
  const good = await w.orders(1);
  const weightless = await w.orders(2, () => ({ items: [{ sku: 'AIR', title: 'Air', quantity: 1, unitMinor: 100 }] }));
  const [held = ''] = await w.orders(1);
  await asCustomer((tx) => sql`UPDATE orders SET hold_code = 'fraud' WHERE id = ${held}`.execute(tx));
  const walked = await walk();
  expect(lineOf(walked, 'orders', 'ready')?.message).toBe('Of 4 orders that wait, 1 can be shipped.');
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids: [...good, ...weightless, held] });
  const plan = await server.until(made.id, (batch) => batch.state !== 'planning');
  for (const { cause, count, message } of plan.plan.blocked)
    expect(lineOf(walked, 'orders', cause)).toMatchObject({
      message: expect.stringContaining(`: ${count}.`),
      nextStep: message,
    });
  expect(plan.plan.blocked.map(({ cause }) => cause).toSorted()).toEqual(['hold', 'no-weight']);
});

describe('who sees it', () => {
  test('operator, franchise and support of customers below them; its administrator of the own company; nobody else', async () => {
    const { root, franchise, support, agent, admin, user, foreign } = w.people;
    for (const person of [root, franchise, support]) expect((await walk(person)).customer.id).toBe(customer);
    expect((await walk(root, foreign.tenantId)).customer.franchiseName).toBe('Second');
    for (const person of [franchise, support])
      expect((await call(person, 'GET', `/customers/${foreign.tenantId}/obstacles`)).json.code).toBe('not_found');
    for (const person of [agent, admin, user])
      expect((await call(person, 'GET', `/customers/${customer}/obstacles`)).json.code).toBe('forbidden');
    expect((await done<Obstacles>(admin, 'GET', '/obstacles')).customer.id).toBe(customer);
    expect((await call(user, 'GET', '/obstacles')).json.code).toBe('forbidden');
    // A franchise is no customer.
    expect((await call(root, 'GET', `/customers/${franchise.tenantId}/obstacles`)).json.code).toBe('not_found');
  });

  test('in French for who reads French', async () => {
    const { support } = w.people;
    await w.database.db.identity({ realmId: support.realmId }, (tx) =>
      tx.updateTable('users').set({ locale: 'fr' }).where('id', '=', support.userId).execute(),
    );
    const walked = await walk(support);
    expect(lineOf(walked, 'carriers', 'accounts')?.message).toBe('2 comptes de transporteur fonctionnent.');
  });
});
