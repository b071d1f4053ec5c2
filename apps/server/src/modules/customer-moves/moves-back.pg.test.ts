/** What stands in the way of a move, or of taking one back, once its successor is there. */
import type { CustomerMove, MovePreview } from '@scanship/contracts/network/customer-moves';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, sessionOf, type TestClient } from '../../../test/app-kit.ts';
import { makeStoreWorld, MAPLE, type StoreWorld } from '../../../test/store-world.ts';
import { addUser } from '../users/index.ts';

let w: StoreWorld;
let client: TestClient;
/** The operator, acting for the first franchise. */
let operator = '';
/** Of the second franchise. */
let nina = '';
let one = '';
let maple = '';

type Said = Awaited<ReturnType<TestClient['call']>>;
const post = (token: string, at: string, body: object = {}): Promise<Said> =>
  client.call('POST', `/api${at}`, { token, body });
const rowsOf = async <T>(tenantId: string, query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  (await w.database.db.tenant({ tenantId }, (tx) => query.execute(tx))).rows;
const first = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
};
const member = async (realmId: string, tenantId: string, code: string, userName: string) => {
  const role = first(await rowsOf(tenantId, sql<{ id: string }>`SELECT id FROM roles WHERE code = ${code}`));
  const added = await addUser(
    w.database.db,
    {
      realmId,
      tenantId,
      roleId: role.id,
      userName,
      email: `${userName}@example.com`,
      firstName: 'X',
      lastName: 'Y',
      password: 'correct horse battery',
      verified: true,
    },
    new Date(),
  );
  if (!added.ok) throw new Error(added.problem.code);
  return (await sessionOf(w.services, { userName, userId: added.value.userId, realmId, tenantId })).token;
};
/** The operator, acting for a franchise as somebody of it. */
const acting = async (userName: string, franchiseId: string): Promise<string> => {
  const root = (await sessionOf(w.services, w.people.root)).token;
  const said = await post(root, `/admin/login/impersonate?username=${userName}`, { reason: 'A move', franchiseId });
  return (said.json.data as { tokens: { token: string } }).tokens.token;
};

beforeAll(async () => {
  w = await makeStoreWorld();
  const { people, first: franchise, second } = w.world;
  one = people.admin.tenantId;
  client = await makeClient(await w.another().http());
  operator = await acting('fran', franchise.id);
  nina = await member(second.id, second.id, 'ROLE_FRANCHISE_ADMIN', 'nina');
  maple = await w.connect(people.admin, MAPLE);
  await w.sync();
}, 120_000);
afterAll(() => w.close());

/** As if the lease of whoever was killed, and the pause after it, were over. */
const freed = () =>
  rowsOf(
    w.world.platformId,
    sql`UPDATE customer_moves SET lease_until = NULL, due_at = now() - interval '1 hour' WHERE due_at IS NOT NULL`,
  );
const round = async (onStep?: (step: string) => void): Promise<number> => {
  await freed();
  return w.application.customerMoves.look(onStep);
};
const view = async (token = operator, id = one) =>
  (await client.call('GET', `/api/franchise/customers/${id}/move`, { token })).json.data as CustomerMove;
const moveTo = (toFranchiseId: string, token = operator, id = one) =>
  post(token, `/franchise/customers/${id}/move`, { toFranchiseId, plan: 'Advanced', name: 'Customer one' });
const undo = () => post(operator, `/franchise/customers/${one}/move/undo`);
const successorOf = async (): Promise<string> => (await view()).to?.customerId ?? '';
const anOrder = async (tenantId: string) =>
  first(await rowsOf(tenantId, sql<{ id: string }>`SELECT id FROM orders ORDER BY id LIMIT 1`)).id;
/** Something that is under way there. */
const lend = async (tenantId: string) =>
  rowsOf(
    tenantId,
    sql`INSERT INTO order_leases (tenant_id, order_id, shift_id, station_id, station_name, lease_until)
      VALUES (${tenantId}, ${await anOrder(tenantId)}, gen_random_uuid(), gen_random_uuid(), 'Table 1', now() + interval '1 hour')`,
  );
