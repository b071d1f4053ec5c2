import type { Batch, BatchItem } from '@scanship/contracts/shipping/batches';
import { openPdf } from '@scanship/documents/pdf/pdf-pages';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseBlobs } from '../../platform/blobs/blobs.ts';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';
import { readDocument } from '../documents/index.ts';

let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  server = await world.process();
});
afterAll(async () => {
  await world.close();
});

const planOf = async (body: Record<string, unknown>): Promise<Batch> => {
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ...body });
  expect(made.state).toBe('planning');
  return server.until(made.id, (batch) => batch.state !== 'planning');
};
const start = (batch: Batch): Promise<Batch> =>
  server.batch('POST', `/batches/${batch.id}/start`, { version: batch.version, totals: batch.plan.totals });
const itemsOf = async (batch: Batch, query = ''): Promise<BatchItem[]> => {
  const answer = await server.call('GET', `/batches/${batch.id}/items?size=500${query}`);
  return (answer.json.data as { items: BatchItem[] }).items;
};
const ended = (batch: Batch): boolean =>
  batch.state === 'done' && batch.documents.length > 0 && batch.documents.every((part) => part.state === 'ready');
const paidAt = async (slug: 'testline-express' | 'testline-ground'): Promise<number> =>
  (await world.admin.books(slug)).filter((entry) => entry.kind === 'paid').length;
const paid = async (): Promise<number> => (await paidAt('testline-express')) + (await paidAt('testline-ground'));

describe('batches of one company', () => {
  it('are worked on two at a time in all processes; a third waits for its turn', async () => {
    const [one = '', two = '', three = ''] = await world.orders(3);
    const held = [await planOf({ ids: [one] }), await planOf({ ids: [two] })].map(({ id }) => id);
    const hold = (until: ReturnType<typeof sql>, due: ReturnType<typeof sql>) =>
      world.database.db.tenant(world.seller, (tx) =>
        sql`UPDATE batches SET lease_until = ${until}, due_at = ${due} WHERE id = ANY (${held}::uuid[])`.execute(tx),
      );
    // As if other processes worked on them.
    await hold(sql`now() + interval '1 minute'`, sql`now()`);
    const third = await server.batch('POST', '/batches', { kind: 'auto-ship', ids: [three] });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await server.batch('GET', `/batches/${third.id}`)).state).toBe('planning');
    await hold(sql`NULL`, sql`NULL`);
    expect((await server.until(third.id, (batch) => batch.state !== 'planning')).state).toBe('planned');
  });
});

