/** A process that hangs in the middle of a batch: others go on with it, nothing is bought twice, and whoever watches is told. */
import type { Batch } from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkProcess, type BulkWorld, makeBulkWorld, SAMPLE_CARRIERS } from '../../../test/bulk-world.ts';
import { raised } from '../../../test/alerts/raised-alerts.ts';
import type { BatchPoint } from './run/run-batch.ts';

let world: BulkWorld;
beforeAll(async () => {
  world = await makeBulkWorld();
});
afterAll(() => world.close());

/** Hangs at the first time it comes to a point, until it is woken. */
function hangingAt(where: BatchPoint) {
  let wake: () => void = () => undefined;
  let hung = false;
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  return {
    hung: () => hung,
    wake: () => wake(),
    onPoint(point: BatchPoint): Promise<void> | void {
      if (point !== where || hung) return;
      hung = true;
      return asleep;
    },
  };
}
const sold = async (): Promise<number> =>
  (await Promise.all(SAMPLE_CARRIERS.map((slug) => world.admin.books(slug))))
    .flat()
    .filter(({ kind }) => kind === 'paid').length;
async function started(process: BulkProcess, count: number): Promise<Batch> {
  const made = await process.batch('POST', '/batches', { kind: 'auto-ship', ids: await world.orders(count) });
  const plan = await process.until(made.id, (batch) => batch.state === 'planned');
  return process.batch('POST', `/batches/${plan.id}/start`, { version: plan.version, totals: plan.plan.totals });
}
const HANGS = { hungMs: 1_500, leaseMs: 400 };

it('alone, it takes its own batch up anew; what hung wakes up in the middle of that and buys nothing', async () => {
  const hanging = hangingAt('claimed');
  let begunAnew = 0;
  const alone = await world.process({
    ...HANGS,
    buyAtOnce: 1,
    onPoint(point) {
      // The orders that it had claimed are being bought by whoever took them over.
      if (hanging.hung() && point === 'bought' && (begunAnew += 1) === 2) hanging.wake();
      return hanging.onPoint(point);
    },
  });
  await alone.application.startJobs();
  const before = await sold();
  const batch = await started(alone, 8);
  const done = await alone.until(batch.id, ({ state }) => state === 'done');
  expect(done.counts).toMatchObject({ done: 8, failed: 0, skipped: 0 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await sold()).toBe(before + 8);
  await alone.close();
});

it('one whose label is bought and whose loop hangs: another process ends the batch, and the first its stop', async () => {
  const hanging = hangingAt('bought');
  const first = await world.process({ ...HANGS, ...hanging });
  await first.application.startJobs();
  const before = await sold();
  const batch = await started(first, 6);
  await expect.poll(hanging.hung, { timeout: 30_000 }).toBe(true);
  await first.application.batches.worker.stop();
  const second = await world.process(HANGS);
  await second.application.startJobs();
  const done = await second.until(batch.id, ({ state }) => state === 'done');
  expect(done.counts).toMatchObject({ done: 6, failed: 0, skipped: 0 });
  hanging.wake();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await sold()).toBe(before + 6);
  await first.close();
  await second.close();
});

it('one that joined and hangs: what it had taken is bought by the one that leads', async () => {
  for (const slug of SAMPLE_CARRIERS) await world.admin.setFaults(slug, [{ kind: 'latency', ms: 60, times: 10_000 }]);
  const hanging = hangingAt('claimed');
  const leader = await world.process({ leaseMs: 5_000 });
  await leader.application.startJobs();
  const joined = await world.process({ leaseMs: 5_000, hungMs: 1_500, ...hanging });
  const before = await sold();
  const batch = await started(leader, 70);
  await joined.application.startJobs();
  await expect.poll(hanging.hung).toBe(true);
  const done = await leader.until(batch.id, ({ state }) => state === 'done');
  expect(done.counts).toMatchObject({ done: 70, failed: 0, skipped: 0 });
  hanging.wake();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await sold()).toBe(before + 70);
  for (const slug of SAMPLE_CARRIERS) await world.admin.clearFaults(slug);
  await joined.close();
  await leader.close();
});

it('a job that really hangs raises its alert, until it gets on', async () => {
  const hanging = hangingAt('claimed');
  const process = await world.process({ leaseMs: 400, hungMs: 60_000, ...hanging });
  await process.application.startJobs();
  const batch = await started(process, 2);
  await expect.poll(hanging.hung, { timeout: 30_000 }).toBe(true);
  const alerts = async (): Promise<readonly string[]> =>
    raised(await process.services.metrics.render()).filter((each) => each.startsWith('JobMakesNoProgress'));
  expect(await alerts()).toEqual([]);
  // Ten minutes later: its lease is still renewed, and that alone is no progress.
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE batches SET progress_at = progress_at - interval '10 minutes' WHERE id = ${batch.id}`.execute(tx),
  );
  // The answer before is good for some seconds.
  await expect
    .poll(alerts, { timeout: 15_000, interval: 500 })
    .toEqual(['JobMakesNoProgress: scanship_job_without_progress_seconds > 240']);
  hanging.wake();
  await process.until(batch.id, ({ state }) => state === 'done');
  await expect.poll(alerts, { timeout: 15_000, interval: 500 }).toEqual([]);
  // Given back in order; nobody who takes it later is held to this.
  const left = async () =>
    (
      await world.database.db.tenant(world.seller, (tx) =>
        sql`SELECT lease_until, progress_at FROM batches WHERE id = ${batch.id}`.execute(tx),
      )
    ).rows;
  await expect.poll(left, { timeout: 15_000 }).toEqual([{ lease_until: null, progress_at: null }]);
  await process.close();
});
