/**
 * Begins the erasures whose day has come, unless money is open, and works them off in small steps: whoever is killed between two of them
 * has lost nothing, and the next process goes on from the start, where little is left. Everything is gone through until a whole pass, a
 * while after the one before, finds nothing more: work that was under way when the customer was closed may have written late.
 */
import { inSpan } from '@scanship/connector-kit/spans';
import type { ErasureReason } from '@scanship/contracts/network/customer-data';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../../platform/database/database.ts';
import { json } from '../../../platform/database/json-column.ts';
import {
  fromNow,
  GIVEN_BACK,
  Hung,
  jobSpan,
  type Lease,
  leasedRows,
  LeaseLost,
  LEFT_BEHIND,
} from '../../../platform/jobs/leased-rows.ts';
import { createSweep } from '../../../platform/jobs/sweep.ts';
import type { Services } from '../../../platform/services.ts';
import { OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../../audit/index.ts';
import type { MailModule } from '../../mail/index.ts';
import { eraseRows } from './erase-rows.ts';
import { eraseBooks, eraseCalls, eraseDeliveries, erasePeople } from './erase-traces.ts';
import { sellersAbove } from './open-above.ts';
import { labelsUnderWay, type ReasonDeps, reasonsAgainst } from './reasons.ts';

export interface ErasureDeps extends ReasonDeps, Pick<Services, 'db' | 'clock' | 'log'> {
  /** Tells the platforms of all its stores, takes their webhooks back and destroys the keys; bears repeating. */
  disconnectStores(tenantId: string, onEach: () => void): Promise<void>;
  readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'>;
  /** Draws and keeps every invoice of a buyer, or throws. */
  keepPapers(sellerId: string, buyerId: string, onEach: () => void): Promise<void>;
  /** Removes its cards, and itself, at the card provider, or throws; bears repeating. */
  forgetCards(franchiseId: string, customerId: string): Promise<void>;
}

export interface ErasureWorker {
  /** One round; answers how many it ended. */
  look(): Promise<number>;
  start(): void;
  /** Ends the step that is being worked on; another process goes on. */
  stop(): Promise<void>;
}

const SWEEP_MS = 30_000;
/** Renewed while it is erased. */
const LEASE_MS = 60_000;
const AGAIN_MS = 60_000;
const HELD_MS = 3_600_000;
/** Longer than any lease of work that had begun. */
const BETWEEN_PASSES_MS = 15 * 60_000;

interface Asked {
  readonly customerId: string;
  readonly state: 'waiting' | 'erasing';
  /** Nothing was open when it was closed already: rows may be gone. */
  readonly begun: boolean;
}
type Taken = Lease & Asked;

/** @param deps `hungMs` is for tests */
export function createErasureWorker(
  deps: Omit<ErasureDeps, 'mail'> & { readonly hungMs?: number | undefined },
): ErasureWorker {
  const { db, clock, log } = deps;

  const erasures = leasedRows<Asked>(db, {
    table: 'customer_erasures',
    leaseMs: LEASE_MS,
    hungMs: deps.hungMs,
    columns: sql`customer_id AS "customerId", state, begun_at IS NOT NULL AS begun`,
    open: sql`state IN ('waiting', 'erasing')`,
    now: () => clock.now(),
  });

  /** Money may be settled at any time. */
  const later = (held: readonly ErasureReason[]) =>
    sql`held = ${json(held)}, due_at = ${new Date(clock.now().getTime() + HELD_MS)}, ${GIVEN_BACK}`;

  /** @returns whether it may be erased now */
  async function begin(taken: Taken): Promise<boolean> {
    const { tenantId: franchiseId, customerId } = taken;
    const held = await reasonsAgainst(deps, { franchiseId, customerId }, true);
    if (held.length > 0) {
      await erasures.settle(taken, later(held));
      return false;
    }
    const sign = (): void => erasures.sign(taken);
    // While the shipments they show are there; of the levels above, too.
    let buyerId = customerId;
    for (const sellerId of await sellersAbove(db, customerId)) {
      await deps.keepPapers(sellerId, buyerId, sign);
      buyerId = sellerId;
    }
    await deps.disconnectStores(customerId, sign);
    await deps.forgetCards(franchiseId, customerId);
    return db.tenant({ tenantId: franchiseId }, async (tx) => {
      const { rows } = await sql<{ state: string }>`SELECT state FROM franchise_customers
        WHERE tenant_id = ${franchiseId} AND customer_id = ${customerId} FOR UPDATE`.execute(tx);
      // Given back, or withdrawn, at the last moment: nothing but connections is lost.
      if (rows[0]?.state !== 'suspended') return false;
      if (!(await erasures.settle(taken, sql`state = 'erasing', held = '[]'`, tx))) return false;
      await move(tx, taken, 'suspended', 'closed');
      await actAs(tx, { role: 'app_identity', realmId: franchiseId });
      await sql`UPDATE sessions SET revoked_at = ${clock.now()}, revoked_why = 'customer erased'
        WHERE realm_id = ${franchiseId} AND tenant_id = ${customerId} AND revoked_at IS NULL`.execute(tx);
      return true;
    });
  }

  /**
   * Asks again now that the customer is closed and nothing new begins: what began while its stores and cards were taken away is seen.
   * Before the first row goes everything counts, and the customer is only suspended again; later the labels alone.
   * @returns whether rows may go
   */
  async function nothingIsOpen(taken: Taken): Promise<boolean> {
    const { tenantId: franchiseId, customerId, begun } = taken;
    const open = begun
      ? await db.tenant({ tenantId: customerId }, (tx) => labelsUnderWay(tx, customerId), { readOnly: true })
      : await reasonsAgainst(deps, { franchiseId, customerId });
    if (open.length === 0) return begun || erasures.settle(taken, sql`begun_at = ${clock.now()}`);
    if (begun) {
      await erasures.settle(taken, later(open));
      return false;
    }
    await db.tenant({ tenantId: franchiseId }, async (tx) => {
      if (await erasures.settle(taken, sql`state = 'waiting', ${later(open)}`, tx))
        await move(tx, taken, 'closed', 'suspended');
    });
    return false;
  }

  /** @returns whether all is gone */
  async function work(taken: Taken): Promise<boolean> {
    const { tenantId: franchiseId, id, customerId } = taken;
    if (!(await nothingIsOpen(taken))) return false;
    const who = { franchiseId, customerId };
    const onStep = async (rows: number): Promise<boolean> =>
      (await erasures.settle(
        taken,
        sql`lease_until = ${fromNow(LEASE_MS)}, progress_at = clock_timestamp(), pass_rows = pass_rows + ${rows}, erased_rows = erased_rows + ${rows}`,
      )) && !sweep.stopping();
    // People go first, so that nobody comes in again. Its stores say which deliveries are its own, and go after them.
    const parts = [
      () => erasePeople(db, who, onStep),
      () => eraseBooks(db, who, onStep),
      () => eraseCalls(db, who, onStep),
      async () => (await eraseDeliveries(db, who, onStep)) && eraseRows(db, customerId, onStep),
    ];
    let whole = true;
    const failed: unknown[] = [];
    for (const part of parts) {
      if (!whole) break;
      try {
        whole = await part();
      } catch (error) {
        // One that fails keeps the others from nothing; it is told below, and all are tried again.
        failed.push(error);
      }
    }
    if (failed.length > 0)
      throw new AggregateError(failed, `${failed.length} parts of the customer could not be erased`);
    if (!whole) {
      await erasures.settle(taken, GIVEN_BACK);
      return false;
    }
    return db.tenant({ tenantId: franchiseId }, async (tx) => {
      const { rows } = await sql<{
        pass_rows: number;
        erased_rows: number;
        pass: number;
      }>`SELECT pass_rows, erased_rows, pass
        FROM customer_erasures WHERE tenant_id = ${franchiseId} AND id = ${id} AND attempt = ${taken.attempt} FOR UPDATE`.execute(
        tx,
      );
      const [row] = rows;
      if (!row) return false;
      const now = clock.now();
      if (row.pass === 0 || row.pass_rows > 0) {
        const again = new Date(now.getTime() + BETWEEN_PASSES_MS);
        await sql`UPDATE customer_erasures SET pass = pass + 1, pass_rows = 0, due_at = ${again}, ${GIVEN_BACK}
          WHERE tenant_id = ${franchiseId} AND id = ${id}`.execute(tx);
        return false;
      }
      await sql`UPDATE customer_erasures SET state = 'done', ended_at = ${now}, due_at = NULL, ${GIVEN_BACK}, reason = ''
        WHERE tenant_id = ${franchiseId} AND id = ${id}`.execute(tx);
      await tellLog(tx, who, row.erased_rows);
      return true;
    });
  }

  async function look(): Promise<number> {
    let ended = 0;
    while (!sweep.stopping()) {
      const taken = await erasures.take();
      if (!taken) break;
      if (await inSpan(jobSpan('customer_erasures', taken), () => goOn(taken))) ended += 1;
    }
    return ended;
  }

  /** @returns whether it has ended */
  async function goOn(taken: Taken): Promise<boolean> {
    const { tenantId, id } = taken;
    const going = erasures.keep(taken, (error) =>
      log.warn({ err: error, erasureId: id }, 'the lease of an erasure could not be renewed'),
    );
    try {
      return await going.during(toItsEnd(taken));
    } catch (error) {
      // Its lease lapses, and whoever comes first begins it anew.
      if (error instanceof Hung)
        log.error({ err: error, tenantId, erasureId: id }, 'erasing a customer makes no progress');
      if (error instanceof LeaseLost) return false;
      log.error({ err: error, tenantId, erasureId: id }, 'a customer could not be erased; it is tried again');
      const again = new Date(clock.now().getTime() + AGAIN_MS);
      await erasures.settle(taken, sql`due_at = ${again}, ${LEFT_BEHIND}`);
      return false;
    } finally {
      going.stop();
    }
  }

  const toItsEnd = async (taken: Taken): Promise<boolean> =>
    (taken.state === 'erasing' || (await begin(taken))) && work({ ...taken, state: 'erasing' });

  const sweep = createSweep({ log, everyMs: SWEEP_MS, failed: 'erasures of customers could not be looked for' }, look);
  return { ...sweep, look };
}

/** The record of the franchise and the tenants row change together; works as the system afterwards. */
async function move(tx: Tx, { tenantId, customerId }: Taken, from: 'suspended' | 'closed', to: 'suspended' | 'closed') {
  await sql`UPDATE franchise_customers SET state = ${to}, version = version + 1
    WHERE tenant_id = ${tenantId} AND customer_id = ${customerId} AND state = ${from}`.execute(tx);
  await actAs(tx, { role: 'app_system' });
  const moved = await sql`UPDATE tenants SET state = ${to}, version = version + 1
    WHERE id = ${customerId} AND realm_id = ${tenantId} AND kind = 'customer' AND state = ${from}`.execute(tx);
  if (moved.numAffectedRows !== 1n) throw new Error(`customer ${customerId} is not ${from}`);
}

async function tellLog(tx: Tx, { franchiseId, customerId }: { franchiseId: string; customerId: string }, rows: number) {
  const id = await recordEvent(tx, {
    tenantId: franchiseId,
    actors: [],
    action: 'customerErased',
    subject: { kind: 'franchise', id: customerId },
    details: { summary: 'The customer is erased', params: { id: customerId }, fields: [], told: { rows } },
  });
  await recordEvent(tx, {
    tenantId: franchiseId,
    actors: [],
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
  });
}
