import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../database/ids.ts';
import { beat, Hung, leasedRows, LeaseLost } from './leased-rows.ts';

let test_: TestDatabase;
let tree: TenantTree;
const id = newId();
const rows = (leaseMs: number, hungMs?: number) =>
  leasedRows<{ readonly state: string }>(test_.db, {
    table: 'customer_exports',
    leaseMs,
    hungMs,
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

const fail = (error: unknown): never => {
  throw error;
};
const progressOf = async (): Promise<Date | undefined> => {
  const { rows: found } = await test_.db.system((tx) =>
    sql<{ progress_at: Date }>`SELECT progress_at FROM customer_exports WHERE id = ${id}`.execute(tx),
  );
  return found[0]?.progress_at;
};

test('work that hangs is left behind and taken up by others; how long it makes no progress is not forgotten', async () => {
  await test_.db.tenant({ tenantId: tree.franchises[0] }, (tx) =>
    sql`UPDATE customer_exports SET lease_until = NULL`.execute(tx),
  );
  const here = rows(200, 500);
  const held = await here.take();
  if (!held) throw new Error('it is free');
  const began = await progressOf();
  const going = here.keep(held, fail);
  await expect(going.during(new Promise(() => undefined))).rejects.toThrow(Hung);
  await expect.poll(() => rows(200).take()).toMatchObject({ id, attempt: held.attempt + 1 });
  expect(await progressOf()).toEqual(began);
  await expect(here.write(held, () => Promise.resolve())).rejects.toThrow(LeaseLost);

  // Whoever has it now gets on, for longer than others may hang.
  const second = { ...held, attempt: held.attempt + 1 };
  const goes = here.keep(second, fail);
  const work = async (): Promise<string> => {
    for (let step = 0; step < 8; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await here.write(second, () => Promise.resolve());
    }
    return 'done';
  };
  expect(await goes.during(work())).toBe('done');
  expect((await progressOf())?.getTime()).toBeGreaterThan(began?.getTime() ?? Infinity);
  goes.stop();
  expect(await here.settle(second, sql`lease_until = NULL`)).toBe(true);
});

test('a sign that could not be written is written with the next renewal', async () => {
  const told: boolean[] = [];
  const renew = async (signed: boolean): Promise<void> => {
    told.push(signed);
    if (told.length === 1) throw new Error('the database is away');
  };
  const going = beat(40, renew);
  going.sign();
  await expect.poll(() => told.slice(0, 3)).toEqual([true, true, false]);
  going.stop();
});

test('kept, it outlasts its time; what there is no work on any more is nobody’s', async () => {
  const short = rows(200);
  const held = await short.take();
  if (!held) throw new Error('it is free');
  const going = short.keep(held, fail);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await rows(200).take()).toBeUndefined();
  going.stop();
  expect(await short.settle(held, sql`state = 'failed', lease_until = NULL`)).toBe(true);
  expect([await short.settle(held, sql`size = 1`), await short.take()]).toEqual([false, undefined]);
});