const LENT = 'An order is with a packing station that works without a line.';

test('what the successor shipped by hand leaves no way back, and what is under way there ends first', async () => {
  expect((await moveTo(w.world.second.id)).status).toBe(200);
  expect(await round()).toBe(1);
  const there = await successorOf();
  await rowsOf(
    there,
    sql`INSERT INTO manual_fulfilments (tenant_id, id, order_id, marked_at)
      VALUES (${there}, gen_random_uuid(), ${await anOrder(there)}, now())`,
  );
  expect((await view()).to).toMatchObject({ state: 'moved', final: true });
  expect((await undo()).json.code).toBe('move_final');
  await rowsOf(there, sql`UPDATE manual_fulfilments SET undone_at = now()`);
  expect((await view()).to).toMatchObject({ state: 'moved', final: false });

  await lend(there);
  const refused = await undo();
  expect([refused.json.code, refused.json.errorMessages?.map(({ message }) => message)]).toEqual([
    'move_refused',
    [LENT],
  ]);
  await rowsOf(there, sql`DELETE FROM order_leases`);
  expect((await undo()).status).toBe(200);
  // It begins at the last moment.
  await lend(there);
  expect(await round()).toBe(0);
  const storesOf = (tenantId: string) =>
    rowsOf(tenantId, sql<{ id: string }>`SELECT id FROM stores WHERE platform_code = 'shopify' AND deleted_at IS NULL`);
  expect([await storesOf(one), (await storesOf(there)).length]).toEqual([[], 1]);
  await rowsOf(there, sql`DELETE FROM order_leases`);
  expect(await round()).toBe(1);
  expect([await storesOf(one), await storesOf(there)]).toEqual([[{ id: maple }], []]);
}, 60_000);

test('while it is carried over or back neither franchise changes its state or has it erased', async () => {
  const { people, second } = w.world;
  const fran = (await sessionOf(w.services, people.franchise)).token;
  expect((await moveTo(second.id)).status).toBe(200);
  const there = await successorOf();
  const refusals = async () => {
    const codes = new Set<string | undefined>();
    for (const [token, id] of [
      [fran, one],
      [nina, there],
    ] as const)
      for (const [at, body] of [
        ['resume', {}],
        ['suspend', { reason: 'Owes' }],
        ['erasure', { name: 'Customer one', reason: 'Gone' }],
      ] as const)
        codes.add((await post(token, `/franchise/customers/${id}/${at}`, body)).json.code);
    return [...codes];
  };
  expect(await refusals()).toEqual(['move_under_way']);
  expect(await round()).toBe(1);
  // It is nobody's business any more; who has it erased leaves nothing to be taken back.
  for (const [token, franchise, id, reason] of [
    [nina, second.id, there, 'The customer at the other franchise is to be erased.'],
    [fran, w.world.first.id, one, 'This customer is to be erased.'],
  ] as const) {
    const asked = await post(token, `/franchise/customers/${id}/erasure`, { name: 'Customer one', reason: 'Gone' });
    expect([asked.status, asked.status === 200 ? '' : asked.text]).toEqual([200, '']);
    expect((await undo()).json.errorMessages?.map(({ message }) => message)).toEqual([reason]);
    expect((await post(token, `/franchise/customers/${id}/erasure/withdraw`)).status).toBe(200);
    expect(
      await rowsOf(
        franchise,
        sql`SELECT state FROM franchise_customers WHERE customer_id = ${id} AND state = 'active'`,
      ),
    ).toHaveLength(1);
  }
  expect((await undo()).status).toBe(200);
  expect(await refusals()).toEqual(['move_under_way']);
  expect(await round()).toBe(1);
  expect((await post(fran, `/franchise/customers/${one}/suspend`, { reason: 'Owes' })).status).toBe(200);
  expect((await post(fran, `/franchise/customers/${one}/resume`)).status).toBe(200);
}, 60_000);

