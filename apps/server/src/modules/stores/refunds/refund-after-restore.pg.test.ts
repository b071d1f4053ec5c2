/**
 * A refund at a store that keeps no reference of ours, after the database went back: what was paid meanwhile is not paid again, and what
 * nobody can tell apart is a person's question that has an answer.
 */
import type { ReturnDetail, ReturnRefundOffer } from '@scanship/contracts/shipping/returns';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { createPlayer, samples } from '@scanship/store-ebay/harness';
import { createEbay } from '@scanship/store-ebay/simulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeStoreWorld, type StoreWorld } from '../../../../test/store-world.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';

const EBAY = 100_008;
let world: StoreWorld;
let player: ReturnType<typeof createPlayer>;
let storeId = '';
const admin = () => world.people.admin;
const inTenant = (statement: ReturnType<typeof sql>) =>
  world.database.db.tenant(admin(), (tx) => statement.execute(tx));
/** What the application itself may not do. */
const asOwner = (...statements: readonly string[]) =>
  withClient(world.database.migrator, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

beforeAll(async () => {
  world = await makeStoreWorld({ journal: { sweepMs: 50 } }, { ebay: () => Promise.resolve(createEbay()) });
  player = createPlayer(world.host.address);
  await player.placeOrders(samples.account, 6);
  const { host } = new URL(world.origin);
  const asked = await world.call<{ url: string }>(undefined, 'GET', `/public/${EBAY}/oauth?host=${host}`);
  const back = new URLSearchParams(await player.consent(asked.data.url, 'allow', samples.account));
  const returned = await world.browser.fetch(`${world.origin}/connect/ebay/callback?${back.toString()}`);
  const search = new URL(returned.headers.get('location') ?? '', world.origin).searchParams;
  const added = await world.call<StoreDetail>(admin(), 'POST', '/store/add', {
    platformId: EBAY,
    code: search.get('code'),
    shop: search.get('shop'),
  });
  expect(added.status, added.message).toBe(200);
  storeId = added.data.id;
  const address = await world.call(admin(), 'PUT', `/store/address/${storeId}`, {
    ...added.data.ecommerceStoreAddress,
    companyName: 'Maple House',
    address1: '1450 Rue Saint-Denis',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    phone: '5145550100',
  });
  expect(address.status, address.message).toBe(200);
  await world.sync();
  const { data } = await world.call<StoreDetail>(admin(), 'GET', `/store/${storeId}`);
  const saved = await world.call(admin(), 'PUT', `/store/settings/${storeId}`, {
    ...data.settings,
    returns: { refund: true, restock: false },
    version: data.version,
  });
  expect(saved.status, saved.message).toBe(200);
  await world.application.startJobs();
}, 60_000);
afterAll(() => world.close());

beforeEach(() => asOwner(didNot));

const pastOrders: string[] = [];
/** One of three units of an order's first line came back. */
async function returned(of?: string): Promise<{ readonly id: string; readonly externalId: string }> {
  const { rows } = await inTenant(
    sql`SELECT id, external_id AS "externalId" FROM orders WHERE store_id = ${storeId}
      AND ${of === undefined ? sql`external_id <> ALL (${pastOrders})` : sql`external_id = ${of}`}
      ORDER BY placed_at DESC LIMIT 1`,
  );
  const [order] = rows as { readonly id: string; readonly externalId: string }[];
  if (!order) throw new Error('no order');
  pastOrders.push(order.externalId);
  const [id, shipmentId] = [newId(), newId()];
  const { tenantId } = admin();
  const address = json({ countryCode: 'CA' });
  await inTenant(sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug)
    VALUES (${tenantId}, ${shipmentId}, 'delivered', ${address}, ${address}, 'ups')`);
  await inTenant(sql`INSERT INTO returns (tenant_id, id, order_id, no, return_of, state, reason, reason_words, payer, wish, number_key)
    VALUES (${tenantId}, ${id}, ${order.id}, 1, ${shipmentId}, 'checked', 'does-not-fit', 'It does not fit', 'seller', 'money', '1')`);
  await inTenant(sql`INSERT INTO return_items (tenant_id, return_id, line, qty, received, condition)
    VALUES (${tenantId}, ${id}, 1, 1, 1, 'as_new')`);
  return { id, externalId: order.externalId };
}
const detail = async (id: string) => (await world.call<ReturnDetail>(admin(), 'GET', `/returns/${id}`)).data;
async function refund(id: string, withheldMinor = 0): Promise<void> {
  const { data: offer } = await world.call<ReturnRefundOffer>(admin(), 'GET', `/returns/${id}/refund`);
  const [line] = offer.lines;
  const whole = Math.round(((line?.minor ?? 0) * (line?.quantity ?? 0)) / (line?.left ?? 1));
  const told = await world.call<ReturnDetail>(admin(), 'POST', `/returns/${id}/refund`, {
    lines: [{ line: 1, quantity: line?.quantity, restock: false }],
    taxes: true,
    shipping: false,
    withheldMinor,
    totalMinor: whole - withheldMinor,
    notifyBuyer: false,
  });
  expect(told.status, told.message).toBe(200);
}
const settled = (id: string) =>
  expect
    .poll(async () => (await detail(id)).atStore?.report?.state, { timeout: 20_000 })
    .toMatch(/^(done|failed)$/)
    .then(async () => (await detail(id)).atStore?.report);
const sums = async (externalId: string) =>
  ((await player.refunds?.(samples.account, externalId)) ?? []).map(({ totalMinor }) => totalMinor);
const wentBack = `UPDATE maintenance.lineage SET rewound_at = clock_timestamp()`;
const didNot = `UPDATE maintenance.lineage SET rewound_at = NULL`;
const stepsOf = (id: string) => `effect_steps WHERE subject_id IN (SELECT id FROM effects WHERE subject_id = '${id}')`;
/** As it stood before it was sent: not begun, or planned. */
const unsent = (
  id: string,
  state: 'planned' | 'sending',
) => `UPDATE effects SET state = '${state}', sent_at = NULL, vendor_ids = '{}', problem = NULL,
  lease_until = NULL, due_at = clock_timestamp() WHERE subject_id = '${id}'`;

test('one that was planned when the database went back is found at the store, planned afresh or not', async () => {
  for (const lost of ['all', 'pay'] as const) {
    await asOwner(didNot);
    const { id, externalId } = await returned();
    await refund(id);
    expect(await settled(id)).toMatchObject({ state: 'done' });
    const paid = await sums(externalId);
    expect(paid).toHaveLength(1);
    await asOwner(
      `DELETE FROM ${stepsOf(id)} ${lost === 'pay' ? `AND name = 'refund'` : ''}`,
      wentBack,
      unsent(id, lost === 'pay' ? 'sending' : 'planned'),
    );
    expect(await settled(id)).toMatchObject({ state: 'done' });
    expect(await sums(externalId), lost).toEqual(paid);
  }
});

test('one of which nothing is left here is found when it is wanted again', async () => {
  const { id, externalId } = await returned();
  await refund(id);
  expect(await settled(id)).toMatchObject({ state: 'done' });
  await asOwner(`DELETE FROM ${stepsOf(id)}`, `DELETE FROM effects WHERE subject_id = '${id}'`, wentBack);
  await refund(id);
  expect(await settled(id)).toMatchObject({ state: 'done' });
  expect(await sums(externalId)).toHaveLength(1);
});

test('one whose return itself was forgotten is found when that is made again', async () => {
  const { id, externalId } = await returned();
  await refund(id);
  expect(await settled(id)).toMatchObject({ state: 'done' });
  await asOwner(
    `DELETE FROM ${stepsOf(id)}`,
    `DELETE FROM effects WHERE subject_id = '${id}'`,
    `DELETE FROM return_items WHERE return_id = '${id}'`,
    `DELETE FROM returns WHERE id = '${id}'`,
    wentBack,
  );
  const again = await returned(externalId);
  await refund(again.id);
  expect(await settled(again.id)).toMatchObject({ state: 'done' });
  expect(await sums(externalId)).toHaveLength(1);
});

test('of another amount it is a person’s question; told that it is another, it is paid once', async () => {
  const { id, externalId } = await returned();
  await refund(id, 500);
  expect(await settled(id)).toMatchObject({ state: 'done' });
  // Longer ago than the store takes to list what it was told.
  await asOwner(
    `DELETE FROM ${stepsOf(id)}`,
    `DELETE FROM effects WHERE subject_id = '${id}'`,
    `UPDATE maintenance.lineage SET rewound_at = clock_timestamp() - interval '5 minutes'`,
    `UPDATE orders SET placed_at = placed_at - interval '1 hour' WHERE external_id = '${externalId}'`,
  );
  await refund(id);
  await expect.poll(async () => (await detail(id)).atStore?.report?.state, { timeout: 20_000 }).toBe('unknown');
  // Asked as often as it is before a person is.
  await asOwner(
    `UPDATE effect_steps SET attempt = 20 WHERE name = 'refund' AND subject_id IN
    (SELECT id FROM effects WHERE subject_id = '${id}')`,
    `UPDATE effects SET due_at = clock_timestamp() WHERE subject_id = '${id}'`,
  );
  expect(await settled(id)).toMatchObject({ state: 'failed', open: true });
  expect(await sums(externalId)).toHaveLength(1);
  const settle = () => world.call(admin(), 'POST', `/returns/${id}/refund/settle`, { as: 'again' });
  // What nobody has seen is not set aside unseen.
  const elsewhere = await fetch(
    `${world.host.address}/_admin/ebay/sellers/${samples.account}/orders/${externalId}/change`,
    {
      method: 'POST',
      body: JSON.stringify({ action: 'refund', minor: 100 }),
    },
  );
  expect(elsewhere.status).toBe(200);
  expect(await settle()).toMatchObject({ status: 409, message: expect.stringContaining('meanwhile') as string });
  const again = await settle();
  expect(again.status, again.message).toBe(200);
  expect(await settled(id)).toMatchObject({ state: 'done' });
  expect(await sums(externalId)).toHaveLength(3);
});
