/** A batch as it is shown: counts, plan, failures, progress and documents, for one or for a page of them. */
import type { Batch, BatchCause, BatchGroup, BatchItemState, BatchPart } from '@scanship/contracts/shipping/batches';
import type { LiveBatch } from '@scanship/contracts/live';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { BATCH_COLUMNS, type BatchRow } from '../batch-rows.ts';
import { canRetry } from '../causes.ts';
import { waitWords } from '../plan/wait-words.ts';
import { USUAL_TOLERANCE } from '../run/buy-item.ts';

interface CountRow {
  readonly batch_id: string;
  readonly state: BatchItemState;
  readonly cause: BatchCause | null;
  readonly n: number;
  readonly message: string | null;
  readonly next_at: Date | null;
  /** Ended within the last minute. */
  readonly lately: number;
}

interface SumRow {
  readonly batch_id: string;
  readonly carrier: string | null;
  readonly carrier_name: string | null;
  readonly service_name: string | null;
  readonly currency: string;
  readonly minor: number;
  readonly compare_minor: number | null;
  readonly all_compared: boolean;
  readonly n: number;
  readonly shared: number;
  readonly step: number | null;
  readonly good_until: Date | null;
}

interface UnmappedRow {
  readonly batch_id: string;
  readonly requested: string;
  readonly count: number;
}

interface TogetherRow {
  readonly batch_id: string;
  readonly orders: { id: string; number: string }[];
}

interface PartView extends Omit<BatchPart, 'part' | 'of'> {
  readonly batch_id: string;
  readonly part: number;
  readonly of: number;
}

export async function readBatches(
  tx: Tx,
  tenantId: string,
  which: { readonly id: string } | { readonly after: string | undefined; readonly size: number },
): Promise<readonly Batch[]> {
  const { rows: batches } = await ('id' in which
    ? sql<BatchRow>`SELECT ${BATCH_COLUMNS} FROM batches WHERE tenant_id = ${tenantId} AND id = ${which.id}`
    : sql<BatchRow>`SELECT ${BATCH_COLUMNS} FROM batches WHERE tenant_id = ${tenantId}
        ${which.after === undefined ? sql`` : sql`AND id < ${which.after}`} ORDER BY id DESC LIMIT ${which.size}`
  ).execute(tx);
  if (batches.length === 0) return [];
  const ids = batches.map((batch) => batch.id);
  const of = sql`tenant_id = ${tenantId} AND batch_id = ANY (${ids}::uuid[])`;
  const { rows: counts } = await sql<CountRow>`SELECT batch_id, state, cause, count(*)::int AS n,
      (array_agg(message ORDER BY position) FILTER (WHERE message IS NOT NULL))[1] AS message, min(due_at) AS next_at,
      count(*) FILTER (WHERE settled_at > clock_timestamp() - interval '1 minute')::int AS lately
    FROM batch_items WHERE ${of} GROUP BY batch_id, state, cause`.execute(tx);
  const { rows: sums } =
    await sql<SumRow>`SELECT batch_id, choice ->> 'carrier' AS carrier, choice ->> 'carrierName' AS carrier_name,
      choice ->> 'serviceName' AS service_name, currency, sum(planned_minor)::int8 AS minor, sum(compare_minor)::int8 AS compare_minor,
      bool_and(compare_minor IS NOT NULL) AS all_compared, count(*)::int AS n,
      count(*) FILTER (WHERE choice ? 'sharedPrice')::int AS shared, max(plan_step) AS step,
      min(rate_expires_at) FILTER (WHERE state = 'planned') AS good_until
    FROM batch_items WHERE ${of} AND planned_minor IS NOT NULL AND state NOT IN ('rating', 'blocked')
    GROUP BY 1, 2, 3, 4, 5`.execute(tx);
  const { rows: spent } = await sql<{ batch_id: string; currency: string; minor: number }>`SELECT batch_id,
      paid_currency AS currency, sum(paid_minor)::int8 AS minor FROM batch_items WHERE ${of} AND paid_minor IS NOT NULL
    GROUP BY batch_id, paid_currency ORDER BY paid_currency`.execute(tx);
  // Before the start alone: afterwards nobody can change it any more.
  const plans = batches.filter(({ startedAt }) => startedAt === null).map(({ id }) => id);
  const { rows: unmapped } =
    plans.length === 0
      ? { rows: [] }
      : await sql<UnmappedRow>`SELECT batch_id, choice ->> 'unmapped' AS requested, count(*)::int AS count FROM batch_items
          WHERE tenant_id = ${tenantId} AND batch_id = ANY (${plans}::uuid[]) AND state = 'planned'
            AND choice ->> 'unmapped' IS NOT NULL
          GROUP BY 1, 2 ORDER BY count DESC, requested LIMIT 50`.execute(tx);
  const ready = batches.filter(({ state }) => state === 'planned').map(({ id }) => id);
  const { rows: together } =
    ready.length === 0
      ? { rows: [] }
      : await sql<TogetherRow>`SELECT i.batch_id, json_agg(json_build_object('id', o.id, 'number', o.number) ORDER BY i.position) AS orders
          FROM batch_items AS i JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
          WHERE i.tenant_id = ${tenantId} AND i.batch_id = ANY (${ready}::uuid[]) AND i.state = 'planned'
            AND o.tab = 'unfulfilled' AND o.ship_to_key <> ''
          GROUP BY i.batch_id, o.ship_to_key HAVING count(*) > 1 ORDER BY count(*) DESC, min(i.position) LIMIT 20`.execute(
          tx,
        );
  const { rows: family } = await sql<FamilyRow>`SELECT b.id, b.name, b.part_of, count(i.position)::int AS orders
    FROM batches AS b LEFT JOIN batch_items AS i ON i.tenant_id = b.tenant_id AND i.batch_id = b.id AND b.part_of IS NOT NULL
    WHERE b.tenant_id = ${tenantId} AND (b.part_of = ANY (${ids}::uuid[])
      OR b.id = ANY (${batches.flatMap(({ partOf }) => partOf ?? [])}::uuid[]))
    GROUP BY b.id, b.name, b.part_of ORDER BY b.id`.execute(tx);
  const { rows: parts } = await sql<PartView>`SELECT batch_id, kind, part, of, state, orders, done, pages,
      document_id AS "documentId", file_name AS "fileName", problem FROM batch_parts WHERE ${of}
    ORDER BY kind <> 'labels', kind <> 'slips', part`.execute(tx);
  const mine = <T extends { readonly batch_id: string }>(rows: readonly T[], id: string): readonly T[] =>
    rows.filter((row) => row.batch_id === id);
  return batches.map((batch) =>
    view(batch, {
      counts: mine(counts, batch.id),
      sums: mine(sums, batch.id),
      unmapped: mine(unmapped, batch.id),
      together: mine(together, batch.id),
      spent: mine(spent, batch.id),
      parts: mine(parts, batch.id),
      family,
    }),
  );
}

