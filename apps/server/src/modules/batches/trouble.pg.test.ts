import type { Batch, BatchItem } from '@scanship/contracts/shipping/batches';
import { toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld, SAMPLE_CARRIERS } from '../../../test/bulk-world.ts';
import { setCreditLimit } from '../billing/index.ts';
import { loadRateSheetTools } from '../carriers/connector-registry.ts';

/** What goes wrong while a batch runs: carriers, money, processes that die, purchases nobody can be asked about. */
let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  server = await world.process({ retryAfterMs: [1_500, 60_000] });
});
afterEach(async () => {
  for (const slug of SAMPLE_CARRIERS) await world.admin.clearFaults(slug);
});
afterAll(async () => {
  await world.close();
});

const planOf = async (ids: readonly string[], more: Record<string, unknown> = {}): Promise<Batch> => {
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids, documents: ['labels'], ...more });
  return server.until(made.id, (batch) => batch.state === 'planned');
};
const start = (batch: Batch): Promise<Batch> =>
  server.batch('POST', `/batches/${batch.id}/start`, { version: batch.version, totals: batch.plan.totals });
const itemsOf = async (batch: Batch): Promise<BatchItem[]> =>
  ((await server.call('GET', `/batches/${batch.id}/items`)).json.data as { items: BatchItem[] }).items;
const paid = async (): Promise<number> => {
  const books = await Promise.all(SAMPLE_CARRIERS.map((slug) => world.admin.books(slug)));
  return books.flat().filter((entry) => entry.kind === 'paid').length;
};

it('an outage is tried again by itself, visibly, and no label is bought twice', async () => {
  const before = await paid();
  const plan = await planOf(await world.orders(1));
  world.outage.on = true;
  await start(plan);
  const waiting = await server.until(plan.id, (batch) => batch.retry !== null);
  expect(waiting.counts).toMatchObject({ waiting: 1, left: 1, failed: 0 });
  expect(waiting.retry?.count).toBe(1);
  expect(Date.parse(waiting.retry?.nextAt ?? '') - Date.now()).toBeLessThan(2_000);
  expect(waiting.retry?.message).not.toBe('');
  expect(await paid()).toBe(before);
  world.outage.on = false;
  const done = await server.until(plan.id, (batch) => batch.state === 'done');
  expect(done.counts).toMatchObject({ done: 1, failed: 0, waiting: 0 });
  expect(await paid()).toBe(before + 1);
});

it('a refusal says what the carrier said; retry failed buys it when it is mended', async () => {
  const before = await paid();
  const ids = await world.orders(2);
  const plan = await planOf(ids);
  for (const slug of SAMPLE_CARRIERS)
    await world.admin.setFaults(slug, [{ kind: 'status-before-effect', effect: 'effect', status: 422, times: 50 }]);
  await start(plan);
  const failed = await server.until(plan.id, (batch) => batch.state === 'done');
  expect(failed.counts).toMatchObject({ done: 0, failed: 2 });
  expect(failed.failures).toMatchObject([{ cause: 'refused', count: 2, canRetry: true }]);
  expect(failed.documents).toEqual([]);
  const nothing = await server.call('POST', `/batches/${plan.id}/retry`, { causes: ['credit'] });
  expect([nothing.status, nothing.json.code]).toEqual([400, 'validation']);
  for (const slug of SAMPLE_CARRIERS) await world.admin.clearFaults(slug);
  await server.batch('POST', `/batches/${plan.id}/retry`, { causes: ['refused'] });
  const done = await server.until(plan.id, (batch) => batch.documents[0]?.state === 'ready');
  expect(done.counts).toMatchObject({ done: 2, failed: 0 });
  expect(done.documents[0]?.orders).toBe(2);
  expect((await itemsOf(done)).every((item) => item.attempts === 1)).toBe(true);
  expect(await paid()).toBe(before + 2);
});