test('nobody is moved whose administrators have accounts at the other franchise already, as on a way back', async () => {
  const { people, first: franchise, second } = w.world;
  await member(second.id, people.foreign.tenantId, 'ROLE_CUSTOMER_USER', 'admin');
  const settle = async () => {
    const at = `/api/franchise/customers/${one}/move/preview?franchiseId=${second.id}`;
    const { data } = (await client.call('GET', at, { token: operator })).json;
    return (data as MovePreview).settle.map(({ message }) => message);
  };
  const [said] = await settle();
  expect(said).toContain('None of its administrators can be invited at the other franchise');
  const refused = await moveTo(second.id);
  expect([refused.json.code, refused.json.errorMessages?.[0]?.message]).toEqual(['move_refused', said]);
  await member(franchise.id, one, 'ROLE_CUSTOMER_ADMIN', 'again');
  expect(await settle()).toEqual([]);
}, 60_000);

test('what a move waits for and what stops it is shown at every step; accounts removed here meanwhile lose their keys there', async () => {
  const { second } = w.world;
  const added = await w.application.carriers.addAccount(
    { tenantId: one, tenantKind: 'customer' },
    { carrier: 'rate-sheet', name: 'Own courier', credentials: {}, mode: 'live' },
  );
  if (!added.ok) throw new Error(added.problem.code);
  expect((await moveTo(second.id)).status).toBe(200);
  await round((step) => {
    if (step === 'orders') throw new Error('the disk is full');
  });
  expect((await view()).to).toMatchObject({ state: 'carrying', problem: 'Error: the disk is full' });
  // It begins after the first look.
  await lend(one);
  expect(await round()).toBe(0);
  // Nor does it pay for a plan yet.
  const plans = async () => rowsOf(await successorOf(), sql`SELECT FROM subscriptions`);
  expect(await plans()).toEqual([]);
  expect((await view()).to).toMatchObject({ state: 'carrying', problem: null, waitsFor: [{ message: LENT }] });
  await rowsOf(one, sql`DELETE FROM order_leases`);
  expect(await round()).toBe(1);
  expect((await view()).to).toMatchObject({ state: 'moved', problem: null, waitsFor: [] });
  expect(await plans()).toHaveLength(1);
  const there = await successorOf();
  const states = () => rowsOf(there, sql<{ state: string }>`SELECT state FROM carrier_accounts`);
  expect(await states()).not.toEqual([{ state: 'removed' }]);
  await rowsOf(one, sql`UPDATE carrier_accounts SET state = 'removed' WHERE id = ${added.value.accountId}`);
  expect((await undo()).status).toBe(200);
  await lend(there);
  expect(await round()).toBe(0);
  expect((await view()).to).toMatchObject({ state: 'undoing', waitsFor: [{ message: LENT }] });
  await rowsOf(there, sql`DELETE FROM order_leases`);
  expect(await round()).toBe(1);
  expect(await states()).toEqual([{ state: 'removed' }]);
}, 60_000);

test('a successor that was moved on is not taken back', async () => {
  const { second } = w.world;
  expect((await moveTo(second.id)).status).toBe(200);
  expect(await round()).toBe(1);
  const there = await successorOf();
  await member(second.id, there, 'ROLE_CUSTOMER_ADMIN', 'newann');
  const on = await acting('nina', second.id);
  const asked = await moveTo(w.world.first.id, on, there);
  expect([asked.status, asked.status === 200 ? '' : asked.text]).toEqual([200, '']);
  expect((await view()).to).toMatchObject({ state: 'moved', final: true });
  expect((await undo()).json.code).toBe('move_final');
  expect(await round()).toBe(1);
  expect((await undo()).json.code).toBe('move_final');
  expect((await view(on, there)).to).toMatchObject({ state: 'moved', final: false });
}, 60_000);
