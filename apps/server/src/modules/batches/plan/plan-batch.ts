/** Makes the plan of a batch in the background, a few orders at a time; may be cut off anywhere and goes on where it stopped. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { GrantOpener, OpenGrant } from '../../carriers/index.ts';
import type { BatchRow, StoredChoice } from '../batch-rows.ts';
import { keepReasons } from '../commands/change-batch.ts';
import { createSharedAnswers, type SharedAnswers } from '../../quotes/index.ts';
import type { BatchLease } from '../run/lease.ts';
import { type AccountLimits, createAccountLimits } from './account-limits.ts';
import { createInHand } from './in-hand.ts';
import { createPlaces, type Places } from './places.ts';
import { type PlanDeps, planOrder, type PlannedOrder } from './plan-order.ts';
import { readOrders } from './read-orders.ts';

export interface PlanBatchDeps extends PlanDeps {
  readonly grants: GrantOpener;
  readonly log: Logger;
  /** Orders that are rated at once. */
  readonly rateAtOnce: number;
  readonly stopping: () => boolean;
  /** Tells who watches that the plan has grown. */
  readonly moved: (batch: BatchRow) => void;
}

/** Orders of which all is stored together. */
const CHUNK = 72;
/** Chunks in hand: the next ones fill the places that the last orders of one leave free. */
const CHUNKS_AT_ONCE = 2;
/** Times an order waits for carriers that ask to slow down, before it is planned without them. */
const PATIENCE = 60;
/** Accounts are opened anew so often, so that one that was paused meanwhile is not asked any more. */
const GRANTS_MS = 120_000;
/** Part of an account's quota that stays for people at their screens. */
const KEEP_FREE = 0.25;
/** Who holds a plan up is said so soon, whether or not anybody has answered by then. */
const SAY_AFTER_MS = 1_000;
/** Longest and shortest pause between two looks at orders that wait for their turn. */
const LONGEST_WAIT_MS = 5_000;
const SHORTEST_WAIT_MS = 500;

interface ToRate {
  readonly position: number;
  readonly orderId: string;
  readonly tries: number;
}

/** @returns when to look again in milliseconds; null when the plan is made or was given up */
export async function planBatch(deps: PlanBatchDeps, lease: BatchLease): Promise<number | null> {
  const turn: PlanTurn = {
    grants: [],
    limits: createAccountLimits([], KEEP_FREE),
    openedAt: -Infinity,
    answers: createSharedAnswers(),
    places: createPlaces(deps.rateAtOnce),
  };
  const inHand = createInHand<readonly ToRate[]>();
  try {
    for (;;) {
      if (deps.stopping()) return 0;
      const batch = await lease.look();
      if (batch.state !== 'planning') return null;
      const busy = inHand.keys();
      const { chunk, left, dueMs } = await nextChunk(deps, lease, busy.flat());
      if (left === 0) {
        await lease.write((tx) => endPlan(tx, batch));
        deps.moved(await lease.look());
        return batch.autoStart ? 0 : null;
      }
      if (chunk.length > 0) {
        await openGrants(deps, batch, turn);
        inHand.begin(chunk, planChunk(deps, lease, batch, turn, chunk));
      } else if (busy.length === 0) return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, dueMs));
      if (chunk.length === 0 || inHand.keys().length === CHUNKS_AT_ONCE) await inHand.oneEnded();
    }
  } finally {
    await inHand.allEnded();
  }
}

/** What is known while the lease is held. */
interface PlanTurn {
  grants: readonly OpenGrant[];
  limits: AccountLimits;
  openedAt: number;
  readonly answers: SharedAnswers;
  readonly places: Places;
}

async function openGrants(deps: PlanBatchDeps, batch: BatchRow, turn: PlanTurn): Promise<void> {
  if (performance.now() - turn.openedAt <= GRANTS_MS) return;
  turn.grants = (await deps.grants.open({ tenantId: batch.tenantId })).map(modest);
  turn.limits = createAccountLimits(turn.grants, KEEP_FREE);
  turn.openedAt = performance.now();
}