describe('a plan', () => {
  it('says what will ship, what is blocked and why, and what it costs; nothing is bought', async () => {
    const before = await paid();
    const good = await world.orders(3);
    const [weightless = ''] = await world.orders(1, () => ({
      items: [{ sku: 'AIR', title: 'Air', quantity: 1, unitMinor: 100 }],
    }));
    const [nowhere = ''] = await world.orders(1, () => ({
      shipTo: { name: 'No One', address1: '', city: '', provinceCode: 'ON', zipcode: '', countryCode: 'CA' },
    }));
    const [held = '', claimed = ''] = await world.orders(2);
    await world.database.db.tenant(world.seller, async (tx) => {
      await sql`UPDATE orders SET hold_code = 'fraud' WHERE id = ${held}`.execute(tx);
      await sql`UPDATE orders SET claimed_by = ${world.colleague.userId}, claimed_until = now() + interval '1 minute'
        WHERE id = ${claimed}`.execute(tx);
    });
    const plan = await planOf({ ids: [...good, weightless, nowhere, held, claimed] });
    expect(plan.state).toBe('planned');
    expect(plan.counts).toMatchObject({ total: 7, willShip: 3, blocked: 4, done: 0, left: 0 });
    expect(Object.fromEntries(plan.plan.blocked.map(({ cause, count }) => [cause, count]))).toEqual({
      address: 1,
      claimed: 1,
      hold: 1,
      'no-weight': 1,
    });
    expect(plan.plan.blocked.find((group) => group.cause === 'claimed')?.message).toBe(
      'This order is being shipped by user Test.',
    );
    const items = await itemsOf(plan, '&state=planned');
    expect(items.map((item) => item.orderId)).toEqual(good);
    const sum = items.reduce((total, item) => total + (item.choice?.price.minor ?? 0), 0);
    expect(sum).toBeGreaterThan(0);
    expect(plan.plan.totals).toEqual([{ minor: sum, currency: 'CAD' }]);
    expect(plan.plan.compareTotal).toEqual({ minor: sum, currency: 'CAD' });
    // The cheapest of all that were offered, and it says so.
    const rates = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ minor: number }>`SELECT r.price_minor AS minor FROM rates AS r JOIN quotes AS q ON q.id = r.quote_id
        WHERE q.order_id = ${good[0]} AND r.price_minor IS NOT NULL`.execute(tx),
    );
    expect(rates.rows.length).toBeGreaterThan(2);
    expect(items[0]?.choice?.price.minor).toBe(Math.min(...rates.rows.map((row) => row.minor)));
    expect(items[0]?.choice?.reason).toContain(`Cheapest of ${rates.rows.length} offers`);
    const ids = await server.call('GET', `/batches/${plan.id}/order-ids?cause=no-weight`);
    expect(ids.json.data).toEqual({ orderIds: [weightless] });
    expect(await paid()).toBe(before);

    // The same question a moment later is not asked again.
    const calls = (await world.admin.books('testline-express')).length;
    const again = await server.batch('POST', `/batches/${plan.id}/replan`);
    expect(again.version).toBeGreaterThan(plan.version);
    const second = await server.until(plan.id, (batch) => batch.state === 'planned');
    expect(second.plan.totals).toEqual(plan.plan.totals);
    expect((await world.admin.books('testline-express')).length).toBe(calls);
    const quotes = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM quotes WHERE order_id = ${good[0]}`.execute(tx),
    );
    expect(quotes.rows[0]?.n).toBe(1);
  });

  it('is bought only as it was confirmed', async () => {
    const before = await paid();
    const plan = await planOf({ ids: await world.orders(1) });
    const [total] = plan.plan.totals;
    const other = await server.call('POST', `/batches/${plan.id}/start`, {
      version: plan.version,
      totals: [{ minor: (total?.minor ?? 0) - 1, currency: 'CAD' }],
    });
    expect([other.status, other.json.code]).toEqual([409, 'stale_version']);
    expect(other.json.errorMessage).toMatch(/^The plan has changed: 1 labels for \d+\.\d\d CAD\.$/);
    const old = await server.call('POST', `/batches/${plan.id}/start`, {
      version: plan.version - 1,
      totals: plan.plan.totals,
    });
    expect(old.status).toBe(409);
    const empty = await planOf({ ids: ['0199a000-0000-7000-8000-00000000dead'] });
    expect(empty.plan.blocked[0]?.cause).toBe('not-found');
    const nothing = await server.call('POST', `/batches/${empty.id}/start`, { version: empty.version, totals: [] });
    expect([nothing.status, nothing.json.code]).toEqual([400, 'validation']);
    expect(await paid()).toBe(before);
  });

  it('is one plan for one key, and nobody else sees it', async () => {
    const body = { kind: 'auto-ship', ids: await world.orders(1) };
    const headers = { 'idempotency-key': 'plan-once-1' };
    const first = await server.call('POST', '/batches', body, { headers });
    const again = await server.call('POST', '/batches', body, { headers });
    const { id } = first.json.data as Batch;
    expect([first.status, again.status, (again.json.data as Batch).id]).toEqual([202, 202, id]);
    const listed = (await server.call('GET', '/batches?size=1')).json.data as { batches: Batch[]; next: string | null };
    expect(listed.batches.map((batch) => batch.id)).toEqual([id]);
    expect(listed.next).toBe(id);
    const next = (await server.call('GET', `/batches?size=100&after=${id}`)).json.data as { batches: Batch[] };
    expect(next.batches.every((batch) => batch.id < id)).toBe(true);
    for (const path of [`/batches/${id}`, `/batches/${id}/items`, `/batches/${id}/order-ids`])
      expect((await server.call('GET', path, undefined, { as: world.stranger })).status).toBe(404);
    const theirs = await server.call('POST', `/batches/${id}/cancel`, {}, { as: world.stranger });
    expect(theirs.status).toBe(404);
    // Orders of somebody else are not found, whoever names them.
    const stolen = await server.call('POST', '/batches', body, { as: world.stranger });
    const plan = stolen.json.data as Batch;
    await server.application.batches.worker.idle();
    const seen = await server.call('GET', `/batches/${plan.id}`, undefined, { as: world.stranger });
    expect((seen.json.data as Batch).plan.blocked).toMatchObject([{ cause: 'not-found', count: 1 }]);
  });

  it('is not made while five of a company are being made, whoever asks at once; another company plans on', async () => {
    const { tenantId } = world.stranger;
    await world.database.db.tenant({ tenantId }, (tx) =>
      sql`INSERT INTO batches (tenant_id, id, kind, state) SELECT ${tenantId}::uuid, gen_random_uuid(), 'auto-ship', 'planning'
        FROM generate_series(1, 4)`.execute(tx),
    );
    const [id] = await world.orders(1);
    const ask = () => server.call('POST', '/batches', { kind: 'auto-ship', ids: [id] }, { as: world.stranger });
    const asked = await Promise.all([ask(), ask(), ask()]);
    // Those that are planned meanwhile give their place back.
    const refused = asked.filter(({ status }) => status !== 202);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused)
      expect([answer.status, answer.json.code, answer.json.errorMessage]).toEqual([
        429,
        'rate_limited',
        'Your company has five batches being planned already.',
      ]);
    await planOf({ ids: [id] });
    await world.database.db.tenant({ tenantId }, (tx) =>
      sql`UPDATE batches SET state = 'cancelled' WHERE tenant_id = ${tenantId} AND due_at IS NULL`.execute(tx),
    );
  });

  it('keeps to one carrier and service, and refuses one that is not there', async () => {
    const ids = await world.orders(1);
    const plan = await planOf({
      kind: 'service',
      ids,
      service: { grantId: world.grants['testline-ground'], service: 'nonsense' },
    });
    expect(plan.plan.blocked.map((group) => group.cause)).toEqual(['no-rate']);
    const bare = await server.call('POST', '/batches', { kind: 'service', ids });
    expect([bare.status, bare.json.errorMessages?.[0]?.field]).toEqual([400, 'service']);
    const gone = await server.call('POST', '/batches', { kind: 'preset', ids, presetId: ids[0] });
    expect([gone.status, gone.json.errorMessages?.[0]?.field]).toEqual([400, 'presetId']);
    const none = await server.call('POST', '/batches', { kind: 'auto-ship' });
    expect([none.status, none.json.code]).toEqual([400, 'validation']);
  });
});

describe('a batch', () => {
  it('buys every label once, in the name of who started it, and merges them in the chosen order', async () => {
    const before = await paid();
    const skus = ['PEN', 'CUP', 'BAG', 'CUP', 'ARC'];
    const ids = await world.orders(5, (index) => ({
      items: [{ sku: skus[index] ?? '', title: 'Thing', quantity: 1, unitMinor: 500, weightGrams: 300 }],
    }));
    const plan = await planOf({
      ids,
      name: 'Morning',
      printOrder: { by: 'sku', reversed: false },
      separators: 'sku',
      partSize: 3,
      documents: ['labels', 'slips'],
    });
    const begun = await start(plan);
    expect(begun.startedAt).not.toBeNull();
    // Clicked twice it is the same batch.
    expect((await start(plan)).id).toBe(plan.id);
    const done = await server.until(plan.id, ended);
    expect(done.counts).toMatchObject({ done: 5, failed: 0, left: 0, willShip: 5 });
    expect(done.spent).toEqual(plan.plan.totals);
    expect(await paid()).toBe(before + 5);
    const items = await itemsOf(done);
    expect(items.every((item) => item.state === 'done' && item.trackingNumbers.length === 1)).toBe(true);
    const kept = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ n: number; by: string }>`SELECT count(*)::int AS n, min(created_by::text) AS by FROM shipments
        WHERE id = ANY (${items.map((item) => item.shipmentId)}::uuid[]) AND state = 'bought'`.execute(tx),
    );
    expect(kept.rows[0]).toEqual({ n: 5, by: world.seller.userId });

    const labels = done.documents.filter((part) => part.kind === 'labels');
    expect(labels.map(({ fileName, orders, done: made }) => [fileName, orders, made])).toEqual([
      ['AutoShip-1-of-2.pdf', 3, 3],
      ['AutoShip-2-of-2.pdf', 2, 2],
    ]);
    // ARC, BAG and CUP with a page before each; then CUP, continued, and PEN.
    expect(labels.map((part) => part.pages)).toEqual([6, 4]);
    const slips = done.documents.filter((part) => part.kind === 'slips');
    expect(slips.map((part) => part.pages)).toEqual([3, 2]);
    const file = await readDocument(
      { db: world.database.db, blobs: databaseBlobs },
      world.seller.tenantId,
      labels[0]?.documentId ?? '',
    );
    if (!file.ok) throw new Error(file.problem.code);
    expect([file.value.fileName, (await openPdf(file.value.bytes)).getPageCount()]).toEqual(['AutoShip-1-of-2.pdf', 6]);
    // Only what is printed counts: the three labels of this file, not the two of the other.
    const printed = await server.call('POST', `/batches/${plan.id}/documents/printed`, {
      documentId: labels[0]?.documentId,
    });
    expect(printed.json.data).toEqual({ labels: 3 });

    // Merged again in another order: the same labels, other parts.
    await server.batch('POST', `/batches/${plan.id}/documents`, {
      printOrder: { by: 'list', reversed: true },
      separators: 'none',
      documents: ['labels'],
      partSize: 500,
    });
    const merged = await server.until(plan.id, (batch) => ended(batch) && batch.documents.length === 1);
    expect(merged.documents[0]).toMatchObject({ fileName: 'AutoShip.pdf', pages: 5, of: 1 });
    expect(await paid()).toBe(before + 5);
  });

  it('started again by whoever did not hear the answer is told as started, whatever came since; an outdated plan is refused', async () => {
    const plan = await planOf({ ids: await world.orders(1) });
    const body = { version: plan.version, totals: plan.plan.totals };
    const again = async (version = plan.version) => {
      const { status, json } = await server.call('POST', `/batches/${plan.id}/start`, { ...body, version });
      return [status, json.code ?? (json.data as Batch).state];
    };
    await start(plan);
    await server.until(plan.id, ended);
    const before = await paid();
    const restrict = (since: Date | null) =>
      world.database.db.system((tx) =>
        sql`UPDATE tenants SET restricted_at = ${since}, restricted_reason = ${since && 'unpaid'}
          WHERE id = ${world.seller.tenantId}`.execute(tx),
      );
    await restrict(new Date());
    expect(await again()).toEqual([200, 'done']);
    await restrict(null);
    expect(await again(plan.version - 1)).toEqual([409, 'stale_version']);
    const stopped = await planOf({ ids: await world.orders(1) });
    await server.batch('POST', `/batches/${stopped.id}/cancel`);
    const refused = await server.call('POST', `/batches/${stopped.id}/start`, {
      version: stopped.version,
      totals: stopped.plan.totals,
    });
    expect([refused.status, refused.json.code]).toEqual([409, 'stale_version']);
    expect(await paid()).toBe(before);
  });

  it('skips what was shipped elsewhere meanwhile, and says by whom', async () => {
    const ids = await world.orders(2);
    const plan = await planOf({ ids });
    const other = await server.call('POST', '/shipment/create/multiple2', { ids: [ids[1]] }, { as: world.colleague });
    expect(other.status).toBe(200);
    const before = await paid();
    await start(plan);
    const done = await server.until(plan.id, ended);
    expect(done.counts).toMatchObject({ done: 1, skipped: 1 });
    expect(done.failures).toEqual([
      {
        cause: 'shipped',
        count: 1,
        message: 'These items already have a label, bought by user Test.',
        canRetry: false,
      },
    ]);
    expect(await paid()).toBe(before + 1);
  });

  it('pauses, resumes and is cancelled; what is bought stays', async () => {
    const before = await paid();
    const plan = await planOf({ ids: await world.orders(60) });
    await start(plan);
    await server.until(plan.id, (batch) => batch.counts.done > 0);
    await server.batch('POST', `/batches/${plan.id}/pause`);
    const paused = await server.until(
      plan.id,
      (batch) => batch.state === 'paused' && batch.counts.left === batch.counts.willShip - batch.counts.done,
    );
    await server.application.batches.worker.idle();
    const still = await server.batch('GET', `/batches/${plan.id}`);
    expect(still.counts.done).toBeLessThan(60);
    expect(still.counts.done + still.counts.left).toBe(60);
    expect(await paid()).toBe(before + still.counts.done);
    expect(paused.endedAt).toBeNull();
    await server.batch('POST', `/batches/${plan.id}/resume`);
    await server.until(plan.id, (batch) => batch.counts.done > still.counts.done);
    await server.batch('POST', `/batches/${plan.id}/cancel`);
    const over = await server.until(
      plan.id,
      (batch) => batch.endedAt !== null && batch.documents.some((part) => part.state === 'ready'),
    );
    expect(over.state).toBe('cancelled');
    expect(over.counts.done + over.counts.cancelled).toBe(60);
    expect(await paid()).toBe(before + over.counts.done);
    expect(over.documents[0]?.orders).toBe(over.counts.done);
    const again = await server.call('POST', `/batches/${plan.id}/resume`);
    expect(again.json.code).toBe('stale_version');
  });

  it('refuses a price that has become dearer, and buys at one that has not', async () => {
    const plan = await planOf({ ids: await world.orders(2) });
    await world.database.db.tenant(world.seller, async (tx) => {
      // The stored prices run out; one was planned at half of what it costs.
      await sql`UPDATE rates SET expires_at = now() - interval '1 minute' WHERE quote_id IN
        (SELECT quote_id FROM batch_items WHERE batch_id = ${plan.id})`.execute(tx);
      await sql`UPDATE batch_items SET planned_minor = planned_minor / 2 WHERE batch_id = ${plan.id} AND position = 1`.execute(
        tx,
      );
    });
    const now = await server.batch('GET', `/batches/${plan.id}`);
    await start(now);
    const done = await server.until(plan.id, (batch) => batch.state === 'done');
    expect(done.counts).toMatchObject({ done: 1, failed: 1 });
    expect(done.failures[0]?.cause).toBe('dearer');
    expect(done.failures[0]?.message).toMatch(/^Planned for \d+\.\d\d CAD, now \d+\.\d\d CAD: more than 5 % more/);
  });
});

describe('the named calls', () => {
  it('answer the merged PDF under its exact name, with what failed beside it', async () => {
    const ids = await world.orders(2);
    const [bad = ''] = await world.orders(1, () => ({
      items: [{ sku: 'AIR', title: 'Air', quantity: 1, unitMinor: 100 }],
    }));
    const key = 'bulk-named-call-1';
    const answer = await server.call(
      'POST',
      '/shipment/create/multiple2',
      { ids: [...ids, bad] },
      { headers: { 'idempotency-key': key } },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain('filename="AutoShip.pdf"');
    expect(answer.headers['x-failed-orders']).toBe('1');
    const before = await paid();
    const repeated = await server.call(
      'POST',
      '/shipment/create/multiple2',
      { ids: [...ids, bad] },
      { headers: { 'idempotency-key': key } },
    );
    expect([repeated.status, repeated.headers['x-batch-id']]).toEqual([200, answer.headers['x-batch-id']]);
    const reused = await server.call(
      'POST',
      '/shipment/create/multiple2',
      { ids },
      { headers: { 'idempotency-key': key } },
    );
    expect(reused.json.code).toBe('key_reused');
    expect(await paid()).toBe(before);
  });

  it('answer the job at once when asked to, and the reason when nothing can be shipped', async () => {
    const [offer] = await itemsOf(await planOf({ ids: await world.orders(1) }));
    const choice = offer?.choice;
    const body = { ids: await world.orders(1), grantId: choice?.grantId, service: choice?.service };
    const job = await server.call('POST', '/shipment/create/multiple', body, { headers: { prefer: 'respond-async' } });
    expect(job.status).toBe(202);
    const { id } = job.json.data as Batch;
    const done = await server.until(id, ended);
    expect(done.documents[0]?.fileName).toBe('ShipmentByCarrier.pdf');
    const again = await server.call('POST', '/shipment/create/multiple', body);
    expect([again.status, again.json.code]).toEqual([409, 'order_not_shippable']);
    expect(again.json.errorMessage).toContain(
      'None of 1 orders was shipped. This order has a label already, bought by admin Test.',
    );
  });
});
