/**
 * pg-boss as the scheduler of the journal: it wakes some process when an operation is due. It carries ids only and is
 * never the truth: without it the sweeper finds the same rows a little later (docs/decisions/0022-scheduler.md).
 */
import { carriedSpan, openSpan } from '@scanship/connector-kit/spans';
import type { ClientConfig } from 'pg';
import { type Job, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { JournalRef } from '../journal/handler.ts';
import type { WakeUps } from '../journal/journal.ts';
import type { Logger } from '../logging/logger.ts';

const QUEUE = 'journal';
/** A connection whose other side is gone without a word is given up then: it would hold up its statement, and the end of the process. */
const ANSWER_WITHIN_MS = 15_000;

interface WakeUp extends JournalRef {
  /** Of the span that asked for it, where there are any. */
  readonly traceparent?: string | undefined;
}

export interface Scheduler extends WakeUps {
  /** Begins to say what is due. */
  listen(onDue: (ref: JournalRef) => void): Promise<void>;
  /** Takes no more wake-ups and closes the connections. */
  stop(): Promise<void>;
}

/**
 * Opens the queue; its tables are made on first use in the schema `pgboss`.
 * @param connection of the application's account; works as `app_system`, which owns that schema's contents
 * @param answerWithinMs so long a statement may go unanswered before its connection is given up
 */
export async function openScheduler(
  connection: ClientConfig,
  log: Logger,
  clock: Clock,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<Scheduler> {
  // All that it is given goes to the pool too, which knows more than pg-boss says.
  const pool = { ...plain(connection), query_timeout: answerWithinMs };
  const boss = new PgBoss({
    ...pool,
    options: '-c role=app_system',
    application_name: 'scanship jobs',
    schema: 'pgboss',
    createSchema: false,
    max: 3,
    schedule: false,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the scheduler has a fault; the sweeper goes on'));
  await boss.start();
  await boss.createQueue(QUEUE, {
    policy: 'standard',
    notify: true,
    // A wake-up that is missed is not worth repeating: the row is still due.
    retryLimit: 0,
    expireInSeconds: 60,
    retentionSeconds: 24 * 3_600,
    deleteAfterSeconds: 60,
  });
  return {
    async schedule(ref, inMs) {
      const startAfter = new Date(clock.now().getTime() + inMs);
      const { table, tenantId, id } = ref;
      // Whoever wakes up goes on with the trace of whoever asked for it.
      await boss.send(QUEUE, { table, tenantId, id, traceparent: carriedSpan() }, { startAfter });
    },
    async listen(onDue) {
      await boss.work<WakeUp>(
        QUEUE,
        { batchSize: 10, localConcurrency: 4, burstWhenBatchFull: true, pollingIntervalSeconds: 1 },
        (jobs: Job<WakeUp>[]) => {
          for (const { data } of jobs) wake(data, onDue);
          return Promise.resolve();
        },
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

const wake = ({ traceparent, ...ref }: WakeUp, onDue: (ref: JournalRef) => void): void => {
  const span =
    traceparent === undefined
      ? undefined
      : openSpan(() => ({ name: 'wake-up', kind: 'job', below: { traceparent, stranger: false } }));
  if (!span) return onDue(ref);
  span.run(() => onDue(ref));
  span.end();
};

/** Only what pg-boss knows of a connection; value parsers are its own. */
const plain = ({ host, port, user, password, database, connectionString, ssl }: ClientConfig) =>
  Object.fromEntries(
    Object.entries({ host, port, user, password, database, connectionString, ssl }).filter(
      ([, value]) => value !== undefined,
    ),
  );
