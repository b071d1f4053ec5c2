/** Printing as a source of the exceptions inbox. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Acting, ExceptionSource } from '../exceptions/index.ts';
import { reprintJob, settlePrinted } from './commands/reprint-job.ts';
import { allPrintCauses } from './exception-causes.ts';
import type { PrintingDeps } from './ports.ts';

/** As many as the inbox prints again with one press. */
const MOST_AGAIN = 200;

export function printExceptionSource(deps: PrintingDeps): ExceptionSource {
  const { db } = deps;

  const again = async (ctx: Acting, jobIds: readonly string[]): Promise<Outcome<void>> => {
    for (const jobId of jobIds) {
      const done = await reprintJob(deps, ctx, { jobId });
      // Somebody else was faster with this one.
      if (!done.ok && done.problem.code !== 'print_job_settled') return done;
    }
    return ok(undefined);
  };

  const expiredOf = (ctx: Acting, printerId: string): Promise<readonly string[]> =>
    db.tenant(
      ctx,
      async (tx) => {
        const { rows } = await sql<{ id: string }>`SELECT id FROM print_jobs WHERE tenant_id = ${ctx.tenantId}
          AND printer_id = ${printerId} AND state = 'expired' ORDER BY id LIMIT ${MOST_AGAIN}`.execute(tx);
        return rows.map(({ id }) => id);
      },
      { readOnly: true },
    );

  return {
    prefixes: ['print', 'print-expired'],
    causes: (tenantId) => db.tenant({ tenantId }, (tx) => allPrintCauses(tx, tenantId), { readOnly: true }),
    act(ctx, on, action) {
      const [prefix, id = ''] = on.key.split(':');
      if (action === 'did-print')
        return prefix === 'print' ? settlePrinted(deps, ctx, id) : Promise.resolve(problem('not_found'));
      if (action !== 'print-again') return undefined;
      return (prefix === 'print' ? Promise.resolve([id]) : expiredOf(ctx, id)).then((ids) => again(ctx, ids));
    },
  };
}
