/** A customer goes to another franchise over the whole application, with a shop, killed in the middle, and back again. */
import type { CustomerMove, MovePreview } from '@scanship/contracts/network/customer-moves';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, sessionOf, type TestClient, type TestUser } from '../../../test/app-kit.ts';
import { SHIP_FROM } from '../../../test/order-fixture.ts';
import { BIRCH, makeStoreWorld, MAPLE, type StoreWorld } from '../../../test/store-world.ts';
import { loadRateSheetTools } from '../carriers/connector-registry.ts';
import { addLocation } from '../settings/index.ts';
import { addUser } from '../users/index.ts';
import { newIdOf } from './new-ids.ts';

let w: StoreWorld;
let client: TestClient;
/** The operator, acting for the first franchise. */
let operator = '';
let one = '';
let maple = '';
let mine = '';
const PARCELS = [{ number: 1, weightGrams: 800, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 120 } }];
const tokens = new Map<TestUser, string>();

const tokenOf = async (person: TestUser): Promise<string> => {
  const token = tokens.get(person) ?? (await sessionOf(w.services, person)).token;
  tokens.set(person, token);
  return token;
};
const done = async <T>(token: string, method: 'GET' | 'POST' | 'PUT', at: string, body?: unknown): Promise<T> => {
  const answer = await client.call(method, `/api${at}`, { token, body });
  expect([at, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([at, 200, '']);
  return answer.json.data as T;
};
const rowsOf = async <T>(tenantId: string, query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  (await w.database.db.tenant({ tenantId }, (tx) => query.execute(tx))).rows;
const oneOf = async <T>(tenantId: string, query: ReturnType<typeof sql<T>>): Promise<T> => {
  const [row] = await rowsOf(tenantId, query);
  if (row === undefined) throw new Error('no row');
  return row;
};

beforeAll(async () => {
  w = await makeStoreWorld();
  const { people, first } = w.world;
  one = people.admin.tenantId;
  client = await makeClient(await w.another().http());
  const acted = await done<{ tokens: { token: string } }>(
    await tokenOf(people.root),
    'POST',
    '/admin/login/impersonate?username=fran',
    { reason: 'They asked to be moved', franchiseId: first.id },
  );
  operator = acted.tokens.token;

  const admin = await tokenOf(people.admin);
  await w.database.db.tenant({ tenantId: one }, async (tx) => {
    const ctx = { tenantId: one, timeZone: 'America/Toronto', locale: 'en-CA' } as const;
    const address = { ...SHIP_FROM, address2: null, email: null, residential: null };
    expect(await addLocation(ctx, tx, { name: 'Warehouse', address, isDefault: true })).toMatchObject({ ok: true });
  });
  maple = await w.connect(people.admin, MAPLE);
  await w.sync();
  for (const number of ['A-1', 'A-2'])
    await done(admin, 'POST', '/orders/add', {
      number,
      currency: 'CAD',
      shipTo: {
        name: 'Robin Lee',
        address1: '88 Queen St W',
        city: 'Toronto',
        provinceCode: 'ON',
        zipcode: 'M5H 2M5',
        countryCode: 'CA',
        phone: '+1 416 555 0182',
      },
      items: [{ title: 'Blue mug', sku: 'MUG', quantity: 2, unitPriceMinor: 1_250, weightGrams: 400 }],
    });
  const added = await w.application.carriers.addAccount(
    { tenantId: one, tenantKind: 'customer' },
    { carrier: 'rate-sheet', name: 'Own courier', credentials: {}, mode: 'live' },
  );
  const lent = await w.application.carriers.addAccount(
    { tenantId: first.id, tenantKind: 'franchise' },
    { carrier: 'rate-sheet', name: 'Lent courier', credentials: {}, mode: 'live' },
  );
  if (!added.ok || !lent.ok) throw new Error('no accounts');
  mine = added.value.accountId;
  const { rateSheetTemplate, sheetAsCsv } = await loadRateSheetTools();
  const bytes = new TextEncoder().encode(sheetAsCsv(rateSheetTemplate()));
  const sheet = { fileName: 'sheet.csv', contentType: 'text/csv', bytes };
  expect(await w.application.carriers.putRateSheet(people.admin, mine, sheet)).toMatchObject({
    ok: true,
    value: { accepted: true },
  });
  const { id: lentGrant } = await oneOf(
    one,
    sql<{ id: string }>`SELECT id FROM account_grants WHERE owner_tenant_id = ${first.id}`,
  );
  await w.database.db.tenant({ tenantId: one }, async (tx) => {
    const preset = (name: string, grantId: string) =>
      sql`INSERT INTO presets (tenant_id, id, name, choice) VALUES (${one}, gen_random_uuid(), ${name}, ${JSON.stringify({ grantId })}::jsonb)`.execute(
        tx,
      );
    await preset('With our own', added.value.grantId);
    await preset('With the lent one', lentGrant);
    await sql`INSERT INTO packages (tenant_id, id, name, kind, outer_l_mm, outer_w_mm, outer_h_mm, tare_g)
      VALUES (${one}, gen_random_uuid(), 'Small box', 'own', 300, 200, 100, 80)`.execute(tx);
  });
  // Somebody at the other franchise has this user name, and somebody this address.
  const { second, people: everybody } = w.world;
  const role = await oneOf(
    everybody.foreign.tenantId,
    sql<{ id: string }>`SELECT id FROM roles WHERE code = 'ROLE_CUSTOMER_USER'`,
  );
  const clash = (userName: string, email: string) =>
    addUser(
      w.database.db,
      {
        realmId: second.id,
        tenantId: everybody.foreign.tenantId,
        roleId: role.id,
        userName,
        email,
        firstName: 'X',
        lastName: 'Y',
        password: 'correct horse battery',
        verified: true,
      },
      new Date(),
    );
  expect(await clash('admin', 'another@example.com')).toMatchObject({ ok: true });
  expect(await clash('somebody', 'user@example.com')).toMatchObject({ ok: true });
}, 120_000);
afterAll(() => w.close());

const view = (id = one) => done<CustomerMove>(operator, 'GET', `/franchise/customers/${id}/move`);
const move = (body: object = {}) =>
  client.call('POST', `/api/franchise/customers/${one}/move`, {
    token: operator,
    body: { toFranchiseId: w.world.second.id, plan: 'Advanced', name: 'Customer one', ...body },
  });
const count = async (tenantId: string, table: string): Promise<number> =>
  (await oneOf(tenantId, sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`)).n;

test('is the operator’s alone; a franchise is not even told where to', async () => {
  const { people, second } = w.world;
  const franchise = await tokenOf(people.franchise);
  expect(await done<CustomerMove>(franchise, 'GET', `/franchise/customers/${one}/move`)).toEqual({
    franchises: [],
    to: null,
    from: null,
  });
  for (const [method, at, body] of [
    ['GET', `/move/preview?franchiseId=${second.id}`, undefined],
    ['POST', '/move', { toFranchiseId: second.id, plan: 'Basic', name: 'Customer one' }],
    ['POST', '/move/undo', {}],
  ] as const) {
    const answer = await client.call(method, `/api/franchise/customers/${one}${at}`, { token: franchise, body });
    expect([at, answer.json.code]).toEqual([at, 'forbidden']);
  }
  expect((await view()).franchises).toEqual([{ id: second.id, name: 'Second' }]);
  expect((await move({ toFranchiseId: w.world.first.id })).json.code).toBe('validation');
  expect((await move({ name: 'Another' })).json.code).toBe('validation');
});

test('a preview says what goes, what does not, whom names and addresses clash with, and what is to be settled', async () => {
  const found = await done<MovePreview>(
    operator,
    'GET',
    `/franchise/customers/${one}/move/preview?franchiseId=${w.world.second.id}`,
  );
  const counts = Object.fromEntries(found.goes.map(({ what, count: n }) => [what, n]));
  expect(counts).toMatchObject({ packages: 1, rules: 1, stores: 1, accounts: 1, people: 1 });
  expect(counts['orders']).toBeGreaterThan(2);
  const left = found.left.map(({ message }) => message).join('\n');
  expect(left).toContain('“With the lent one” names a carrier account that does not go along');
  expect(left).toContain('The user name admin is taken');
  expect(left).toContain('an account with user@example.com');
  expect(left).toContain('unverified@example.com was never confirmed');
  expect(found.settle).toEqual([]);
});

test('what is under way keeps it from beginning, in words', async () => {
  const order = await oneOf(one, sql<{ id: string }>`SELECT id FROM orders WHERE number = 'A-1'`);
  await rowsOf(
    one,
    sql`INSERT INTO order_leases (tenant_id, order_id, shift_id, station_id, station_name, lease_until)
      VALUES (${one}, ${order.id}, gen_random_uuid(), gen_random_uuid(), 'Table 1', now() + interval '1 hour')`,
  );
  const refused = await move();
  expect(refused.json.code).toBe('move_refused');
  expect(refused.json.errorMessages?.map(({ message }) => message)).toEqual([
    'An order is with a packing station that works without a line.',
  ]);
  expect((await view()).to).toBeNull();
  await rowsOf(one, sql`DELETE FROM order_leases`);
});

test('killed after every step it ends the same: everything once, the shop at one of them, the former one may not ship', async () => {
  const { people, second } = w.world;
  const before = { orders: await count(one, 'orders'), products: await count(one, 'products') };
  const open = await rowsOf(
    one,
    sql<{ number: string }>`SELECT number FROM orders t WHERE fulfillment = 'unfulfilled' AND cancelled_at IS NULL
    AND archived_at IS NULL AND import_state = 'ok' AND NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = t.id AND i.qty_shipped + i.qty_allocated > 0)
    ORDER BY number`,
  );
  const begun = await move();
  expect([begun.status, begun.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  // Killed: the work throws where a process would end, and the next one begins when the lease is over.
  const seen = new Set<string>();
  const killed = () =>
    w.application.customerMoves.look((step) => {
      if (seen.has(step)) return;
      seen.add(step);
      throw new Error(`killed after ${step}`);
    });
  for (let n = 0; n < 60; n += 1) {
    await freed();
    if ((await killed()) > 0) break;
  }
  expect(seen).toContain('store');
  expect(seen).toContain('orders');
  const { to } = await view();
  expect(to).toMatchObject({ state: 'moved', franchise: 'Second', final: false });
  const successor = to?.customerId ?? '';

  // The former one keeps its rows; the successor has what is open.
  expect(await count(one, 'orders')).toBe(before.orders);
  expect(await count(successor, 'products')).toBe(before.products);
  const carried = await rowsOf(successor, sql<{ number: string }>`SELECT number FROM orders ORDER BY number`);
  expect(carried).toEqual(open);
  const tabs = await oneOf(successor, sql<{ n: number }>`SELECT coalesce(sum(n), 0)::int AS n FROM order_counts`);
  expect(tabs.n).toBe(open.length);
  expect(await count(successor, 'order_items')).toBeGreaterThanOrEqual(open.length);
  const moveId = (await oneOf(w.world.platformId, sql<{ id: string }>`SELECT id FROM customer_moves`)).id;
  const presets = await rowsOf(
    successor,
    sql<{ name: string; grant: string }>`SELECT p.name, g.name AS grant FROM presets p
    JOIN account_grants g ON g.id = (p.choice ->> 'grantId')::uuid`,
  );
  expect(presets).toEqual([{ name: 'With our own', grant: 'Own courier' }]);
  expect(await oneOf(successor, sql<{ id: string }>`SELECT id FROM carrier_accounts`)).toEqual({
    id: newIdOf(moveId, mine),
  });
  const home = await oneOf(successor, sql<{ name: string }>`SELECT l.name FROM locations l WHERE is_default`);
  expect(home.name).toBe('Warehouse');

  // The shop is asked by the successor alone, without a second order.
  expect(await rowsOf(one, sql`SELECT id FROM stores WHERE platform_code = 'shopify' AND deleted_at IS NULL`)).toEqual(
    [],
  );
  await w.sync();
  const again = await rowsOf(
    successor,
    sql<{ number: string; n: number }>`SELECT number, count(*)::int AS n FROM orders GROUP BY 1 HAVING count(*) > 1`,
  );
  expect(again).toEqual([]);
  await w.player.placeOrders(MAPLE, 2, 'now');
  const at = await count(successor, 'orders');
  await w.database.db.tenant({ tenantId: successor }, (tx) =>
    sql`UPDATE sync_streams SET due_at = now() WHERE stream = 'orders'`.execute(tx),
  );
  await w.sync();
  expect(await count(successor, 'orders')).toBe(at + 2);
  expect(await count(one, 'orders')).toBe(before.orders);

  // The former one signs in and is told; nobody of the franchise gives shipping back.
  const admin = await tokenOf(people.admin);
  const own = await oneOf(one, sql<{ id: string }>`SELECT id FROM orders WHERE number = 'A-1'`);
  const asked = await client.call('POST', '/api/quotes/single', {
    token: admin,
    body: {
      orderId: own.id,
      parcels: PARCELS,
    },
  });
  expect(asked.json.code).toBe('shipping_restricted');
  const lifted = await client.call('POST', `/api/franchise/customers/${one}/lift-restriction`, {
    token: await tokenOf(people.franchise),
    body: {},
  });
  expect(lifted.json.code).toBe('customer_moved');

  // People are invited there, once, in the role they had.
  const invited = await w.database.db.identity({ realmId: second.id }, (tx) =>
    tx.selectFrom('invitations as i').select(['i.email', 'i.tenant_id', 'i.role_id']).execute(),
  );
  const role = await oneOf(successor, sql<{ id: string }>`SELECT id FROM roles WHERE code = 'ROLE_CUSTOMER_ADMIN'`);
  expect(invited).toEqual([{ email: 'admin@example.com', tenant_id: successor, role_id: role.id }]);
}, 120_000);

test('the new franchise learns nothing of the former one: no price, no name, no id', async () => {
  const successor = (await view()).to?.customerId ?? '';
  for (const table of [
    'price_chain',
    'purchases',
    'shipments',
    'quotes',
    'entries',
    'postings',
    'accounts',
    'audit_events',
  ])
    expect([
      table,
      (await rowsOf(successor, sql`SELECT FROM ${sql.table(table)} WHERE tenant_id = ${successor}`)).length,
    ]).toEqual([table, table === 'audit_events' ? expect.any(Number) : 0]);
  const { second, first } = w.world;
  expect(await rowsOf(second.id, sql`SELECT FROM customer_moves`)).toEqual([]);
  expect(await rowsOf(first.id, sql`SELECT FROM customer_moves`)).toEqual([]);
  // Not by their logs either.
  for (const [franchise, others] of [
    [second.id, [first.id, one]],
    [first.id, [second.id, successor]],
  ] as const)
    for (const id of others)
      expect(
        await rowsOf(franchise, sql`SELECT action FROM audit_events e WHERE position(${id} IN to_jsonb(e)::text) > 0`),
      ).toEqual([]);
  const record = await oneOf(
    second.id,
    sql<{ state: string }>`SELECT state FROM franchise_customers WHERE customer_id = ${successor}`,
  );
  expect(record.state).toBe('active');
  const grants = await rowsOf(successor, sql<{ owner: string }>`SELECT owner_tenant_id AS owner FROM account_grants`);
  expect(grants.map(({ owner }) => owner)).toEqual([successor]);
  const role = await oneOf(second.id, sql<{ id: string }>`SELECT id FROM roles WHERE code = 'ROLE_FRANCHISE_ADMIN'`);
  const nina = await addUser(
    w.database.db,
    {
      realmId: second.id,
      tenantId: second.id,
      roleId: role.id,
      userName: 'nina',
      email: 'nina@example.com',
      firstName: 'Nina',
      lastName: 'North',
      password: 'correct horse battery',
      verified: true,
    },
    new Date(),
  );
  if (!nina.ok) throw new Error(nina.problem.code);
  const own = (
    await sessionOf(w.services, {
      userName: 'nina',
      userId: nina.value.userId,
      realmId: second.id,
      tenantId: second.id,
    })
  ).token;
  expect(await done<CustomerMove>(own, 'GET', `/franchise/customers/${successor}/move`)).toEqual({
    franchises: [],
    to: null,
    from: null,
  });
  // The operator, acting there, sees both sides.
  const acting = await done<{ tokens: { token: string } }>(
    (await sessionOf(w.services, w.people.root)).token,
    'POST',
    '/admin/login/impersonate?username=nina',
    { reason: 'Looking after the move', franchiseId: second.id },
  );
  expect(await done<CustomerMove>(acting.tokens.token, 'GET', `/franchise/customers/${successor}/move`)).toMatchObject({
    to: null,
    from: { customerId: one, franchise: 'First', state: 'moved' },
  });
  expect((await client.call('GET', `/api/franchise/customers/${successor}/move`, { token: operator })).json.code).toBe(
    'not_found',
  );
});

test('taken back before its first label: the shop comes back, the successor is off for good, the customer ships again', async () => {
  const successor = (await view()).to?.customerId ?? '';
  const undone = await client.call('POST', `/api/franchise/customers/${one}/move/undo`, { token: operator, body: {} });
  expect([undone.status, undone.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  await freed();
  expect(await w.application.customerMoves.look()).toBe(1);
  expect((await view()).to).toMatchObject({ state: 'undone' });
  const [store] = await rowsOf(
    one,
    sql<{
      id: string;
      state: string;
    }>`SELECT id, state FROM stores WHERE platform_code = 'shopify' AND deleted_at IS NULL`,
  );
  expect(store).toEqual({ id: maple, state: 'connected' });
  expect(
    await rowsOf(successor, sql`SELECT FROM stores WHERE platform_code = 'shopify' AND deleted_at IS NULL`),
  ).toEqual([]);
  expect(await rowsOf(successor, sql`SELECT FROM secrets`)).toEqual([]);
  await w.sync();
  const { people, second } = w.world;
  // What came in meanwhile is there.
  expect(await rowsOf(one, sql`SELECT number FROM orders GROUP BY number HAVING count(*) > 1`)).toEqual([]);
  const company = await w.database.db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['id', 'state', 'moved_at', 'restricted_at'])
      .where('id', 'in', [one, successor])
      .execute(),
  );
  expect(company.find(({ id }) => id === one)).toMatchObject({ state: 'active', moved_at: null, restricted_at: null });
  expect(company.find(({ id }) => id === successor)).toMatchObject({ state: 'suspended', moved_at: expect.any(Date) });
  expect(
    await w.database.db.identity({ realmId: second.id }, (tx) =>
      tx.selectFrom('invitations').select('id').where('withdrawn_at', 'is', null).execute(),
    ),
  ).toEqual([]);
  const entries = await done<{ entries: { action: string }[] }>(
    await tokenOf(people.franchise),
    'GET',
    '/audit?size=50',
  );
  expect(entries.entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['moveCustomer', 'undoCustomerMove']),
  );
}, 60_000);

test('a shop that was let in by an app of the former franchise is connected again; after a label there is no way back', async () => {
  const { people, first, second } = w.world;
  const birch = await w.connect(people.admin, BIRCH);
  // From now on the first franchise has an app of its own there.
  await w.database.db.tenant({ tenantId: first.id }, (tx) =>
    sql`INSERT INTO app_registrations (tenant_id, id, kind, slug, mode, client_id) VALUES (${first.id}, gen_random_uuid(), 'store', 'shopify', 'simulator', 'own')`.execute(
      tx,
    ),
  );
  const found = await done<MovePreview>(
    operator,
    'GET',
    `/franchise/customers/${one}/move/preview?franchiseId=${second.id}`,
  );
  expect(found.left.filter(({ message }) => message.includes('has to be connected again: Shopify')).length).toBe(2);
  expect((await move()).status).toBe(200);
  await freed();
  expect(await w.application.customerMoves.look()).toBe(1);
  const { to } = await view();
  const successor = to?.customerId ?? '';
  expect(await rowsOf(one, sql`SELECT FROM stores WHERE id = ${birch} AND deleted_at IS NULL`)).toEqual([]);
  const stores = await rowsOf(
    successor,
    sql<{
      state: string;
      secret: string | null;
    }>`SELECT state, secret_id AS secret FROM stores WHERE platform_code = 'shopify'`,
  );
  expect(stores).toEqual([
    { state: 'needs_consent', secret: null },
    { state: 'needs_consent', secret: null },
  ]);
  // Its orders wait for it.
  expect(await count(successor, 'orders')).toBeGreaterThan(2);

  // Its people ship there with what came along: the place, the order, their own account and its prices.
  const role = await oneOf(successor, sql<{ id: string }>`SELECT id FROM roles WHERE code = 'ROLE_CUSTOMER_ADMIN'`);
  const names = { firstName: 'Ann', lastName: 'Admin', userName: 'ann', email: 'admin@example.com' };
  const person = await addUser(
    w.database.db,
    {
      realmId: second.id,
      tenantId: successor,
      roleId: role.id,
      ...names,
      password: 'correct horse battery',
      verified: true,
    },
    new Date(),
  );
  if (!person.ok) throw new Error(person.problem.code);
  const ann = { userName: 'ann', userId: person.value.userId, realmId: second.id, tenantId: successor };
  const there = { token: (await sessionOf(w.services, ann)).token, host: 'second.test' };
  const order = await oneOf(successor, sql<{ id: string }>`SELECT id FROM orders WHERE number = 'A-1'`);
  const asked = await client.call('POST', '/api/quotes/single', {
    ...there,
    body: { orderId: order.id, parcels: PARCELS },
  });
  expect([asked.status, asked.status === 200 ? '' : asked.text]).toEqual([200, '']);
  const { quoteId, rates } = asked.json.data as { quoteId: string; rates: { id: string; accountName?: string }[] };
  expect((await view()).to).toMatchObject({ final: false, state: 'moved' });
  const bought = await client.call('POST', '/api/shipment/create', {
    ...there,
    body: { orderId: order.id, quoteId, rateId: rates[0]?.id },
  });
  expect([bought.status, bought.status === 200 ? '' : bought.text]).toEqual([200, '']);
  expect((await view()).to).toMatchObject({ final: true });
  const late = await client.call('POST', `/api/franchise/customers/${one}/move/undo`, { token: operator, body: {} });
  expect(late.json.code).toBe('move_final');
  // Nothing of that attempt stays.
  expect((await view()).to).toMatchObject({ state: 'moved' });
}, 60_000);

/** As if the lease of whoever was killed, and the pause after it, were over. */
const freed = () =>
  w.database.db.tenant({ tenantId: w.world.platformId }, (tx) =>
    sql`UPDATE customer_moves SET lease_until = NULL, due_at = now() - interval '1 hour' WHERE due_at IS NOT NULL`.execute(
      tx,
    ),
  );
