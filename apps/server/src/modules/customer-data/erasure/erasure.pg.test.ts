/**
 * Erasing a customer: a row in every table with the same words in every column that takes them, its people, and what its franchise keeps of
 * it; afterwards the whole database is searched for the words.
 */
import { type CustomerErasure, ERASURE_WAIT_DAYS } from '@scanship/contracts/network/customer-data';
import type { FastifyInstance } from 'fastify';
import { sql as kysely } from 'kysely';
import { type Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../../test/app-kit.ts';
import { type CatalogTable, insertRow, makeRow, readCatalog } from '../../../../test/row-maker.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeWholeApplication } from '../../../../test/whole-app.ts';
import type { Application } from '../../../application.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { newId } from '../../../platform/database/ids.ts';
import { silentLogger } from '../../../platform/logging/logger.ts';
import { createErasureWorker } from './erasure-worker.ts';
import { removeMember } from '../../users/index.ts';
import { tablesInOrder } from './erase-rows.ts';

/** Stands in everything that is the customer's, and nowhere else. */
const WORDS = 'Zuzana Zmarker';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Of the customer's own rows; the decision says why. */
const KEPT_TABLES = ['audit_events', 'audit_leaves', 'audit_pending', 'audit_seals', 'object_removals'];

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let catalog: CatalogTable[];
let one = '';
let two = '';
let now = new Date();
const tokens = new Map<TestUser, string>();
const clock = { now: () => now };

const sql = <R extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(database.migrator, async (migrator) => (await migrator.query<R>(text, values)).rows);

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  one = world.people.admin.tenantId;
  two = world.people.basic.tenantId;
  await withClient(database.migrator, async (migrator) => {
    catalog = await readCatalog(migrator);
    for (const tenantId of [one, two]) await plantRows(migrator, tenantId);
    await plantTraces(migrator);
  });
  application = makeWholeApplication(testServices(database.db, { clock }));
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people))
    tokens.set(person, (await sessionOf(application.services, person)).token);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

/** A row in every table; of the first customer with the words in every column that takes them. */
async function plantRows(migrator: Client, tenantId: string): Promise<void> {
  for (const table of catalog.filter(({ home, name }) => home === 'tenant_id' && !name.startsWith('customer_e'))) {
    await insertRow(migrator, table.name, makeRow(catalog, table, tenantId)).catch((error: unknown) => {
      if (!String(error).includes('duplicate key')) throw error;
    });
    if (tenantId !== one) continue;
    for (const { name, type, references } of table.columns) {
      if (references || !['text', 'jsonb'].includes(type) || (table.name === 'blobs' && name === 'sha256')) continue;
      const value = type === 'text' ? WORDS : JSON.stringify({ text: WORDS });
      await migrator.query('BEGIN');
      // A code, a state or a generated column does not take them.
      await migrator
        .query(
          `UPDATE ${escapeIdentifier(table.name)} SET ${escapeIdentifier(name)} = $2 WHERE tenant_id = $1 ${type === 'text' ? `AND length(${escapeIdentifier(name)}) IS DISTINCT FROM 64` : ''}`,
          [one, value],
        )
        .then(
          () => migrator.query('COMMIT'),
          () => migrator.query('ROLLBACK'),
        );
    }
  }
}

