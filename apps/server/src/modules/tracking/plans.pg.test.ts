/** Work and lists of parcels on a seeded table: fair between accounts, and never read from end to end. */
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertNoSeqScan } from '../../../test/query-plan.ts';
import { makeTenantTree, type TestCustomer } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { listSql } from '../exceptions/queries/read-exceptions.ts';
import { dueTrackers, leaseTrackers } from './due-trackers.ts';
import { troubledSql } from './parcel-trouble.ts';

const BACKLOG = 6_000;
const SMALL_LANES = 50;
let test_: TestDatabase;
let customer: TestCustomer;

beforeAll(async () => {
  test_ = await createTestDatabase();
  const tree = await makeTenantTree(test_.db);
  customer = tree.customers[0];
  await withClient(test_.migrator, async (client) => {
    for (const { tenantId } of tree.customers) {
      const shipment = newId();
      const parcels = BACKLOG + SMALL_LANES;
      await client.query(
        `INSERT INTO shipments (tenant_id, id, state, from_address, to_address) VALUES ($1, $2, 'handed_over', '{}', '{}')`,
        [tenantId, shipment],
      );
      await client.query(
        `INSERT INTO parcels (tenant_id, shipment_id, no, weight_g) SELECT $1::uuid, $2::uuid, n, 500 FROM generate_series(1, ${parcels}) AS n`,
        [tenantId, shipment],
      );
      // One account of one carrier has a backlog; fifty others of another have one parcel each.
      await client.query(
        `INSERT INTO trackers (tenant_id, id, shipment_id, parcel_no, slug, tracking_key, grant_id, owner_tenant_id, account_id,
           due_at, status, status_at, scanned_at, last_event_at)
         SELECT $1::uuid, gen_random_uuid(), $2::uuid, n, CASE WHEN n <= ${BACKLOG} THEN 'busy' ELSE 'quiet' END, 'N' || n, $1::uuid, $1::uuid,
           CASE WHEN n <= ${BACKLOG} THEN $1::uuid ELSE md5($1::uuid::text || n)::uuid END, now() - interval '1 hour',
           CASE WHEN n % 1000 = 0 THEN 'exception' ELSE 'in-transit' END, now() - interval '1 day', now() - interval '2 days',
           CASE WHEN n % 1500 = 0 THEN now() - interval '9 days' ELSE now() - interval '1 day' END
         FROM generate_series(1, ${parcels}) AS n`,
        [tenantId, shipment],
      );
      await client.query(
        `INSERT INTO exceptions (tenant_id, id, key, kind, reason, summary, next_step, since, resolved_at, resolved_how)
         SELECT $1::uuid, gen_random_uuid(), 'tracking:' || n, 'tracking', 'exception', 's', 'n', now() - n * interval '1 minute',
           CASE WHEN n > 40 THEN now() END, CASE WHEN n > 40 THEN 'cause-gone' END
         FROM generate_series(1, 10000) AS n`,
        [tenantId],
      );
    }
    await client.query('ANALYZE trackers; ANALYZE exceptions; ANALYZE parcels; ANALYZE shipments');
  });
}, 60_000);
afterAll(() => test_.drop());

describe('due parcels', () => {
  it('of an account with a backlog never hide those of others', async () => {
    const due = await dueTrackers(test_.db, 10);
    const lanes = new Map<string, number>();
    for (const each of due) lanes.set(each.accountId, (lanes.get(each.accountId) ?? 0) + 1);
    // Three customers: a backlog and fifty small lanes each.
    expect(lanes.size).toBe(3 * (SMALL_LANES + 1));
    expect(Math.max(...lanes.values())).toBe(10);
  });

  it('are leased once by two who look at the same time', async () => {
    const due = (await dueTrackers(test_.db, 5)).filter((each) => each.tenantId === customer.tenantId);
    const [first, second] = await Promise.all([
      leaseTrackers(test_.db, due, 60_000),
      leaseTrackers(test_.db, due, 60_000),
    ]);
    const ids = [...first, ...second].map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(due.length);
  });
});

describe('lists', () => {
  const compiled = (tx: Tx, query: RawBuilder<unknown>) => ({ compile: () => query.compile(tx) });
  it('of the inbox and of parcels in trouble come from an index', async () => {
    await test_.db.tenant(customer, async (tx) => {
      const { tenantId } = customer;
      const open = listSql(tenantId, { state: 'open' }, 1, 20);
      expect(await assertNoSeqScan(tx, compiled(tx, open.rows))).toContain('exceptions_open');
      expect(await assertNoSeqScan(tx, compiled(tx, open.total))).toContain('exceptions_open');
      const mine = listSql(tenantId, { state: 'open', kind: 'tracking', ownerId: tenantId }, 1, 20);
      expect(await assertNoSeqScan(tx, compiled(tx, mine.rows))).toContain('exceptions_open');
      const resolved = listSql(tenantId, { state: 'resolved' }, 1, 20);
      expect(await assertNoSeqScan(tx, compiled(tx, resolved.rows))).toContain('exceptions_resolved');
      const indexes = await assertNoSeqScan(tx, compiled(tx, troubledSql(tenantId)), [
        'orders',
        'shipment_items',
        'shipments',
      ]);
      expect(indexes).toEqual(expect.arrayContaining(['trackers_trouble', 'trackers_quiet', 'trackers_late']));
    });
  });
});