/** A part of a plan, or the plan it is a part of. */
interface FamilyRow {
  readonly id: string;
  readonly name: string;
  readonly part_of: string | null;
  readonly orders: number;
}

interface Rows {
  readonly counts: readonly CountRow[];
  readonly sums: readonly SumRow[];
  readonly unmapped: readonly UnmappedRow[];
  readonly together: readonly TogetherRow[];
  readonly spent: readonly { readonly currency: string; readonly minor: number }[];
  readonly parts: readonly PartView[];
  readonly family: readonly FamilyRow[];
}

function view(batch: BatchRow, { counts, sums, unmapped, together, spent, parts, family }: Rows): Batch {
  const count = (...states: readonly BatchItemState[]): number =>
    counts.reduce((total, row) => (states.includes(row.state) ? total + row.n : total), 0);
  const started = batch.startedAt !== null;
  const left = started ? count('planned', 'running', 'open', 'waiting') : 0;
  const lately = counts.reduce((total, row) => total + row.lately, 0);
  const running = batch.state === 'running' && left > 0 && batch.startedAt !== null;
  // Of a batch that runs for less than a minute, what it did since then.
  const seconds = batch.startedAt ? Math.min(60, Math.max(1, (Date.now() - batch.startedAt.getTime()) / 1_000)) : 60;
  const waiting = counts.filter((row) => row.state === 'waiting');
  const nextAt = waiting.flatMap((row) => row.next_at ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const goodUntil = sums.flatMap((row) => row.good_until ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0];
  return {
    id: batch.id,
    kind: batch.kind,
    name: batch.name,
    state: batch.state,
    version: batch.version,
    createdBy: batch.createdBy,
    createdAt: batch.createdAt.toISOString(),
    startedAt: batch.startedAt?.toISOString() ?? null,
    endedAt: batch.endedAt?.toISOString() ?? null,
    printOrder: batch.options.printOrder ?? { by: 'list', reversed: false },
    separators: batch.options.separators ?? 'none',
    tolerancePercent: batch.options.tolerancePercent ?? USUAL_TOLERANCE,
    counts: {
      total: counts.reduce((total, row) => total + row.n, 0),
      rating: count('rating'),
      willShip: count('planned', 'running', 'open', 'waiting', 'done', 'failed', 'skipped'),
      blocked: count('blocked'),
      done: count('done'),
      failed: count('failed'),
      skipped: count('skipped'),
      cancelled: count('cancelled'),
      open: count('open'),
      waiting: count('waiting'),
      left,
    },
    plan: {
      totals: totalsOf(sums),
      compareTotal: compared(batch, sums),
      blocked: groupsOf(counts.filter((row) => row.state === 'blocked')),
      unmapped: unmapped.map(({ requested, count: orders }) => ({ requested, count: orders })),
      together: together.map(({ orders }) => ({ orders: [...orders] })),
      services: servicesOf(sums),
      goodUntil: goodUntil?.toISOString() ?? null,
      waits:
        batch.state === 'planning'
          ? batch.waits.map(({ grantId, carrierName, orders, seconds, ...limit }) => ({
              grantId,
              carrierName,
              orders,
              seconds,
              message: waitWords({ grantId, carrierName, orders, seconds, ...limit }),
            }))
          : [],
      priced: batch.state === 'planning' && sums.length > 0 ? pricedOf(sums) : null,
      shared: sums.reduce((total, row) => total + row.shared, 0),
      leftOut: (batch.options.leftOut ?? []).map((each) => ({ ...each })),
    },
    partOf: family.map(({ id, name }) => ({ id, name })).find(({ id }) => id === batch.partOf) ?? null,
    parts: family.filter((each) => each.part_of === batch.id).map(({ id, name, orders }) => ({ id, name, orders })),
    spent: spent.map(({ minor, currency }) => ({ minor, currency })),
    failures: groupsOf(counts.filter((row) => row.state === 'failed' || row.state === 'skipped')),
    secondsLeft: running && lately > 0 ? Math.ceil((left * seconds) / lately) : null,
    retry: nextAt
      ? {
          count: waiting.reduce((total, row) => total + row.n, 0),
          nextAt: nextAt.toISOString(),
          message: waiting[0]?.message ?? 'A carrier could not be reached.',
        }
      : null,
    problem: batch.problem,
    documents: parts.map(({ batch_id: _batch, ...part }) => part),
  };
}

const pricedOf = (sums: readonly SumRow[]): Batch['plan']['priced'] => ({
  step: Math.max(...sums.map(({ step }) => step ?? 0)),
  labels: sums.reduce((total, { n }) => total + n, 0),
});

function totalsOf(sums: readonly SumRow[]): Money[] {
  const byCurrency = new Map<string, number>();
  for (const row of sums) byCurrency.set(row.currency, (byCurrency.get(row.currency) ?? 0) + row.minor);
  return [...byCurrency]
    .map(([currency, minor]) => ({ minor, currency }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

function compared(batch: BatchRow, sums: readonly SumRow[]): Money | null {
  const { currency } = batch.asker;
  if (sums.some((row) => !row.all_compared && row.currency !== currency)) return null;
  const minor = sums.reduce(
    (total, row) => total + (row.currency === currency ? row.minor : (row.compare_minor ?? 0)),
    0,
  );
  return { minor, currency };
}

const servicesOf = (sums: readonly SumRow[]): Batch['plan']['services'] =>
  sums
    .map((row) => ({
      carrier: row.carrier ?? '',
      carrierName: row.carrier_name ?? '',
      serviceName: row.service_name ?? '',
      count: row.n,
      price: { minor: row.minor, currency: row.currency },
    }))
    .toSorted((a, b) => b.price.minor - a.price.minor || (a.serviceName < b.serviceName ? -1 : 1));

/** By cause, the largest first. */
function groupsOf(rows: readonly CountRow[]): BatchGroup[] {
  const groups = new Map<BatchCause, BatchGroup>();
  for (const row of rows) {
    if (row.cause === null) continue;
    const known = groups.get(row.cause);
    groups.set(row.cause, {
      cause: row.cause,
      count: (known?.count ?? 0) + row.n,
      message: known?.message ?? row.message ?? '',
      canRetry: canRetry(row.cause),
    });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1));
}

export const liveOf = (batch: Batch): LiveBatch => ({
  id: batch.id,
  state: batch.state,
  total: batch.counts.total,
  done: batch.state === 'planning' ? batch.counts.total - batch.counts.rating : batch.counts.done,
  failed: batch.counts.failed + batch.counts.blocked,
  left: batch.state === 'planning' ? batch.counts.rating : batch.counts.left,
});
