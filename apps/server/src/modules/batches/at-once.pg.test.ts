/** A run over a carrier that answers slowly: as many labels in hand as the account allows, and a pause that takes effect at once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkWorld, makeBulkWorld } from '../../../test/bulk-world.ts';

let world: BulkWorld;
beforeAll(async () => {
  world = await makeBulkWorld();
});
afterAll(async () => {
  await world.close();
});

/** Long enough for a busy machine to begin the ninth while the first is still out. */
const SLOW_MS = 8_000;

it('more than eight labels are asked of an account that allows it; a pause answers at once and nothing begins after it', async () => {
  const server = await world.process({ buyAtOnce: undefined, leaseMs: 30_000, waitMs: 60_000 });
  const ids = await world.orders(40);
  const made = await server.batch('POST', '/batches', { kind: 'auto-ship', ids });
  const plan = await server.until(made.id, (batch) => batch.state !== 'planning');
  expect(plan.counts.willShip).toBe(40);
  for (const carrier of ['testline-express', 'testline-ground'] as const)
    await world.admin.setFaults(carrier, [{ kind: 'latency', ms: SLOW_MS, times: 1_000 }]);
  const asked = async (): Promise<{ sending: number; all: number }> => {
    const { rows } = await world.database.db.tenant(world.seller, (tx) =>
      sql<{ sending: number; all: number }>`SELECT count(*) FILTER (WHERE state = 'sending')::int AS sending,
        count(*)::int AS all FROM purchases`.execute(tx),
    );
    return rows[0] ?? { sending: 0, all: 0 };
  };
  await server.batch('POST', `/batches/${plan.id}/start`, { version: plan.version, totals: plan.plan.totals });
  await expect.poll(async () => (await asked()).sending, { timeout: 60_000, interval: 50 }).toBeGreaterThan(8);

  const paused = await server.batch('POST', `/batches/${plan.id}/pause`);
  expect(paused.state).toBe('paused');
  // It did not wait for them.
  expect((await asked()).sending).toBeGreaterThan(0);
  // What was on its way to the carrier at this moment is finished; nothing follows it.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { all } = await asked();
  await server.application.batches.worker.idle();
  expect((await asked()).all).toBe(all);
  const still = await server.batch('GET', `/batches/${plan.id}`);
  expect(still.state).toBe('paused');
  expect(still.counts.done).toBe(all);
  expect(still.counts.left).toBe(40 - all);
});
