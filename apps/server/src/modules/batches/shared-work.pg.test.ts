/** One batch bought by several processes: each order once, and nothing is lost with one of them. */
import type { Batch } from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld, SAMPLE_CARRIERS } from '../../../test/bulk-world.ts';
import { newId } from '../../platform/database/ids.ts';

let world: BulkWorld;
let first: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld();
  first = await world.process({ leaseMs: 30_000 });
  await first.application.startJobs();
});
afterEach(async () => {
  for (const slug of SAMPLE_CARRIERS) await world.admin.clearFaults(slug);
});
afterAll(() => world.close());

async function planOf(count: number): Promise<Batch> {
  const made = await first.batch('POST', '/batches', { kind: 'auto-ship', ids: await world.orders(count) });
  const plan = await first.until(made.id, (batch) => batch.state !== 'planning');
  expect(plan.counts.willShip).toBe(count);
  return plan;
}
const start = (plan: Batch): Promise<Batch> =>
  first.batch('POST', `/batches/${plan.id}/start`, { version: plan.version, totals: plan.plan.totals });
const slow = async (ms: number): Promise<void> => {
  for (const slug of SAMPLE_CARRIERS) await world.admin.setFaults(slug, [{ kind: 'latency', ms, times: 10_000 }]);
};
/** Orders of a batch by state, of the process with the lease and of those beside it. */
async function sharesOf(plan: Batch): Promise<{ state: string; own: number; beside: number }[]> {
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{
      state: string;
      own: number;
      beside: number;
    }>`SELECT state, count(*) FILTER (WHERE worker_id IS NULL)::int AS own,
      count(worker_id)::int AS beside FROM batch_items WHERE batch_id = ${plan.id} GROUP BY state ORDER BY state`.execute(
      tx,
    ),
  );
  return rows;
}
/** What carriers sold since `before`, as their own books have it. */
const sold = async (): Promise<number> =>
  (await Promise.all(SAMPLE_CARRIERS.map((slug) => world.admin.books(slug))))
    .flat()
    .filter(({ kind }) => kind === 'paid').length;

describe('a batch of many orders', () => {
  it('is bought by two processes, each order once', async () => {
    const second = await world.process({ leaseMs: 30_000 });
    await second.application.startJobs();
    const plan = await planOf(70);
    const before = await sold();
    await slow(60);
    await start(plan);
    const done = await first.until(plan.id, (batch) => batch.state === 'done');
    expect(done.counts).toMatchObject({ done: 70, failed: 0, skipped: 0 });
    const [share] = await sharesOf(plan);
    expect(share?.beside).toBeGreaterThan(10);
    expect(share?.own).toBeGreaterThan(10);
    expect(await sold()).toBe(before + 70);
    await second.close();
  });

  it('cancelled, it ends when the last process has ended what it had in hand', async () => {
    const second = await world.process({ leaseMs: 30_000 });
    await second.application.startJobs();
    const plan = await planOf(70);
    const before = await sold();
    await slow(1_500);
    await start(plan);
    const begun = async (): Promise<number> => {
      const { rows } = await world.database.db.tenant(world.seller, (tx) =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM batch_items
          WHERE batch_id = ${plan.id} AND worker_id IS NOT NULL AND shipment_id IS NOT NULL`.execute(tx),
      );
      return rows[0]?.n ?? 0;
    };
    await expect.poll(begun, { timeout: 60_000 }).toBeGreaterThan(0);
    await first.batch('POST', `/batches/${plan.id}/cancel`);
    const ended = await first.until(plan.id, (batch) => batch.endedAt !== null);
    expect(ended.counts.done + ended.counts.cancelled).toBe(70);
    expect(await sold()).toBe(before + ended.counts.done);
    expect((await sharesOf(plan)).map(({ state }) => state)).toEqual(['cancelled', 'done']);
    await second.close();
  });

  it('what a process that died beside it had taken is bought by the one with the lease, before the batch is at its end', async () => {
    const alone = await world.process({ leaseMs: 1_000, buyAtOnce: 1 });
    const plan = await planOf(24);
    // Nobody else is to lead.
    await first.application.batches.worker.stop();
    const before = await sold();
    const dead = newId();
    await slow(300);
    await world.database.db.tenant(world.seller, async (tx) => {
      await sql`INSERT INTO batch_workers (tenant_id, batch_id, id, lease_until)
        VALUES (${world.seller.tenantId}, ${plan.id}, ${dead}, clock_timestamp() + interval '2 seconds')`.execute(tx);
      await sql`UPDATE batch_items SET state = 'running', worker_id = ${dead}
        WHERE batch_id = ${plan.id} AND position <= 3`.execute(tx);
    });
    await alone.batch('POST', `/batches/${plan.id}/start`, { version: plan.version, totals: plan.plan.totals });
    const done = await alone.until(plan.id, (batch) => batch.state === 'done');
    expect(done.counts).toMatchObject({ done: 24, failed: 0 });
    expect(await sold()).toBe(before + 24);
    const { rows } = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ later: number }>`SELECT count(*)::int AS later FROM batch_items WHERE batch_id = ${plan.id} AND position > 3
        AND settled_at > (SELECT max(settled_at) FROM batch_items WHERE batch_id = ${plan.id} AND position <= 3)`.execute(
        tx,
      ),
    );
    expect(rows[0]?.later).toBeGreaterThan(0);
    await alone.close();
  });
});

describe('where one process answers and another works', () => {
  it('nothing of a batch is done in the one that answers, and the other hears of it at once', async () => {
    const times = { leaseMs: 30_000, sweepMs: 3_600_000 };
    const web = await world.process(times, undefined, { role: 'web' });
    const worker = await world.process(times, undefined, { role: 'worker' });
    await first.close();
    const before = await sold();
    const ids = await world.orders(5);
    const made = await web.batch('POST', '/batches', { kind: 'auto-ship', ids });
    await web.application.batches.worker.idle();
    expect((await web.batch('GET', `/batches/${made.id}`)).state).toBe('planning');
    // Said before anybody listened: found with the first look.
    await worker.application.startJobs();
    const plan = await web.until(made.id, ({ state }) => state === 'planned');
    await web.batch('POST', `/batches/${plan.id}/start`, { version: plan.version, totals: plan.plan.totals });
    const done = await web.until(plan.id, ({ state }) => state === 'done');
    expect(done.counts).toMatchObject({ done: 5, failed: 0 });
    expect(await sold()).toBe(before + 5);
    const pickups = async ({ services }: BulkProcess): Promise<number> =>
      (await services.metrics.render())
        .split('\n')
        .filter((line) => line.startsWith('scanship_journal_pickups_total{table="purchases"'))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    expect(await pickups(web)).toBe(0);
    expect(await pickups(worker)).toBeGreaterThanOrEqual(5);
    await web.close();
    await worker.close();
  });
});
