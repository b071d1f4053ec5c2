/** Runs a command on a selection, batch by batch, each batch a transaction of its own. */
import type { BulkOutcome, OrderSelection } from '@scanship/contracts/orders/order-selection';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../../platform/problem.ts';
import { resolveSelection, SelectionTooSlow } from '../../queries/selection.ts';
import { allOrNothing } from '../transaction.ts';
import { added, type BatchOutcome, NOTHING } from './batch.ts';

/** Few enough that other people's work on the same counters and orders hardly waits, many enough to be quick. */
const BATCH = 500;

/**
 * A problem that `work` answers ends the command with it; batches before stay done, and asking again finds them unchanged.
 * So does a selection that takes too long to read.
 */
export async function onSelection(
  db: Database,
  ctx: RequestContext,
  now: Date,
  selection: OrderSelection,
  work: (tx: Tx, orderIds: readonly string[]) => Promise<Outcome<BatchOutcome>>,
): Promise<Outcome<BulkOutcome>> {
  const resolved = await resolveSelection(db, ctx, now, selection);
  if (!resolved.ok) return resolved;
  let sum = NOTHING;
  try {
    for await (const ids of resolved.value.batches(BATCH)) {
      const batch = await allOrNothing(db, ctx, (tx) => work(tx, ids));
      if (!batch.ok) return batch;
      sum = added(sum, batch.value);
    }
  } catch (error) {
    if (!(error instanceof SelectionTooSlow)) throw error;
    return problem('search_too_slow');
  }
  return ok({ ...sum, problems: [...sum.problems] });
}
