import { expect, it } from 'vitest';
import { breaches, judge } from './judge.ts';
import { runFaults } from './run-faults.ts';

it('purchases survive kills at every point: none doubled, lost or hidden, books and orders agree', async () => {
  const noticed: string[] = [];
  const run = await runFaults({
    purchases: 60,
    inFlight: 10,
    async inspect(rig, tenantId) {
      // The judge must be able to find something: a paid label that is called refused.
      await rig.ask(
        `UPDATE purchases SET state = 'refused' WHERE id = (SELECT id FROM purchases
           WHERE tenant_id = $1 AND state = 'complete' AND slug = 'testline-express' ORDER BY id LIMIT 1)`,
        [tenantId],
      );
      await rig.ask(`UPDATE order_items SET qty_allocated = 0, qty_shipped = 0 WHERE tenant_id = $1`, [tenantId]);
      const tampered = await judge(rig, tenantId);
      noticed.push(tampered.lost[0] ?? 'nothing lost', tampered.allocation[0] ?? 'nothing wrong');
    },
  });
  expect(breaches(run.verdict)).toEqual([]);
  expect(run.rounds).toBe(6);
  // Most rounds die at their point; one whose point is passed too seldom is killed at some moment instead.
  expect(run.killsAtPoint['any moment'] ?? 0).toBeLessThanOrEqual(3);
  expect(run.verdict.purchases).toBeGreaterThanOrEqual(50);
  expect(run.verdict.paid).toBeGreaterThan(15);
  expect(run.verdict.complete).toBeGreaterThan(15);
  expect(noticed[0]).toContain('is paid and called refused');
  expect(noticed[1]).toContain('allocated 0, shipped 0, held 2');
});
