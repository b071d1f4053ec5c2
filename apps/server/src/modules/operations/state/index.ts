/** The state of the installation as metrics, and as the operator's page "System". */
import {
  getSystemState,
  QUEUES,
  STATE_CHECKS,
  type StateCheck,
  type StateCheckId,
} from '@scanship/contracts/network/system-state';
import { measureRounds } from '../../../platform/jobs/sweep.ts';
import { data, route, type Route } from '../../../platform/http/handler.ts';
import type { Services } from '../../../platform/services.ts';
import { type InstallationState, readState, type Waiting } from './read-state.ts';
import { JOBS, STATE_RULES } from './state-rules.ts';

/** Several scrapers and people within this time are one question to the database. */
const SAME_ANSWER_MS = 5_000;

export interface StateModule {
  readonly routes: readonly Route[];
  checks(): Promise<readonly StateCheck[]>;
}

export function createStateModule(services: Services, version: string): StateModule {
  const { db, metrics, config } = services;
  const storage = config.objectStorage;
  const read = shared(() => readState(db, storage?.moving ? storage.moveAfterMinutes : undefined));
  registerMetrics(services, read);
  measureRounds(metrics);
  const checks = async (): Promise<StateCheck[]> => {
    const state = await read();
    const connections = db.connections().waiting;
    return STATE_CHECKS.map((id) => checkOf(id, measured(id, state, connections)));
  };
  return {
    checks,
    routes: [
      route(getSystemState, async () =>
        data({ checks: await checks(), at: services.clock.now().toISOString(), version }),
      ),
    ],
  };

  function registerMetrics({ log }: Pick<Services, 'log'>, ask: () => Promise<InstallationState>): void {
    const of = async (set: (state: InstallationState) => void, clear: () => void): Promise<void> => {
      try {
        set(await ask());
      } catch (error) {
        // A scrape tells what it can; what it cannot is missing, and `scanship_state_readable` says so.
        clear();
        log.warn({ err: error }, 'the state of the installation could not be read');
      }
    };
    metrics.gauge('scanship_state_readable', '1 while the state of the installation can be read', [], (gauge) =>
      of(
        () => gauge.set(1),
        () => gauge.set(0),
      ),
    );
    const perQueue = (name: string, help: string, value: (waiting: Waiting) => number): void => {
      metrics.gauge(name, help, ['queue'], (gauge) =>
        of(
          ({ queues }) => QUEUES.forEach((queue) => gauge.set({ queue }, value(queues[queue]))),
          () => gauge.reset(),
        ),
      );
    };
    const one = (name: string, help: string, value: (state: InstallationState) => number): void => {
      metrics.gauge(name, help, [], (gauge) =>
        of(
          (state) => gauge.set(value(state)),
          () => gauge.reset(),
        ),
      );
    };
    perQueue('scanship_queue_waiting', 'Due rows nobody works on; 10001 for more than 10000', ({ waiting }) => waiting);
    perQueue('scanship_queue_oldest_seconds', 'How long the oldest due row has waited', ({ oldest }) => oldest);
    metrics.gauge(
      'scanship_job_without_progress_seconds',
      'How long work that was begun has made no progress, of the job that got on least',
      ['job'],
      (gauge) =>
        of(
          ({ jobs }) => JOBS.forEach((job) => gauge.set({ job }, jobs[job].oldest)),
          () => gauge.reset(),
        ),
    );
    one('scanship_purchases_unknown', 'Purchases whose end is not known', (state) => state.unknownPurchases.waiting);
    one(
      'scanship_purchases_unknown_oldest_seconds',
      'How long the end of the oldest of them has not been known',
      (state) => state.unknownPurchases.oldest,
    );
    one('scanship_audit_pending', 'Events of the audit log without their seal', (state) => state.auditPending);
    one('scanship_figures_behind', 'Customers whose figures are behind', (state) => state.figuresBehind);
    one('scanship_state_read_milliseconds', 'How long the database took to say all this', (state) => state.tookMs);
    one('scanship_default_partition_rows', 'Rows in DEFAULT partitions', (state) => state.rowsWithoutPartition);
    one('scanship_replica_lag_seconds', 'How far the last standby is behind', (state) => state.replicaLagSeconds);
    one(
      'scanship_unasked_accounts',
      'Carrier accounts that nothing is bought with until their carrier was asked which labels are missing here',
      (state) => state.unaskedAccounts,
    );
    one(
      'scanship_quota_short_oldest_seconds',
      'How long an account of a carrier or store has had no calls left for whoever asked',
      (state) => state.shortAccounts.oldest,
    );
    one('scanship_files_waiting', 'Files that should be in the bucket by now', (state) => state.files.waiting);
    one(
      'scanship_files_waiting_oldest_seconds',
      'How long the oldest file has waited beyond its time to go to the bucket, or to be erased from it',
      (state) => state.files.oldest,
    );
  }
}

interface Measured {
  readonly value: number;
  readonly waiting: number | null;
}

function measured(id: StateCheckId, state: InstallationState, connections: number): Measured {
  switch (id) {
    case 'progress': {
      const jobs = Object.values(state.jobs);
      return {
        value: Math.max(...jobs.map(({ oldest }) => oldest)),
        waiting: jobs.reduce((sum, { waiting }) => sum + waiting, 0),
      };
    }
    case 'purchases-unknown':
      return { value: state.unknownPurchases.oldest, waiting: state.unknownPurchases.waiting };
    case 'audit':
      return { value: state.auditPending, waiting: state.auditPending };
    case 'figures':
      return { value: state.figuresBehind, waiting: state.figuresBehind };
    case 'database':
      return { value: state.tookMs, waiting: null };
    case 'partitions':
      return { value: state.rowsWithoutPartition, waiting: state.rowsWithoutPartition };
    case 'connections':
      return { value: connections, waiting: null };
    case 'replica':
      return { value: state.replicaLagSeconds, waiting: null };
    case 'stored-files':
      return { value: state.files.oldest, waiting: state.files.waiting };
    case 'quota':
      return { value: state.shortAccounts.oldest, waiting: state.shortAccounts.waiting };
    case 'unasked-accounts':
      return { value: state.unaskedAccounts, waiting: state.unaskedAccounts };
    default:
      return { value: state.queues[id].oldest, waiting: state.queues[id].waiting };
  }
}

function checkOf(id: StateCheckId, { value, waiting }: Measured): StateCheck {
  const { unit, limit } = STATE_RULES[id];
  return { id, state: value > limit ? 'late' : 'ok', value: Math.round(value), unit, limit, waiting };
}

function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > SAME_ANSWER_MS) last = { at: performance.now(), answer: ask() };
    return last.answer;
  };
}
