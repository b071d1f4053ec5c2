/** Reads the state of the whole installation in one statement: each part is answered by an index, whatever the tables hold. */
import { QUEUES, type QueueName } from '@scanship/contracts/network/system-state';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { JOB_RULES, type JobName, JOBS, MOST_AT_LIMIT, MOST_WITHOUT_PROGRESS, QUEUE_RULES } from './state-rules.ts';

export interface Waiting {
  /** Due, and worked on by nobody; `MOST_COUNTED` and one for more. */
  readonly waiting: number;
  /** Seconds the oldest of them is beyond its time; 0 where none waits. */
  readonly oldest: number;
}

export interface InstallationState {
  readonly queues: Readonly<Record<QueueName, Waiting>>;
  /** Work in hand: how long that which got on least has made no progress, and how much of it for too long. */
  readonly jobs: Readonly<Record<JobName, Waiting>>;
  /** Whose outcome is looked up, or for a person to decide. */
  readonly unknownPurchases: Waiting;
  /** Events of the audit log without their seal. */
  readonly auditPending: number;
  /** Customers whose figures do not hold what came since. */
  readonly figuresBehind: number;
  /** Rows in DEFAULT partitions. */
  readonly rowsWithoutPartition: number;
  /** Of the standby that is furthest behind; 0 where there is none, or the database's user may not see it. */
  readonly replicaLagSeconds: number;
  /** Carrier accounts that nothing is bought with, after a restore or failover. */
  readonly unaskedAccounts: number;
  /** Accounts that have had no calls left for whoever asked: since when the first of them, and how many for too long. */
  readonly shortAccounts: Waiting;
  /** Files that should be in the bucket by now, or should be gone from it. */
  readonly files: Waiting;
  /** How long the database took to say so. Milliseconds. */
  readonly tookMs: number;
}

export const MOST_COUNTED = 10_000;

interface Row extends Waiting {
  readonly name: string;
}

const due = sql`due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until < clock_timestamp())`;

const waitingIn = (name: string, table: string, which = due) => sql`
  SELECT ${name}::text AS name,
    (SELECT count(*)::int FROM (SELECT 1 FROM ${sql.table(table)} WHERE ${which} LIMIT ${MOST_COUNTED + 1}) AS due) AS waiting,
    coalesce((SELECT extract(epoch FROM clock_timestamp() - due_at)::float8 FROM ${sql.table(table)}
      WHERE ${which} ORDER BY due_at LIMIT 1), 0) AS oldest`;

/** Begun and not given back in order: in hand, or left behind by one that died, hung or failed at it. */
const withoutProgress = (job: JobName) => {
  const begun = sql`SELECT progress_at FROM ${sql.table(JOB_RULES[job].table)} WHERE due_at IS NOT NULL AND lease_until IS NOT NULL`;
  const all = job === 'batches' ? sql`${begun} UNION ALL SELECT progress_at FROM batch_workers` : begun;
  return sql`
  SELECT ${`job ${job}`}::text AS name,
    count(*) FILTER (WHERE progress_at < clock_timestamp() - ${MOST_WITHOUT_PROGRESS} * interval '1 second')::int AS waiting,
    coalesce(extract(epoch FROM clock_timestamp() - min(progress_at))::float8, 0) AS oldest FROM (${all}) AS begun`;
};

/** Since the call went out. */
const unknown = sql`SELECT 'unknown' AS name, count(*)::int AS waiting,
    coalesce(extract(epoch FROM clock_timestamp() - min(coalesce(sent_at, created_at)))::float8, 0) AS oldest
  FROM purchases WHERE state IN ('unknown', 'disputed')`;

const audit = sql`SELECT 'audit' AS name, (SELECT count(*)::int FROM (SELECT 1 FROM audit_pending LIMIT ${MOST_COUNTED + 1}) AS due)
  AS waiting, 0::float8 AS oldest`;

