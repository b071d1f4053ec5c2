import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorld, testServices, type TestWorld } from '../../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import { createMailQueue } from '../../mail/mail.ts';
import { createStoreWatch, type StoreWatch } from './watch-stores.ts';

const MINUTE = 60_000;
let database: TestDatabase;
let world: TestWorld;
let now = Date.parse('2026-11-20T10:00:00Z');
let watch: StoreWatch;
let other: StoreWatch;
const woken: JournalRef[] = [];
let storeId = '';
let earlier: readonly string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  const services = testServices(database.db, { clock: { now: () => new Date(now) } });
  const deps = {
    ...services,
    mail: {
      queue: createMailQueue(services.sealer),
      soon: (refs: readonly JournalRef[]) => void woken.push(...refs),
      links: {
        of: () => Promise.resolve('https://brand.example'),
        proved: () => Promise.resolve(undefined),
        forBuyers: () => Promise.resolve(undefined),
        reached: (site: string) => site,
      },
    },
  };
  watch = createStoreWatch(deps);
  other = createStoreWatch(deps);
});
afterAll(() => database.drop());

const tenant = () => world.people.admin.tenantId;
const inTenant = <T>(work: Parameters<TestDatabase['db']['tenant']>[1]) =>
  database.db.tenant({ tenantId: tenant() }, work) as Promise<T>;
const set = (change: ReturnType<typeof sql>) =>
  inTenant((tx) => sql`UPDATE stores SET ${change} WHERE id = ${storeId}`.execute(tx));
const heardAt = (at: number) => set(sql`last_ok_at = ${new Date(at).toISOString()}::timestamptz`);
interface Sent {
  readonly to: string;
  readonly template: string;
}
const queued = async () => {
  const { rows } = await inTenant<{ rows: (Sent & { id: string })[] }>((tx) =>
    sql<Sent & { id: string }>`SELECT id, payload ->> 'to' AS to, payload ->> 'template' AS template FROM effects
      WHERE kind = 'email' ORDER BY 2`.execute(tx),
  );
  return rows;
};
/** Of this test alone. */
const mails = async (): Promise<Sent[]> =>
  (await queued()).filter(({ id }) => !earlier.includes(id)).map(({ to, template }) => ({ to, template }));
const open = async (): Promise<string[]> => {
  const { rows } = await inTenant<{ rows: { reason: string }[] }>((tx) =>
    sql<{
      reason: string;
    }>`SELECT reason FROM exceptions WHERE key = ${`store:${storeId}`} AND resolved_at IS NULL`.execute(tx),
  );
  return rows.map(({ reason }) => reason);
};

beforeEach(async () => {
  await inTenant((tx) => sql`UPDATE stores SET state = 'paused'`.execute(tx));
  await watch.look();
  earlier = (await queued()).map(({ id }) => id);
  storeId = newId();
  await inTenant(async (tx) => {
    await sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, mode, name, state, address, last_ok_at)
      VALUES (${tenant()}, ${storeId}, 'shopify', ${`${storeId}.myshopify.com`}, 'live', 'Maple Goods', 'connected', '{"companyName": "Maple Goods",
        "address1": "100 Queen St W", "city": "Toronto", "provinceCode": "ON", "zipcode": "M5H 2N2", "countryCode": "CA"}',
        ${new Date(now).toISOString()}::timestamptz)`.execute(tx);
  });
});

describe('the watch over stores', () => {
  it('tells once when data grows too old, however often it looks, and once when it is well again', async () => {
    await watch.look();
    now += 29 * MINUTE;
    await watch.look();
    expect([await mails(), await open()]).toEqual([[], []]);
    // No worker noticed anything; time alone did it.
    now += 2 * MINUTE;
    await Promise.all([watch.look(), other.look()]);
    const told = await mails();
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told.map(({ to }) => to)).size).toBe(told.length);
    expect(new Set(told.map(({ template }) => template))).toEqual(new Set(['notice']));
    expect(await open()).toEqual(['stale']);
    for (let minutes = 0; minutes < 30; minutes += 10) {
      now += 10 * MINUTE;
      await watch.look();
    }
    expect(await mails()).toEqual(told);

    await heardAt(now);
    await Promise.all([watch.look(), other.look()]);
    expect(await mails()).toHaveLength(2 * told.length);
    expect(await open()).toEqual([]);
    await watch.look();
    expect(await mails()).toHaveLength(2 * told.length);
    // A second spell is news again.
    now += 40 * MINUTE;
    await watch.look();
    expect(await mails()).toHaveLength(3 * told.length);
    expect(woken.length).toBeGreaterThanOrEqual(3 * told.length);
  });

  it('tells those who manage stores, in their company, with a proved address', async () => {
    await set(sql`state = 'needs_consent'`);
    await watch.look();
    const { rows } = await database.db.identity({ realmId: world.people.admin.realmId }, (tx) =>
      sql<{ email: string; name: string }>`SELECT email, username AS name FROM users`.execute(tx),
    );
    const nameOf = new Map(rows.map((row) => [row.email, row.name]));
    expect((await mails()).map(({ to }) => nameOf.get(to))).toEqual([world.people.admin.userName]);
    expect(await open()).toEqual(['needs-consent']);
  });

  it('tells of notifications that cannot be set up, and of nothing after four tries less', async () => {
    const failures = (n: number) =>
      inTenant((tx) =>
        sql`INSERT INTO sync_streams (tenant_id, store_id, stream, failures) VALUES (${tenant()}, ${storeId}, 'webhooks', ${n})
          ON CONFLICT (tenant_id, store_id, stream) DO UPDATE SET failures = excluded.failures`.execute(tx),
      );
    await failures(3);
    await watch.look();
    expect(await mails()).toEqual([]);
    await failures(4);
    await watch.look();
    expect(await open()).toEqual(['notifications']);
    await failures(0);
    await watch.look();
    expect(await open()).toEqual([]);
  });

  it('says nothing of a store that a person paused, or removed while it was in trouble', async () => {
    await set(sql`state = 'stale'`);
    await watch.look();
    const told = (await mails()).length;
    await set(sql`state = 'paused'`);
    await watch.look();
    expect([(await mails()).length, await open()]).toEqual([told, []]);
    await set(sql`state = 'stale', deleted_at = now()`);
    await watch.look();
    expect((await mails()).length).toBe(told);
  });
});
