/** A transaction that is undone when its command answers a problem. */
import type { AppProblem, Outcome } from '../problem.ts';
import { problem } from '../problem.ts';
import type { Database, Tx } from './database.ts';

class Undo extends Error {
  readonly reason: AppProblem;
  constructor(reason: AppProblem) {
    super(reason.code);
    this.reason = reason;
  }
}

/** Runs `work` as the tenant; an answered problem rolls everything back and is answered. */
export async function allOrNothing<T>(
  db: Database,
  who: { readonly tenantId: string },
  work: (tx: Tx) => Promise<Outcome<T>>,
  options?: { readonly statementTimeoutMs?: number },
): Promise<Outcome<T>> {
  try {
    return await db.tenant(
      who,
      async (tx) => {
        const outcome = await work(tx);
        if (!outcome.ok) throw new Undo(outcome.problem);
        return outcome;
      },
      options,
    );
  } catch (error) {
    if (error instanceof Undo) return problem(error.reason.code, error.reason);
    throw error;
  }
}
