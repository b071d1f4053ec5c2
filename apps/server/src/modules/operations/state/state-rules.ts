/**
 * What "everything is well" means, once for the operator's page, the metrics and the alerts (`deploy/prometheus/alerts.yaml` is made
 * from it). A limit is several times what a busy day takes.
 */
import type { QueueName, StateCheck, StateCheckId } from '@scanship/contracts/network/system-state';

export interface QueueRule {
  readonly table: string;
  /** The oldest may wait so long beyond its time. Seconds. */
  readonly limit: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Each table has an index of the rows that have work left, by `due_at`, and a lease while one is worked on. */
export const QUEUE_RULES: Readonly<Record<QueueName, QueueRule>> = {
  purchases: { table: 'purchases', limit: 2 * MINUTE },
  voids: { table: 'voids', limit: 5 * MINUTE },
  effects: { table: 'effects', limit: 10 * MINUTE },
  batches: { table: 'batches', limit: 2 * MINUTE },
  'store-sync': { table: 'sync_streams', limit: 30 * MINUTE },
  'store-deliveries': { table: 'inbound_events', limit: 5 * MINUTE },
  tracking: { table: 'trackers', limit: 2 * HOUR },
  'buyer-notices': { table: 'buyer_notices', limit: 15 * MINUTE },
  // A seller's own host may be slow: it takes its turn, and others theirs.
  'notice-posts': { table: 'notice_posts', limit: HOUR },
  returns: { table: 'returns', limit: 15 * MINUTE },
  'carrier-bills': { table: 'bill_files', limit: 15 * MINUTE },
  'label-comparisons': { table: 'label_runs', limit: 2 * HOUR },
  'month-closes': { table: 'month_closes', limit: 6 * HOUR },
  subscriptions: { table: 'subscriptions', limit: 6 * HOUR },
  'customer-erasures': { table: 'customer_erasures', limit: 6 * HOUR },
  'customer-moves': { table: 'customer_moves', limit: 15 * MINUTE },
};

/** Work that is held for long, by the table it stands in, with `progress_at` (`platform/jobs/leased-rows.ts`). */
export const JOBS = [
  'batches',
  'customer-exports',
  'customer-erasures',
  'customer-moves',
  'label-comparisons',
] as const;
export type JobName = (typeof JOBS)[number];

export const JOB_RULES: Readonly<Record<JobName, { readonly table: string }>> = {
  // Plans, purchases and merged papers.
  batches: { table: 'batches' },
  'customer-exports': { table: 'customer_exports' },
  'customer-erasures': { table: 'customer_erasures' },
  'customer-moves': { table: 'customer_moves' },
  'label-comparisons': { table: 'label_runs' },
};

/** Before whoever hangs is given up (`HUNG_MS`), so that it is seen even where that helps. Seconds. */
export const MOST_WITHOUT_PROGRESS = 4 * MINUTE;

/** A plan of thousands of orders uses an account up for minutes, and may. Seconds. */
export const MOST_AT_LIMIT = HOUR;

export interface StateRule {
  readonly metric: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly unit: StateCheck['unit'];
  readonly limit: number;
  /** It must have been so for as long before anybody is woken. */
  readonly for: string;
  readonly severity: 'page' | 'ticket';
  /** Name of the alert, and of its page in `docs/runbooks` in small letters. */
  readonly alert: string;
}

const queueRule = (queue: QueueName, severity: StateRule['severity']): StateRule => ({
  metric: 'scanship_queue_oldest_seconds',
  labels: { queue },
  unit: 'seconds',
  limit: QUEUE_RULES[queue].limit,
  for: '2m',
  severity,
  alert: 'WorkIsLate',
});

export const STATE_RULES: Readonly<Record<StateCheckId, StateRule>> = {
  purchases: queueRule('purchases', 'page'),
  voids: queueRule('voids', 'page'),
  effects: queueRule('effects', 'page'),
  batches: queueRule('batches', 'page'),
  'store-sync': queueRule('store-sync', 'ticket'),
  'store-deliveries': queueRule('store-deliveries', 'ticket'),
  tracking: queueRule('tracking', 'ticket'),
  'buyer-notices': queueRule('buyer-notices', 'ticket'),
  'notice-posts': queueRule('notice-posts', 'ticket'),
  returns: queueRule('returns', 'ticket'),
  'carrier-bills': queueRule('carrier-bills', 'ticket'),
  'label-comparisons': queueRule('label-comparisons', 'ticket'),
  'month-closes': queueRule('month-closes', 'ticket'),
  subscriptions: queueRule('subscriptions', 'ticket'),
  'customer-erasures': queueRule('customer-erasures', 'ticket'),
  'customer-moves': queueRule('customer-moves', 'ticket'),
  progress: {
    metric: 'scanship_job_without_progress_seconds',
    unit: 'seconds',
    limit: MOST_WITHOUT_PROGRESS,
    for: '0m',
    severity: 'page',
    alert: 'JobMakesNoProgress',
  },
  'purchases-unknown': {
    metric: 'scanship_purchases_unknown_oldest_seconds',
    unit: 'seconds',
    limit: HOUR,
    for: '0m',
    severity: 'ticket',
    alert: 'PurchasesUnknown',
  },
  audit: {
    metric: 'scanship_audit_pending',
    unit: 'count',
    limit: 1_000,
    for: '10m',
    severity: 'ticket',
    alert: 'LogIsNotSealed',
  },
  figures: {
    metric: 'scanship_figures_behind',
    unit: 'count',
    limit: 200,
    for: '10m',
    severity: 'ticket',
    alert: 'FiguresAreBehind',
  },
  database: {
    metric: 'scanship_state_read_milliseconds',
    unit: 'milliseconds',
    limit: 2_000,
    for: '5m',
    severity: 'page',
    alert: 'DatabaseIsSlow',
  },
  partitions: {
    metric: 'scanship_default_partition_rows',
    unit: 'count',
    limit: 0,
    for: '0m',
    severity: 'ticket',
    alert: 'RowsWithoutAPartition',
  },
  connections: {
    metric: 'db_connections',
    labels: { state: 'waiting' },
    unit: 'count',
    limit: 20,
    for: '2m',
    severity: 'page',
    alert: 'WaitingForConnections',
  },
  replica: {
    metric: 'scanship_replica_lag_seconds',
    unit: 'seconds',
    limit: 30,
    for: '2m',
    severity: 'page',
    alert: 'ReplicaIsBehind',
  },
  'unasked-accounts': {
    metric: 'scanship_unasked_accounts',
    unit: 'count',
    limit: 0,
    for: '10m',
    severity: 'page',
    alert: 'AfterARestore',
  },
  quota: {
    metric: 'scanship_quota_short_oldest_seconds',
    unit: 'seconds',
    limit: MOST_AT_LIMIT,
    for: '5m',
    severity: 'ticket',
    alert: 'QuotaIsUsedUp',
  },
  'stored-files': {
    metric: 'scanship_files_waiting_oldest_seconds',
    unit: 'seconds',
    limit: 2 * HOUR,
    for: '10m',
    severity: 'ticket',
    alert: 'FilesWait',
  },
};