async function planChunk(
  deps: PlanBatchDeps,
  lease: BatchLease,
  batch: BatchRow,
  { grants, limits, answers, places }: PlanTurn,
  chunk: readonly ToRate[],
): Promise<void> {
  const found = await readOrders(
    deps.db,
    batch,
    chunk.map((each) => each.orderId),
  );
  const early = sayEarly(deps, lease, batch, limits);
  const planned = await Promise.all(
    chunk.map((item) =>
      places.take(async () => {
        try {
          const order = found.get(item.orderId);
          const patient = item.tries < PATIENCE;
          return { item, plan: await planOrder(deps, batch, item.orderId, order, grants, patient, limits, answers) };
        } catch (error) {
          deps.log.error({ err: error, batch: batch.id, position: item.position }, 'an order could not be planned');
          const message = 'Something went wrong on our side while this order was planned. Make the plan again.';
          return { item, plan: { kind: 'blocked', held: { cause: 'fault', message } } as const };
        } finally {
          lease.sign();
        }
      }),
    ),
  );
  await early.end();
  await lease.write(async (tx) => {
    const step = await nextStep(tx, batch);
    await storePlans(tx, batch, planned, step);
    await storeWaits(tx, batch, limits);
  });
  deps.moved(batch);
}

/** The account as work in the background uses it. */
const modest = (grant: OpenGrant): OpenGrant => ({
  ...grant,
  environment: (subject, options) => grant.environment(subject, { keepFree: KEEP_FREE, comesAgain: true, ...options }),
});

/** Orders nobody has looked at come before those that wait for an account, so that one account holds up only its own orders. */
async function nextChunk(
  deps: PlanBatchDeps,
  lease: BatchLease,
  busy: readonly ToRate[],
): Promise<{
  readonly chunk: readonly ToRate[];
  /** Orders to rate; of a chunk that is empty all of them, due in `dueMs` at the earliest. */
  readonly left: number;
  readonly dueMs: number;
}> {
  return deps.db.tenant(
    lease,
    async (tx) => {
      const { rows: chunk } = await sql<ToRate>`SELECT position, order_id AS "orderId", tries FROM batch_items
        WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND state = 'rating'
          AND (due_at IS NULL OR due_at <= clock_timestamp()) AND position <> ALL (${busy.map(({ position }) => position)}::int[])
        ORDER BY due_at IS NOT NULL, due_at, position LIMIT ${CHUNK}`.execute(tx);
      if (chunk.length > 0) return { chunk, left: chunk.length, dueMs: 0 };
      const { rows } = await sql<{ left: number; dueMs: number | null }>`SELECT count(*)::int AS left,
          (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS "dueMs" FROM batch_items
        WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND state = 'rating'`.execute(tx);
      return { chunk, left: rows[0]?.left ?? 0, dueMs: rows[0]?.dueMs ?? 0 };
    },
    { readOnly: true },
  );
}

/** Slow carriers keep a chunk for long; who limits the plan is known as soon as its orders ask. */
function sayEarly(deps: PlanBatchDeps, lease: BatchLease, batch: BatchRow, limits: AccountLimits) {
  if (batch.waits.length > 0) return { end: () => Promise.resolve() };
  let said = Promise.resolve();
  const timer = setInterval(() => {
    if (limits.forecast(CHUNK).length === 0) return;
    clearInterval(timer);
    said = lease
      .write((tx) => storeWaits(tx, batch, limits))
      .then(
        () => deps.moved(batch),
        // Whoever writes next hears of it.
        () => undefined,
      );
  }, SAY_AFTER_MS);
  return {
    end: () => {
      clearInterval(timer);
      return said;
    },
  };
}