/** What the franchise has of it. */
async function plantTraces(migrator: Client): Promise<void> {
  const franchise = world.first.id;
  const of = (tenantId: string, table: string, more: Readonly<Record<string, unknown>>) => {
    const found = catalog.find(({ name }) => name === table);
    if (!found) throw new Error(`no table ${table}`);
    return insertRow(
      migrator,
      table,
      new Map(
        [...makeRow(catalog, found, tenantId), ...Object.entries({ id: newId(), ...more })].filter(
          ([name]) => name !== 'id' || found.columns.some((column) => column.name === 'id'),
        ),
      ),
    );
  };
  await migrator.query(
    `UPDATE users SET first_name = $2, email = 'zmarker-' || username || '@example.com', email_key = 'zmarker-' || username || '@example.com'
     WHERE realm_id = $1 AND id <> $4 AND id IN (SELECT user_id FROM memberships WHERE tenant_id = $3)`,
    [franchise, WORDS, one, world.people.user.userId],
  );
  await migrator.query(
    `UPDATE franchise_customers SET note = $2, credit_note = $2, suspended_reason = $2 WHERE customer_id = $1`,
    [one, WORDS],
  );
  await of(franchise, 'customer_notes', { customer_id: one, text: WORDS });
  await of(franchise, 'customer_tasks', { customer_id: one, text: WORDS });
  await of(franchise, 'customer_mails', { customer_id: one, recipient: WORDS });
  await of(franchise, 'owner_notices', { subject: one, name: WORDS });
  await of(franchise, 'payment_promises', { buyer_id: one, note: WORDS, state: 'kept' });
  await of(franchise, 'invitations', { tenant_id: one, email: WORDS, email_key: WORDS });
  await of(franchise, 'outbox_mails', { recipient: 'Zmarker-admin@example.com', subject: WORDS, text_part: WORDS });
  const card = newId();
  await of(franchise, 'cards', { id: card, buyer_id: one, brand: WORDS, last4: '4242', provider_id: 'erased earlier' });
  await of(franchise, 'card_customers', { buyer_id: one, provider_id: 'erased earlier' });
  await of(franchise, 'payments', {
    buyer_id: one,
    card_id: card,
    card_name: WORDS,
    receipt_url: WORDS,
    state: 'succeeded',
  });
  await of(franchise, 'usage_days', {
    party_id: one,
    day: '2026-03-04',
    test: false,
    labels: 7,
    spend_minor: 7_000,
  });
  await of(franchise, 'usage_figures', { party_id: one });
  for (const [shipper, said] of [
    [one, WORDS],
    [two, 'said for another customer'],
  ])
    await of(franchise, 'carrier_calls', {
      shipper_tenant_id: shipper,
      request: said,
      response: said,
      address: said,
      reference: newId(),
    });
  // Never worked off: nobody knows whose they are but by the account of a store.
  await migrator.query(
    `INSERT INTO inbound_events (month, id, slug, delivery_key, topic, body, state, external_account, mode)
     SELECT date_trunc('month', now())::date, gen_random_uuid(), 'store:' || platform_code, tenant_id::text,
       CASE tenant_id WHEN $1 THEN $3 ELSE 'of another store' END, '', 'failed', external_account, mode
     FROM stores WHERE tenant_id IN ($1, $2)`,
    [one, two, WORDS],
  );
  // Who left before, taken away by an administrator.
  const leaver = newId();
  await migrator.query(
    `INSERT INTO users (realm_id, id, username, username_key, email, email_key, first_name, last_name)
     SELECT realm_id, $1::uuid, 'zmarker-left', $1::text, 'zmarker-left@example.com', $1::text, 'Zmarker', 'Left' FROM users WHERE id = $2`,
    [leaver, world.people.user.userId],
  );
  await migrator.query(
    `INSERT INTO memberships (realm_id, user_id, tenant_id, role_id) SELECT realm_id, $2, tenant_id, role_id FROM memberships WHERE user_id = $1`,
    [world.people.user.userId, leaver],
  );
  await database.db.identity({ realmId: franchise }, (tx) =>
    removeMember(tx, { realmId: franchise, tenantId: one, userId: leaver }),
  );
  // A colleague who works at another customer, too.
  await migrator.query(
    `INSERT INTO memberships (realm_id, user_id, tenant_id, role_id) SELECT realm_id, user_id, $2, role_id FROM memberships WHERE user_id = $1`,
    [world.people.user.userId, two],
  );
}

const ask = (method: 'GET' | 'POST', at: string, body?: unknown, person: TestUser = world.people.franchise) =>
  client.call(method, `/api/franchise/customers/${one}${at}`, {
    token: tokens.get(person) ?? '',
    ...(body === undefined ? {} : { body }),
  });
