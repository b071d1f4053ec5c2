/**
 * Later refunds: asks the carriers that can be asked once a day, books what has come, and tells a person when a refund's day
 * has passed. Due work in `voids.refund_check_at`, taken by moving it ahead, so that several processes share it and one that
 * dies loses nothing.
 */
import { runRefund } from '@scanship/connector-kit/steps/run-question';
import { sql } from 'kysely';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { readVoidRequest, settleRefund } from './commands/settle-refund.ts';
import { noteRefund } from './exception-causes.ts';
import type { ShipmentPorts } from './ports.ts';

export interface RefundWatchDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly ports: ShipmentPorts;
}

export interface RefundWatch {
  /** Looks once at what is due; answers how many refunds it looked at. */
  look(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_MS = 60_000;
const AT_ONCE = 20;
/** Another process takes it up when this one has not finished by then. */
const LEASE_MINUTES = 10;

interface Due {
  readonly tenant_id: string;
  readonly id: string;
}

export function createRefundWatch(deps: RefundWatchDeps): RefundWatch {
  async function look(): Promise<number> {
    const due = await deps.db.system(async (tx) => {
      const taken =
        await sql<Due>`UPDATE voids AS v SET refund_check_at = clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
        FROM (SELECT tenant_id, id FROM voids WHERE refund_check_at <= clock_timestamp()
          ORDER BY refund_check_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) AS d
        WHERE v.tenant_id = d.tenant_id AND v.id = d.id RETURNING v.tenant_id, v.id`.execute(tx);
      return taken.rows;
    });
    // All at once: a carrier that hangs costs its deadline and nobody else's time.
    await Promise.all(
      due.map(({ tenant_id, id }) =>
        lookAt(deps, tenant_id, id).catch((error: unknown) =>
          deps.log.error({ err: error, voidId: id }, 'a refund could not be looked at; it is tried again'),
        ),
      ),
    );
    return due.length;
  }

  const sweep = createSweep(
    { log: deps.log, everyMs: SWEEP_MS, firstMs: 2_000, name: 'refunds', failed: 'refunds could not be looked for' },
    async () => ((await look()) === AT_ONCE ? 'again' : undefined),
  );
  return { ...sweep, look };
}

async function lookAt(deps: RefundWatchDeps, tenantId: string, voidId: string): Promise<void> {
  const { db, sealer, ports } = deps;
  const request = await db.tenant({ tenantId }, (tx) => readVoidRequest(tx, sealer, tenantId, voidId));
  const grant = request && (await ports.grants.open(tenantId, request.grantId, { kind: 'void', id: voidId }));
  const askable = grant?.ok === true && grant.value.carrier.refund !== undefined;
  if (request && grant?.ok && askable) {
    const answer = await runRefund(grant.value.carrier, request.input, grant.value.env);
    if (answer.ok && answer.value.state !== 'pending') {
      const { state, message } = answer.value;
      await db.tenant({ tenantId }, async (tx) => {
        const settled = await settleRefund(tx, deps, { tenantId, voidId, by: null, why: message }, state);
        if (!settled.ok) deps.log.warn({ voidId, code: settled.problem.code }, 'a refund was settled meanwhile');
      });
      return;
    }
  }
  await db.tenant({ tenantId }, async (tx) => {
    // Who cannot be asked is looked at once more, on the day it is overdue.
    const next = askable
      ? sql<Date>`clock_timestamp() + interval '1 day'`
      : sql<Date>`CASE WHEN refund_due_at > clock_timestamp() THEN refund_due_at END`;
    await tx
      .updateTable('voids')
      .set({ refund_check_at: next })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', voidId)
      .where('refund_state', '=', 'pending')
      .execute();
    await noteRefund(tx, tenantId, voidId, ports);
  });
}
