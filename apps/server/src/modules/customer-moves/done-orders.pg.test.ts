/** Orders the former customer was done with, before the move and while it waited, are not shipped again by the successor. */
import type { CustomerMove, MovePreview } from '@scanship/contracts/network/customer-moves';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, sessionOf, type TestClient } from '../../../test/app-kit.ts';
import { MAPLE, makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

let w: StoreWorld;
let client: TestClient;
let operator = '';
let admin = '';
let one = '';

const done = async <T>(token: string, method: 'GET' | 'POST', at: string, body?: unknown): Promise<T> => {
  const answer = await client.call(method, `/api${at}`, { token, body });
  expect([at, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([at, 200, '']);
  return answer.json.data as T;
};
const rowsOf = async <T>(tenantId: string, query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  (await w.database.db.tenant({ tenantId }, (tx) => query.execute(tx))).rows;
const addOrder = (number: string) =>
  done(admin, 'POST', '/orders/add', {
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
const tabsOf = async (tenantId: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    (await rowsOf(tenantId, sql<{ number: string; tab: string }>`SELECT number, tab FROM orders`)).map(
      ({ number, tab }) => [number, tab],
    ),
  );
const freed = () =>
  w.database.db.tenant({ tenantId: w.world.platformId }, (tx) =>
    sql`UPDATE customer_moves SET lease_until = NULL, due_at = now() - interval '1 hour' WHERE due_at IS NOT NULL`.execute(
      tx,
    ),
  );

beforeAll(async () => {
  w = await makeStoreWorld();
  const { people, first } = w.world;
  one = people.admin.tenantId;
  client = await makeClient(await w.another().http());
  const root = (await sessionOf(w.services, people.root)).token;
  const acted = await done<{ tokens: { token: string } }>(root, 'POST', '/admin/login/impersonate?username=fran', {
    reason: 'They asked to be moved',
    franchiseId: first.id,
  });
  operator = acted.tokens.token;
  admin = (await sessionOf(w.services, people.admin)).token;
  await w.connect(people.admin, MAPLE);
  await w.sync();
  await addOrder('A-1');
  await addOrder('A-2');
}, 120_000);
afterAll(() => w.close());

test('what nobody has decided or stored yet keeps it from beginning, also where nobody works on it', async () => {
  const move = async () =>
    (
      await client.call('POST', `/api/franchise/customers/${one}/move`, {
        token: operator,
        body: { toFranchiseId: w.world.second.id, plan: 'Basic', name: 'Customer one' },
      })
    ).json.errorMessages?.map(({ message }) => message);
  const grant = await w.application.carriers.addAccount(
    { tenantId: one, tenantKind: 'customer' },
    { carrier: 'rate-sheet', name: 'Own courier', credentials: {}, mode: 'live' },
  );
  if (!grant.ok) throw new Error('no account');
  const [purchase] = await rowsOf(
    one,
    sql<{
      id: string;
    }>`WITH s AS (INSERT INTO shipments (tenant_id, id, store_id, from_address, to_address) SELECT ${one}, gen_random_uuid(), id, '{}', '{}' FROM stores LIMIT 1 RETURNING id)
      INSERT INTO purchases (tenant_id, id, shipment_id, piece, kind, grant_id, slug, intent_key, request_hash, carrier_ref, carrier_uuid, state)
      SELECT ${one}, gen_random_uuid(), s.id, 1, 'buy', ${grant.value.grantId}, 'rate-sheet', 'p', 'p', '0123456789ABCDEF', gen_random_uuid(), 'disputed'
      FROM s RETURNING id`,
  );
  const bought = 'Nobody knows whether a label was bought: decide it under Exceptions.';
  expect(await move()).toEqual([bought]);
  await rowsOf(one, sql`UPDATE purchases SET state = 'confirmed' WHERE id = ${purchase?.id}`);
  expect(await move()).toEqual(['A label is being bought.']);
  await rowsOf(one, sql`UPDATE purchases SET state = 'complete' WHERE id = ${purchase?.id}`);
  await rowsOf(
    one,
    sql`INSERT INTO voids (tenant_id, id, purchase_id, intent_key, state) VALUES (${one}, gen_random_uuid(), ${purchase?.id}, 'v', 'disputed')`,
  );
  await rowsOf(
    one,
    sql`INSERT INTO effects (tenant_id, id, kind, subject_kind, subject_id, intent_key, state)
      VALUES (${one}, gen_random_uuid(), 'fulfilment_push', 'order', gen_random_uuid(), 'lost', 'disputed')`,
  );
  expect(await move()).toEqual([
    'Nobody knows whether a label was voided: decide it under Exceptions.',
    'A store has yet to be told of a shipment.',
  ]);
  await rowsOf(one, sql`UPDATE voids SET state = 'absent'`);
  // A person saw to it at the store.
  await rowsOf(one, sql`UPDATE effects SET payload = '{"handled":{}}' WHERE intent_key = 'lost'`);
}, 60_000);

test('orders that are done with here alone go along as archived; what changes while the move waits is followed', async () => {
  const open = await rowsOf(
    one,
    sql<{
      id: string;
      number: string;
    }>`SELECT id, number FROM orders t WHERE platform_code = 'shopify' AND tab = 'unfulfilled'
      AND fulfillment = 'unfulfilled' AND import_state = 'ok' AND EXISTS (SELECT FROM order_items i WHERE i.order_id = t.id AND i.qty > i.qty_cancelled)
      ORDER BY number LIMIT 5`,
  );
  const [archived, cancelled, shipped, told, homeless] = open;
  if (!archived || !cancelled || !shipped || !told || !homeless) throw new Error('no orders');
  await rowsOf(one, sql`UPDATE orders SET archived_at = now(), tab = 'archived' WHERE id = ${archived.id}`);
  await rowsOf(one, sql`UPDATE orders SET cancelled_at = now(), tab = 'cancelled' WHERE id = ${cancelled.id}`);
  for (const { id } of [shipped, told]) {
    await rowsOf(
      one,
      sql`UPDATE order_items SET qty_allocated = qty - qty_cancelled, qty_shipped = qty - qty_cancelled WHERE order_id = ${id}`,
    );
    await rowsOf(one, sql`UPDATE orders SET fulfillment = 'fulfilled', tab = 'fulfilled' WHERE id = ${id}`);
  }
  // The store was told of one of the two.
  await rowsOf(
    one,
    sql`INSERT INTO effects (tenant_id, id, kind, subject_kind, subject_id, intent_key, state, payload)
      SELECT ${one}, gen_random_uuid(), 'fulfilment_push', 'order', order_id, 'told', 'complete',
        jsonb_build_object('storeId', '', 'lines', jsonb_agg(jsonb_build_object('line', line, 'quantity', qty_shipped)))
      FROM order_items WHERE order_id = ${told.id} GROUP BY order_id`,
  );

  const ups = await w.application.carriers.addAccount(
    { tenantId: one, tenantKind: 'customer' },
    { carrier: 'rate-sheet', name: 'UPS of ours', credentials: {}, mode: 'live' },
  );
  if (!ups.ok) throw new Error('no account');
  await rowsOf(
    one,
    sql`UPDATE carrier_accounts SET slug = 'ups', mode = 'simulator', signed_in = true WHERE id = ${ups.value.accountId}`,
  );
  // What stays is named: an order of a store that was deleted, and who has not accepted an invitation.
  const [gone] = await rowsOf(
    one,
    sql<{ id: string }>`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, deleted_at)
      VALUES (${one}, gen_random_uuid(), 'shopify', 'gone', 'Gone', now()) RETURNING id`,
  );
  await rowsOf(one, sql`UPDATE orders SET store_id = ${gone?.id} WHERE id = ${homeless.id}`);
  const { first } = w.world;
  await w.database.db.identity({ realmId: first.id }, (tx) =>
    sql`INSERT INTO invitations (realm_id, id, tenant_id, role_id, email, email_key, token_hash, sent_at, expires_at, created_at)
      VALUES (${first.id}, gen_random_uuid(), ${one}, gen_random_uuid(), 'late@example.com', 'late@example.com', '\\x00', now(), now(), now())`.execute(
      tx,
    ),
  );
  const found = await done<MovePreview>(
    operator,
    'GET',
    `/franchise/customers/${one}/move/preview?franchiseId=${w.world.second.id}`,
  );
  const sentence = found.left
    .map(({ message }) => message)
    .find((message) => message.includes('knowing: they go along as archived'));
  // Access by signing in is good for one customer: the refresh token is replaced with every use.
  expect(found.left.map(({ message }) => message)).toContain(
    'UPS of ours has to be connected again by signing in at UPS: the former customer keeps its access to void and settle.',
  );
  expect(found.left.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'One open order stays, because its store was deleted.',
      'late@example.com was invited and has not accepted: this person has to be invited again there.',
    ]),
  );
  const untold = Number(/^\d+/.exec(sentence ?? '')?.[0]);
  expect(untold).toBeGreaterThanOrEqual(3);

  await done(operator, 'POST', `/franchise/customers/${one}/move`, {
    toFranchiseId: w.world.second.id,
    plan: 'Basic',
    name: 'Customer one',
  });
  await freed();
  // Killed when the open orders are copied; the former customer goes on working.
  expect(
    await w.application.customerMoves.look((step) => {
      if (step === 'orders') throw new Error('killed');
    }),
  ).toBe(0);
  const { to } = await done<CustomerMove>(operator, 'GET', `/franchise/customers/${one}/move`);
  const successor = to?.customerId ?? '';
  expect((await tabsOf(successor))['A-1']).toBe('unfulfilled');
  await rowsOf(
    one,
    sql`UPDATE orders SET fulfillment = 'manual_fulfilled', tab = 'manual_fulfilled' WHERE number = 'A-1'`,
  );
  await addOrder('A-3');
  // And again when they were looked at for the last time.
  await freed();
  expect(
    await w.application.customerMoves.look((step) => {
      if (step === 'done orders') throw new Error('killed');
    }),
  ).toBe(0);
  await freed();
  expect(await w.application.customerMoves.look()).toBe(1);
  await w.sync();

  expect(await rowsOf(successor, sql`SELECT FROM carrier_accounts WHERE signed_in`)).toEqual([]);
  const tabs = await tabsOf(successor);
  expect(tabs).toMatchObject({ 'A-1': 'archived', 'A-2': 'unfulfilled', 'A-3': 'unfulfilled' });
  for (const { number } of [archived, cancelled, shipped]) expect([number, tabs[number]]).toEqual([number, 'archived']);
  const counted = await rowsOf(
    successor,
    sql<{
      tab: string;
      n: number;
    }>`SELECT tab, sum(n)::int AS n FROM order_counts GROUP BY tab HAVING sum(n) <> 0 ORDER BY tab`,
  );
  const are = await rowsOf(
    successor,
    sql<{ tab: string; n: number }>`SELECT tab, count(*)::int AS n FROM orders GROUP BY tab ORDER BY tab`,
  );
  expect(counted).toEqual(are);
  expect(await rowsOf(successor, sql`SELECT number FROM orders GROUP BY number HAVING count(*) > 1`)).toEqual([]);
}, 120_000);