/** Says who holds the plan up, where that is news. */
async function storeWaits(tx: Tx, batch: BatchRow, limits: AccountLimits): Promise<void> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM batch_items
    WHERE tenant_id = ${batch.tenantId} AND batch_id = ${batch.id} AND state = 'rating'`.execute(tx);
  const waits = limits.forecast(rows[0]?.n ?? 0);
  if (waits.length === 0 && batch.waits.length === 0) return;
  // Somebody may have left an account out since this batch was looked at.
  await sql`UPDATE batches SET waits = (SELECT coalesce(jsonb_agg(w), '[]') FROM jsonb_array_elements(${toJson([...waits])}::jsonb) AS w
      WHERE NOT coalesce(options -> 'leftOut', '[]') @> jsonb_build_array(jsonb_build_object('grantId', w -> 'grantId')))
    WHERE tenant_id = ${batch.tenantId} AND id = ${batch.id}`.execute(tx);
}

/** Under the batch's lock until the transaction ends, so that steps are committed in their order. */
async function nextStep(tx: Tx, batch: BatchRow): Promise<number> {
  const { rows } = await sql<{ step: number }>`UPDATE batches SET plan_step = plan_step + 1
    WHERE tenant_id = ${batch.tenantId} AND id = ${batch.id} RETURNING plan_step AS step`.execute(tx);
  return rows[0]?.step ?? 0;
}

async function storePlans(
  tx: Tx,
  batch: BatchRow,
  planned: readonly { readonly item: ToRate; readonly plan: PlannedOrder }[],
  step: number,
): Promise<void> {
  const rows = planned.map(({ item: { position }, plan }) => {
    switch (plan.kind) {
      case 'blocked':
        return { position, state: 'blocked', cause: plan.held.cause, message: plan.held.message };
      case 'later':
        return { position, state: 'rating', wait_ms: plan.waitMs };
      case 'ships': {
        const { offer } = plan;
        const choice: StoredChoice = {
          carrier: offer.carrier,
          carrierName: offer.carrierName,
          service: offer.service,
          serviceName: offer.serviceName,
          transitDays: offer.transitDays,
          deliverBy: offer.deliverBy,
          test: offer.test,
          reason: plan.reason,
          offers: plan.offers,
          reasons: plan.reasons,
          asked: plan.asked,
          unmapped: plan.unmapped,
          ...(plan.sharedPrice && { sharedPrice: true }),
        };
        return {
          position,
          state: 'planned',
          grant_id: offer.grantId,
          quote_id: offer.quoteId,
          rate_id: offer.id,
          rate_expires_at: offer.expiresAt,
          planned_minor: offer.price.minor,
          currency: offer.price.currency,
          compare_minor: offer.compare?.minor ?? null,
          choice,
        };
      }
    }
  });
  await sql`UPDATE batch_items AS i SET state = r.state, cause = r.cause, message = r.message, grant_id = r.grant_id,
      quote_id = r.quote_id, rate_id = r.rate_id, rate_expires_at = r.rate_expires_at, planned_minor = r.planned_minor,
      currency = r.currency, compare_minor = r.compare_minor, choice = r.choice, plan_step = ${step},
      tries = CASE WHEN r.wait_ms IS NULL THEN 0 ELSE i.tries + 1 END,
      due_at = clock_timestamp() + r.wait_ms * interval '1 millisecond'
    FROM json_to_recordset(${toJson(rows)}::json) AS r(position int, state text, cause text, message text, grant_id uuid,
      quote_id uuid, rate_id uuid, rate_expires_at timestamptz, planned_minor int8, currency text, compare_minor int8,
      choice jsonb, wait_ms float8)
    WHERE i.tenant_id = ${batch.tenantId} AND i.batch_id = ${batch.id} AND i.position = r.position AND i.state = 'rating'`.execute(
    tx,
  );
}

/** Nothing is left to rate: the plan has a new version, and is bought at once where its owner said so beforehand. */
async function endPlan(tx: Tx, batch: BatchRow): Promise<void> {
  await sql`UPDATE batches SET state = ${batch.autoStart ? 'running' : 'planned'}, version = version + 1,
      started_at = ${batch.autoStart ? sql`clock_timestamp()` : sql`started_at`}, problem = NULL, waits = '[]'
    WHERE tenant_id = ${batch.tenantId} AND id = ${batch.id} AND state = 'planning'`.execute(tx);
  if (batch.autoStart) await keepReasons(tx, batch);
}