it('a process that dies leaves nothing half done: another one goes on and repeats nothing', async () => {
  const before = await paid();
  const plan = await planOf(await world.orders(8));
  // What a process that died after the purchase was stored, and one that died before, leave behind.
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE batches SET state = 'running', started_at = now(), due_at = now(), lease_until = now() + interval '1 second',
      attempt = attempt + 1 WHERE id = ${plan.id}`.execute(tx),
  );
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE batch_items SET state = 'running' WHERE batch_id = ${plan.id} AND position <= 3`.execute(tx),
  );
  const [first] = await itemsOf(plan);
  const rate = await world.database.db.tenant(world.seller, (tx) =>
    sql<{
      quote_id: string;
      rate_id: string;
    }>`SELECT quote_id, rate_id FROM batch_items WHERE batch_id = ${plan.id} AND position = 1`.execute(tx),
  );
  const bought = await server.call(
    'POST',
    '/shipment/create',
    { orderId: first?.orderId, quoteId: rate.rows[0]?.quote_id, rateId: rate.rows[0]?.rate_id },
    { headers: { 'idempotency-key': `batch:${plan.id}:1:1` } },
  );
  expect(bought.status).toBe(200);
  const other = await world.process();
  await other.application.startJobs();
  const done = await other.until(plan.id, (batch) => batch.state === 'done', 60_000);
  expect(done.counts).toMatchObject({ done: 8, failed: 0, skipped: 0 });
  expect(await paid()).toBe(before + 8);
  await other.close();
});

it('a label whose outcome only a person could tell counts for its batch when they have told it', async () => {
  const plan = await planOf(await world.orders(1));
  await start(plan);
  const done = await server.until(plan.id, (batch) => batch.state === 'done');
  const [item] = await itemsOf(done);
  await world.database.db.tenant(world.seller, async (tx) => {
    await sql`UPDATE batch_items SET state = 'failed', cause = 'undecided', paid_minor = NULL, paid_currency = NULL
      WHERE batch_id = ${plan.id}`.execute(tx);
    for (const follower of server.application.shipments.ports.followers)
      await follower.onShipmentBought?.(tx, {
        tenantId: world.seller.tenantId,
        shipmentId: item?.shipmentId ?? '',
        orders: [],
        parcels: [],
        carrier: { slug: 'testline-ground', name: 'TestLine Ground' },
        serviceName: 'Ground',
        test: true,
        replacesId: undefined,
        userId: world.seller.userId,
      });
  });
  const now = await server.batch('GET', `/batches/${plan.id}`);
  expect(now.counts).toMatchObject({ done: 1, failed: 0 });
  expect(now.spent).toEqual(done.spent);
});

// Last: from here on the courier that this test connects is the cheapest.
it('when the credit runs out the rest fails with the sentence, and what is bought stays', async () => {
  const { tenantId, realmId } = world.seller;
  const { carriers } = server.application;
  // A courier of the franchise's own: labels of simulators are tests, which no limit stops.
  const franchise = { tenantId: realmId, tenantKind: 'franchise' } as const;
  const lent = await carriers.addAccount(franchise, {
    carrier: 'rate-sheet',
    name: 'Own courier',
    mode: 'live',
    credentials: {},
  });
  if (!lent.ok) throw new Error(JSON.stringify(lent.problem));
  const { rateSheetTemplate, sheetAsCsv } = await loadRateSheetTools();
  const sheet = await carriers.putRateSheet({ tenantId: realmId, userId: world.seller.userId }, lent.value.accountId, {
    fileName: 'sheet.csv',
    contentType: 'text/csv',
    bytes: new TextEncoder().encode(sheetAsCsv(rateSheetTemplate())),
  });
  if (!sheet.ok || !sheet.value.accepted) throw new Error(JSON.stringify(sheet));
  const own = Object.values(world.grants);
  const grant = await world.database.db.tenant(world.seller, (tx) =>
    tx
      .selectFrom('account_grants')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', 'not in', own)
      .executeTakeFirst(),
  );
  if (!grant) throw new Error('nothing was lent');
  const ids = await world.orders(4);
  const plan = await planOf(ids, { kind: 'service', service: { grantId: grant.id, service: 'NEXT_DAY' } });
  const price = (await itemsOf(plan))[0]?.choice?.price.minor ?? 0;
  expect(price).toBeGreaterThan(0);
  await world.database.db.tenant({ tenantId: realmId }, (tx) =>
    setCreditLimit(tx, realmId, tenantId, 'CAD', price * 2 + 1),
  );
  await start(plan);
  const done = await server.until(plan.id, (batch) => batch.state === 'done');
  expect(done.counts).toMatchObject({ done: 2, failed: 2 });
  const short = toDecimal({ minor: price - 1, currency: 'CAD' });
  const message = `${short} CAD more is needed for this than is available.`;
  expect(done.failures).toEqual([{ cause: 'credit', count: 2, message, canRetry: true }]);
  expect(done.spent).toEqual([{ minor: price * 2, currency: 'CAD' }]);
});
