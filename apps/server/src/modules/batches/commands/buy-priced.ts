/** Buys what a plan has priced so far, as a batch of its own, while the rest is still being planned. */
import { createHash } from 'node:crypto';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { type Database, violated } from '../../../platform/database/database.ts';
import { idAt } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { readBatch } from '../batch-rows.ts';
import {
  type Asker,
  changedPlan,
  changeToBuy,
  keepReasons,
  planTotals,
  sameTotals,
  wrongState,
} from './change-batch.ts';
import { findByKey } from './create-batch.ts';

const done: Outcome<void> = { ok: true, value: undefined };

/**
 * Moves the priced orders out of the plan and starts them, in one transaction: an order is in one batch at any moment, and nothing is
 * bought that was priced after whoever confirmed it looked.
 * @param named.step as the plan said it (`plan.priced.step`)
 * @param key the caller's own; the same key finds the same batch
 * @returns id of the new batch; problems `not_found`, `stale_version`, `validation` (nothing is priced), `key_reused`, `shipping_restricted`
 */
export async function buyPriced(
  deps: { readonly db: Database; readonly now: () => Date },
  asker: Asker,
  id: string,
  named: { readonly step: number; readonly totals: readonly Money[] },
  key: string | undefined,
): Promise<Outcome<string>> {
  const { db, now } = deps;
  const { tenantId } = asker;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([asker.userId, id, named]))
    .digest('hex');
  const bought = { id: idAt(now()) };
  try {
    const moved = await changeToBuy(db, tenantId, id, async (tx, batch) => {
      // Under the plan's lock, so that the same request a moment earlier is seen.
      const twin = key === undefined ? undefined : await findByKey(tx, tenantId, key);
      if (twin) {
        bought.id = twin.id;
        return twin.requestHash === requestHash ? done : problem('key_reused');
      }
      if (batch.autoStart)
        return problem('stale_version', { message: 'This plan is bought by itself as soon as it is made.' });
      if (batch.state !== 'planning')
        return wrongState(
          batch,
          batch.state === 'planned' ? 'The plan is made: buy it as a whole.' : 'This batch was started already.',
        );
      const totals = await planTotals(tx, batch, named.step);
      if (totals.length === 0) return problem('validation', { message: 'Nothing of this plan is priced yet.' });
      if (!sameTotals(named.totals, totals)) return changedPlan(tx, batch, totals, named.step);
      await sql`INSERT INTO batches (tenant_id, id, kind, name, filter, exclusions, options, asker, state, version, intent_key,
          request_hash, due_at, created_by, created_by_session, started_at, started_by, started_by_session, part_of)
        SELECT tenant_id, ${bought.id}::uuid, kind, left(name, 70) || ' (' || (SELECT count(*) + 1 FROM batches AS o
            WHERE o.tenant_id = b.tenant_id AND o.part_of = b.id) || ')',
          filter, exclusions, options, asker, 'running', 1, ${key ?? null}, ${key === undefined ? null : requestHash},
          clock_timestamp(), created_by, created_by_session, clock_timestamp(), ${asker.userId}::uuid, ${asker.sessionId}::uuid, id
        FROM batches AS b WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
      await sql`UPDATE batch_items SET batch_id = ${bought.id} WHERE tenant_id = ${tenantId} AND batch_id = ${id}
        AND state = 'planned' AND coalesce(plan_step, 0) <= ${named.step}`.execute(tx);
      // Whoever confirms the rest has to have seen that these are gone.
      await sql`UPDATE batches SET version = version + 1 WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
      const part = await readBatch(tx, tenantId, bought.id);
      if (part) await keepReasons(tx, part);
      return done;
    });
    return moved.ok ? { ok: true, value: bought.id } : moved;
  } catch (error) {
    // Another plan's request with this key was faster.
    if (violated(error) === 'batches_intent') return problem('key_reused');
    throw error;
  }
}
