import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import { idAt } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { createLogger, silentLogger } from '../../platform/logging/logger.ts';
import { keepUp } from './upkeep.ts';

let test_: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
});
afterAll(() => test_.drop());

const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
const deps = () => ({ db: test_.db, clock: { now: () => now }, log: silentLogger() });

test('a round folds past days without changing their sums and removes only what has had its time', async () => {
  const [a] = tree.customers;
  const [old, young] = [idAt(ago(70)), idAt(ago(29))];
  await test_.db.tenant(a, async (tx) => {
    for (const id of [old, young]) {
      await tx
        .insertInto('quotes')
        .values({
          tenant_id: a.tenantId,
          id,
          request: json({}),
          request_hash: 'x',
          ship_date: '2026-11-20',
          expires_at: now,
        })
        .execute();
      await tx
        .insertInto('rates')
        .values({ tenant_id: a.tenantId, quote_id: id, id: idAt(now), slug: 'x', problem: json({}) })
        .execute();
    }
    await tx
      .insertInto('order_counts')
      .values(
        [1, 3, 5].map((shard) => ({
          tenant_id: a.tenantId,
          day: ago(2).toISOString().slice(0, 10),
          store_id: a.storeId,
          tab: 'unfulfilled' as const,
          shard,
          n: shard,
        })),
      )
      .execute();
  });

  await keepUp(deps());
  await keepUp(deps());

  const left = await test_.db.tenant(a, async (tx) => ({
    quotes: (await tx.selectFrom('quotes').select('id').execute()).map((q) => q.id),
    rates: (await tx.selectFrom('rates').select('quote_id').execute()).map((r) => r.quote_id),
    counts: await tx.selectFrom('order_counts').select(['shard', 'n']).execute(),
  }));
  expect(left).toEqual({ quotes: [young], rates: [young], counts: [{ shard: 0, n: 9 }] });
});

test('the months ahead have their partitions', async () => {
  await withClient(test_.migrator, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'quotes'::regclass`,
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(4);
  });
});

test('rows of past months that had no partition get theirs, and those of a clock that was off stay where they are', async () => {
  const [a] = tree.customers;
  const [past, longAgo, off] = ['2020-05-31T23:59:59.999Z', '2021-02-01T00:00:00Z', '2093-01-01T00:00:00Z'].map((at) =>
    idAt(new Date(at)),
  );
  await withClient(test_.migrator, async (client) => {
    for (const id of [past, longAgo, off])
      await client.query(
        `INSERT INTO audit_events (tenant_id, id, actors, action) VALUES ($1, $2, '[]', 'order.note')`,
        [a.tenantId, id],
      );
    const place = async (id: string | undefined) => {
      const { rows } = await client.query<{ place: string }>(
        'SELECT tableoid::regclass::text AS place FROM audit_events WHERE id = $1',
        [id],
      );
      return rows[0]?.place;
    };
    expect(await place(past)).toBe('audit_events_default');

    await keepUp(deps());

    expect([await place(past), await place(longAgo), await place(off)]).toEqual([
      'audit_events_2020_05',
      'audit_events_2021_02',
      'audit_events_default',
    ]);
  });
});

test('one part that fails is said and does not stop the others', async () => {
  const lines: string[] = [];
  const [a] = tree.customers;
  await withClient(test_.migrator, (client) => client.query('REVOKE DELETE ON sessions FROM app_system'));
  await test_.db.tenant(a, (tx) =>
    sql`INSERT INTO order_counts (tenant_id, day, store_id, tab, shard, n) VALUES (${a.tenantId}, current_date - 3, ${a.storeId}, 'unfulfilled', 4, 7)`.execute(
      tx,
    ),
  );
  await keepUp({ ...deps(), log: createLogger('info', { write: (line: string) => lines.push(line) }) });
  expect(lines.filter((line) => line.includes('housekeeping failed'))).toHaveLength(1);
  const shards = await test_.db.tenant(a, (tx) => tx.selectFrom('order_counts').select('shard').execute());
  expect(shards.every((row) => row.shard === 0)).toBe(true);
});
