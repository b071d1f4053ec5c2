/**
 * The safety net: compares the book with what the sources say now. Normally it changes nothing, because the modules write the
 * book in their own transactions; it finds what time alone brings (a refund overdue, a parcel standing still) and what a
 * crash or a fault left out.
 */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { atDutyCycle } from '../../platform/jobs/duty-cycle.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { clearException, raiseException, tell } from './book.ts';
import type { ExceptionSource } from './sources.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly sources: readonly ExceptionSource[];
}

/** One customer: raises what is missing, clears what is gone, wakes what was put aside long enough. */
export async function sweepTenant(deps: SweepDeps, tenantId: string): Promise<void> {
  for (const source of deps.sources) {
    try {
      await sweepSource(deps, source, tenantId);
    } catch (error) {
      deps.log.error(
        { err: error, tenantId, prefixes: source.prefixes },
        'the inbox could not be compared with a source',
      );
    }
  }
  await wake(deps.db, tenantId);
}

async function sweepSource({ db }: SweepDeps, source: ExceptionSource, tenantId: string): Promise<void> {
  // What is open is read first: a cause that ends meanwhile is then cleared by its own module or by the next round.
  const open = await db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('exceptions')
      .select('key')
      .where('tenant_id', '=', tenantId)
      .where('resolved_at', 'is', null)
      .where((where) => where.or(source.prefixes.map((prefix) => where('key', '^@', `${prefix}:`))))
      .execute(),
  );
  const { causes, complete } = await source.causes(tenantId);
  const standing = new Set(causes.map((cause) => cause.key));
  const gone = complete ? open.filter(({ key }) => !standing.has(key)) : [];
  // Each in a transaction of its own, so that no lock is held while the next is written.
  for (const cause of causes) await db.tenant({ tenantId }, (tx) => raiseException(tx, tenantId, cause));
  for (const { key } of gone) await db.tenant({ tenantId }, (tx) => clearException(tx, tenantId, key));
}

async function wake(db: Database, tenantId: string): Promise<void> {
  await db.tenant({ tenantId }, async (tx) => {
    const woken = await tx
      .updateTable('exceptions')
      .set({ snoozed_until: null })
      .where('tenant_id', '=', tenantId)
      .where('resolved_at', 'is', null)
      .where('snoozed_until', '<=', sql<Date>`now()`)
      .returning('id')
      .execute();
    for (const { id } of woken) await tell(tx, tenantId, id, 'woken');
  });
}

/** All customers, one after the other. Never throws. */
export async function sweepAll(deps: SweepDeps, stopped: () => boolean): Promise<void> {
  try {
    const customers = await deps.db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').execute(),
    );
    await atDutyCycle(customers, { stopping: stopped }, ({ id }) => sweepTenant(deps, id));
  } catch (error) {
    deps.log.error({ err: error }, 'the inbox could not be compared with its causes; it is tried again');
  }
}
