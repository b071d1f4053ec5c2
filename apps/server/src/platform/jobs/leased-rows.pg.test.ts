import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../database/ids.ts';
import { leasedRows, LeaseLost } from './leased-rows.ts';

let test_: TestDatabase;
let tree: TenantTree;
const id = newId();
const rows = (leaseMs: number) =>
  leasedRows<{ readonly state: string }>(test_.db, {
    table: 'customer_exports',
    leaseMs,
    columns: sql`state`,
    open: sql`state = 'waiting'`,
  });
beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
  const [tenantId] = tree.franchises;
  await test_.db.tenant({ tenantId }, (tx) =>
    sql`INSERT INTO customer_exports (tenant_id, id, customer_id, asked_by, asked_at, due_at)
      VALUES (${tenantId}, ${id}, ${tree.customers[0].tenantId}, ${newId()}, now(), now())`.execute(tx),
  );
});
afterAll(() => test_.drop());

test('of several that look at once one has it; whoever lost its lease writes nothing any more', async () => {
  const taken = await Promise.all([1, 2, 3].map(() => rows(150).take()));
  const [first, ...others] = taken.filter((each) => each !== undefined);
  expect([first?.state, others]).toEqual(['waiting', []]);
  if (!first) return;
  await expect.poll(() => rows(60_000).take()).toMatchObject({ id, attempt: first.attempt + 1 });
  expect(await rows(150).settle(first, sql`size = 1`)).toBe(false);
  await expect(rows(150).write(first, () => Promise.resolve())).rejects.toThrow(LeaseLost);
  const second = { ...first, attempt: first.attempt + 1 };
  expect(await rows(150).write(second, () => Promise.resolve('ours'))).toBe('ours');
  expect(await rows(150).settle(second, sql`lease_until = NULL`)).toBe(true);
});

test('kept, it outlasts its time; what there is no work on any more is nobody’s', async () => {
  const short = rows(200);
  const held = await short.take();
  if (!held) throw new Error('it is free');
  const stop = short.keep(held, (error) => {
    throw error;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await rows(200).take()).toBeUndefined();
  stop();
  expect(await short.settle(held, sql`state = 'failed', lease_until = NULL`)).toBe(true);
  expect([await short.settle(held, sql`size = 1`), await short.take()]).toEqual([false, undefined]);
});
