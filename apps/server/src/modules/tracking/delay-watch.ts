/**
 * Calls parcels late whose time has come: the exception and the buyer's notice are written with the mark, in one transaction, so
 * that a process that dies loses neither and nothing is told twice. Work is found by one index over all sellers, a page at a time.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { atDutyCycle } from '../../platform/jobs/duty-cycle.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Services } from '../../platform/services.ts';
import { raiseException } from '../exceptions/index.ts';
import type { TellBuyer } from './apply-report.ts';
import { countLanes } from './lanes.ts';
import { causeOfParcel, troubledParcels } from './parcel-trouble.ts';

export interface DelayWatch {
  /** Everything that is due now. @returns how many parcels became late */
  look(): Promise<number>;
  /** Counts lanes that were not counted today. @returns of how many sellers */
  count(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

const SWEEP_MS = 60_000;
const COUNT_MS = 3_600_000;
const PAGE = 500;
/** Parcels of one transaction. */
const CHUNK = 50;

interface Due {
  readonly tenant_id: string;
  readonly id: string;
  readonly watch_at: Date;
}

export function createDelayWatch(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  deps: { readonly nameOf: (slug: string) => string; readonly tellBuyer: TellBuyer },
): DelayWatch {
  const { db, clock, log } = services;
  /** Ids and times only, as the system role; the longest due first. */
  const duePage = (after: Due | undefined): Promise<readonly Due[]> =>
    db.system(
      async (tx) =>
        (
          await sql<Due>`SELECT tenant_id, id, watch_at FROM trackers WHERE watch_at <= ${clock.now().toISOString()}::timestamptz
            ${after ? sql`AND (watch_at, tenant_id, id) > (${after.watch_at.toISOString()}::timestamptz, ${after.tenant_id}, ${after.id})` : sql``}
            ORDER BY watch_at, tenant_id, id LIMIT ${PAGE}`.execute(tx)
        ).rows,
      { readOnly: true },
    );

  async function callLate(tx: Tx, tenantId: string, ids: readonly string[]): Promise<number> {
    const now = clock.now();
    // What another process calls late at this moment, or a carrier's report changes, is passed over.
    const { rows } = await sql<{ id: string; late: string | null }>`
      UPDATE trackers AS t SET late = CASE WHEN t.stopped IS DISTINCT FROM 'voided' THEN t.watch_for END, watch_at = NULL
      FROM (SELECT id FROM trackers WHERE tenant_id = ${tenantId} AND id = ANY (${[...ids]}::uuid[])
        AND watch_at <= ${now.toISOString()}::timestamptz FOR UPDATE SKIP LOCKED) AS d
      WHERE t.tenant_id = ${tenantId} AND t.id = d.id RETURNING t.id, t.late`.execute(tx);
    const late = rows.filter((row) => row.late !== null).map(({ id }) => id);
    if (late.length === 0) return 0;
    for (const row of await troubledParcels(tx, tenantId, late)) {
      const cause = causeOfParcel(row, deps.nameOf(row.slug));
      if (cause) await raiseException(tx, tenantId, cause);
    }
    for (const id of late) await deps.tellBuyer(tx, tenantId, id, [{ kind: 'delayed', at: now.getTime() }]);
    return late.length;
  }

  async function look(): Promise<number> {
    let done = 0;
    let last: Due | undefined;
    for (;;) {
      const page = sweep.stopping() ? [] : await duePage(last);
      last = page.at(-1);
      if (!last) return done;
      const ofTenant = new Map<string, string[]>();
      for (const { tenant_id: tenantId, id } of page) ofTenant.set(tenantId, [...(ofTenant.get(tenantId) ?? []), id]);
      for (const [tenantId, ids] of ofTenant)
        for (let at = 0; at < ids.length; at += CHUNK) {
          try {
            done += await db.tenant({ tenantId }, (tx) => callLate(tx, tenantId, ids.slice(at, at + CHUNK)));
          } catch (error) {
            log.error({ err: error, tenantId }, 'late parcels of a seller could not be noted; they are tried again');
          }
        }
    }
  }

  async function count(): Promise<number> {
    const customers = await db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').where('state', '<>', 'closed').execute(),
    );
    let counted = 0;
    await atDutyCycle(customers, { stopping: () => lanes.stopping() }, async ({ id }) => {
      try {
        if (await db.tenant({ tenantId: id }, (tx) => countLanes(tx, id, clock.now()))) counted += 1;
      } catch (error) {
        log.error({ err: error, tenantId: id }, 'lanes of a seller could not be counted; they are tried again');
      }
    });
    return counted;
  }

  const sweep = createSweep(
    { log, everyMs: SWEEP_MS, name: 'late-parcels', failed: 'late parcels could not be looked for' },
    look,
  );
  const lanes = createSweep({ log, everyMs: COUNT_MS, name: 'lanes', failed: 'lanes could not be counted' }, count);
  return {
    look,
    count,
    start() {
      sweep.start();
      lanes.start();
    },
    async stop() {
      await Promise.all([sweep.stop(), lanes.stop()]);
    },
  };
}