const figures = sql`SELECT 'figures' AS name, count(DISTINCT tenant_id)::int AS waiting, 0::float8 AS oldest FROM rollup_due`;

const partitions = sql`SELECT 'partitions' AS name, maintenance.rows_without_a_partition() AS waiting, 0::float8 AS oldest`;

const replica = sql`SELECT 'replica' AS name, 0 AS waiting,
    coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 AS oldest FROM pg_stat_replication`;

/** Carrier accounts that nothing is bought with until their carrier was asked. */
const unasked = sql`SELECT 'unasked' AS name, count(*)::int AS waiting, 0::float8 AS oldest FROM maintenance.unasked_accounts`;

/** What nobody has asked for lately has filled up again. */
const short = sql`SELECT 'short' AS name,
    count(*) FILTER (WHERE short_since < clock_timestamp() - ${MOST_AT_LIMIT} * interval '1 second')::int AS waiting,
    coalesce(extract(epoch FROM clock_timestamp() - min(short_since))::float8, 0) AS oldest
  FROM quota_buckets WHERE short_since IS NOT NULL AND refilled_at > clock_timestamp() - interval '10 minutes'`;

/** Without a bucket nothing waits to be moved; what has to be forgotten waits all the same where one was taken out of the settings. */
const filesWaiting = (moveAfterMinutes: number | undefined) => {
  const old = sql`may_move AND place = 'db' AND created_at < now() - ${moveAfterMinutes ?? 0} * interval '1 minute'`;
  const erased = sql`SELECT extract(epoch FROM clock_timestamp() - since)::float8 FROM object_removals
    WHERE why = 'erased' ORDER BY since LIMIT 1`;
  return moveAfterMinutes === undefined
    ? sql`SELECT 'files' AS name, 0 AS waiting, coalesce((${erased}), 0) AS oldest`
    : sql`SELECT 'files' AS name, (SELECT count(*)::int FROM (SELECT 1 FROM blobs WHERE ${old} LIMIT ${MOST_COUNTED + 1}) AS old) AS waiting,
        greatest((SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 - ${moveAfterMinutes * 60} FROM blobs WHERE ${old}
          ORDER BY created_at LIMIT 1), (${erased}), 0) AS oldest`;
};

/** @param moveAfterMinutes age at which files go to the bucket; absent: they stay in the database */
export async function readState(db: Database, moveAfterMinutes?: number): Promise<InstallationState> {
  const parts = [
    ...QUEUES.map((queue) => waitingIn(queue, QUEUE_RULES[queue].table)),
    ...JOBS.map(withoutProgress),
    unknown,
    audit,
    figures,
    partitions,
    replica,
    unasked,
    short,
    filesWaiting(moveAfterMinutes),
  ];
  const began = performance.now();
  const { rows } = await db.system((tx) => sql<Row>`${sql.join(parts, sql` UNION ALL `)}`.execute(tx), {
    readOnly: true,
    statementTimeoutMs: 5_000,
  });
  const tookMs = performance.now() - began;
  const of = (name: string): Waiting => {
    const { waiting, oldest } = rows.find((row) => row.name === name) ?? { waiting: 0, oldest: 0 };
    return { waiting, oldest: Math.max(0, oldest) };
  };
  const queues = Object.fromEntries(QUEUES.map((queue) => [queue, of(queue)])) as Record<QueueName, Waiting>;
  const jobs = Object.fromEntries(JOBS.map((job) => [job, of(`job ${job}`)])) as Record<JobName, Waiting>;
  return {
    queues,
    jobs,
    unknownPurchases: of('unknown'),
    auditPending: of('audit').waiting,
    figuresBehind: of('figures').waiting,
    tookMs,
    rowsWithoutPartition: of('partitions').waiting,
    replicaLagSeconds: of('replica').oldest,
    unaskedAccounts: of('unasked').waiting,
    shortAccounts: of('short'),
    files: of('files'),
  };
}
