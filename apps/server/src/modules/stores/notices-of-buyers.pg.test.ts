/** A platform forgets a buyer: the notice names no store, and the orders of all tenants lose the person. */
import { startSimulatorHost, type RunningSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { challengeResponse } from '@scanship/store-ebay/notices';
import { DEMO_APP } from '@scanship/store-ebay/simulator-apps';
import { createEbay } from '@scanship/store-ebay/simulator';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyLabel, copiesOf, FORGOTTEN } from '../../../test/storage/copies-of-buyer.ts';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';
import { takeOrders } from './sync/take-orders.ts';
import { readStore } from './store-rows.ts';

const MEMBER = { username: 'Gone_Buyer', userId: 'GoNeBuYeR01' };
const dataDir = mkdtempSync(join(tmpdir(), 'ebay-notices-'));
let host: RunningSimulatorHost;
let world: StoreWorld;
beforeAll(async () => {
  host = await startSimulatorHost({ port: 0, dataDir, simulators: { ebay: () => Promise.resolve(createEbay()) } });
  world = await makeStoreWorld({
    simulators: { addressOf: (slug) => Promise.resolve(host.addressOf(slug)), owns: (at) => host.owns(at) },
  });
  await world.application.startJobs();
});
afterAll(async () => {
  await world.close();
  await host.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const order = (externalId: string, buyer: string): StoreOrder => ({
  externalId,
  number: externalId,
  placedAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
  },
  gift: false,
  tags: [],
  total: money(1_000, 'CAD'),
  externalBuyerIds: [buyer],
  lines: [
    {
      externalLineId: '1',
      title: 'Thing',
      quantity: 1,
      cancelled: 0,
      shipped: 0,
      unitPrice: money(1_000, 'CAD'),
      needsShipping: true,
    },
  ],
});

/** A store of eBay that is there without consent: this test is about notices. */
async function storeOf(tenantId: string, account: string, orders: readonly StoreOrder[]): Promise<void> {
  await world.database.db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`INSERT INTO stores (tenant_id, id, platform_code, external_account, mode, name, state)
      VALUES (${tenantId}, gen_random_uuid(), 'ebay', ${account}, 'simulator', 'An eBay store', 'connected') RETURNING id`.execute(
      tx,
    );
    const store = await readStore(tx, tenantId, rows[0]?.id ?? '');
    if (!store) throw new Error('no store');
    await takeOrders(tx, store, { items: orders, problems: [] }, new Date());
  });
}
const names = (tenantId: string) =>
  world.database.db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      external_id: string;
      name: string;
      buyers: number;
    }>`SELECT o.external_id, d.ship_to ->> 'name' AS name,
      (SELECT count(*)::int FROM order_buyers b WHERE b.order_id = o.id) AS buyers
      FROM orders o JOIN order_details d ON d.order_id = o.id WHERE o.platform_code = 'ebay' ORDER BY 1`.execute(tx);
    return rows.map((row) => `${row.external_id} ${row.name} ${row.buyers}`.trim());
  });
const ordersOf = (tenantId: string) =>
  world.database.db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{ tenantId: string; storeId: string; orderId: string }>`SELECT tenant_id AS "tenantId",
      store_id AS "storeId", id AS "orderId" FROM orders WHERE platform_code = 'ebay'`.execute(tx);
    return rows;
  });
const notice = async (more: object = {}): Promise<{ headers: Record<string, string>; body: string }> => {
  const response = await fetch(`${host.address}/_admin/ebay/sellers/OIVVBZMAPLE/notices`, {
    method: 'POST',
    body: JSON.stringify({ ...MEMBER, ...more }),
  });
  return (await response.json()) as { headers: Record<string, string>; body: string };
};
const post = async ({ headers, body }: { headers: Record<string, string>; body: string }): Promise<number> =>
  (await fetch(`${world.origin}/hooks/stores/ebay`, { method: 'POST', headers, body })).status;

test('the address answers the platform that asks whether it is ours', async () => {
  const address = `${world.origin}/hooks/stores/ebay`;
  const asked = await fetch(`${address}?challenge_code=a8628072-3d33-45ee`);
  expect(asked.headers.get('content-type')).toMatch(/application\/json/);
  expect(await asked.json()).toEqual({
    challengeResponse: challengeResponse('a8628072-3d33-45ee', DEMO_APP.verificationToken, address),
  });
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(`${world.origin}/hooks/stores/etsy?challenge_code=a`)).status).toBe(404);
});

test('a signed notice takes the person out of the orders of all tenants, and of nobody else', async () => {
  const { first, second } = { first: world.people.admin.tenantId, second: world.people.foreign.tenantId };
  await storeOf(first, 'OIVVBZMAPLE', [order('a-1', 'gone_buyer'), order('a-2', 'somebody_else')]);
  await storeOf(second, 'QXTRRABIRCH', [order('b-1', MEMBER.userId)]);
  expect(await names(first)).toEqual(['a-1 Amélie Tremblay 1', 'a-2 Amélie Tremblay 1']);

  const [gone] = await ordersOf(second);
  if (!gone) throw new Error('no order');
  const copies = await buyLabel(world.database.db, gone, '^XA Tremblay ^XZ');
  const given = await notice();
  expect(await post({ ...given, body: given.body.replace('Gone_Buyer', 'Some_Other') })).toBe(401);
  expect(await post({ headers: {}, body: given.body })).toBe(401);
  expect(await post(await notice({ kid: 'ffffffff-7d7b-4621-a0f1-96ccb428af49' }))).toBe(401);
  expect(await names(second)).toEqual(['b-1 Amélie Tremblay 1']);

  expect([await post(given), await post(given)]).toEqual([200, 200]);
  await expect
    .poll(async () => [...(await names(first)), ...(await names(second))], { timeout: 8_000 })
    .toEqual(['a-1  0', 'a-2 Amélie Tremblay 1', 'b-1  0']);
  const states = () =>
    world.database.db.system((tx) =>
      sql<{ state: string }>`SELECT state FROM inbound_events WHERE slug = 'store:ebay'`.execute(tx),
    );
  await expect.poll(() => copiesOf(world.database.db, second, copies), { timeout: 8_000 }).toEqual(FORGOTTEN);
  // It is done a moment after the buyer is erased.
  await expect.poll(async () => (await states()).rows, { timeout: 8_000 }).toEqual([{ state: 'done' }]);
});

test('a key that cannot be fetched now is not a bad signature: the platform is asked to try again', async () => {
  const other = await notice({ kid: 'eeeeeeee-7d7b-4621-a0f1-96ccb428af49' });
  await fetch(`${host.address}/_admin/ebay/faults`, {
    method: 'PUT',
    body: JSON.stringify([{ kind: 'status-before-effect', effect: 'read', times: 20 }]),
  });
  expect(await post(other)).toBe(503);
  await fetch(`${host.address}/_admin/ebay/faults`, { method: 'DELETE' });
  expect(await post(other)).toBe(401);
});
