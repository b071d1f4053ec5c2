import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { dropUnreferred, REFERRER_NAMES } from './referrers.ts';
import { storeBlob } from './store-blob.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every foreign key to a file is known, and what has none', async () => {
  const { rows } = await database.db.reference((tx) =>
    sql<{
      name: string;
    }>`SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE confrelid = 'blobs'::regclass
      AND contype = 'f' AND conparentid = 0`.execute(tx),
  );
  const keyed = rows.map(({ name }) => name);
  expect(REFERRER_NAMES).toEqual(expect.arrayContaining(keyed));
  expect(REFERRER_NAMES.filter((name) => !keyed.includes(name)).toSorted()).toEqual([
    'branding',
    'buyer_page_settings',
    'customer_settings',
    'disputes',
    'products',
  ]);
});

test('a picture that a setting leads to stays; what nothing leads to goes', async () => {
  const tree = await makeTenantTree(database.db);
  const [customer] = tree.customers;
  const { tenantId } = customer;
  await database.db.tenant(customer, async (tx) => {
    const store = (text: string) => storeBlob(tx, tenantId, { bytes: Buffer.from(text), type: 'image/png' });
    const [banner, logo, brand, nobody] = [
      await store('banner'),
      await store('logo'),
      await store('brand'),
      await store('nobody'),
    ];
    await sql`INSERT INTO buyer_page_settings (tenant_id, life_days, banner) VALUES (${tenantId}, 30, ${banner})`.execute(
      tx,
    );
    await sql`INSERT INTO branding (tenant_id, email_logo) VALUES (${tenantId}, ${brand})
      ON CONFLICT (tenant_id) DO UPDATE SET email_logo = excluded.email_logo`.execute(tx);
    await sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${tenantId}, jsonb_build_object('logo', ${logo}::text))
      ON CONFLICT (tenant_id) DO UPDATE SET more = excluded.more`.execute(tx);
    expect(await dropUnreferred(tx, tenantId, [banner, logo, brand, nobody])).toEqual([nobody]);
  });
});