const view = async (): Promise<CustomerErasure> => {
  const answer = await ask('GET', '/erasure');
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data as CustomerErasure;
};
const pass = async (ms: number): Promise<void> => {
  now = new Date(now.getTime() + ms);
  tokens.set(world.people.franchise, (await sessionOf(application.services, world.people.franchise)).token);
};
const wish = { name: 'Customer one', reason: 'They left us.' };

/** Where the words still stand, as table.column. */
const found = (): Promise<string[]> =>
  withClient(database.migrator, async (migrator) => {
    const { rows } = await migrator.query<{ at: string; column: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS at, a.attname AS column FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1, 2`,
    );
    const places: string[] = [];
    for (const { at, column } of rows) {
      const text = `coalesce(${escapeIdentifier(column)}::text, '')`;
      const hits = await migrator.query(`SELECT 1 FROM ${at} WHERE ${text} ILIKE '%zmarker%' LIMIT 1`);
      if (hits.rowCount) places.push(`${at.replace('public.', '')}.${column}`);
    }
    return places;
  });

test('is refused while money is open, with each reason in words; and to everybody but the franchise’s administrators', async () => {
  const refused = await ask('POST', '/erasure', wish);
  expect(refused.json.code, refused.text).toBe('erasure_refused');
  expect(refused.json.errorMessages?.map(({ code }) => code)).toEqual(expect.arrayContaining(['purchases', 'batches']));
  expect((await view()).reasons.map(({ place }) => place)).toContain('shipping');
  for (const person of [world.people.support, world.people.agent, world.people.admin, world.people.foreign])
    expect((await ask('POST', '/erasure', wish, person)).status, person.userName).toBe(403);
  await sql(`UPDATE purchases SET state = 'refused' WHERE tenant_id = $1`, [one]);
  await sql(`UPDATE voids SET state = 'refused' WHERE tenant_id = $1`, [one]);
  await sql(`UPDATE batches SET state = 'done' WHERE tenant_id = $1`, [one]);
  await sql(`UPDATE returns SET due_at = NULL WHERE tenant_id = $1`, [one]);
  expect((await view()).reasons).toEqual([]);
  // An approved return buys its label a moment later.
  await sql(`UPDATE returns SET due_at = now() + interval '1 day' WHERE tenant_id = $1`, [one]);
  expect((await view()).reasons).toMatchObject([{ code: 'returns', message: 'A return waits for its label.' }]);
  await sql(`UPDATE returns SET due_at = NULL WHERE tenant_id = $1`, [one]);
});

test('is asked for by typing the name, suspends at once, and withdrawn gives access back', async () => {
  const wrong = await ask('POST', '/erasure', { ...wish, name: 'Customer two' });
  expect(wrong.json.errorMessages?.[0]?.field).toBe('name');
  expect((await ask('POST', '/erasure', wish)).status).toBe(200);
  expect((await view()).waiting).toMatchObject({ reason: wish.reason, askedBy: 'fran Test', held: false });
  // Nobody of it goes on working, and giving access back alone is refused: it would be erased all the same.
  expect((await client.call('GET', '/api/orders/count', { token: tokens.get(world.people.admin) ?? '' })).status).toBe(
    401,
  );
  expect((await ask('POST', '/resume')).json.code).toBe('erasure_waits');
  // Who looks after its money is told until when it can be stopped.
  expect(
    await sql(`SELECT recipient FROM customer_mails WHERE customer_id = $1 AND template = 'notice'`, [one]),
  ).toEqual([{ recipient: 'zmarker-admin@example.com' }]);
  expect((await ask('POST', '/erasure', wish)).status).toBe(400);
  expect((await ask('POST', '/erasure/withdraw')).status).toBe(200);
  expect((await view()).waiting).toBeNull();
  expect(await sql(`SELECT state FROM tenants WHERE id = $1`, [one])).toEqual([{ state: 'active' }]);
  expect((await ask('POST', '/erasure/withdraw')).json.code).toBe('stale_version');
});

test('withdrawn it leaves a customer suspended that was suspended for another reason meanwhile', async () => {
  expect((await ask('POST', '/erasure', wish)).status).toBe(200);
  expect((await ask('POST', '/suspend', { reason: 'Fraud' })).status).toBe(200);
  expect((await ask('POST', '/erasure/withdraw')).status).toBe(200);
  expect((await ask('GET', '')).json.data).toMatchObject({ state: 'suspended', suspendedReason: 'Fraud' });
  expect((await ask('POST', '/resume')).status).toBe(200);
});

test('waits for its day, and then until nothing is open', async () => {
  expect((await ask('POST', '/erasure', wish)).status).toBe(200);
  await application.customerErasures.look();
  expect((await view()).waiting?.held).toBe(false);
  await sql(`UPDATE purchases SET state = 'unknown' WHERE tenant_id = $1`, [one]);
  await pass(ERASURE_WAIT_DAYS * DAY_MS + 1_000);
  await application.customerErasures.look();
  expect((await view()).waiting?.held).toBe(true);
  expect(await sql(`SELECT count(*)::int AS n FROM orders WHERE tenant_id = $1`, [one])).toEqual([{ n: 1 }]);
  await sql(`UPDATE purchases SET state = 'refused' WHERE tenant_id = $1`, [one]);
  await pass(HOUR_MS);
});

/** A worker of which stores are taken away while something else happens. */
const workerWhile = (disconnectStores: () => Promise<unknown>, hungMs?: number) =>
  createErasureWorker({
    db: database.db,
    clock,
    log: silentLogger(),
    countVoidable: () => Promise.resolve(0),
    labelsAbovePlan: () => Promise.resolve(undefined),
    keepPapers: () => Promise.resolve(),
    disconnectStores: async () => void (await disconnectStores()),
    forgetCards: () => Promise.resolve(),
    hungMs,
  });
const statesOf = () =>
  sql(
    `SELECT t.state AS tenant, c.state AS customer, e.state AS erasure FROM tenants t JOIN franchise_customers c ON c.customer_id = t.id AND c.tenant_id = t.realm_id
      JOIN customer_erasures e ON e.customer_id = t.id AND e.state <> 'withdrawn' WHERE t.id = $1`,
    [one],
  );
const setLabels = (state: string) => sql(`UPDATE purchases SET state = $2 WHERE tenant_id = $1`, [one, state]);
const ordersLeft = () => sql(`SELECT count(*)::int AS n FROM orders WHERE tenant_id = $1`, [one]);

test('what comes open while its stores are taken away puts it back before the first row goes', async () => {
  expect(await workerWhile(() => setLabels('sending')).look()).toBe(0);
  expect(await statesOf()).toEqual([{ tenant: 'suspended', customer: 'suspended', erasure: 'waiting' }]);
  expect((await view()).waiting?.held).toBe(true);
  expect(await ordersLeft()).toEqual([{ n: 1 }]);
  expect(await sql(`SELECT 1 FROM users WHERE id = $1`, [world.people.admin.userId])).toHaveLength(1);
  await setLabels('refused');
  await pass(HOUR_MS);
});

test('one that hangs is left behind, and keeps this process from no other', async () => {
  const heldBy = () =>
    sql(
      `SELECT attempt, lease_until > now() AS held, progress_at IS NOT NULL AS begun FROM customer_erasures WHERE customer_id = $1 AND state = 'waiting'`,
      [one],
    );
  const [before] = await heldBy();
  expect(before).toMatchObject({ held: null, begun: false });
  expect(await workerWhile(() => new Promise(() => undefined), 300).look()).toBe(0);
  expect(await heldBy()).toEqual([{ attempt: Number(before?.attempt) + 1, held: true, begun: true }]);
  await sql(`UPDATE customer_erasures SET lease_until = NULL, progress_at = NULL WHERE customer_id = $1`, [one]);
});

test('one that fails is tried again after a minute', async () => {
  const due = () =>
    sql(
      `SELECT lease_until <= now() AS free, extract(epoch FROM due_at - $2::timestamptz)::int AS seconds FROM customer_erasures
        WHERE customer_id = $1 AND state = 'waiting'`,
      [one, now],
    );
  expect(await workerWhile(() => Promise.reject(new Error('the platform is away'))).look()).toBe(0);
  expect(await due()).toEqual([{ free: true, seconds: 60 }]);
  await pass(61_000);
});

test('does not begin with a customer that has access again', async () => {
  const setState = (state: string) =>
    sql(
      `WITH t AS (UPDATE tenants SET state = $2 WHERE id = $1) UPDATE franchise_customers SET state = $2 WHERE customer_id = $1`,
      [one, state],
    );
  await setState('active');
  await application.customerErasures.look();
  expect((await view()).reasons).toMatchObject([{ code: 'access', place: 'people' }]);
  await setState('suspended');
  await pass(HOUR_MS);
  // At the last moment.
  const worker = workerWhile(() => setState('active'));
  expect(await worker.look()).toBe(0);
  expect(await statesOf()).toEqual([{ tenant: 'active', customer: 'active', erasure: 'waiting' }]);
  await setState('suspended');
  await sql(`UPDATE customer_erasures SET lease_until = NULL WHERE customer_id = $1`, [one]);
});

test('nobody but an erasure that has begun deletes what only grows', async () => {
  for (const call of [
    `maintenance.erase_customer_rows('${one}', 'postings', 10)`,
    `maintenance.unlink_customer_rows('${one}', 'shipments', 'return_of', 10)`,
    `maintenance.erase_customer_calls('${one}', '${world.first.id}', '${newId()}', 10)`,
  ])
    await expect(
      withClient(database.app, async (connection) => {
        await connection.query(`BEGIN; SET LOCAL ROLE app_system`);
        await connection.query(`SELECT ${call}`);
      }),
    ).rejects.toThrow('nobody erases the tenant');
});

test('killed in the middle it goes on; at its end the words stand in nothing but what is named, and others lost nothing', async () => {
  await sql(`DELETE FROM rollup_due`);
  const before = await rowsOf(two);
  // A process that is asked to stop leaves off after the step it is at.
  const first = makeWholeApplication(testServices(database.db, { clock }));
  const working = first.customerErasures.look();
  await expect
    .poll(() => sql(`SELECT 1 FROM customer_erasures WHERE customer_id = $1 AND erased_rows > 3`, [one]), {
      interval: 5,
    })
    .toHaveLength(1);
  await first.customerErasures.stop();
  expect(await working).toBe(0);
  await first.close();
  expect(
    await sql(`SELECT state FROM customer_erasures WHERE customer_id = $1 AND state <> 'withdrawn'`, [one]),
  ).toEqual([{ state: 'erasing' }]);

  // Nothing of which a carrier still knows goes, whatever is looked at: neither by the worker nor by who deletes.
  await setLabels('unknown');
  expect(await application.customerErasures.look()).toBe(0);
  await expect(
    database.db.system((tx) =>
      kysely<{ n: number }>`SELECT maintenance.erase_customer_rows(${one}, 'purchases', 10) AS n`.execute(tx),
    ),
  ).rejects.toThrow('is still open');
  expect(await sql(`SELECT 1 FROM purchases WHERE tenant_id = $1`, [one])).not.toEqual([]);
  await setLabels('refused');
  await pass(HOUR_MS);

  // One part that fails keeps the others from nothing, and is made good.
  await sql(
    `CREATE FUNCTION maintenance.fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'it fails'; END $$`,
  );
  await sql(`CREATE TRIGGER fails BEFORE DELETE ON memberships EXECUTE FUNCTION maintenance.fails()`);
  expect(await application.customerErasures.look()).toBe(0);
  expect(await ordersLeft()).toEqual([{ n: 0 }]);
  await sql(`DROP FUNCTION maintenance.fails() CASCADE`);
  await sql(`UPDATE customer_erasures SET lease_until = NULL WHERE customer_id = $1`, [one]);

  expect(await application.customerErasures.look()).toBe(0);
  // What was counted of its labels is the franchise's, and is not counted anew from rows that are gone.
  await sql(`INSERT INTO rollup_due (tenant_id, at) VALUES ($1, '2026-03-04T15:00:00Z')`, [one]);
  await application.rollups.work();
  expect(
    await sql(`SELECT labels, spend_minor FROM usage_days WHERE tenant_id = $1 AND party_id = $2`, [
      world.first.id,
      one,
    ]),
  ).toEqual([{ labels: 7, spend_minor: 7_000 }]);
  // Nothing is open with it any more.
  expect(await sql(`SELECT 1 FROM usage_figures WHERE party_id = $1`, [one])).toEqual([]);
  // Work that was under way writes late, and is found by the second pass.
  await sql(`INSERT INTO order_title_words (tenant_id, token, sku_key) VALUES ($1, 'zmarker', 'late')`, [one]);
  for (let round = 0; round < 2; round += 1) {
    now = new Date(now.getTime() + 16 * 60_000);
    expect(await application.customerErasures.look()).toBe(round);
  }

  const left: Record<string, number> = {};
  for (const [table, n] of Object.entries(await rowsOf(one))) if (n > 0) left[table] = n;
  expect(Object.keys(left).filter((table) => !KEPT_TABLES.includes(table))).toEqual([]);
  // The log of acts is kept as it was sealed; whose objects a worker has yet to remove, too.
  expect((await found()).filter((place) => !KEPT_TABLES.includes(place.split('.')[0] ?? ''))).toEqual([]);
  expect(await rowsOf(two)).toEqual(before);
  const people = await sql<{ username: string }>(`SELECT u.username FROM users u WHERE u.realm_id = $1 ORDER BY 1`, [
    world.first.id,
  ]);
  expect(people.map(({ username }) => username)).toEqual(['agent', 'basic', 'fran', 'support', 'user']);
  expect(
    await sql(`SELECT request FROM carrier_calls WHERE tenant_id = $1 ORDER BY request NULLS LAST`, [world.first.id]),
  ).toEqual([{ request: 'said for another customer' }, { request: null }]);
  expect(await sql(`SELECT topic FROM inbound_events WHERE tenant_id IS NULL`)).toEqual([
    { topic: 'of another store' },
  ]);
  // What stands in the books by its name stays.
  expect(await sql(`SELECT name, state, note FROM franchise_customers WHERE customer_id = $1`, [one])).toEqual([
    { name: 'Customer one', state: 'closed', note: '' },
  ]);
  const log = await sql<{ action: string }>(
    `SELECT action FROM audit_events WHERE tenant_id = $1 AND subject_id = $2`,
    [world.first.id, one],
  );
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['eraseCustomer', 'withdrawCustomerErasure', 'customerErased']),
  );
  tokens.set(world.people.franchise, (await sessionOf(application.services, world.people.franchise)).token);
  expect((await ask('GET', '')).status).toBe(404);
});

/** By table, apart from what counts and schedules. */
const rowsOf = (tenantId: string): Promise<Record<string, number>> =>
  withClient(database.migrator, async (migrator) => {
    const counts: Record<string, number> = {};
    for (const { name, home } of catalog) {
      if (home !== 'tenant_id') continue;
      const { rows } = await migrator.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${escapeIdentifier(name)} WHERE tenant_id = $1`,
        [tenantId],
      );
      counts[name] = rows[0]?.n ?? 0;
    }
    return counts;
  });

test('every table of a tenant’s rows is erased or named as kept, in an order that foreign keys allow', async () => {
  const order = await tablesInOrder(database.db);
  const all = catalog.filter(({ home }) => home === 'tenant_id').map(({ name }) => name);
  expect([...order, ...KEPT_TABLES].toSorted()).toEqual(all.toSorted());
});
